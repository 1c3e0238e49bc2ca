/**
 * The fixed tree of account categories (§2.5b), in the order of the balance sheet and the profit and loss.
 *
 * Source: facts 3.2, as of 2026-11-20. The 24 numbers known from the service behind the specification keep
 * their meaning: 3, 4, 5, 8 to 16, 19 to 22, 24 to 26, 48, 60, 61, 62, 70. All other numbers are ours
 * (decision 166), and so are the parents: the groups above the known rows (assets, fixed assets, inventories,
 * receivables, equity, liabilities, long-term liabilities) have names in the source and no numbers, and the
 * rows of the short-term liabilities and nearly all of the profit and loss could not be read.
 *
 * useInvertedAccountCategory is true where the normal balance is credit, negative in the books, so that a
 * report turns the sign to show a positive figure: equity, liabilities and income, and among the assets 61,
 * the depreciation set off against them. A group that holds income and expenses alike follows its surplus:
 * credit.
 */
export type AccountCategoryRow = {
  readonly accountCategoryNumber: number;
  readonly accountCategoryType: 'BalanceSheet' | 'ProfitAndLoss';
  readonly description: string;
  /** The number of the category above; absent at a root. */
  readonly parent?: number;
  readonly useInvertedAccountCategory: boolean;
};

// prettier-ignore
export const ACCOUNT_CATEGORIES: readonly AccountCategoryRow[] = [
  { accountCategoryNumber: 1, accountCategoryType: 'BalanceSheet', description: 'Assets', useInvertedAccountCategory: false },
  { accountCategoryNumber: 2, accountCategoryType: 'BalanceSheet', description: 'Fixed assets', parent: 1, useInvertedAccountCategory: false },
  { accountCategoryNumber: 3, accountCategoryType: 'BalanceSheet', description: 'Intangible fixed assets', parent: 2, useInvertedAccountCategory: false },
  { accountCategoryNumber: 4, accountCategoryType: 'BalanceSheet', description: 'Tangible assets', parent: 2, useInvertedAccountCategory: false },
  { accountCategoryNumber: 5, accountCategoryType: 'BalanceSheet', description: 'Financial assets', parent: 2, useInvertedAccountCategory: false },
  { accountCategoryNumber: 61, accountCategoryType: 'BalanceSheet', description: 'Depreciation', parent: 2, useInvertedAccountCategory: true },
  { accountCategoryNumber: 6, accountCategoryType: 'BalanceSheet', description: 'Current assets', parent: 1, useInvertedAccountCategory: false },
  { accountCategoryNumber: 7, accountCategoryType: 'BalanceSheet', description: 'Inventories', parent: 6, useInvertedAccountCategory: false },
  { accountCategoryNumber: 10, accountCategoryType: 'BalanceSheet', description: 'Raw materials', parent: 7, useInvertedAccountCategory: false },
  { accountCategoryNumber: 11, accountCategoryType: 'BalanceSheet', description: 'Work in process', parent: 7, useInvertedAccountCategory: false },
  { accountCategoryNumber: 12, accountCategoryType: 'BalanceSheet', description: 'Finished goods and merchandise', parent: 7, useInvertedAccountCategory: false },
  { accountCategoryNumber: 62, accountCategoryType: 'BalanceSheet', description: 'Stock', parent: 7, useInvertedAccountCategory: false },
  { accountCategoryNumber: 17, accountCategoryType: 'BalanceSheet', description: 'Receivables', parent: 6, useInvertedAccountCategory: false },
  { accountCategoryNumber: 13, accountCategoryType: 'BalanceSheet', description: 'Trade debtors', parent: 17, useInvertedAccountCategory: false },
  { accountCategoryNumber: 14, accountCategoryType: 'BalanceSheet', description: 'Receivables from subsidiaries', parent: 17, useInvertedAccountCategory: false },
  { accountCategoryNumber: 15, accountCategoryType: 'BalanceSheet', description: 'Other receivables', parent: 17, useInvertedAccountCategory: false },
  { accountCategoryNumber: 16, accountCategoryType: 'BalanceSheet', description: 'Prepayments', parent: 17, useInvertedAccountCategory: false },
  { accountCategoryNumber: 8, accountCategoryType: 'BalanceSheet', description: 'Securities', parent: 6, useInvertedAccountCategory: false },
  { accountCategoryNumber: 9, accountCategoryType: 'BalanceSheet', description: 'Bank and cash balances', parent: 6, useInvertedAccountCategory: false },
  { accountCategoryNumber: 18, accountCategoryType: 'BalanceSheet', description: 'Equity and liabilities', useInvertedAccountCategory: true },
  { accountCategoryNumber: 23, accountCategoryType: 'BalanceSheet', description: 'Equity', parent: 18, useInvertedAccountCategory: true },
  { accountCategoryNumber: 19, accountCategoryType: 'BalanceSheet', description: 'Capital', parent: 23, useInvertedAccountCategory: true },
  { accountCategoryNumber: 20, accountCategoryType: 'BalanceSheet', description: 'Reserves', parent: 23, useInvertedAccountCategory: true },
  { accountCategoryNumber: 60, accountCategoryType: 'BalanceSheet', description: 'Private contribution/drawing', parent: 23, useInvertedAccountCategory: true },
  { accountCategoryNumber: 21, accountCategoryType: 'BalanceSheet', description: 'Retained earnings', parent: 23, useInvertedAccountCategory: true },
  { accountCategoryNumber: 27, accountCategoryType: 'BalanceSheet', description: 'Result for the year', parent: 23, useInvertedAccountCategory: true },
  { accountCategoryNumber: 22, accountCategoryType: 'BalanceSheet', description: 'Provisions', parent: 18, useInvertedAccountCategory: true },
  { accountCategoryNumber: 28, accountCategoryType: 'BalanceSheet', description: 'Liabilities', parent: 18, useInvertedAccountCategory: true },
  { accountCategoryNumber: 29, accountCategoryType: 'BalanceSheet', description: 'Long-term liabilities', parent: 28, useInvertedAccountCategory: true },
  { accountCategoryNumber: 70, accountCategoryType: 'BalanceSheet', description: 'Financial liabilities', parent: 29, useInvertedAccountCategory: true },
  { accountCategoryNumber: 24, accountCategoryType: 'BalanceSheet', description: 'Mortgage debt', parent: 29, useInvertedAccountCategory: true },
  { accountCategoryNumber: 25, accountCategoryType: 'BalanceSheet', description: 'Bank loans', parent: 29, useInvertedAccountCategory: true },
  { accountCategoryNumber: 26, accountCategoryType: 'BalanceSheet', description: 'Leasing obligations', parent: 29, useInvertedAccountCategory: true },
  { accountCategoryNumber: 30, accountCategoryType: 'BalanceSheet', description: 'Short-term liabilities', parent: 28, useInvertedAccountCategory: true },
  { accountCategoryNumber: 31, accountCategoryType: 'BalanceSheet', description: 'Short-term bank debt', parent: 30, useInvertedAccountCategory: true },
  { accountCategoryNumber: 32, accountCategoryType: 'BalanceSheet', description: 'Trade creditors', parent: 30, useInvertedAccountCategory: true },
  { accountCategoryNumber: 33, accountCategoryType: 'BalanceSheet', description: 'Payables to subsidiaries', parent: 30, useInvertedAccountCategory: true },
  { accountCategoryNumber: 34, accountCategoryType: 'BalanceSheet', description: 'Prepayments from customers', parent: 30, useInvertedAccountCategory: true },
  { accountCategoryNumber: 35, accountCategoryType: 'BalanceSheet', description: 'VAT', parent: 30, useInvertedAccountCategory: true },
  { accountCategoryNumber: 36, accountCategoryType: 'BalanceSheet', description: 'Corporation tax', parent: 30, useInvertedAccountCategory: true },
  { accountCategoryNumber: 37, accountCategoryType: 'BalanceSheet', description: 'Payroll taxes and staff payables', parent: 30, useInvertedAccountCategory: true },
  { accountCategoryNumber: 38, accountCategoryType: 'BalanceSheet', description: 'Other payables', parent: 30, useInvertedAccountCategory: true },
  { accountCategoryNumber: 39, accountCategoryType: 'BalanceSheet', description: 'Accruals and deferred income', parent: 30, useInvertedAccountCategory: true },
  { accountCategoryNumber: 40, accountCategoryType: 'ProfitAndLoss', description: 'Profit and loss', useInvertedAccountCategory: true },
  { accountCategoryNumber: 41, accountCategoryType: 'ProfitAndLoss', description: 'Gross profit', parent: 40, useInvertedAccountCategory: true },
  { accountCategoryNumber: 42, accountCategoryType: 'ProfitAndLoss', description: 'Revenue', parent: 41, useInvertedAccountCategory: true },
  { accountCategoryNumber: 48, accountCategoryType: 'ProfitAndLoss', description: 'Sales of products', parent: 42, useInvertedAccountCategory: true },
  { accountCategoryNumber: 43, accountCategoryType: 'ProfitAndLoss', description: 'Sales of services', parent: 42, useInvertedAccountCategory: true },
  { accountCategoryNumber: 44, accountCategoryType: 'ProfitAndLoss', description: 'Discounts granted', parent: 42, useInvertedAccountCategory: false },
  { accountCategoryNumber: 45, accountCategoryType: 'ProfitAndLoss', description: 'Other operating income', parent: 41, useInvertedAccountCategory: true },
  { accountCategoryNumber: 46, accountCategoryType: 'ProfitAndLoss', description: 'Direct costs', parent: 41, useInvertedAccountCategory: false },
  { accountCategoryNumber: 47, accountCategoryType: 'ProfitAndLoss', description: 'Cost of goods', parent: 46, useInvertedAccountCategory: false },
  { accountCategoryNumber: 49, accountCategoryType: 'ProfitAndLoss', description: 'External services', parent: 46, useInvertedAccountCategory: false },
  { accountCategoryNumber: 50, accountCategoryType: 'ProfitAndLoss', description: 'Change in stock', parent: 46, useInvertedAccountCategory: false },
  { accountCategoryNumber: 51, accountCategoryType: 'ProfitAndLoss', description: 'Operating expenses', parent: 40, useInvertedAccountCategory: false },
  { accountCategoryNumber: 52, accountCategoryType: 'ProfitAndLoss', description: 'Staff', parent: 51, useInvertedAccountCategory: false },
  { accountCategoryNumber: 53, accountCategoryType: 'ProfitAndLoss', description: 'Premises', parent: 51, useInvertedAccountCategory: false },
  { accountCategoryNumber: 54, accountCategoryType: 'ProfitAndLoss', description: 'Vehicles', parent: 51, useInvertedAccountCategory: false },
  { accountCategoryNumber: 55, accountCategoryType: 'ProfitAndLoss', description: 'Marketing, travel and entertainment', parent: 51, useInvertedAccountCategory: false },
  { accountCategoryNumber: 56, accountCategoryType: 'ProfitAndLoss', description: 'Administration', parent: 51, useInvertedAccountCategory: false },
  { accountCategoryNumber: 57, accountCategoryType: 'ProfitAndLoss', description: 'Losses and other operating expenses', parent: 51, useInvertedAccountCategory: false },
  { accountCategoryNumber: 58, accountCategoryType: 'ProfitAndLoss', description: 'Depreciation for the year', parent: 40, useInvertedAccountCategory: false },
  { accountCategoryNumber: 59, accountCategoryType: 'ProfitAndLoss', description: 'Financial items', parent: 40, useInvertedAccountCategory: true },
  { accountCategoryNumber: 63, accountCategoryType: 'ProfitAndLoss', description: 'Financial income', parent: 59, useInvertedAccountCategory: true },
  { accountCategoryNumber: 64, accountCategoryType: 'ProfitAndLoss', description: 'Financial expenses', parent: 59, useInvertedAccountCategory: false },
  { accountCategoryNumber: 65, accountCategoryType: 'ProfitAndLoss', description: 'Extraordinary items', parent: 40, useInvertedAccountCategory: true },
  { accountCategoryNumber: 66, accountCategoryType: 'ProfitAndLoss', description: 'Extraordinary income', parent: 65, useInvertedAccountCategory: true },
  { accountCategoryNumber: 67, accountCategoryType: 'ProfitAndLoss', description: 'Extraordinary expenses', parent: 65, useInvertedAccountCategory: false },
  { accountCategoryNumber: 68, accountCategoryType: 'ProfitAndLoss', description: 'Tax on the result', parent: 40, useInvertedAccountCategory: false },
];
