// Generated from the resource catalogue by tools/generate. Do not edit.
import type {
  Action,
  AskedBy,
  Bytes,
  DraftOf,
  Finder,
  Item,
  ItemActions,
  Link,
  Look,
  Optional,
} from '../link.js';
import type { Collection, Page } from '../pages.js';
import type { Dated } from '../query.js';
import type { Product } from './products.js';
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
  /** Number of the account in the chart. */
  readonly accountNumber: number;
  /** What it is called. */
  readonly name: string;
  /** What the account is for, or which row of the chart it is. */
  readonly accountType:
    | 'profitAndLoss'
    | 'status'
    | 'totalFrom'
    | 'heading'
    | 'headingStart'
    | 'sumInterval'
    | 'sumAlpha';
  /** Where an account that takes entries stands in the statements; of an account without one, a general one by its type. */
  readonly accountCategory?: {
    readonly accountCategoryNumber: number;
    readonly description?: string;
    readonly useInvertedAccountCategory?: boolean;
    readonly self: Link<AccountCategory>;
  };
  /** Of sumInterval: the accounts from and to these by number; of sumAlpha: by displayNumber. */
  readonly accountsSummed: readonly {
    /** The first account of the sum. */
    readonly fromAccount: { readonly accountNumber: number; readonly self: Link<Account> };
    /** The last account of the sum. */
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
  /** The department that it counts for; with the dimension module only. */
  readonly department?: { readonly departmentNumber: number; readonly self: Link<Department> };
  /** How it is shared among departments; with the dimension module only. */
  readonly departmentalDistribution?: {
    readonly departmentalDistributionNumber: number;
    readonly self: Link<DepartmentalDistribution>;
  };
  /** For display and sorting. */
  readonly displayNumber?: string;
  /** A status account, which takes its balance when the next accounting year is opened. */
  readonly openingAccount?: { readonly accountNumber: number; readonly self: Link<Account> };
  /** Its entries must name a department or a distribution. */
  readonly requireDepartmentalDistributionOnEntries: boolean;
  /** Of totalFrom: the account the sum starts with; it ends with itself. */
  readonly totalFromAccount?: { readonly accountNumber: number; readonly self: Link<Account> };
  /** Default VAT code. */
  readonly vatAccount?: { readonly vatCode: string; readonly self: Link<VatAccount> };
  /** Leads to its accounting years. */
  readonly accountingYears: Link<Page<AccountsAccountingYear>>;
  /** Its own address. */
  readonly self: Link<Account>;
}

