// Generated from the resource catalogue by tools/generate. Do not edit.
import type { Action, Item, ItemActions, Link, Optional, Template } from '../link.js';
import type { Collection, Page } from '../pages.js';
import type { Customer, PaymentType, Supplier } from './sales.js';

/** An item of accounts: list, get, create, replace and remove. */
export interface Account extends Item<{
  readonly key: { readonly accountNumber: number };
  readonly create: AccountDraft;
  readonly replace: AccountReplacement;
  readonly remove: true;
  readonly filter: AccountFilters;
  readonly sort: AccountSortable;
}> {
  readonly accountNumber: number;
  readonly name: string;
  readonly accountType:
    'profitAndLoss' | 'status' | 'totalFrom' | 'heading' | 'headingStart' | 'sumInterval' | 'sumAlpha';
  /** Where an account that takes entries stands in the statements; of an account without one, a general one by its type. */
  readonly accountCategory?: {
    readonly accountCategoryNumber: number;
    readonly description?: string;
    readonly useInvertedAccountCategory?: boolean;
    readonly self: Link<AccountCategory>;
  };
  /** Of sumInterval: the accounts from and to these by number; of sumAlpha: by displayNumber. */
  readonly accountsSummed: readonly {
    readonly fromAccount: { readonly accountNumber: number; readonly self: Link<Account> };
    readonly toAccount: { readonly accountNumber: number; readonly self: Link<Account> };
  }[];
  /** In base currency; headings have none. */
  readonly balance?: number;
  /** No new line may name it; drafts that do cannot be booked. */
  readonly barred: boolean;
  /** Whether manual entries are blocked. */
  readonly blockDirectEntries: boolean;
  /** Default contra account. */
  readonly contraAccount?: { readonly accountNumber: number; readonly self: Link<Account> };
  /** The side on which its balance normally is; left out, that of its category. */
  readonly debitCredit: 'debit' | 'credit';
  /** With the dimension module only. */
  readonly department?: { readonly departmentNumber: number; readonly self: Link<Department> };
  /** With the dimension module only. */
  readonly departmentalDistribution?: {
    readonly departmentalDistributionNumber: number;
    readonly self: Link<DepartmentalDistribution>;
  };
  /** For display and sorting. */
  readonly displayNumber?: string;
  /** Takes its balance when the next accounting year is opened. */
  readonly openingAccount?: { readonly accountNumber: number; readonly self: Link<Account> };
  readonly requireDepartmentalDistributionOnEntries: boolean;
  /** Of totalFrom: the account the sum starts with; it ends with itself. */
  readonly totalFromAccount?: { readonly accountNumber: number; readonly self: Link<Account> };
  /** Default VAT code. */
  readonly vatAccount?: { readonly vatCode: string; readonly self: Link<VatAccount> };
  /** Leads to its accounting years. */
  readonly accountingYears: Link<Page<AccountingYear>>;
  /** Its own address. */
  readonly self: Link<Account>;
}

