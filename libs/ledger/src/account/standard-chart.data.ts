/**
 * What a new agreement's books start with: chart of accounts (§2.9), VAT accounts (§2.5), asset groups
 * (§2.11) and the accounts the rules themselves need. Source: written for Kontor, version of 2026-11-20,
 * after no published chart. VAT is 25 %, reduced 12.5 %: an agreement changes the rates, not the shape.
 *
 * How it reads: 1000 to 2500 profit and loss, 5000 to 6999 balance sheet, accounts in groups
 * between a heading and its total. Totals sum by number from `totalFrom` to themselves (decision
 * 164), so the results of the profit and loss, which all start at 1005, accumulate. debitCredit
 * is the side where the figure normally is.
 *
 * blockDirectEntries stands only where a manual entry would break a promise: the control accounts, which must
 * agree with the customers and suppliers behind them, and the account that closing a year writes to. VAT
 * accounts stay open: corrections and opening balances name them.
 */
export type StandardAccountRow = {
  readonly accountNumber: number;
  /** English, at most 125 characters. */
  readonly name: string;
  readonly accountType:
    | 'profitAndLoss'
    | 'status'
    | 'totalFrom'
    | 'heading'
    | 'headingStart'
    | 'sumInterval'
    | 'sumAlpha';
  readonly debitCredit: 'debit' | 'credit';
  /** Only on accounts that take entries. */
  readonly accountCategory?: number;
  /** Default VAT code: one of STANDARD_VAT_ACCOUNTS. */
  readonly vatCode?: string;
  /** Of a totalFrom: the first account of the sum, which ends with the account itself. */
  readonly totalFrom?: number;
  readonly blockDirectEntries?: boolean;
  /** Of a sumInterval: the intervals, both ends included. */
  readonly accountsSummed?: readonly (readonly [from: number, to: number])[];
};

export type StandardVatAccountRow = {
  /** At most 5 characters. */
  readonly vatCode: string;
  /** At most 40 characters. */
  readonly name: string;
  readonly ratePercentage: number;
  readonly account: number;
  /** Of an international or reverse charge code: the other side of the VAT. */
  readonly contraAccount?: number;
  /** 1 sales, 2 purchases, 3 international and reverse charge. */
  readonly vatTypeNumber: 1 | 2 | 3;
  /** One of VAT_REPORT_SETUPS of the same VAT type. */
  readonly vatReportSetupNumber: number;
};

export type VatReportSetupRow = {
  readonly vatTypeNumber: 1 | 2 | 3;
  readonly vatReportSetupNumber: number;
  readonly name: string;
};

export type StandardAssetGroupRow = {
  readonly assetGroupNumber: number;
  readonly name: string;
  readonly residualValue: number;
  /** In months. */
  readonly usefulLife: number;
  readonly additionAccount: number;
  readonly depreciationAccountBalanceSheet: number;
  readonly depreciationAccountProfitLoss: number;
  readonly disposalsAccount: number;
  readonly netBookedValueAccount: number;
  readonly openingAdditionAccount: number;
  readonly openingDepreciationAccount: number;
  readonly reversedDepreciationsAccount: number;
};