/** What an item of accounts is made of. */
export interface AccountDraft {
  /** Number of the account in the chart; 1 to 999999999. */
  readonly accountNumber: number;
  /** What it is called; 1 to 125 characters. */
  readonly name: string;
  /** What the account is for, or which row of the chart it is. */
  readonly accountType:
    | 'profitAndLoss'
    | 'status'
    | 'totalFrom'
    | 'heading'
    | 'headingStart'
    | 'sumInterval'
    | 'sumAlpha';
  /** Where an account that takes entries stands in the statements; of an account without one, a general one by its type. */
  readonly accountCategory?:
    | { readonly accountCategoryNumber: number }
    | { readonly self: Link<AccountCategory> }
    | undefined;
  /** Of sumInterval: the accounts from and to these by number; of sumAlpha: by displayNumber; at most 100. */
  readonly accountsSummed?:
    | readonly {
        /** The first account of the sum. */
        readonly fromAccount: { readonly accountNumber: number } | { readonly self: Link<Account> };
        /** The last account of the sum. */
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
  /** The department that it counts for; with the dimension module only. */
  readonly department?:
    | { readonly departmentNumber: number }
    | { readonly self: Link<Department> }
    | undefined;
  /** How it is shared among departments; with the dimension module only. */
  readonly departmentalDistribution?:
    | { readonly departmentalDistributionNumber: number }
    | { readonly self: Link<DepartmentalDistribution> }
    | undefined;
  /** For display and sorting; 1 to 50 characters. */
  readonly displayNumber?: string | undefined;
  /** A status account, which takes its balance when the next accounting year is opened. */
  readonly openingAccount?: { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
  /** Its entries must name a department or a distribution; false when left out. */
  readonly requireDepartmentalDistributionOnEntries?: boolean | undefined;
  /** Of totalFrom: the account the sum starts with; it ends with itself. */
  readonly totalFromAccount?:
    | { readonly accountNumber: number }
    | { readonly self: Link<Account> }
    | undefined;
  /** Default VAT code. */
  readonly vatAccount?: { readonly vatCode: string } | { readonly self: Link<VatAccount> } | undefined;
}

/** What replaces an item of accounts: accountNumber and name may be left out. */
export type AccountReplacement = Optional<AccountDraft, 'accountNumber' | 'name'>;

/** What accounts can be filtered by, and the values to compare with. */
export type AccountFilters = {
  readonly accountNumber: number;
  readonly accountType:
    | 'profitAndLoss'
    | 'status'
    | 'totalFrom'
    | 'heading'
    | 'headingStart'
    | 'sumInterval'
    | 'sumAlpha';
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
  | 'accountNumber'
  | 'accountType'
  | 'balance'
  | 'blockDirectEntries'
  | 'debitCredit'
  | 'name';

/** An item of account-categories: list and get. */
export interface AccountCategory extends Item<{
  readonly key: { readonly accountCategoryNumber: number };
  readonly filter: AccountCategoryFilters;
  readonly sort: AccountCategorySortable;
}> {
  /** Number of the account category. */
  readonly accountCategoryNumber: number;
  /** Of the balance sheet, or of profit and loss. */
  readonly accountCategoryType: 'BalanceSheet' | 'ProfitAndLoss';
  /** What it is, in words. */
  readonly description: string;
  /** The category that this one is a part of. */
  readonly parent?: { readonly accountCategoryNumber: number; readonly self: Link<AccountCategory> };
  /** Shown in the other category while its balance has the other sign. */
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
  readonly vouchers?: Link<Page<Voucher, AccountingYearsVouchersAsked>>;
  /** Its own address. */
  readonly self: Link<AccountingYear>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    readonly listEntry?: Look<Page<Entry>>;
    readonly findEntry?: Finder<Entry, { readonly entryNumber: number }>;
    readonly listPeriod?: Look<Page<Period>>;
    readonly findPeriod?: Finder<Period, { readonly periodNumber: number }>;
    readonly listTotal?: Look<Page<Total>>;
    readonly findTotal?: Finder<Total, { readonly accountNumber: number }>;
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
  readonly fromDate: Dated;
  readonly toDate: Dated;
  readonly year: string;
};
/** The names of what accounting-years can be filtered by. */
export type AccountingYearFilterable = keyof AccountingYearFilters;

/** What accounting-years can be sorted by. */
export type AccountingYearSortable = 'closed' | 'fromDate' | 'toDate' | 'year';

/** An item of accounting-years at /accounts/{accountNumber}/accounting-years. */
export interface AccountsAccountingYear extends Omit<
  AccountingYear,
  'periods' | 'totals' | 'self' | 'metaData'
> {
  /** Leads to its periods. */
  readonly periods: Link<Page<AccountsAccountingYearsPeriod>>;
  /** Leads to its totals. */
  readonly totals: Link<Total>;
  /** Its own address. */
  readonly self: Link<AccountsAccountingYear>;
}

/** An item of asset-groups: list and get. */
export interface AssetGroup extends Item<{
  readonly key: { readonly assetGroupNumber: number };
  readonly filter: AssetGroupFilters;
  readonly sort: AssetGroupSortable;
}> {
  /** Number of the asset group. */
  readonly assetGroupNumber: number;
  /** What it is called. */
  readonly name: string;
  /** What is left when all is depreciated. */
  readonly residualValue: number;
  /** In months. */
  readonly usefulLife: number;
  /** Where what is bought is booked. */
  readonly additionAccount: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  /** Where depreciation is booked in the balance sheet. */
  readonly depreciationAccountBalanceSheet: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  /** Where depreciation is booked as an expense. */
  readonly depreciationAccountProfitLoss: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  /** Where what is sold or scrapped is booked. */
  readonly disposalsAccount: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  /** Where the value that is left is booked on disposal. */
  readonly netBookedValueAccount: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  /** Where what was there at the beginning of the year is booked. */
  readonly openingAdditionAccount: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  /** Where earlier depreciation is booked. */
  readonly openingDepreciationAccount: {
    readonly accountNumber: number;
    readonly name?: string;
    readonly self: Link<Account>;
  };
  /** Where depreciation is taken back on disposal. */
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
  /** Identifies it. */
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
  /** Identifies it. */
  readonly code: string;
  /** ISO 4217, in digits. */
  readonly isoNumber: string;
  /** What it is called. */
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
  /** Number of the department. */
  readonly departmentNumber: number;
  /** What it is called. */
  readonly name: string;
  /** Its own address. */
  readonly self: Link<Department>;
}

/** What an item of departments is made of. */
export interface DepartmentDraft {
  /** Number of the department; 1 to 999999999. */
  readonly departmentNumber?: number | undefined;
  /** What it is called; 1 to 250 characters. */
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
  /** Number of the distribution. */
  readonly departmentalDistributionNumber: number;
  /** What it is called. */
  readonly name: string;
  /** How the parts are told. */
  readonly distributionType: 'distribution' | 'department';
  /** The departments, and the part of each. */
  readonly distributions: readonly {
    /** The department that it counts for. */
    readonly department: { readonly departmentNumber: number; readonly self: Link<Department> };
    /** The part, in per cent. */
    readonly percentage: number;
  }[];
  /** Its own address. */
  readonly self: Link<DepartmentalDistribution>;
}

/** What an item of departmental-distributions is made of. */
export interface DepartmentalDistributionDraft {
  /** Number of the distribution; 1 to 999999999. */
  readonly departmentalDistributionNumber?: number | undefined;
  /** What it is called; 1 to 250 characters. */
  readonly name: string;
  /** How the parts are told; distribution when left out. */
  readonly distributionType?: 'distribution' | 'department' | undefined;
  /** The departments, and the part of each; at most 100. */
  readonly distributions: readonly {
    /** The department that it counts for. */
    readonly department: { readonly departmentNumber: number } | { readonly self: Link<Department> };
    /** The part, in per cent; 0 to 100, at most 10 decimals. */
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
  /** The account of the chart. */
  readonly account: { readonly accountNumber: number; readonly self: Link<Account> };
  /** How much it is; of entries and in statements, debit is positive. */
  readonly amount: number;
  /** The same in the base currency of the agreement. */
  readonly amountInBaseCurrency: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The day that it counts on in the books; YYYY-MM-DD. */
  readonly date: string;
  /** The department that it counts for; with the dimension module only. */
  readonly department?: { readonly departmentNumber: number; readonly self: Link<Department> };
  /** How it is shared among departments; with the dimension module only. */
  readonly departmentalDistribution?: {
    readonly departmentalDistributionNumber: number;
    readonly self: Link<DepartmentalDistribution>;
  };
  /** Runs on over the agreement. */
  readonly entryNumber: number;
  /** What kind of document the entry comes from. */
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
  /** The project that it counts for; with the projects module only. */
  readonly project?: { readonly projectNumber: number; readonly self: Link<unknown> };
  /** What it is for, in words. */
  readonly text?: string;
  /** The VAT code that it has. */
  readonly vatAccount?: { readonly vatCode: string; readonly self: Link<VatAccount> };
  /** Which side of its VAT code the entry is: base, what the VAT is of; vat; contraVat, what reverse charge deducts. */
  readonly vatPart?: 'base' | 'vat' | 'contraVat';
  /** The rate of its VAT code by the document, whatever the code has now. */
  readonly vatRate?: number;
  /** The voucher the entry belongs to. */
  readonly voucherNumber: number;
  /** The document that the entry comes from: a voucher, or an opening balance. */
  readonly voucher?: {
    /** Identifies the voucher. */
    readonly voucherId: number;
    /** Prefix and number, as they are printed. */
    readonly displayVoucherNumber: string;
    readonly self?: Link<Voucher | OpeningBalance>;
  };
  /** The series that the number is taken from. */
  readonly numberSeries?: { readonly numberSeriesNumber: number; readonly self: Link<NumberSeries> };
  /** The customer that it is about. */
  readonly customer?: { readonly customerNumber: number; readonly self: Link<Customer> };
  /** The supplier that it is about. */
  readonly supplier?: { readonly supplierNumber: number; readonly self: Link<Supplier> };
  /** Of what a customer owes, or a supplier is owed; YYYY-MM-DD. */
  readonly dueDate?: string;
  /** Leads to its pdf; where it is shown below periods only. */
  readonly pdf?: { readonly self: Link<Bytes> };
  /** Its own address. */
  readonly self: Link<Entry>;
}

/** What entries can be filtered by, and the values to compare with. */
export type EntryFilters = {
  readonly 'account.accountNumber': number;
  readonly amountInBaseCurrency: number;
  readonly currency: string;
  readonly 'customer.customerNumber': number;
  readonly date: Dated;
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
  readonly text: string;
  readonly 'vatAccount.vatCode': string;
  readonly vatPart: 'base' | 'vat' | 'contraVat';
  readonly vatRate: number;
  readonly 'voucher.displayVoucherNumber': string;
  readonly 'voucher.voucherId': number;
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
  | 'text'
  | 'vatAccount.vatCode'
  | 'vatPart'
  | 'vatRate'
  | 'voucher.displayVoucherNumber'
  | 'voucher.voucherId'
  | 'voucherNumber';

/** What collections of entries are filtered and sorted by that take other names than most. */
export type EntriesAsked = AskedBy<
  {
    readonly 'account.accountNumber': number;
    readonly amount: number;
    readonly amountInBaseCurrency: number;
    readonly currency: string;
    readonly 'customer.customerNumber': number;
    readonly date: Dated;
    readonly 'department.departmentNumber': number;
    readonly 'departmentalDistribution.departmentalDistributionNumber': number;
    readonly dueDate: Dated;
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
    readonly 'project.projectNumber': number;
    readonly 'supplier.supplierNumber': number;
    readonly text: string;
    readonly 'vatAccount.vatCode': string;
    readonly vatPart: 'base' | 'vat' | 'contraVat';
    readonly vatRate: number;
    readonly 'voucher.displayVoucherNumber': string;
    readonly 'voucher.voucherId': number;
    readonly voucherNumber: number;
  },
  never,
  never
>;

/** An item of imports: list and get. */
export interface Import extends Item<{
  readonly key: { readonly importNumber: number };
  readonly remove: true;
  readonly filter: ImportFilters;
  readonly sort: ImportSortable;
  readonly actions: {
    /** Import a file of vouchers, accounts and more. */
    readonly import?: Action<Blob, Import, false>;
  };
}> {
  /** Identifies it; given by the service. */
  readonly importNumber: number;
  /** What the file is: SIE 4, or JSON lines. */
  readonly format: 'sie' | 'jsonl';
  /** Running, finished, cancelled, or failed where the file cannot be read. */
  readonly status: 'running' | 'finished' | 'failed' | 'cancelled';
  /** Whether lines are only tried: nothing comes into the books. */
  readonly dryRun: boolean;
  /** Size of the file, in bytes. */
  readonly bytes: number;
  /** Digest of the file: the same file sent again is the same import. */
  readonly sha256: string;
  /** How many lines were read so far. */
  readonly lines: number;
  /** How many lines the file has, once it was looked through. */
  readonly totalLines: number;
  /** Things that were not in the books before. */
  readonly created: number;
  /** Things that were in the books and got new values. */
  readonly replaced: number;
  /** Vouchers whose number was in the books before. */
  readonly alreadyThere: number;
  /** Lines that were refused. */
  readonly refused: number;
  /** The first hundred of them. */
  readonly refusals: readonly {
    /** The line of the file, from 1. */
    readonly line: number;
    /** The code of the refusal, listed at /errors. */
    readonly errorCode?: string;
    /** The member at fault. */
    readonly property?: string;
    /** Why the line was refused. */
    readonly message: string;
  }[];
  /** Warnings: nothing was refused for them. */
  readonly warned: number;
  /** The first hundred of them. */
  readonly warnings: readonly {
    /** The line of the file, from 1. */
    readonly line: number;
    /** What should be looked at. */
    readonly message: string;
  }[];
  /** When the file was sent.; YYYY-MM-DDThh:mm:ssZ. */
  readonly requested: string;
  /** When the last line was done.; YYYY-MM-DDThh:mm:ssZ. */
  readonly finished?: string;
  /** Its own address. */
  readonly self: Link<Import>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    /** Cancel this import. */
    readonly cancel?: Action<void, Import, false>;
  };
}

/** What imports can be filtered by, and the values to compare with. */
export type ImportFilters = {
  readonly importNumber: number;
  readonly sha256: string;
  readonly status: 'running' | 'finished' | 'failed' | 'cancelled';
};
/** The names of what imports can be filtered by. */
export type ImportFilterable = keyof ImportFilters;

/** What imports can be sorted by. */
export type ImportSortable = 'importNumber' | 'sha256' | 'status';

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
  /** Identifies it; given by the service. */
  readonly matchNumber: number;
  /** The latest of the dates of its posts; YYYY-MM-DD. */
  readonly date: string;
  /** The customer that it is about. */
  readonly customer?: { readonly customerNumber: number; readonly self: Link<Customer> };
  /** The supplier that it is about. */
  readonly supplier?: { readonly supplierNumber: number; readonly self: Link<Supplier> };
  /** ISO 4217: that of its posts. */
  readonly currency: string;
  /** Debits and credits of one customer or supplier in one currency, which sum to nothing. */
  readonly posts: readonly {
    /** Identifies the voucher. */
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
  /** Where the difference of exchange or rounding was posted. */
  readonly differenceAccount?: { readonly accountNumber: number; readonly self: Link<Account> };
  /** The voucher that posted the difference. */
  readonly differenceVoucher?: {
    /** Identifies the voucher. */
    readonly voucherId: number;
    /** Prefix and number, as they are printed. */
    readonly displayVoucherNumber: string;
    readonly self?: Link<BookedVoucher>;
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
    /** Identifies the voucher; 1 to 999999999. */
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
  readonly date: Dated;
  readonly matchNumber: number;
  readonly 'supplier.supplierNumber': number;
};
/** The names of what matches can be filtered by. */
export type MatchFilterable = keyof MatchFilters;

/** What matches can be sorted by. */
export type MatchSortable =
  | 'currency'
  | 'customer.customerNumber'
  | 'date'
  | 'matchNumber'
  | 'supplier.supplierNumber';

/** An item of number-series: list and get. */
export interface NumberSeries extends Item<{
  readonly key: { readonly numberSeriesNumber: number };
  readonly filter: NumberSeriesFilters;
  readonly sort: NumberSeriesSortable;
}> {
  /** Number of the series. */
  readonly numberSeriesNumber: number;
  /** Stands before the number, where one is shown with it. */
  readonly prefix: string;
  /** What it is called. */
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
  /** What the series numbers. */
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
  readonly actions: {
    /** Match open posts: debits with credits of one customer or supplier. */
    readonly match?: Action<DraftOf<Match>, Match, false>;
  };
}> {
  /** That of the entry on the control account. */
  readonly entryNumber: number;
  /** What kind of document the entry comes from. */
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
  /** The customer that it is about. */
  readonly customer?: { readonly customerNumber: number; readonly self: Link<Customer> };
  /** The supplier that it is about. */
  readonly supplier?: { readonly supplierNumber: number; readonly self: Link<Supplier> };
  /** The voucher behind it. */
  readonly voucher: {
    /** Identifies the voucher. */
    readonly voucherId: number;
    readonly self?: Link<Voucher | OpeningBalance>;
  };
  /** The day that it counts on in the books; YYYY-MM-DD. */
  readonly date: string;
  /** The day by which it is to be paid; YYYY-MM-DD. */
  readonly dueDate?: string;
  /** From the due date to today; of what is open and due before today. */
  readonly daysOverdue?: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Debit is positive, so what a supplier is owed is negative. */
  readonly amount: number;
  /** The same in the base currency of the agreement. */
  readonly amountInBaseCurrency: number;
  /** What is left of the amount, with its sign. */
  readonly remainder: number;
  /** What is still open, in the base currency. */
  readonly remainderInBaseCurrency: number;
  /** What it is for, in words. */
  readonly text?: string;
  /** Its own address. */
  readonly self: Link<OpenPost>;
}

/** What open-posts can be filtered by, and the values to compare with. */
export type OpenPostFilters = {
  readonly currency: string;
  readonly 'customer.customerNumber': number;
  readonly date: Dated;
  readonly dueDate: Dated;
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

/** What a opening balance has, as a draft and booked. */
export interface OpeningBalanceMembers {
  /** The day that it counts on in the books; YYYY-MM-DD. */
  readonly date: string;
  /** Identifies it; given by the service. */
  readonly voucherId: number;
  /** Number of the voucher in its series. */
  readonly voucherNumber: {
    /** Prefix and number. */
    readonly displayVoucherNumber: string;
    /** Stands before the number, where one is shown with it. */
    readonly prefix: string;
    /** Number of the voucher in its series. */
    readonly voucherNumber: number;
  };
  /** Its lines. */
  readonly lines: readonly {
    /** The account of the chart. */
    readonly account?: {
      readonly accountNumber: number;
      readonly name?: string;
      readonly self: Link<Account>;
    };
    /** The customer that it is about. */
    readonly customer?: {
      readonly customerNumber: number;
      readonly name?: string;
      readonly self: Link<Customer>;
    };
    /** The supplier that it is about. */
    readonly supplier?: {
      readonly supplierNumber: number;
      readonly name?: string;
      readonly self: Link<Supplier>;
    };
    /** Debit is positive, credit negative. */
    readonly amountInBaseCurrency: number;
    /** What it is for, in words. */
    readonly text?: string;
    /** Made by the service; given again on PUT it names the line that is kept. */
    readonly entryNumber?: number;
  }[];
}

/** A draft opening balance. */
export interface DraftOpeningBalance
  extends
    OpeningBalanceMembers,
    Item<{
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
            /** The day that it counts on in the books; YYYY-MM-DD. */
            readonly date: string;
            /** Identifies the voucher; 1 to 999999999. */
            readonly voucherId: number;
          },
          BookedOpeningBalance,
          false
        >;
      };
      readonly subCollections: {
        readonly drafts: Link<Collection<DraftOpeningBalance>>;
        readonly booked: Link<Page<BookedOpeningBalance>>;
      };
    }> {
  /** Whether it is booked. */
  readonly booked: false;
  /** Its own address. */
  readonly self: Link<DraftOpeningBalance>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    /** Book a draft opening balance. */
    readonly book?: Action<
      {
        /** The day that it counts on in the books; YYYY-MM-DD. */
        readonly date: string;
        /** Identifies the voucher; 1 to 999999999. */
        readonly voucherId: number;
      },
      BookedOpeningBalance,
      false
    >;
  };
}

/** A booked opening balance: it stays as it is. */
export interface BookedOpeningBalance
  extends
    OpeningBalanceMembers,
    Item<{
      readonly key: { readonly voucherId: number };
      readonly filter: OpeningBalanceFilters;
      readonly sort: OpeningBalanceSortable;
      readonly actions: {
        /** Book a draft opening balance. */
        readonly book?: Action<
          {
            /** The day that it counts on in the books; YYYY-MM-DD. */
            readonly date: string;
            /** Identifies the voucher; 1 to 999999999. */
            readonly voucherId: number;
          },
          BookedOpeningBalance,
          false
        >;
      };
      readonly subCollections: {
        readonly drafts: Link<Collection<DraftOpeningBalance>>;
        readonly booked: Link<Page<BookedOpeningBalance>>;
      };
    }> {
  /** Whether it is booked. */
  readonly booked: true;
  /** Its own address. */
  readonly self: Link<BookedOpeningBalance>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: {
    readonly delete?: never;
    readonly replace?: never;
  };
}

/** An item of opening-balances: a draft, or booked. */
export type OpeningBalance = DraftOpeningBalance | BookedOpeningBalance;

/** What an item of opening-balances is made of. */
export interface OpeningBalanceDraft {
  /** The day that it counts on in the books; YYYY-MM-DD. */
  readonly date: string;
  /** Its lines; at most 1000. */
  readonly lines: readonly {
    /** The account of the chart. */
    readonly account?: { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
    /** The customer that it is about. */
    readonly customer?: { readonly customerNumber: number } | { readonly self: Link<Customer> } | undefined;
    /** The supplier that it is about. */
    readonly supplier?: { readonly supplierNumber: number } | { readonly self: Link<Supplier> } | undefined;
    /** Debit is positive, credit negative; -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly amountInBaseCurrency: number;
    /** What it is for, in words; at most 250 characters. */
    readonly text?: string | undefined;
    /** Made by the service; given again on PUT it names the line that is kept; 1 to 999999999. */
    readonly entryNumber?: number | undefined;
  }[];
}

/** What opening-balances can be filtered by, and the values to compare with. */
export type OpeningBalanceFilters = {
  readonly booked: boolean;
  readonly date: Dated;
  readonly voucherId: number;
  readonly 'voucherNumber.prefix': string;
  readonly 'voucherNumber.voucherNumber': number;
};
/** The names of what opening-balances can be filtered by. */
export type OpeningBalanceFilterable = keyof OpeningBalanceFilters;

/** What opening-balances can be sorted by. */
export type OpeningBalanceSortable =
  | 'booked'
  | 'date'
  | 'voucherId'
  | 'voucherNumber.prefix'
  | 'voucherNumber.voucherNumber';

/** An item of periods: list and get. */
export interface Period extends Item<{
  readonly key: { readonly periodNumber: number };
  readonly replace: PeriodDraft;
  readonly filter: PeriodFilters;
  readonly sort: PeriodSortable;
}> {
  /** The year that it belongs to. */
  readonly accountingYear: { readonly year: string; readonly self: Link<AccountingYear> };
  /** As its accounting year is. */
  readonly closed: boolean;
  /** The first day; YYYY-MM-DD. */
  readonly fromDate: string;
  /** Runs on over the agreement. */
  readonly periodNumber: number;
  /** The last day; YYYY-MM-DD. */
  readonly toDate: string;
  /** Locked by itself: nothing more may be booked in it. */
  readonly barred: boolean;
  /** By which its VAT is settled; it stays barred while that stands. */
  readonly vatSettlement?: {
    /** Number of the VAT settlement. */
    readonly settlementNumber: number;
    readonly self: Link<VatSettlement>;
  };
  /** Leads to its entries. */
  readonly entries: Link<Page<Entry>>;
  /** Leads to its totals. */
  readonly totals: Link<Page<Total>>;
  /** Leads to its vouchers; with the internationalLedger module only. */
  readonly vouchers?: Link<Page<Voucher, AccountingYearsVouchersAsked>>;
  /** Its own address. */
  readonly self: Link<Period>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    /** Bar this period, or open it again. */
    readonly replace?: Action<PeriodDraft, Period, false>;
  };
}

/** What an item of periods is made of. */
export interface PeriodDraft {
  /** Not to be used any more. */
  readonly barred: boolean;
}

/** What periods can be filtered by, and the values to compare with. */
export type PeriodFilters = {
  readonly closed: boolean;
  readonly fromDate: Dated;
  readonly toDate: Dated;
};
/** The names of what periods can be filtered by. */
export type PeriodFilterable = keyof PeriodFilters;

/** What periods can be sorted by. */
export type PeriodSortable = 'closed' | 'fromDate' | 'toDate';

/** An item of periods at /accounts/{accountNumber}/accounting-years/{year}/periods. */
export interface AccountsAccountingYearsPeriod extends Omit<Period, 'totals' | 'self' | 'metaData'> {
  /** Leads to its totals. */
  readonly totals: Link<Total>;
  /** Its own address. */
  readonly self: Link<AccountsAccountingYearsPeriod>;
}

/** An item of vat-accounts: list, get, create, replace and remove. */
export interface VatAccount extends Item<{
  readonly key: { readonly vatCode: string };
  readonly create: VatAccountDraft;
  readonly replace: VatAccountReplacement;
  readonly remove: true;
  readonly filter: VatAccountFilters;
  readonly sort: VatAccountSortable;
}> {
  /** Code of the VAT account. */
  readonly vatCode: string;
  /** What it is called. */
  readonly name?: string;
  /** VAT in per cent. */
  readonly ratePercentage: number;
  /** The account of the chart. */
  readonly account: { readonly accountNumber: number; readonly self: Link<Account> };
  /** Of a reverse-charge code (VAT type 3): where the VAT that account owes is deducted. */
  readonly contraAccount?: { readonly accountNumber: number; readonly self: Link<Account> };
  /** The rate type; one of the VAT type. */
  readonly vatReportSetup: { readonly vatReportSetupNumber: number; readonly self: Link<VatReportSetup> };
  /** What kind of VAT the code is for. */
  readonly vatType: { readonly vatTypeNumber: number; readonly name?: string; readonly self: Link<VatType> };
  /** Settable only while nothing refers to the VAT account. */
  readonly barred: boolean;
  /** Its own address. */
  readonly self: Link<VatAccount>;
}

/** What an item of vat-accounts is made of. */
export interface VatAccountDraft {
  /** Code of the VAT account; 1 to 5 characters. */
  readonly vatCode: string;
  /** What it is called; at most 60 characters. */
  readonly name?: string | undefined;
  /** VAT in per cent; 0 to 100, at most 10 decimals. */
  readonly ratePercentage: number;
  /** The account of the chart. */
  readonly account: { readonly accountNumber: number } | { readonly self: Link<Account> };
  /** Of a reverse-charge code (VAT type 3): where the VAT that account owes is deducted. */
  readonly contraAccount?: { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
  /** The rate type; one of the VAT type. */
  readonly vatReportSetup:
    | { readonly vatReportSetupNumber: number }
    | { readonly self: Link<VatReportSetup> };
  /** What kind of VAT the code is for. */
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
  /** Number of the setup of the VAT report. */
  readonly vatReportSetupNumber: number;
  /** What it is called. */
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

/** An item of vat-settlements: list and get. */
export interface VatSettlement extends Item<{
  readonly key: { readonly settlementNumber: number };
  readonly create: VatSettlementDraft;
  readonly remove: true;
  readonly filter: VatSettlementFilters;
  readonly sort: VatSettlementSortable;
  readonly actions: {
    /** Settle the VAT of whole periods: post their first and last day. */
    readonly settle?: Action<VatSettlementDraft, VatSettlement, false>;
  };
}> {
  /** Identifies it; given by the service. */
  readonly settlementNumber: number;
  /** The first day of a period; YYYY-MM-DD. */
  readonly fromDate: string;
  /** The last day of a period, and the date on which it is posted; YYYY-MM-DD. */
  readonly toDate: string;
  /** In base currency, on the account of VAT settlement; debit is positive, so what is owed is negative. */
  readonly amount: number;
  /** The system account of VAT settlement. */
  readonly account: { readonly accountNumber: number; readonly self: Link<Account> };
  /** What it has posted; none where its periods have no VAT. */
  readonly voucher?: {
    /** Identifies the voucher. */
    readonly voucherId: number;
    /** Prefix and number, as they are printed. */
    readonly displayVoucherNumber: string;
    readonly self?: Link<BookedVoucher>;
  };
  /** Its own address. */
  readonly self: Link<VatSettlement>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    /** Take this VAT settlement back. */
    readonly takeBack?: Action<void, VatSettlement, false>;
  };
}

/** What an item of vat-settlements is made of. */
export interface VatSettlementDraft {
  /** The first day; YYYY-MM-DD. */
  readonly fromDate: string;
  /** The last day; YYYY-MM-DD. */
  readonly toDate: string;
}

/** What vat-settlements can be filtered by, and the values to compare with. */
export type VatSettlementFilters = {
  readonly fromDate: Dated;
  readonly settlementNumber: number;
  readonly toDate: Dated;
};
/** The names of what vat-settlements can be filtered by. */
export type VatSettlementFilterable = keyof VatSettlementFilters;

/** What vat-settlements can be sorted by. */
export type VatSettlementSortable = 'fromDate' | 'settlementNumber' | 'toDate';

/** An item of vat-types: list and get. */
export interface VatType extends Item<{
  readonly key: { readonly vatTypeNumber: number };
  readonly filter: VatTypeFilters;
  readonly sort: VatTypeSortable;
}> {
  /** Number of the VAT type. */
  readonly vatTypeNumber: number;
  /** What it is called. */
  readonly name: string;
  /** Its own address. */
  readonly self: Link<VatType>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    readonly listVatReportSetup?: Look<Page<VatReportSetup>>;
    readonly findVatReportSetup?: Finder<VatReportSetup, { readonly vatReportSetupNumber: number }>;
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
  /** Number of the VAT zone. */
  readonly vatZoneNumber: number;
  /** What it is called. */
  readonly name: string;
  /** Customers may be in this zone. */
  readonly enabledForCustomer: boolean;
  /** Suppliers may be in this zone. */
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

/** What a voucher has, as a draft and booked. */
export interface VoucherMembers {
  /** With date the identity of the voucher; kept when booked. */
  readonly voucherId: number;
  /** What kind of voucher it is. */
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
  /** Number of the voucher in its series. */
  readonly voucherNumber: {
    /** Prefix and number. */
    readonly displayVoucherNumber: string;
    /** Stands before the number, where one is shown with it. */
    readonly prefix: string;
    /** Number of the voucher in its series. */
    readonly voucherNumber: number;
  };
  /** Numbers documents of this type; its usual one when left out. */
  readonly numberSeries: { readonly numberSeriesNumber: number; readonly self: Link<NumberSeries> };
  /** The day that it counts on in the books; YYYY-MM-DD. */
  readonly date: string;
  /** Only used when the payment terms are of type dueDate; YYYY-MM-DD. */
  readonly dueDate?: string;
  /** The date of VAT, where it is another: kept and shown; statements go by date; YYYY-MM-DD. */
  readonly vatDate?: string;
  /** The file behind the voucher, where there is one. */
  readonly attachment?: Link<Bytes>;
  /** What the document is called where it comes from. */
  readonly externalDocumentId?: string;
  /** Of the customer and supplier lines, with their sign. */
  readonly remainder: number;
  /** What is still open, in the base currency. */
  readonly remainderInDefaultCurrency: number;
  /** The voucher that this one takes back. */
  readonly reverses?: {
    /** Identifies the voucher. */
    readonly voucherId: number;
    readonly self?: Link<BookedVoucher>;
  };
  /** The voucher whose accruals this one posts. */
  readonly accrues?: {
    /** Identifies the voucher. */
    readonly voucherId: number;
    readonly self?: Link<BookedVoucher>;
  };
  /** The voucher that takes this one back. */
  readonly reversedBy?: {
    /** Identifies the voucher. */
    readonly voucherId: number;
    readonly self?: Link<BookedVoucher>;
  };
  /** Its lines. */
  readonly lines: readonly {
    /** Exactly one of account, customer and supplier. */
    readonly account?: { readonly accountNumber: number; readonly self: Link<Account> };
    /** The customer that it is about. */
    readonly customer?: { readonly customerNumber: number; readonly self: Link<Customer> };
    /** The supplier that it is about. */
    readonly supplier?: { readonly supplierNumber: number; readonly self: Link<Supplier> };
    /** Gross, in the currency of the line; debit is positive, credit negative. */
    readonly amount: number;
    /** ISO 4217; the base currency when left out. */
    readonly currency?: string;
    /** Base currency for 100 units of the currency; needed for a foreign one without amountInBaseCurrency. */
    readonly exchangeRate?: number;
    /** Of a line in base currency it equals amount. */
    readonly amountInBaseCurrency?: number;
    /** What it is for, in words. */
    readonly text?: string;
    /** VAT that lies inside the amount; of a reverse-charge code, beside it; of a new line that of its account when left out, none where it is null. */
    readonly vatAccount?: { readonly vatCode: string; readonly self: Link<VatAccount> };
    /** Calculated when left out; a wrong one is refused. */
    readonly vatAmount?: number;
    /** VAT, in the base currency. */
    readonly vatAmountInBaseCurrency?: number;
    /** Takes the same amount on the other side, so that the line balances by itself; of a new line that is the only one that of its account when left out, none where it is null. */
    readonly contraAccount?: {
      readonly accountNumber: number;
      readonly accountType?: 'profitAndLoss' | 'status';
      readonly self: Link<Account>;
    };
    /** The VAT of the contra account; of a new line that of the contra account that it names when left out, none where it is null. */
    readonly contraVatAccount?: { readonly vatCode: string; readonly self: Link<VatAccount> };
    /** As booked: with the sign of the contra account. */
    readonly contraVatAmount?: number;
    /** The contra VAT in the base currency. */
    readonly contraVatAmountInBaseCurrency?: number;
    /** Of a supplier invoice: what the line receives into stock; with the inventory module only. */
    readonly product?: { readonly productNumber: string; readonly self: Link<Product> };
    /** How many of the product are received; negative where they go back; with the inventory module only. */
    readonly quantity?: number;
    /** From when to when what the line books net is accrued: posted with the voucher, in equal parts to the calendar months, the rest with the last. */
    readonly accruals?: {
      /** The account of the chart. */
      readonly account: { readonly accountNumber: number; readonly self: Link<Account> };
      /** The first day; YYYY-MM-DD. */
      readonly startDate: string;
      /** The last day; YYYY-MM-DD. */
      readonly endDate: string;
      readonly self: string;
    };
    /** The department that it counts for; with the dimension module only. */
    readonly department?: { readonly departmentNumber: number; readonly self: Link<Department> };
    /** How it is shared among departments; with the dimension module only. */
    readonly departmentalDistribution?: {
      readonly departmentalDistributionNumber: number;
      readonly self: Link<DepartmentalDistribution>;
    };
    /** The day by which it is to be paid; YYYY-MM-DD. */
    readonly dueDate?: string;
    /** What the line pays: booked invoices or vouchers of its customer or supplier, matched when it is booked. */
    readonly matches?: readonly {
      /** Number of the booked invoice. */
      readonly bookedInvoiceNumber?: number;
      /** Identifies the voucher. */
      readonly voucherId?: number;
      /** Positive; all that both sides allow when left out. */
      readonly amount?: number;
    }[];
    /** A bookedInvoiceNumber that the line pays: one match. */
    readonly invoiceNumber?: number;
    /** How the line is paid. */
    readonly remittanceInformation?: {
      /** Number of the creditor with the payment service. */
      readonly creditorId?: string;
      /** What the creditor calls the invoice in a payment. */
      readonly creditorInvoiceId?: string;
      /** How it is paid. */
      readonly paymentType?: { readonly paymentTypeNumber: number; readonly self: Link<PaymentType> };
      readonly self: string;
    };
    /** What the supplier calls the invoice. */
    readonly supplierInvoiceNumber?: string;
    /** Made by the service; given again on PUT it names the line that is kept. */
    readonly entryNumber?: number;
    /** It is booked, and no draft any more. */
    readonly booked?: boolean;
    /** The attachment of the voucher. */
    readonly document?: Link<Bytes>;
  }[];
}

/** A draft voucher. */
export interface DraftVoucher
  extends
    VoucherMembers,
    Item<{
      readonly key: { readonly voucherId: number };
      readonly create: VoucherDraft;
      readonly createAll: VoucherDraft;
      readonly replace: VoucherDraft;
      readonly remove: true;
      readonly filter: VoucherFilters;
      readonly sort: VoucherSortable;
      readonly actions: {
        /** Create a new draft supplier invoice. */
        readonly createSupplierInvoice?: Action<VoucherDraft, DraftVoucher, true>;
        /** Create a new draft supplier payment. */
        readonly createSupplierPayment?: Action<VoucherDraft, DraftVoucher, true>;
        /** Create a new draft customer invoice. */
        readonly createCustomerInvoice?: Action<VoucherDraft, DraftVoucher, true>;
        /** Create a new draft customer payment. */
        readonly createCustomerPayment?: Action<VoucherDraft, DraftVoucher, true>;
        /** Create a new draft finance voucher. */
        readonly createFinanceVoucher?: Action<VoucherDraft, DraftVoucher, true>;
        /** Book a draft voucher. */
        readonly book?: Action<
          {
            /** That of the draft, which may be left out; YYYY-MM-DD. */
            readonly date?: string | undefined;
            /** Identifies the voucher; 1 to 999999999. */
            readonly voucherId: number;
          },
          BookedVoucher,
          true
        >;
      };
      readonly subCollections: {
        readonly drafts: Link<Page<DraftVoucher>>;
        readonly booked: Link<Page<BookedVoucher>>;
      };
    }> {
  /** Whether it is booked. */
  readonly booked: false;
  /** Its own address. */
  readonly self: Link<DraftVoucher>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    /** Book a draft voucher. */
    readonly book?: Action<
      {
        /** That of the draft, which may be left out; YYYY-MM-DD. */
        readonly date?: string | undefined;
        /** Identifies the voucher; 1 to 999999999. */
        readonly voucherId: number;
      },
      BookedVoucher,
      true
    >;
    /** Attach a file to this voucher. */
    readonly attach?: Action<
      Blob,
      {
        /** Media type of the file. */
        readonly contentType: string;
        /** Size of the file, in bytes. */
        readonly bytes: number;
        /** Digest of the file, in hexadecimal digits. */
        readonly sha256: string;
        readonly self: Link<Bytes>;
      },
      false
    >;
    /** Remove the attachment of this draft. */
    readonly detach?: Action<void, void, false>;
  };
}

/** A booked voucher: it stays as it is. */
export interface BookedVoucher
  extends
    VoucherMembers,
    Item<{
      readonly key: { readonly voucherId: number };
      readonly filter: VoucherFilters;
      readonly sort: VoucherSortable;
      readonly actions: {
        /** Create a new draft supplier invoice. */
        readonly createSupplierInvoice?: Action<VoucherDraft, DraftVoucher, true>;
        /** Create a new draft supplier payment. */
        readonly createSupplierPayment?: Action<VoucherDraft, DraftVoucher, true>;
        /** Create a new draft customer invoice. */
        readonly createCustomerInvoice?: Action<VoucherDraft, DraftVoucher, true>;
        /** Create a new draft customer payment. */
        readonly createCustomerPayment?: Action<VoucherDraft, DraftVoucher, true>;
        /** Create a new draft finance voucher. */
        readonly createFinanceVoucher?: Action<VoucherDraft, DraftVoucher, true>;
        /** Book a draft voucher. */
        readonly book?: Action<
          {
            /** That of the draft, which may be left out; YYYY-MM-DD. */
            readonly date?: string | undefined;
            /** Identifies the voucher; 1 to 999999999. */
            readonly voucherId: number;
          },
          BookedVoucher,
          true
        >;
      };
      readonly subCollections: {
        readonly drafts: Link<Page<DraftVoucher>>;
        readonly booked: Link<Page<BookedVoucher>>;
      };
    }> {
  /** Whether it is booked. */
  readonly booked: true;
  /** Its own address. */
  readonly self: Link<BookedVoucher>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: {
    readonly delete?: never;
    readonly replace?: never;
    /** Reverse this voucher: post the date of the reversal. */
    readonly reverse?: Action<
      {
        /** The day that it counts on in the books; YYYY-MM-DD. */
        readonly date: string;
      },
      BookedVoucher,
      false
    >;
    /** Attach a file to this voucher. */
    readonly attach?: Action<
      Blob,
      {
        /** Media type of the file. */
        readonly contentType: string;
        /** Size of the file, in bytes. */
        readonly bytes: number;
        /** Digest of the file, in hexadecimal digits. */
        readonly sha256: string;
        readonly self: Link<Bytes>;
      },
      false
    >;
  };
}

/** An item of vouchers: a draft, or booked. */
export type Voucher = DraftVoucher | BookedVoucher;

/** What an item of vouchers is made of. */
export interface VoucherDraft {
  /** Numbers documents of this type; its usual one when left out. */
  readonly numberSeries?:
    | { readonly numberSeriesNumber: number }
    | { readonly self: Link<NumberSeries> }
    | undefined;
  /** The day that it counts on in the books; YYYY-MM-DD. */
  readonly date: string;
  /** Only used when the payment terms are of type dueDate; YYYY-MM-DD. */
  readonly dueDate?: string | undefined;
  /** The date of VAT, where it is another: kept and shown; statements go by date; YYYY-MM-DD. */
  readonly vatDate?: string | undefined;
  /** What the document is called where it comes from; at most 50 characters. */
  readonly externalDocumentId?: string | undefined;
  /** Its lines; at most 1000. */
  readonly lines: readonly {
    /** Exactly one of account, customer and supplier. */
    readonly account?: { readonly accountNumber: number } | { readonly self: Link<Account> } | undefined;
    /** The customer that it is about. */
    readonly customer?: { readonly customerNumber: number } | { readonly self: Link<Customer> } | undefined;
    /** The supplier that it is about. */
    readonly supplier?: { readonly supplierNumber: number } | { readonly self: Link<Supplier> } | undefined;
    /** Gross, in the currency of the line; debit is positive, credit negative; -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly amount: number;
    /** ISO 4217; the base currency when left out; 3 characters. */
    readonly currency?: string | undefined;
    /** Base currency for 100 units of the currency; needed for a foreign one without amountInBaseCurrency; 0.0000000001 to 9999999999999, at most 10 decimals. */
    readonly exchangeRate?: number | undefined;
    /** Of a line in base currency it equals amount; -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly amountInBaseCurrency?: number | undefined;
    /** What it is for, in words; at most 250 characters. */
    readonly text?: string | undefined;
    /** VAT that lies inside the amount; of a reverse-charge code, beside it; of a new line that of its account when left out, none where it is null. */
    readonly vatAccount?:
      | { readonly vatCode: string }
      | { readonly self: Link<VatAccount> }
      | null
      | undefined;
    /** Calculated when left out; a wrong one is refused; -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly vatAmount?: number | undefined;
    /** VAT, in the base currency; -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly vatAmountInBaseCurrency?: number | undefined;
    /** Takes the same amount on the other side, so that the line balances by itself; of a new line that is the only one that of its account when left out, none where it is null. */
    readonly contraAccount?:
      | { readonly accountNumber: number }
      | { readonly self: Link<Account> }
      | null
      | undefined;
    /** The VAT of the contra account; of a new line that of the contra account that it names when left out, none where it is null. */
    readonly contraVatAccount?:
      | { readonly vatCode: string }
      | { readonly self: Link<VatAccount> }
      | null
      | undefined;
    /** As booked: with the sign of the contra account; -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly contraVatAmount?: number | undefined;
    /** The contra VAT in the base currency; -10000000000000 to 10000000000000, at most 2 decimals. */
    readonly contraVatAmountInBaseCurrency?: number | undefined;
    /** Of a supplier invoice: what the line receives into stock; with the inventory module only. */
    readonly product?: { readonly productNumber: string } | { readonly self: Link<Product> } | undefined;
    /** How many of the product are received; negative where they go back; at most 10 decimals; with the inventory module only. */
    readonly quantity?: number | undefined;
    /** From when to when what the line books net is accrued: posted with the voucher, in equal parts to the calendar months, the rest with the last. */
    readonly accruals?:
      | {
          /** The account of the chart. */
          readonly account: { readonly accountNumber: number } | { readonly self: Link<Account> };
          /** The first day; YYYY-MM-DD. */
          readonly startDate: string;
          /** The last day; YYYY-MM-DD. */
          readonly endDate: string;
        }
      | undefined;
    /** The department that it counts for; with the dimension module only. */
    readonly department?:
      | { readonly departmentNumber: number }
      | { readonly self: Link<Department> }
      | undefined;
    /** How it is shared among departments; with the dimension module only. */
    readonly departmentalDistribution?:
      | { readonly departmentalDistributionNumber: number }
      | { readonly self: Link<DepartmentalDistribution> }
      | undefined;
    /** The day by which it is to be paid; YYYY-MM-DD. */
    readonly dueDate?: string | undefined;
    /** What the line pays: booked invoices or vouchers of its customer or supplier, matched when it is booked; at most 100. */
    readonly matches?:
      | readonly {
          /** Number of the booked invoice; 1 to 999999999. */
          readonly bookedInvoiceNumber?: number | undefined;
          /** Identifies the voucher; 1 to 999999999. */
          readonly voucherId?: number | undefined;
          /** Positive; all that both sides allow when left out; -10000000000000 to 10000000000000, at most 2 decimals. */
          readonly amount?: number | undefined;
        }[]
      | undefined;
    /** A bookedInvoiceNumber that the line pays: one match; 1 to 999999999. */
    readonly invoiceNumber?: number | undefined;
    /** How the line is paid. */
    readonly remittanceInformation?:
      | {
          /** Number of the creditor with the payment service; at most 50 characters. */
          readonly creditorId?: string | undefined;
          /** What the creditor calls the invoice in a payment; at most 30 characters. */
          readonly creditorInvoiceId?: string | undefined;
          /** How it is paid. */
          readonly paymentType?:
            | { readonly paymentTypeNumber: number }
            | { readonly self: Link<PaymentType> }
            | undefined;
        }
      | undefined;
    /** What the supplier calls the invoice; at most 50 characters. */
    readonly supplierInvoiceNumber?: string | undefined;
    /** Made by the service; given again on PUT it names the line that is kept; 1 to 999999999. */
    readonly entryNumber?: number | undefined;
  }[];
}

/** What vouchers can be filtered by, and the values to compare with. */
export type VoucherFilters = {
  readonly 'accrues.voucherId': number;
  readonly booked: boolean;
  readonly date: Dated;
  readonly dueDate: Dated;
  readonly externalDocumentId: string;
  readonly remainder: number;
  readonly remainderInDefaultCurrency: number;
  readonly 'reverses.voucherId': number;
  readonly vatDate: Dated;
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
  | 'accrues.voucherId'
  | 'booked'
  | 'date'
  | 'dueDate'
  | 'externalDocumentId'
  | 'remainder'
  | 'remainderInDefaultCurrency'
  | 'reverses.voucherId'
  | 'vatDate'
  | 'voucherId'
  | 'voucherNumber.prefix'
  | 'voucherNumber.voucherNumber'
  | 'voucherType';

/** What collections of vouchers are filtered and sorted by that take other names than most. */
export type AccountingYearsVouchersAsked = AskedBy<
  {
    readonly 'lines.accruals.account.accountNumber': number;
    readonly 'lines.contraAccount.accountNumber': number;
    readonly 'lines.contraAccount.accountType': 'profitAndLoss' | 'status';
  },
  | 'lines.accruals.account.accountNumber'
  | 'lines.contraAccount.accountNumber'
  | 'lines.contraAccount.accountType',
  { readonly voucherId: number; readonly date: string }
>;

/** An item of totals: list and get. */
export interface Total extends Item<{
  readonly key: { readonly accountNumber: number };
  readonly filter: TotalFilters;
  readonly sort: TotalSortable;
}> {
  /** The account of the chart. */
  readonly account: { readonly accountNumber: number; readonly self: Link<Account> };
  /** The first day; YYYY-MM-DD. */
  readonly fromDate: string;
  /** The last day; YYYY-MM-DD. */
  readonly toDate: string;
  /** Sum of the entries, in the base currency. */
  readonly totalInBaseCurrency: number;
  /** Its own address. */
  readonly self: Link<Total>;
}

/** What totals can be filtered by, and the values to compare with. */
export type TotalFilters = {
  readonly 'account.accountNumber': number;
  readonly fromDate: Dated;
  readonly toDate: Dated;
};
/** The names of what totals can be filtered by. */
export type TotalFilterable = keyof TotalFilters;

/** What totals can be sorted by. */
export type TotalSortable = 'account.accountNumber' | 'fromDate' | 'toDate';