/** What an item of accounts is made of. */
export interface AccountDraft {
  /** 1 to 999999999. */
  readonly accountNumber: number;
  /** 1 to 125 characters. */
  readonly name: string;
  readonly accountType:
    'profitAndLoss' | 'status' | 'totalFrom' | 'heading' | 'headingStart' | 'sumInterval' | 'sumAlpha';
  /** Where an account that takes entries stands in the statements; of an account without one, a general one by its type. */
  readonly accountCategory?:
    { readonly accountCategoryNumber: number } | { readonly self: Link<AccountCategory> } | undefined;
  /** Of sumInterval: the accounts from and to these by number; of sumAlpha: by displayNumber; at most 100. */
  readonly accountsSummed?:
    | readonly {
        readonly fromAccount: { readonly accountNumber: number } | { readonly self: Link<Account> };
        readonly toAccount: { readonly accountNumber: number } | { readonly self: Link<Account> };
      }[]
    | undefined;
  /** No new line may name it; drafts that do cannot be booked; false when left out. */
  readonly barred?: boolean | undefined;
  /** Whether manual entries are blocked; false when left out. */
  readonly blockDirectEntries?: boolean | undefined;
  /** Default contra account. */
  readonly contraAccount?: { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
  /** The side on which its balance normally is; left out, that of its category. */
  readonly debitCredit?: 'debit' | 'credit' | undefined;
  /** With the dimension module only. */
  readonly department?:
    { readonly departmentNumber: number } | { readonly self: Link<Department> } | undefined;
  /** With the dimension module only. */
  readonly departmentalDistribution?:
    | { readonly departmentalDistributionNumber: number }
    | { readonly self: Link<DepartmentalDistribution> }
    | undefined;
  /** For display and sorting; 1 to 50 characters. */
  readonly displayNumber?: string | undefined;
  /** Takes its balance when the next accounting year is opened. */
  readonly openingAccount?: { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
  /** False when left out. */
  readonly requireDepartmentalDistributionOnEntries?: boolean | undefined;
  /** Of totalFrom: the account the sum starts with; it ends with itself. */
  readonly totalFromAccount?:
    { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
  /** Default VAT code. */
  readonly vatAccount?: { readonly vatCode: string } | { readonly self: Link<VatAccount> } | undefined;
}

/** What replaces an item of accounts: accountNumber and name may be left out. */
export type AccountReplacement = Optional<AccountDraft, 'accountNumber' | 'name'>;

/** What accounts can be filtered by, and the values to compare with. */
export type AccountFilters = {
  readonly accountNumber: number;
  readonly accountType:
    'profitAndLoss' | 'status' | 'totalFrom' | 'heading' | 'headingStart' | 'sumInterval' | 'sumAlpha';
  readonly balance: number;
  readonly barred: boolean;
  readonly blockDirectEntries: boolean;
  readonly debitCredit: 'debit' | 'credit';
  readonly name: string;
};
/** The names of what accounts can be filtered by. */
export type AccountFilterable = keyof AccountFilters;

/** What accounts can be sorted by. */
export type AccountSortable =
  'accountNumber' | 'accountType' | 'balance' | 'blockDirectEntries' | 'debitCredit' | 'name';

/** An item of account-categories: list and get. */
export interface AccountCategory extends Item<{
  readonly key: { readonly accountCategoryNumber: number };
  readonly filter: AccountCategoryFilters;
  readonly sort: AccountCategorySortable;
}> {
  readonly accountCategoryNumber: number;
  readonly accountCategoryType: 'BalanceSheet' | 'ProfitAndLoss';
  readonly description: string;
  readonly parent?: { readonly accountCategoryNumber: number; readonly self: Link<AccountCategory> };
  readonly useInvertedAccountCategory: boolean;
  /** Its own address. */
  readonly self: Link<AccountCategory>;
}

/** What account-categories can be filtered by, and the values to compare with. */
export type AccountCategoryFilters = {
  readonly accountCategoryNumber: number;
  readonly accountCategoryType: 'BalanceSheet' | 'ProfitAndLoss';
  readonly description: string;
};
/** The names of what account-categories can be filtered by. */
export type AccountCategoryFilterable = keyof AccountCategoryFilters;

/** What account-categories can be sorted by. */
export type AccountCategorySortable = 'accountCategoryNumber' | 'accountCategoryType' | 'description';

/** An item of accounting-years: list, get, create and remove. */
export interface AccountingYear extends Item<{
  readonly key: { readonly year: string };
  readonly create: AccountingYearDraft;
  readonly remove: true;
  readonly filter: AccountingYearFilters;
  readonly sort: AccountingYearSortable;
}> {
  /** Closed for further transactions. */
  readonly closed: boolean;
  /** The day after the previous year; the first year may start on any day; YYYY-MM-DD. */
  readonly fromDate: string;
  /** The last day of a month; the year lasts at most 18 months; YYYY-MM-DD. */
  readonly toDate: string;
  /** YYYY where both dates lie in one calendar year, else YYYY/YYYY; follows from the dates. */
  readonly year: string;
  /** Leads to its entries. */
  readonly entries: Link<Page<Entry>>;
  /** Leads to its periods. */
  readonly periods: Link<Page<Period>>;
  /** Leads to its totals. */
  readonly totals: Link<Page<Total>>;
  /** Leads to its vouchers; with the internationalLedger module only. */
  readonly vouchers?: Link<Page<Voucher>>;
  /** Its own address. */
  readonly self: Link<AccountingYear>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    readonly listEntry?: { readonly href: Link<Page<Entry>> };
    readonly findEntry?: { readonly href: Template<Entry, { readonly entryNumber: number }> };
    readonly listPeriod?: { readonly href: Link<Page<Period>> };
    readonly findPeriod?: { readonly href: Template<Period, { readonly periodNumber: number }> };
    readonly listTotal?: { readonly href: Link<Page<Total>> };
    readonly findTotal?: { readonly href: Template<Total, { readonly accountNumber: number }> };
    /** Close this accounting year. */
    readonly close?: Action<void, AccountingYear, false>;
    /** Reopen this accounting year. */
    readonly reopen?: Action<void, void, false>;
  };
}

/** What an item of accounting-years is made of. */
export interface AccountingYearDraft {
  /** Closed for further transactions; false when left out. */
  readonly closed?: boolean | undefined;
  /** The day after the previous year; the first year may start on any day; YYYY-MM-DD. */
  readonly fromDate: string;
  /** The last day of a month; the year lasts at most 18 months; YYYY-MM-DD. */
  readonly toDate: string;
  /** YYYY where both dates lie in one calendar year, else YYYY/YYYY; follows from the dates; 4 to 9 characters. */
  readonly year?: string | undefined;
}

/** What accounting-years can be filtered by, and the values to compare with. */
export type AccountingYearFilters = {
  readonly closed: boolean;
  readonly fromDate: string;
  readonly toDate: string;
  readonly year: string;
};
/** The names of what accounting-years can be filtered by. */
export type AccountingYearFilterable = keyof AccountingYearFilters;

/** What accounting-years can be sorted by. */
export type AccountingYearSortable = 'closed' | 'fromDate' | 'toDate' | 'year';

/** An item of asset-groups: list and get. */
export interface AssetGroup extends Item<{
  readonly key: { readonly assetGroupNumber: number };
  readonly filter: AssetGroupFilters;
  readonly sort: AssetGroupSortable;
}> {
  readonly assetGroupNumber: number;
  readonly name: string;
  readonly residualValue: number;
  /** In months. */
  readonly usefulLife: number;
  readonly additionAccount: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  readonly depreciationAccountBalanceSheet: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  readonly depreciationAccountProfitLoss: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  readonly disposalsAccount: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  readonly netBookedValueAccount: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  readonly openingAdditionAccount: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  readonly openingDepreciationAccount: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  readonly reversedDepreciationsAccount: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  /** Its own address. */
  readonly self: Link<AssetGroup>;
}

/** What asset-groups can be filtered by, and the values to compare with. */
export type AssetGroupFilters = {
  readonly assetGroupNumber: number;
  readonly name: string;
};
/** The names of what asset-groups can be filtered by. */
export type AssetGroupFilterable = keyof AssetGroupFilters;

/** What asset-groups can be sorted by. */
export type AssetGroupSortable = 'assetGroupNumber' | 'name';

/** An item of country-codes: list and get. */
export interface CountryCode extends Item<{
  readonly key: { readonly code: string };
  readonly filter: CountryCodeFilters;
  readonly sort: CountryCodeSortable;
}> {
  readonly code: string;
  /** On the list of non-cooperative tax jurisdictions. */
  readonly isBlackListed: boolean;
  /** Member of the one-stop-shop scheme. */
  readonly ossMember: boolean;
  /** The key of its name in translations. */
  readonly textId: string;
  /** Its own address. */
  readonly self: Link<CountryCode>;
}

/** What country-codes can be filtered by, and the values to compare with. */
export type CountryCodeFilters = {
  readonly code: string;
  readonly isBlackListed: boolean;
  readonly ossMember: boolean;
  readonly textId: string;
};
/** The names of what country-codes can be filtered by. */
export type CountryCodeFilterable = keyof CountryCodeFilters;

/** What country-codes can be sorted by. */
export type CountryCodeSortable = 'code' | 'isBlackListed' | 'ossMember' | 'textId';

/** An item of currencies: list and get. */
export interface Currency extends Item<{
  readonly key: { readonly code: string };
  readonly filter: CurrencyFilters;
  readonly sort: CurrencySortable;
}> {
  readonly code: string;
  readonly isoNumber: string;
  readonly name: string;
  /** Its own address. */
  readonly self: Link<Currency>;
}

/** What currencies can be filtered by, and the values to compare with. */
export type CurrencyFilters = {
  readonly code: string;
  readonly isoNumber: string;
  readonly name: string;
};
/** The names of what currencies can be filtered by. */
export type CurrencyFilterable = keyof CurrencyFilters;

/** What currencies can be sorted by. */
export type CurrencySortable = 'code' | 'isoNumber' | 'name';

/** An item of departments: list, get, create, replace and remove. */
export interface Department extends Item<{
  readonly key: { readonly departmentNumber: number };
  readonly create: DepartmentDraft;
  readonly replace: DepartmentDraft;
  readonly remove: true;
  readonly filter: DepartmentFilters;
  readonly sort: DepartmentSortable;
}> {
  readonly departmentNumber: number;
  readonly name: string;
  /** Its own address. */
  readonly self: Link<Department>;
}

/** What an item of departments is made of. */
export interface DepartmentDraft {
  /** 1 to 999999999. */
  readonly departmentNumber?: number | undefined;
  /** 1 to 250 characters. */
  readonly name: string;
}

/** What departments can be filtered by, and the values to compare with. */
export type DepartmentFilters = {
  readonly departmentNumber: number;
  readonly name: string;
};
/** The names of what departments can be filtered by. */
export type DepartmentFilterable = keyof DepartmentFilters;

/** What departments can be sorted by. */
export type DepartmentSortable = 'departmentNumber' | 'name';

/** An item of departmental-distributions: list, get, create, replace and remove. */
export interface DepartmentalDistribution extends Item<{
  readonly key: { readonly departmentalDistributionNumber: number };
  readonly create: DepartmentalDistributionDraft;
  readonly replace: DepartmentalDistributionDraft;
  readonly remove: true;
  readonly filter: DepartmentalDistributionFilters;
  readonly sort: DepartmentalDistributionSortable;
  readonly subCollections: {
    readonly departments: Link<Page<DepartmentalDistribution>>;
    readonly distributions: Link<Page<DepartmentalDistribution>>;
  };
}> {
  readonly departmentalDistributionNumber: number;
  readonly name: string;
  readonly distributionType: 'distribution' | 'department';
  readonly distributions: readonly {
    readonly department: { readonly departmentNumber: number; readonly self: Link<Department> };
    readonly percentage: number;
  }[];
  /** Its own address. */
  readonly self: Link<DepartmentalDistribution>;
}

/** What an item of departmental-distributions is made of. */
export interface DepartmentalDistributionDraft {
  /** 1 to 999999999. */
  readonly departmentalDistributionNumber?: number | undefined;
  /** 1 to 250 characters. */
  readonly name: string;
  /** Distribution when left out. */
  readonly distributionType?: 'distribution' | 'department' | undefined;
  /** At most 100. */
  readonly distributions: readonly {
    readonly department: { readonly departmentNumber: number } | { readonly self: Link<Department> };
    /** 0 to 100, at most 10 decimals. */
    readonly percentage: number;
  }[];
}

/** What departmental-distributions can be filtered by, and the values to compare with. */
export type DepartmentalDistributionFilters = {
  readonly departmentalDistributionNumber: number;
  readonly distributionType: 'distribution' | 'department';
  readonly name: string;
};
/** The names of what departmental-distributions can be filtered by. */
export type DepartmentalDistributionFilterable = keyof DepartmentalDistributionFilters;

/** What departmental-distributions can be sorted by. */
export type DepartmentalDistributionSortable = 'departmentalDistributionNumber' | 'distributionType' | 'name';

/** An item of entries: list and get. */
export interface Entry extends Item<{
  readonly key: { readonly entryNumber: number };
  readonly filter: EntryFilters;
  readonly sort: EntrySortable;
}> {
  readonly account: { readonly accountNumber: number; readonly self: Link<Account> };
  readonly amount: number;
  readonly amountInBaseCurrency: number;
  /** ISO 4217. */
  readonly currency: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** With the dimension module only. */
  readonly department?: { readonly departmentNumber: number; readonly self: Link<Department> };
  /** With the dimension module only. */
  readonly departmentalDistribution?: {
    readonly departmentalDistributionNumber: number;
    readonly self: Link<DepartmentalDistribution>;
  };
  /** Runs on over the agreement. */
  readonly entryNumber: number;
  readonly entryType:
    | 'customerInvoice'
    | 'customerPayment'
    | 'supplierInvoice'
    | 'supplierPayment'
    | 'financeVoucher'
    | 'reminder'
    | 'openingEntry'
    | 'transferredOpeningEntry'
    | 'systemEntry'
    | 'manualDebtorInvoice';
  /** With the projects module only. */
  readonly project?: { readonly projectNumber: number; readonly self: Link<unknown> };
  readonly text?: string;
  readonly vatAccount?: { readonly vatCode: string; readonly self: Link<VatAccount> };
  /** The voucher the entry belongs to. */
  readonly voucherNumber: number;
  /** The document that the entry comes from: a voucher, or an opening balance. */
  readonly voucher?: {
    readonly voucherId: number;
    readonly displayVoucherNumber: string;
    readonly self?: string;
  };
  readonly numberSeries?: { readonly numberSeriesNumber: number; readonly self: Link<NumberSeries> };
  readonly customer?: { readonly customerNumber: number; readonly self: Link<Customer> };
  readonly supplier?: { readonly supplierNumber: number; readonly self: Link<Supplier> };
  /** Of what a customer owes, or a supplier is owed; YYYY-MM-DD. */
  readonly dueDate?: string;
  /** Leads to its pdf; where it is shown below periods only. */
  readonly pdf?: { readonly self: Link<unknown> };
  /** Its own address. */
  readonly self: Link<Entry>;
}

/** What entries can be filtered by, and the values to compare with. */
export type EntryFilters = {
  readonly 'account.accountNumber': number;
  readonly amountInBaseCurrency: number;
  readonly currency: string;
  readonly 'customer.customerNumber': number;
  readonly date: string;
  readonly entryNumber: number;
  readonly entryType:
    | 'customerInvoice'
    | 'customerPayment'
    | 'supplierInvoice'
    | 'supplierPayment'
    | 'financeVoucher'
    | 'reminder'
    | 'openingEntry'
    | 'transferredOpeningEntry'
    | 'systemEntry'
    | 'manualDebtorInvoice';
  readonly 'numberSeries.numberSeriesNumber': number;
  readonly 'supplier.supplierNumber': number;
  readonly 'vatAccount.vatCode': string;
  readonly voucherNumber: number;
};
/** The names of what entries can be filtered by. */
export type EntryFilterable = keyof EntryFilters;

/** What entries can be sorted by. */
export type EntrySortable =
  | 'account.accountNumber'
  | 'amountInBaseCurrency'
  | 'currency'
  | 'customer.customerNumber'
  | 'date'
  | 'entryNumber'
  | 'entryType'
  | 'numberSeries.numberSeriesNumber'
  | 'supplier.supplierNumber'
  | 'vatAccount.vatCode'
  | 'voucherNumber';

/** An item of matches: list and get. */
export interface Match extends Item<{
  readonly key: { readonly matchNumber: number };
  readonly create: MatchDraft;
  readonly remove: true;
  readonly filter: MatchFilters;
  readonly sort: MatchSortable;
  readonly actions: {
    /** Match open posts: debits with credits of one customer or supplier. */
    readonly match?: Action<MatchDraft, Match, false>;
  };
}> {
  readonly matchNumber: number;
  /** The latest of the dates of its posts; YYYY-MM-DD. */
  readonly date: string;
  readonly customer?: { readonly customerNumber: number; readonly self: Link<Customer> };
  readonly supplier?: { readonly supplierNumber: number; readonly self: Link<Supplier> };
  /** ISO 4217: that of its posts. */
  readonly currency: string;
  /** Debits and credits of one customer or supplier in one currency, which sum to nothing. */
  readonly posts: readonly {
    readonly voucherId: number;
    /** Of the line of a customer or supplier. */
    readonly entryNumber: number;
    /** Positive, in the currency of the posts; all that both sides allow when left out. */
    readonly amount?: number;
    /** What was taken of the remainder, with its sign. */
    readonly amountInBaseCurrency?: number;
  }[];
  /** In base currency: what was posted to exchange or rounding differences; debit is positive. */
  readonly difference?: number;
  readonly differenceAccount?: { readonly accountNumber: number; readonly self: Link<Account> };
  readonly differenceVoucher?: {
    readonly voucherId: number;
    readonly displayVoucherNumber: string;
    readonly self?: string;
  };
  /** Its own address. */
  readonly self: Link<Match>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    /** Take this match back. */
    readonly unmatch?: Action<void, Match, false>;
  };
}

/** What an item of matches is made of. */
export interface MatchDraft {
  /** Debits and credits of one customer or supplier in one currency, which sum to nothing; at most 100. */
  readonly posts: readonly {
    /** 1 to 999999999. */
    readonly voucherId: number;
    /** Of the line of a customer or supplier; 1 to 999999999. */
    readonly entryNumber: number;
    /** Positive, in the currency of the posts; all that both sides allow when left out; -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly amount?: number | undefined;
  }[];
}

/** What matches can be filtered by, and the values to compare with. */
export type MatchFilters = {
  readonly currency: string;
  readonly 'customer.customerNumber': number;
  readonly date: string;
  readonly matchNumber: number;
  readonly 'supplier.supplierNumber': number;
};
/** The names of what matches can be filtered by. */
export type MatchFilterable = keyof MatchFilters;

/** What matches can be sorted by. */
export type MatchSortable =
  'currency' | 'customer.customerNumber' | 'date' | 'matchNumber' | 'supplier.supplierNumber';

/** An item of number-series: list and get. */
export interface NumberSeries extends Item<{
  readonly key: { readonly numberSeriesNumber: number };
  readonly filter: NumberSeriesFilters;
  readonly sort: NumberSeriesSortable;
}> {
  readonly numberSeriesNumber: number;
  readonly prefix: string;
  readonly name: string;
  /** The kind of document it numbers. */
  readonly entryType:
    | 'customerInvoice'
    | 'customerPayment'
    | 'supplierInvoice'
    | 'supplierPayment'
    | 'financeVoucher'
    | 'reminder'
    | 'openingEntry'
    | 'transferredOpeningEntry'
    | 'systemEntry'
    | 'manualDebtorInvoice';
  /** Numbers of discarded drafts are not used again. */
  readonly allowGaps: boolean;
  /** Numbers are in the order of dates. */
  readonly isOrdered: boolean;
  readonly sequenceType: 'ordered' | 'continuous';
  /** The same for every agreement. */
  readonly systemGenerated: boolean;
  /** Its own address. */
  readonly self: Link<NumberSeries>;
}

/** What number-series can be filtered by, and the values to compare with. */
export type NumberSeriesFilters = {
  readonly entryType:
    | 'customerInvoice'
    | 'customerPayment'
    | 'supplierInvoice'
    | 'supplierPayment'
    | 'financeVoucher'
    | 'reminder'
    | 'openingEntry'
    | 'transferredOpeningEntry'
    | 'systemEntry'
    | 'manualDebtorInvoice';
  readonly name: string;
  readonly numberSeriesNumber: number;
  readonly prefix: string;
};
/** The names of what number-series can be filtered by. */
export type NumberSeriesFilterable = keyof NumberSeriesFilters;

/** What number-series can be sorted by. */
export type NumberSeriesSortable = 'entryType' | 'name' | 'numberSeriesNumber' | 'prefix';

/** An item of open-posts: list and get. */
export interface OpenPost extends Item<{
  readonly key: { readonly entryNumber: number };
  readonly filter: OpenPostFilters;
  readonly sort: OpenPostSortable;
}> {
  /** That of the entry on the control account. */
  readonly entryNumber: number;
  readonly entryType:
    | 'customerInvoice'
    | 'customerPayment'
    | 'supplierInvoice'
    | 'supplierPayment'
    | 'financeVoucher'
    | 'reminder'
    | 'openingEntry'
    | 'transferredOpeningEntry'
    | 'systemEntry'
    | 'manualDebtorInvoice';
  /** The control account that it stands on. */
  readonly account: { readonly accountNumber: number; readonly self: Link<Account> };
  readonly customer?: { readonly customerNumber: number; readonly self: Link<Customer> };
  readonly supplier?: { readonly supplierNumber: number; readonly self: Link<Supplier> };
  readonly voucher: {
    readonly voucherId: number;
    readonly self?: string;
  };
  /** YYYY-MM-DD. */
  readonly date: string;
  /** YYYY-MM-DD. */
  readonly dueDate?: string;
  /** From the due date to today; of what is open and due before today. */
  readonly daysOverdue?: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Debit is positive, so what a supplier is owed is negative. */
  readonly amount: number;
  readonly amountInBaseCurrency: number;
  /** What is left of the amount, with its sign. */
  readonly remainder: number;
  readonly remainderInBaseCurrency: number;
  readonly text?: string;
  /** Its own address. */
  readonly self: Link<OpenPost>;
}

/** What open-posts can be filtered by, and the values to compare with. */
export type OpenPostFilters = {
  readonly currency: string;
  readonly 'customer.customerNumber': number;
  readonly date: string;
  readonly dueDate: string;
  readonly entryNumber: number;
  readonly entryType:
    | 'customerInvoice'
    | 'customerPayment'
    | 'supplierInvoice'
    | 'supplierPayment'
    | 'financeVoucher'
    | 'reminder'
    | 'openingEntry'
    | 'transferredOpeningEntry'
    | 'systemEntry'
    | 'manualDebtorInvoice';
  readonly remainder: number;
  readonly remainderInBaseCurrency: number;
  readonly 'supplier.supplierNumber': number;
  readonly 'voucher.voucherId': number;
};
/** The names of what open-posts can be filtered by. */
export type OpenPostFilterable = keyof OpenPostFilters;

/** What open-posts can be sorted by. */
export type OpenPostSortable =
  | 'currency'
  | 'customer.customerNumber'
  | 'date'
  | 'dueDate'
  | 'entryNumber'
  | 'entryType'
  | 'remainder'
  | 'remainderInBaseCurrency'
  | 'supplier.supplierNumber'
  | 'voucher.voucherId';

/** An item of opening-balances: list and get. */
export interface OpeningBalance extends Item<{
  readonly key: { readonly voucherId: number };
  readonly create: OpeningBalanceDraft;
  readonly replace: OpeningBalanceDraft;
  readonly remove: true;
  readonly filter: OpeningBalanceFilters;
  readonly sort: OpeningBalanceSortable;
  readonly actions: {
    /** Book a draft opening balance. */
    readonly book?: Action<
      {
        /** YYYY-MM-DD. */
        readonly date: string;
        /** 1 to 999999999. */
        readonly voucherId: number;
      },
      OpeningBalance,
      false
    >;
  };
  readonly subCollections: {
    readonly drafts: Link<Collection<OpeningBalance>>;
    readonly booked: Link<Page<OpeningBalance>>;
  };
}> {
  readonly booked: boolean;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly voucherId: number;
  readonly voucherNumber: {
    /** Prefix and number. */
    readonly displayVoucherNumber: string;
    readonly prefix: string;
    readonly voucherNumber: number;
  };
  readonly lines: readonly {
    readonly account?: {
      readonly accountNumber: number;
      readonly name?: string;
      readonly self: Link<Account>;
    };
    readonly customer?: {
      readonly customerNumber: number;
      readonly name?: string;
      readonly self: Link<Customer>;
    };
    readonly supplier?: {
      readonly supplierNumber: number;
      readonly name?: string;
      readonly self: Link<Supplier>;
    };
    /** Debit is positive, credit negative. */
    readonly amountInBaseCurrency: number;
    readonly text?: string;
    /** Made by the service; given again on PUT it names the line that is kept. */
    readonly entryNumber?: number;
  }[];
  /** Its own address. */
  readonly self: Link<OpeningBalance>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    /** Book a draft opening balance. */
    readonly book?: Action<
      {
        /** YYYY-MM-DD. */
        readonly date: string;
        /** 1 to 999999999. */
        readonly voucherId: number;
      },
      OpeningBalance,
      false
    >;
  };
}

/** What an item of opening-balances is made of. */
export interface OpeningBalanceDraft {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** At most 1000. */
  readonly lines: readonly {
    readonly account?: { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
    readonly customer?: { readonly customerNumber: number } | { readonly self: Link<Customer> } | undefined;
    readonly supplier?: { readonly supplierNumber: number } | { readonly self: Link<Supplier> } | undefined;
    /** Debit is positive, credit negative; -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly amountInBaseCurrency: number;
    /** At most 250 characters. */
    readonly text?: string | undefined;
    /** Made by the service; given again on PUT it names the line that is kept; 1 to 999999999. */
    readonly entryNumber?: number | undefined;
  }[];
}

/** What opening-balances can be filtered by, and the values to compare with. */
export type OpeningBalanceFilters = {
  readonly booked: boolean;
  readonly date: string;
  readonly voucherId: number;
  readonly 'voucherNumber.prefix': string;
  readonly 'voucherNumber.voucherNumber': number;
};
/** The names of what opening-balances can be filtered by. */
export type OpeningBalanceFilterable = keyof OpeningBalanceFilters;

/** What opening-balances can be sorted by. */
export type OpeningBalanceSortable =
  'booked' | 'date' | 'voucherId' | 'voucherNumber.prefix' | 'voucherNumber.voucherNumber';

/** An item of periods: list and get. */
export interface Period extends Item<{
  readonly key: { readonly periodNumber: number };
  readonly replace: PeriodDraft;
  readonly filter: PeriodFilters;
  readonly sort: PeriodSortable;
}> {
  readonly accountingYear: { readonly year: string; readonly self: Link<AccountingYear> };
  /** As its accounting year is (D21). */
  readonly closed: boolean;
  /** YYYY-MM-DD. */
  readonly fromDate: string;
  /** Runs on over the agreement. */
  readonly periodNumber: number;
  /** YYYY-MM-DD. */
  readonly toDate: string;
  /** Locked by itself: nothing more may be booked in it (D22). */
  readonly barred: boolean;
  /** Leads to its entries. */
  readonly entries: Link<Page<Entry>>;
  /** Leads to its totals. */
  readonly totals: Link<Page<Total>>;
  /** Leads to its vouchers; with the internationalLedger module only. */
  readonly vouchers?: Link<unknown>;
  /** Its own address. */
  readonly self: Link<Period>;
}

/** What an item of periods is made of. */
export interface PeriodDraft {
  readonly barred: boolean;
}

/** What periods can be filtered by, and the values to compare with. */
export type PeriodFilters = {
  readonly closed: boolean;
  readonly fromDate: string;
  readonly toDate: string;
};
/** The names of what periods can be filtered by. */
export type PeriodFilterable = keyof PeriodFilters;

/** What periods can be sorted by. */
export type PeriodSortable = 'closed' | 'fromDate' | 'toDate';

/** An item of vat-accounts: list, get, create, replace and remove. */
export interface VatAccount extends Item<{
  readonly key: { readonly vatCode: string };
  readonly create: VatAccountDraft;
  readonly replace: VatAccountReplacement;
  readonly remove: true;
  readonly filter: VatAccountFilters;
  readonly sort: VatAccountSortable;
}> {
  readonly vatCode: string;
  readonly name?: string;
  readonly ratePercentage: number;
  readonly account: { readonly accountNumber: number; readonly self: Link<Account> };
  /** Of a reverse-charge code (VAT type 3): where the VAT that account owes is deducted. */
  readonly contraAccount?: { readonly accountNumber: number; readonly self: Link<Account> };
  /** The rate type; one of the VAT type. */
  readonly vatReportSetup: { readonly vatReportSetupNumber: number; readonly self: Link<VatReportSetup> };
  readonly vatType: { readonly vatTypeNumber: number; readonly name?: string; readonly self: Link<VatType> };
  /** Settable only while nothing refers to the VAT account. */
  readonly barred: boolean;
  /** Its own address. */
  readonly self: Link<VatAccount>;
}

/** What an item of vat-accounts is made of. */
export interface VatAccountDraft {
  /** 1 to 5 characters. */
  readonly vatCode: string;
  /** At most 60 characters. */
  readonly name?: string | undefined;
  /** 0 to 100, at most 10 decimals. */
  readonly ratePercentage: number;
  readonly account: { readonly accountNumber: number } | { readonly self: Link<Account> };
  /** Of a reverse-charge code (VAT type 3): where the VAT that account owes is deducted. */
  readonly contraAccount?: { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
  /** The rate type; one of the VAT type. */
  readonly vatReportSetup:
    { readonly vatReportSetupNumber: number } | { readonly self: Link<VatReportSetup> };
  readonly vatType: { readonly vatTypeNumber: number } | { readonly self: Link<VatType> };
  /** Settable only while nothing refers to the VAT account; false when left out. */
  readonly barred?: boolean | undefined;
}

/** What replaces an item of vat-accounts: vatCode may be left out. */
export type VatAccountReplacement = Optional<VatAccountDraft, 'vatCode'>;

/** What vat-accounts can be filtered by, and the values to compare with. */
export type VatAccountFilters = {
  readonly 'account.accountNumber': number;
  readonly barred: boolean;
  readonly name: string;
  readonly ratePercentage: number;
  readonly vatCode: string;
  readonly 'vatReportSetup.vatReportSetupNumber': number;
  readonly 'vatType.vatTypeNumber': number;
};
/** The names of what vat-accounts can be filtered by. */
export type VatAccountFilterable = keyof VatAccountFilters;

/** What vat-accounts can be sorted by. */
export type VatAccountSortable =
  | 'account.accountNumber'
  | 'barred'
  | 'name'
  | 'ratePercentage'
  | 'vatCode'
  | 'vatReportSetup.vatReportSetupNumber'
  | 'vatType.vatTypeNumber';

/** An item of vat-report-setups: list and get. */
export interface VatReportSetup extends Item<{
  readonly key: { readonly vatReportSetupNumber: number };
  readonly filter: VatReportSetupFilters;
  readonly sort: VatReportSetupSortable;
}> {
  readonly vatReportSetupNumber: number;
  readonly name: string;
  /** Its own address. */
  readonly self: Link<VatReportSetup>;
}

/** What vat-report-setups can be filtered by, and the values to compare with. */
export type VatReportSetupFilters = {
  readonly vatReportSetupNumber: number;
  readonly name: string;
};
/** The names of what vat-report-setups can be filtered by. */
export type VatReportSetupFilterable = keyof VatReportSetupFilters;

/** What vat-report-setups can be sorted by. */
export type VatReportSetupSortable = 'vatReportSetupNumber' | 'name';

/** An item of vat-types: list and get. */
export interface VatType extends Item<{
  readonly key: { readonly vatTypeNumber: number };
  readonly filter: VatTypeFilters;
  readonly sort: VatTypeSortable;
}> {
  readonly vatTypeNumber: number;
  readonly name: string;
  /** Its own address. */
  readonly self: Link<VatType>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    readonly listVatReportSetup?: { readonly href: Link<Page<VatReportSetup>> };
    readonly findVatReportSetup?: {
      readonly href: Template<VatReportSetup, { readonly vatReportSetupNumber: number }>;
    };
  };
}

/** What vat-types can be filtered by, and the values to compare with. */
export type VatTypeFilters = {
  readonly vatTypeNumber: number;
  readonly name: string;
};
/** The names of what vat-types can be filtered by. */
export type VatTypeFilterable = keyof VatTypeFilters;

/** What vat-types can be sorted by. */
export type VatTypeSortable = 'vatTypeNumber' | 'name';

/** An item of vat-zones: list and get. */
export interface VatZone extends Item<{
  readonly key: { readonly vatZoneNumber: number };
  readonly filter: VatZoneFilters;
  readonly sort: VatZoneSortable;
}> {
  readonly vatZoneNumber: number;
  readonly name: string;
  readonly enabledForCustomer: boolean;
  readonly enabledForSupplier: boolean;
  /** Its own address. */
  readonly self: Link<VatZone>;
}

/** What vat-zones can be filtered by, and the values to compare with. */
export type VatZoneFilters = {
  readonly enabledForCustomer: boolean;
  readonly enabledForSupplier: boolean;
  readonly name: string;
  readonly vatZoneNumber: number;
};
/** The names of what vat-zones can be filtered by. */
export type VatZoneFilterable = keyof VatZoneFilters;

/** What vat-zones can be sorted by. */
export type VatZoneSortable = 'enabledForCustomer' | 'enabledForSupplier' | 'name' | 'vatZoneNumber';

/** An item of vouchers: list and get. */
export interface Voucher extends Item<{
  readonly key: { readonly voucherId: number };
  readonly create: VoucherDraft;
  readonly createAll: VoucherDraft;
  readonly replace: VoucherDraft;
  readonly remove: true;
  readonly filter: VoucherFilters;
  readonly sort: VoucherSortable;
  readonly actions: {
    /** Create a new draft supplier invoice. */
    readonly createSupplierInvoice?: Action<VoucherDraft, Voucher, true>;
    /** Create a new draft supplier payment. */
    readonly createSupplierPayment?: Action<VoucherDraft, Voucher, true>;
    /** Create a new draft customer invoice. */
    readonly createCustomerInvoice?: Action<VoucherDraft, Voucher, true>;
    /** Create a new draft customer payment. */
    readonly createCustomerPayment?: Action<VoucherDraft, Voucher, true>;
    /** Create a new draft finance voucher. */
    readonly createFinanceVoucher?: Action<VoucherDraft, Voucher, true>;
    /** Book a draft voucher. */
    readonly book?: Action<
      {
        /** YYYY-MM-DD. */
        readonly date: string;
        /** 1 to 999999999. */
        readonly voucherId: number;
      },
      Voucher,
      true
    >;
  };
  readonly subCollections: {
    readonly drafts: Link<Page<Voucher>>;
    readonly booked: Link<Page<Voucher>>;
  };
}> {
  /** With date the identity of the voucher; kept when booked. */
  readonly voucherId: number;
  readonly voucherType:
    | 'customerInvoice'
    | 'customerPayment'
    | 'supplierInvoice'
    | 'supplierPayment'
    | 'financeVoucher'
    | 'reminder'
    | 'openingEntry'
    | 'transferredOpeningEntry'
    | 'systemEntry'
    | 'manualDebtorInvoice';
  readonly voucherNumber: {
    /** Prefix and number. */
    readonly displayVoucherNumber: string;
    readonly prefix: string;
    readonly voucherNumber: number;
  };
  /** Numbers documents of this type; its usual one when left out. */
  readonly numberSeries: { readonly numberSeriesNumber: number; readonly self: Link<NumberSeries> };
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Only used when the payment terms are of type dueDate; YYYY-MM-DD. */
  readonly dueDate?: string;
  /** The date that counts for VAT, where it is another; YYYY-MM-DD. */
  readonly vatDate?: string;
  /** The file behind the voucher, where there is one. */
  readonly attachment?: Link<Uint8Array>;
  /** What the document is called where it comes from. */
  readonly externalDocumentId?: string;
  readonly booked: boolean;
  /** Of the customer and supplier lines, with their sign. */
  readonly remainder: number;
  readonly remainderInDefaultCurrency: number;
  /** The voucher that this one takes back. */
  readonly reverses?: {
    readonly voucherId: number;
    readonly self?: string;
  };
  /** The voucher that takes this one back. */
  readonly reversedBy?: {
    readonly voucherId: number;
    readonly self?: string;
  };
  readonly lines: readonly {
    /** Exactly one of account, customer and supplier. */
    readonly account?: { readonly accountNumber: number; readonly self: Link<Account> };
    readonly customer?: { readonly customerNumber: number; readonly self: Link<Customer> };
    readonly supplier?: { readonly supplierNumber: number; readonly self: Link<Supplier> };
    /** Gross, in the currency of the line; debit is positive, credit negative. */
    readonly amount: number;
    /** ISO 4217; the base currency when left out. */
    readonly currency?: string;
    /** Base currency for 100 units of the currency; needed for a foreign one without amountInBaseCurrency. */
    readonly exchangeRate?: number;
    /** Of a line in base currency it equals amount. */
    readonly amountInBaseCurrency?: number;
    readonly text?: string;
    /** VAT that lies inside the amount; of a reverse-charge code, beside it. */
    readonly vatAccount?: { readonly vatCode: string; readonly self: Link<VatAccount> };
    /** Calculated when left out; a wrong one is refused. */
    readonly vatAmount?: number;
    readonly vatAmountInBaseCurrency?: number;
    /** Takes the same amount on the other side, so that the line balances by itself. */
    readonly contraAccount?: {
      readonly accountNumber: number;
      readonly accountType?: 'profitAndLoss' | 'status';
      readonly self: Link<Account>;
    };
    readonly contraVatAccount?: { readonly vatCode: string; readonly self: Link<VatAccount> };
    /** As booked: with the sign of the contra account. */
    readonly contraVatAmount?: number;
    readonly contraVatAmountInBaseCurrency?: number;
    /** From when to when the amount is to be accrued. */
    readonly accruals?: {
      readonly account: { readonly accountNumber: number; readonly self: Link<Account> };
      /** YYYY-MM-DD. */
      readonly startDate: string;
      /** YYYY-MM-DD. */
      readonly endDate: string;
      readonly self: string;
    };
    /** With the dimension module only. */
    readonly department?: { readonly departmentNumber: number; readonly self: Link<Department> };
    /** With the dimension module only. */
    readonly departmentalDistribution?: {
      readonly departmentalDistributionNumber: number;
      readonly self: Link<DepartmentalDistribution>;
    };
    /** YYYY-MM-DD. */
    readonly dueDate?: string;
    /** What the line pays: booked invoices or vouchers of its customer or supplier, matched when it is booked. */
    readonly matches?: readonly {
      readonly bookedInvoiceNumber?: number;
      readonly voucherId?: number;
      /** Positive; all that both sides allow when left out. */
      readonly amount?: number;
    }[];
    /** A bookedInvoiceNumber that the line pays: one match. */
    readonly invoiceNumber?: number;
    readonly remittanceInformation?: {
      readonly creditorId?: string;
      readonly creditorInvoiceId?: string;
      readonly paymentType?: { readonly paymentTypeNumber: number; readonly self: Link<PaymentType> };
      readonly self: string;
    };
    readonly supplierInvoiceNumber?: string;
    /** Made by the service; given again on PUT it names the line that is kept. */
    readonly entryNumber?: number;
    readonly booked?: boolean;
    /** The attachment of the voucher. */
    readonly document?: Link<Uint8Array>;
  }[];
  /** Its own address. */
  readonly self: Link<Voucher>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    /** Book a draft voucher. */
    readonly book?: Action<
      {
        /** YYYY-MM-DD. */
        readonly date: string;
        /** 1 to 999999999. */
        readonly voucherId: number;
      },
      Voucher,
      true
    >;
    /** Reverse this voucher: post the date of the reversal. */
    readonly reverse?: Action<
      {
        /** YYYY-MM-DD. */
        readonly date: string;
      },
      Voucher,
      false
    >;
    /** Attach a file to this voucher. */
    readonly attach?: Action<
      void,
      {
        readonly contentType: string;
        readonly bytes: number;
        readonly sha256: string;
        readonly self: Link<unknown>;
      },
      false
    >;
    /** Remove the attachment of this draft. */
    readonly detach?: Action<void, void, false>;
  };
}

/** What an item of vouchers is made of. */
export interface VoucherDraft {
  /** Numbers documents of this type; its usual one when left out. */
  readonly numberSeries?:
    { readonly numberSeriesNumber: number } | { readonly self: Link<NumberSeries> } | undefined;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Only used when the payment terms are of type dueDate; YYYY-MM-DD. */
  readonly dueDate?: string | undefined;
  /** The date that counts for VAT, where it is another; YYYY-MM-DD. */
  readonly vatDate?: string | undefined;
  /** What the document is called where it comes from; at most 50 characters. */
  readonly externalDocumentId?: string | undefined;
  /** At most 1000. */
  readonly lines: readonly {
    /** Exactly one of account, customer and supplier. */
    readonly account?: { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
    readonly customer?: { readonly customerNumber: number } | { readonly self: Link<Customer> } | undefined;
    readonly supplier?: { readonly supplierNumber: number } | { readonly self: Link<Supplier> } | undefined;
    /** Gross, in the currency of the line; debit is positive, credit negative; -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly amount: number;
    /** ISO 4217; the base currency when left out; 3 characters. */
    readonly currency?: string | undefined;
    /** Base currency for 100 units of the currency; needed for a foreign one without amountInBaseCurrency; 0.0000000001 to 9999999999999, at most 10 decimals. */
    readonly exchangeRate?: number | undefined;
    /** Of a line in base currency it equals amount; -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly amountInBaseCurrency?: number | undefined;
    /** At most 250 characters. */
    readonly text?: string | undefined;
    /** VAT that lies inside the amount; of a reverse-charge code, beside it. */
    readonly vatAccount?: { readonly vatCode: string } | { readonly self: Link<VatAccount> } | undefined;
    /** Calculated when left out; a wrong one is refused; -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly vatAmount?: number | undefined;
    /** -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly vatAmountInBaseCurrency?: number | undefined;
    /** Takes the same amount on the other side, so that the line balances by itself. */
    readonly contraAccount?:
      { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
    readonly contraVatAccount?:
      { readonly vatCode: string } | { readonly self: Link<VatAccount> } | undefined;
    /** As booked: with the sign of the contra account; -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly contraVatAmount?: number | undefined;
    /** -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly contraVatAmountInBaseCurrency?: number | undefined;
    /** From when to when the amount is to be accrued. */
    readonly accruals?:
      | {
          readonly account: { readonly accountNumber: number } | { readonly self: Link<Account> };
          /** YYYY-MM-DD. */
          readonly startDate: string;
          /** YYYY-MM-DD. */
          readonly endDate: string;
        }
      | undefined;
    /** With the dimension module only. */
    readonly department?:
      { readonly departmentNumber: number } | { readonly self: Link<Department> } | undefined;
    /** With the dimension module only. */
    readonly departmentalDistribution?:
      | { readonly departmentalDistributionNumber: number }
      | { readonly self: Link<DepartmentalDistribution> }
      | undefined;
    /** YYYY-MM-DD. */
    readonly dueDate?: string | undefined;
    /** What the line pays: booked invoices or vouchers of its customer or supplier, matched when it is booked; at most 100. */
    readonly matches?:
      | readonly {
          /** 1 to 999999999. */
          readonly bookedInvoiceNumber?: number | undefined;
          /** 1 to 999999999. */
          readonly voucherId?: number | undefined;
          /** Positive; all that both sides allow when left out; -10000000000000 to 10000000000000, at most 2 decimals. */
          readonly amount?: number | undefined;
        }[]
      | undefined;
    /** A bookedInvoiceNumber that the line pays: one match; 1 to 999999999. */
    readonly invoiceNumber?: number | undefined;
    readonly remittanceInformation?:
      | {
          /** At most 50 characters. */
          readonly creditorId?: string | undefined;
          /** At most 30 characters. */
          readonly creditorInvoiceId?: string | undefined;
          readonly paymentType?:
            { readonly paymentTypeNumber: number } | { readonly self: Link<PaymentType> } | undefined;
        }
      | undefined;
    /** At most 50 characters. */
    readonly supplierInvoiceNumber?: string | undefined;
    /** Made by the service; given again on PUT it names the line that is kept; 1 to 999999999. */
    readonly entryNumber?: number | undefined;
  }[];
}

/** What vouchers can be filtered by, and the values to compare with. */
export type VoucherFilters = {
  readonly booked: boolean;
  readonly date: string;
  readonly dueDate: string;
  readonly externalDocumentId: string;
  readonly remainder: number;
  readonly remainderInDefaultCurrency: number;
  readonly vatDate: string;
  readonly voucherId: number;
  readonly 'voucherNumber.prefix': string;
  readonly 'voucherNumber.voucherNumber': number;
  readonly voucherType:
    | 'customerInvoice'
    | 'customerPayment'
    | 'supplierInvoice'
    | 'supplierPayment'
    | 'financeVoucher'
    | 'reminder'
    | 'openingEntry'
    | 'transferredOpeningEntry'
    | 'systemEntry'
    | 'manualDebtorInvoice';
};
/** The names of what vouchers can be filtered by. */
export type VoucherFilterable = keyof VoucherFilters;

/** What vouchers can be sorted by. */
export type VoucherSortable =
  | 'booked'
  | 'date'
  | 'dueDate'
  | 'externalDocumentId'
  | 'remainder'
  | 'remainderInDefaultCurrency'
  | 'vatDate'
  | 'voucherId'
  | 'voucherNumber.prefix'
  | 'voucherNumber.voucherNumber'
  | 'voucherType';

/** An item of totals: list and get. */
export interface Total extends Item<{
  readonly key: { readonly accountNumber: number };
  readonly filter: TotalFilters;
  readonly sort: TotalSortable;
}> {
  readonly account: { readonly accountNumber: number; readonly self: Link<Account> };
  /** YYYY-MM-DD. */
  readonly fromDate: string;
  /** YYYY-MM-DD. */
  readonly toDate: string;
  readonly totalInBaseCurrency: number;
  /** Its own address. */
  readonly self: Link<Total>;
}

/** What totals can be filtered by, and the values to compare with. */
export type TotalFilters = {
  readonly 'account.accountNumber': number;
  readonly fromDate: string;
  readonly toDate: string;
};
/** The names of what totals can be filtered by. */
export type TotalFilterable = keyof TotalFilters;

/** What totals can be sorted by. */
export type TotalSortable = 'account.accountNumber' | 'fromDate' | 'toDate';