// prettier-ignore
export const STANDARD_CHART: readonly StandardAccountRow[] = [
  { accountNumber: 1000, name: 'Profit and loss', accountType: 'headingStart', debitCredit: 'credit' },
  { accountNumber: 1005, name: 'Revenue', accountType: 'heading', debitCredit: 'credit' },
  { accountNumber: 1010, name: 'Sales of goods, domestic', accountType: 'profitAndLoss', debitCredit: 'credit', accountCategory: 48, vatCode: 'S25' },
  { accountNumber: 1020, name: 'Sales of goods, domestic, reduced rate', accountType: 'profitAndLoss', debitCredit: 'credit', accountCategory: 48, vatCode: 'S12' },
  { accountNumber: 1030, name: 'Sales of goods, domestic, without VAT', accountType: 'profitAndLoss', debitCredit: 'credit', accountCategory: 48, vatCode: 'S0' },
  { accountNumber: 1040, name: 'Sales of goods, EU', accountType: 'profitAndLoss', debitCredit: 'credit', accountCategory: 48, vatCode: 'SEUG' },
  { accountNumber: 1050, name: 'Sales of goods, outside the EU', accountType: 'profitAndLoss', debitCredit: 'credit', accountCategory: 48, vatCode: 'SEXP' },
  { accountNumber: 1110, name: 'Sales of services, domestic', accountType: 'profitAndLoss', debitCredit: 'credit', accountCategory: 43, vatCode: 'S25' },
  { accountNumber: 1120, name: 'Sales of services, EU', accountType: 'profitAndLoss', debitCredit: 'credit', accountCategory: 43, vatCode: 'SEUS' },
  { accountNumber: 1130, name: 'Sales of services, outside the EU', accountType: 'profitAndLoss', debitCredit: 'credit', accountCategory: 43, vatCode: 'SEXP' },
  { accountNumber: 1140, name: 'Transport and packaging charged to customers', accountType: 'profitAndLoss', debitCredit: 'credit', accountCategory: 43, vatCode: 'S25' },
  { accountNumber: 1199, name: 'Revenue, total', accountType: 'totalFrom', debitCredit: 'credit', totalFrom: 1005 },
  { accountNumber: 1200, name: 'Other operating income', accountType: 'heading', debitCredit: 'credit' },
  { accountNumber: 1210, name: 'Other operating income', accountType: 'profitAndLoss', debitCredit: 'credit', accountCategory: 45, vatCode: 'S25' },
  { accountNumber: 1220, name: 'Proceeds from disposal of fixed assets', accountType: 'profitAndLoss', debitCredit: 'credit', accountCategory: 45, vatCode: 'S25' },
  { accountNumber: 1230, name: 'Net book value of fixed assets disposed of', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 45 },
  { accountNumber: 1299, name: 'Other operating income, total', accountType: 'totalFrom', debitCredit: 'credit', totalFrom: 1200 },
  { accountNumber: 1300, name: 'Direct costs', accountType: 'heading', debitCredit: 'debit' },
  { accountNumber: 1310, name: 'Purchases of goods, domestic', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 47, vatCode: 'P25' },
  { accountNumber: 1320, name: 'Purchases of goods, EU', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 47, vatCode: 'EUG25' },
  { accountNumber: 1330, name: 'Purchases of goods, outside the EU', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 47, vatCode: 'IMP25' },
  { accountNumber: 1340, name: 'Subcontractors, domestic', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 49, vatCode: 'P25' },
  { accountNumber: 1350, name: 'Services bought, EU', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 49, vatCode: 'EUS25' },
  { accountNumber: 1360, name: 'Change in stock', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 50 },
  { accountNumber: 1399, name: 'Direct costs, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 1300 },
  { accountNumber: 1400, name: 'Gross profit', accountType: 'totalFrom', debitCredit: 'credit', totalFrom: 1005 },
  { accountNumber: 1500, name: 'Staff', accountType: 'heading', debitCredit: 'debit' },
  { accountNumber: 1510, name: 'Wages and salaries', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 52 },
  { accountNumber: 1520, name: 'Pension contributions', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 52 },
  { accountNumber: 1530, name: 'Social security contributions', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 52 },
  { accountNumber: 1540, name: 'Training and staff welfare', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 52, vatCode: 'P25' },
  { accountNumber: 1599, name: 'Staff, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 1500 },
  { accountNumber: 1600, name: 'Premises', accountType: 'heading', debitCredit: 'debit' },
  { accountNumber: 1610, name: 'Rent', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 53, vatCode: 'P0' },
  { accountNumber: 1620, name: 'Electricity, water and heating', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 53, vatCode: 'P25' },
  { accountNumber: 1630, name: 'Repairs and cleaning of premises', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 53, vatCode: 'P25' },
  { accountNumber: 1699, name: 'Premises, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 1600 },
  { accountNumber: 1700, name: 'Vehicles', accountType: 'heading', debitCredit: 'debit' },
  { accountNumber: 1710, name: 'Fuel and charging', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 54, vatCode: 'P25' },
  { accountNumber: 1720, name: 'Repairs and maintenance of vehicles', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 54, vatCode: 'P25' },
  { accountNumber: 1730, name: 'Vehicle tax and insurance', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 54, vatCode: 'P0' },
  { accountNumber: 1799, name: 'Vehicles, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 1700 },
  { accountNumber: 1800, name: 'Marketing, travel and entertainment', accountType: 'heading', debitCredit: 'debit' },
  { accountNumber: 1810, name: 'Advertising', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 55, vatCode: 'P25' },
  { accountNumber: 1820, name: 'Travel and accommodation', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 55, vatCode: 'P25' },
  { accountNumber: 1830, name: 'Entertainment of customers', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 55, vatCode: 'P0' },
  { accountNumber: 1899, name: 'Marketing, travel and entertainment, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 1800 },
  { accountNumber: 1900, name: 'Administration', accountType: 'heading', debitCredit: 'debit' },
  { accountNumber: 1910, name: 'Office supplies and small equipment', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 56, vatCode: 'P25' },
  { accountNumber: 1920, name: 'Telephone and internet', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 56, vatCode: 'P25' },
  { accountNumber: 1930, name: 'Software and IT services', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 56, vatCode: 'P25' },
  { accountNumber: 1940, name: 'Accountant and legal advice', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 56, vatCode: 'P25' },
  { accountNumber: 1950, name: 'Insurance and memberships', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 56, vatCode: 'P0' },
  { accountNumber: 1960, name: 'Losses on trade debtors', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 57, vatCode: 'S25' },
  { accountNumber: 1999, name: 'Administration, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 1900 },
  { accountNumber: 2000, name: 'Result before depreciation', accountType: 'totalFrom', debitCredit: 'credit', totalFrom: 1005 },
  { accountNumber: 2100, name: 'Depreciation', accountType: 'heading', debitCredit: 'debit' },
  { accountNumber: 2110, name: 'Depreciation of buildings', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 58 },
  { accountNumber: 2120, name: 'Depreciation of machinery', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 58 },
  { accountNumber: 2130, name: 'Depreciation of vehicles', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 58 },
  { accountNumber: 2140, name: 'Depreciation of furniture and IT', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 58 },
  { accountNumber: 2199, name: 'Depreciation, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 2100 },
  { accountNumber: 2200, name: 'Result before financial items', accountType: 'totalFrom', debitCredit: 'credit', totalFrom: 1005 },
  { accountNumber: 2300, name: 'Financial items', accountType: 'heading', debitCredit: 'credit' },
  { accountNumber: 2310, name: 'Interest income', accountType: 'profitAndLoss', debitCredit: 'credit', accountCategory: 63 },
  { accountNumber: 2320, name: 'Interest expenses', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 64 },
  { accountNumber: 2330, name: 'Bank charges', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 64, vatCode: 'P0' },
  { accountNumber: 2340, name: 'Exchange differences', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 64 },
  { accountNumber: 2350, name: 'Rounding differences', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 64 },
  { accountNumber: 2399, name: 'Financial items, total', accountType: 'totalFrom', debitCredit: 'credit', totalFrom: 2300 },
  { accountNumber: 2400, name: 'Result before tax', accountType: 'totalFrom', debitCredit: 'credit', totalFrom: 1005 },
  { accountNumber: 2410, name: 'Tax on the result for the year', accountType: 'profitAndLoss', debitCredit: 'debit', accountCategory: 68 },
  { accountNumber: 2500, name: 'Result for the year', accountType: 'totalFrom', debitCredit: 'credit', totalFrom: 1005 },
  { accountNumber: 5000, name: 'Assets', accountType: 'headingStart', debitCredit: 'debit' },
  { accountNumber: 5100, name: 'Buildings', accountType: 'heading', debitCredit: 'debit' },
  { accountNumber: 5110, name: 'Buildings, opening cost', accountType: 'status', debitCredit: 'debit', accountCategory: 4 },
  { accountNumber: 5120, name: 'Buildings, additions of the year', accountType: 'status', debitCredit: 'debit', accountCategory: 4, vatCode: 'P25' },
  { accountNumber: 5130, name: 'Buildings, disposals of the year', accountType: 'status', debitCredit: 'credit', accountCategory: 4 },
  { accountNumber: 5140, name: 'Buildings, opening accumulated depreciation', accountType: 'status', debitCredit: 'credit', accountCategory: 61 },
  { accountNumber: 5150, name: 'Buildings, depreciation of the year', accountType: 'status', debitCredit: 'credit', accountCategory: 61 },
  { accountNumber: 5160, name: 'Buildings, depreciation reversed on disposal', accountType: 'status', debitCredit: 'debit', accountCategory: 61 },
  { accountNumber: 5199, name: 'Buildings, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 5100 },
  { accountNumber: 5200, name: 'Machinery', accountType: 'heading', debitCredit: 'debit' },
  { accountNumber: 5210, name: 'Machinery, opening cost', accountType: 'status', debitCredit: 'debit', accountCategory: 4 },
  { accountNumber: 5220, name: 'Machinery, additions of the year', accountType: 'status', debitCredit: 'debit', accountCategory: 4, vatCode: 'P25' },
  { accountNumber: 5230, name: 'Machinery, disposals of the year', accountType: 'status', debitCredit: 'credit', accountCategory: 4 },
  { accountNumber: 5240, name: 'Machinery, opening accumulated depreciation', accountType: 'status', debitCredit: 'credit', accountCategory: 61 },
  { accountNumber: 5250, name: 'Machinery, depreciation of the year', accountType: 'status', debitCredit: 'credit', accountCategory: 61 },
  { accountNumber: 5260, name: 'Machinery, depreciation reversed on disposal', accountType: 'status', debitCredit: 'debit', accountCategory: 61 },
  { accountNumber: 5299, name: 'Machinery, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 5200 },
  { accountNumber: 5300, name: 'Vehicles', accountType: 'heading', debitCredit: 'debit' },
  { accountNumber: 5310, name: 'Vehicles, opening cost', accountType: 'status', debitCredit: 'debit', accountCategory: 4 },
  { accountNumber: 5320, name: 'Vehicles, additions of the year', accountType: 'status', debitCredit: 'debit', accountCategory: 4, vatCode: 'P25' },
  { accountNumber: 5330, name: 'Vehicles, disposals of the year', accountType: 'status', debitCredit: 'credit', accountCategory: 4 },
  { accountNumber: 5340, name: 'Vehicles, opening accumulated depreciation', accountType: 'status', debitCredit: 'credit', accountCategory: 61 },
  { accountNumber: 5350, name: 'Vehicles, depreciation of the year', accountType: 'status', debitCredit: 'credit', accountCategory: 61 },
  { accountNumber: 5360, name: 'Vehicles, depreciation reversed on disposal', accountType: 'status', debitCredit: 'debit', accountCategory: 61 },
  { accountNumber: 5399, name: 'Vehicles, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 5300 },
  { accountNumber: 5400, name: 'Furniture and IT', accountType: 'heading', debitCredit: 'debit' },
  { accountNumber: 5410, name: 'Furniture and IT, opening cost', accountType: 'status', debitCredit: 'debit', accountCategory: 4 },
  { accountNumber: 5420, name: 'Furniture and IT, additions of the year', accountType: 'status', debitCredit: 'debit', accountCategory: 4, vatCode: 'P25' },
  { accountNumber: 5430, name: 'Furniture and IT, disposals of the year', accountType: 'status', debitCredit: 'credit', accountCategory: 4 },
  { accountNumber: 5440, name: 'Furniture and IT, opening accumulated depreciation', accountType: 'status', debitCredit: 'credit', accountCategory: 61 },
  { accountNumber: 5450, name: 'Furniture and IT, depreciation of the year', accountType: 'status', debitCredit: 'credit', accountCategory: 61 },
  { accountNumber: 5460, name: 'Furniture and IT, depreciation reversed on disposal', accountType: 'status', debitCredit: 'debit', accountCategory: 61 },
  { accountNumber: 5499, name: 'Furniture and IT, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 5400 },
  { accountNumber: 5500, name: 'Fixed assets, total', accountType: 'sumInterval', debitCredit: 'debit', accountsSummed: [[5100, 5499]] },
  { accountNumber: 5610, name: 'Inventories', accountType: 'heading', debitCredit: 'debit' },
  { accountNumber: 5620, name: 'Raw materials', accountType: 'status', debitCredit: 'debit', accountCategory: 10 },
  { accountNumber: 5630, name: 'Finished goods and merchandise', accountType: 'status', debitCredit: 'debit', accountCategory: 12 },
  { accountNumber: 5699, name: 'Inventories, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 5610 },
  { accountNumber: 5700, name: 'Receivables', accountType: 'heading', debitCredit: 'debit' },
  { accountNumber: 5710, name: 'Trade debtors, domestic', accountType: 'status', debitCredit: 'debit', accountCategory: 13, blockDirectEntries: true },
  { accountNumber: 5720, name: 'Trade debtors, abroad', accountType: 'status', debitCredit: 'debit', accountCategory: 13, blockDirectEntries: true },
  { accountNumber: 5730, name: 'Provision for losses on trade debtors', accountType: 'status', debitCredit: 'credit', accountCategory: 13 },
  { accountNumber: 5740, name: 'Other receivables', accountType: 'status', debitCredit: 'debit', accountCategory: 15 },
  { accountNumber: 5750, name: 'Prepaid expenses', accountType: 'status', debitCredit: 'debit', accountCategory: 16 },
  { accountNumber: 5760, name: 'Deposits', accountType: 'status', debitCredit: 'debit', accountCategory: 15 },
  { accountNumber: 5799, name: 'Receivables, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 5700 },
  { accountNumber: 5800, name: 'Bank and cash', accountType: 'heading', debitCredit: 'debit' },
  { accountNumber: 5810, name: 'Bank', accountType: 'status', debitCredit: 'debit', accountCategory: 9 },
  { accountNumber: 5820, name: 'Bank, foreign currency', accountType: 'status', debitCredit: 'debit', accountCategory: 9 },
  { accountNumber: 5830, name: 'Cash', accountType: 'status', debitCredit: 'debit', accountCategory: 9 },
  { accountNumber: 5899, name: 'Bank and cash, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 5800 },
  { accountNumber: 5900, name: 'Current assets, total', accountType: 'sumInterval', debitCredit: 'debit', accountsSummed: [[5610, 5699], [5700, 5799], [5800, 5899]] },
  { accountNumber: 5999, name: 'Assets, total', accountType: 'totalFrom', debitCredit: 'debit', totalFrom: 5000 },
  { accountNumber: 6000, name: 'Equity and liabilities', accountType: 'headingStart', debitCredit: 'credit' },
  { accountNumber: 6010, name: 'Equity', accountType: 'heading', debitCredit: 'credit' },
  { accountNumber: 6110, name: 'Capital', accountType: 'status', debitCredit: 'credit', accountCategory: 19 },
  { accountNumber: 6120, name: 'Private contributions and drawings', accountType: 'status', debitCredit: 'credit', accountCategory: 60 },
  { accountNumber: 6130, name: 'Retained earnings', accountType: 'status', debitCredit: 'credit', accountCategory: 21 },
  { accountNumber: 6140, name: 'Result carried from the year', accountType: 'status', debitCredit: 'credit', accountCategory: 27, blockDirectEntries: true },
  { accountNumber: 6199, name: 'Equity, total', accountType: 'totalFrom', debitCredit: 'credit', totalFrom: 6010 },
  { accountNumber: 6300, name: 'Provisions and long-term liabilities', accountType: 'heading', debitCredit: 'credit' },
  { accountNumber: 6310, name: 'Deferred tax', accountType: 'status', debitCredit: 'credit', accountCategory: 22 },
  { accountNumber: 6320, name: 'Mortgage debt', accountType: 'status', debitCredit: 'credit', accountCategory: 24 },
  { accountNumber: 6330, name: 'Bank loans', accountType: 'status', debitCredit: 'credit', accountCategory: 25 },
  { accountNumber: 6399, name: 'Provisions and long-term liabilities, total', accountType: 'totalFrom', debitCredit: 'credit', totalFrom: 6300 },
  { accountNumber: 6400, name: 'Short-term liabilities', accountType: 'heading', debitCredit: 'credit' },
  { accountNumber: 6410, name: 'Trade creditors, domestic', accountType: 'status', debitCredit: 'credit', accountCategory: 32, blockDirectEntries: true },
  { accountNumber: 6420, name: 'Trade creditors, abroad', accountType: 'status', debitCredit: 'credit', accountCategory: 32, blockDirectEntries: true },
  { accountNumber: 6430, name: 'Corporation tax', accountType: 'status', debitCredit: 'credit', accountCategory: 36 },
  { accountNumber: 6440, name: 'Payroll taxes and social security', accountType: 'status', debitCredit: 'credit', accountCategory: 37 },
  { accountNumber: 6450, name: 'Wages and holiday pay owed', accountType: 'status', debitCredit: 'credit', accountCategory: 37 },
  { accountNumber: 6460, name: 'Other payables', accountType: 'status', debitCredit: 'credit', accountCategory: 38 },
  { accountNumber: 6470, name: 'Accrued expenses', accountType: 'status', debitCredit: 'credit', accountCategory: 39 },
  { accountNumber: 6600, name: 'VAT', accountType: 'heading', debitCredit: 'credit' },
  { accountNumber: 6610, name: 'Sales VAT', accountType: 'status', debitCredit: 'credit', accountCategory: 35 },
  { accountNumber: 6620, name: 'VAT on acquisitions of goods from the EU', accountType: 'status', debitCredit: 'credit', accountCategory: 35 },
  { accountNumber: 6630, name: 'VAT on services bought in the EU', accountType: 'status', debitCredit: 'credit', accountCategory: 35 },
  { accountNumber: 6640, name: 'VAT on purchases outside the EU', accountType: 'status', debitCredit: 'credit', accountCategory: 35 },
  { accountNumber: 6650, name: 'Reverse charge VAT', accountType: 'status', debitCredit: 'credit', accountCategory: 35 },
  { accountNumber: 6660, name: 'Purchase VAT', accountType: 'status', debitCredit: 'debit', accountCategory: 35 },
  { accountNumber: 6690, name: 'VAT settlement', accountType: 'status', debitCredit: 'credit', accountCategory: 35 },
  { accountNumber: 6699, name: 'VAT, total', accountType: 'totalFrom', debitCredit: 'credit', totalFrom: 6600 },
  { accountNumber: 6799, name: 'Short-term liabilities, total', accountType: 'totalFrom', debitCredit: 'credit', totalFrom: 6400 },
  { accountNumber: 6900, name: 'Provisions and liabilities, total', accountType: 'sumInterval', debitCredit: 'credit', accountsSummed: [[6300, 6399], [6400, 6799]] },
  { accountNumber: 6999, name: 'Equity and liabilities, total', accountType: 'totalFrom', debitCredit: 'credit', totalFrom: 6000 },
  { accountNumber: 7000, name: 'All accounts (always zero)', accountType: 'sumInterval', debitCredit: 'debit', accountsSummed: [[1000, 2500], [5000, 6999]] },
];

/**
 * Sales and purchases carry their VAT on `account` alone. Codes of type 3 owe the VAT on `account` (credit)
 * and deduct it on `contraAccount` (debit), so that the supplier is paid the net amount. Codes at 0 % name
 * the account of their kind, which they never change: §2.5 requires one.
 */
// prettier-ignore
export const STANDARD_VAT_ACCOUNTS: readonly StandardVatAccountRow[] = [
  { vatCode: 'S25', name: 'Sales VAT, 25 %', ratePercentage: 25, account: 6610, vatTypeNumber: 1, vatReportSetupNumber: 1 },
  { vatCode: 'S12', name: 'Sales VAT, 12.5 %', ratePercentage: 12.5, account: 6610, vatTypeNumber: 1, vatReportSetupNumber: 2 },
  { vatCode: 'S0', name: 'Sales, domestic, without VAT', ratePercentage: 0, account: 6610, vatTypeNumber: 1, vatReportSetupNumber: 3 },
  { vatCode: 'SEUG', name: 'Sales of goods to the EU', ratePercentage: 0, account: 6610, vatTypeNumber: 1, vatReportSetupNumber: 4 },
  { vatCode: 'SEUS', name: 'Sales of services to the EU', ratePercentage: 0, account: 6610, vatTypeNumber: 1, vatReportSetupNumber: 5 },
  { vatCode: 'SEXP', name: 'Export outside the EU', ratePercentage: 0, account: 6610, vatTypeNumber: 1, vatReportSetupNumber: 6 },
  { vatCode: 'SRC', name: 'Sales under domestic reverse charge', ratePercentage: 0, account: 6610, vatTypeNumber: 1, vatReportSetupNumber: 7 },
  { vatCode: 'P25', name: 'Purchase VAT, 25 %', ratePercentage: 25, account: 6660, vatTypeNumber: 2, vatReportSetupNumber: 1 },
  { vatCode: 'P12', name: 'Purchase VAT, 12.5 %', ratePercentage: 12.5, account: 6660, vatTypeNumber: 2, vatReportSetupNumber: 2 },
  { vatCode: 'P0', name: 'Purchases without VAT', ratePercentage: 0, account: 6660, vatTypeNumber: 2, vatReportSetupNumber: 3 },
  { vatCode: 'EUG25', name: 'Goods acquired from the EU, 25 %', ratePercentage: 25, account: 6620, contraAccount: 6660, vatTypeNumber: 3, vatReportSetupNumber: 1 },
  { vatCode: 'EUS25', name: 'Services bought in the EU, 25 %', ratePercentage: 25, account: 6630, contraAccount: 6660, vatTypeNumber: 3, vatReportSetupNumber: 2 },
  { vatCode: 'IMP25', name: 'Purchases outside the EU, 25 %', ratePercentage: 25, account: 6640, contraAccount: 6660, vatTypeNumber: 3, vatReportSetupNumber: 3 },
  { vatCode: 'RC25', name: 'Domestic reverse charge, 25 %', ratePercentage: 25, account: 6650, contraAccount: 6660, vatTypeNumber: 3, vatReportSetupNumber: 4 },
];

/** The rate types the VAT accounts above are reported under; numbers count within a VAT type and are ours. */
export const VAT_REPORT_SETUPS: readonly VatReportSetupRow[] = [
  { vatTypeNumber: 1, vatReportSetupNumber: 1, name: 'Standard' },
  { vatTypeNumber: 1, vatReportSetupNumber: 2, name: 'Reduced' },
  { vatTypeNumber: 1, vatReportSetupNumber: 3, name: 'Zero' },
  { vatTypeNumber: 1, vatReportSetupNumber: 4, name: 'Goods to the EU' },
  { vatTypeNumber: 1, vatReportSetupNumber: 5, name: 'Services to the EU' },
  { vatTypeNumber: 1, vatReportSetupNumber: 6, name: 'Export' },
  { vatTypeNumber: 1, vatReportSetupNumber: 7, name: 'Reverse charge' },
  { vatTypeNumber: 2, vatReportSetupNumber: 1, name: 'Standard' },
  { vatTypeNumber: 2, vatReportSetupNumber: 2, name: 'Reduced' },
  { vatTypeNumber: 2, vatReportSetupNumber: 3, name: 'Zero' },
  { vatTypeNumber: 3, vatReportSetupNumber: 1, name: 'Goods from the EU' },
  { vatTypeNumber: 3, vatReportSetupNumber: 2, name: 'Services from the EU' },
  { vatTypeNumber: 3, vatReportSetupNumber: 3, name: 'Outside the EU' },
  { vatTypeNumber: 3, vatReportSetupNumber: 4, name: 'Reverse charge' },
];

/**
 * Each group has its own six accounts in the balance sheet and its own depreciation in the profit and loss;
 * what is left of an asset on disposal goes to one account for all, 1230, beside the proceeds in 1220.
 */
// prettier-ignore
export const STANDARD_ASSET_GROUPS: readonly StandardAssetGroupRow[] = [
  { assetGroupNumber: 1, name: 'Buildings', residualValue: 0, usefulLife: 600, openingAdditionAccount: 5110, additionAccount: 5120, disposalsAccount: 5130, openingDepreciationAccount: 5140, depreciationAccountBalanceSheet: 5150, reversedDepreciationsAccount: 5160, depreciationAccountProfitLoss: 2110, netBookedValueAccount: 1230 },
  { assetGroupNumber: 2, name: 'Machinery', residualValue: 0, usefulLife: 96, openingAdditionAccount: 5210, additionAccount: 5220, disposalsAccount: 5230, openingDepreciationAccount: 5240, depreciationAccountBalanceSheet: 5250, reversedDepreciationsAccount: 5260, depreciationAccountProfitLoss: 2120, netBookedValueAccount: 1230 },
  { assetGroupNumber: 3, name: 'Vehicles', residualValue: 0, usefulLife: 60, openingAdditionAccount: 5310, additionAccount: 5320, disposalsAccount: 5330, openingDepreciationAccount: 5340, depreciationAccountBalanceSheet: 5350, reversedDepreciationsAccount: 5360, depreciationAccountProfitLoss: 2130, netBookedValueAccount: 1230 },
  { assetGroupNumber: 4, name: 'Furniture and IT', residualValue: 0, usefulLife: 48, openingAdditionAccount: 5410, additionAccount: 5420, disposalsAccount: 5430, openingDepreciationAccount: 5440, depreciationAccountBalanceSheet: 5450, reversedDepreciationsAccount: 5460, depreciationAccountProfitLoss: 2140, netBookedValueAccount: 1230 },
];

/** The accounts that rules write to or start from. */
export const SYSTEM_ACCOUNTS = {
  resultForTheYear: 6140,
  retainedEarnings: 6130,
  exchangeDifferences: 2340,
  vatSettlement: 6690,
  rounding: 2350,
  tradeDebtors: 5710,
  tradeCreditors: 6410,
} as const;
