// Generated from the resource catalogue by tools/generate. Do not edit.
import type { Item, Link } from '../link.js';

/** An item of accounts: list and get. */
export interface Account extends Item<{
  readonly key: { readonly accountNumber: number };
  readonly filter: AccountFilterable;
  readonly sort: AccountSortable;
}> {
  readonly accountNumber: number;
  readonly name: string;
  readonly accountType:
    'profitAndLoss' | 'status' | 'totalFrom' | 'heading' | 'headingStart' | 'sumInterval' | 'sumAlpha';
  readonly accountCategory?: { readonly accountCategoryNumber: number; readonly self: Link<AccountCategory> };
  readonly debitCredit: 'debit' | 'credit';
  readonly barred: boolean;
  readonly blockDirectEntries: boolean;
  readonly self: Link<Account>;
}

/** What accounts can be filtered by. */
export type AccountFilterable =
  'accountNumber' | 'accountType' | 'barred' | 'blockDirectEntries' | 'debitCredit' | 'name';

/** What accounts can be sorted by. */
export type AccountSortable = 'accountNumber' | 'accountType' | 'blockDirectEntries' | 'debitCredit' | 'name';

/** An item of account-categories: list and get. */
export interface AccountCategory extends Item<{
  readonly key: { readonly accountCategoryNumber: number };
  readonly filter: AccountCategoryFilterable;
  readonly sort: AccountCategorySortable;
}> {
  readonly accountCategoryNumber: number;
  readonly accountCategoryType: 'BalanceSheet' | 'ProfitAndLoss';
  readonly description: string;
  readonly parent?: { readonly accountCategoryNumber: number; readonly self: Link<AccountCategory> };
  readonly useInvertedAccountCategory: boolean;
  readonly self: Link<AccountCategory>;
}

/** What account-categories can be filtered by. */
export type AccountCategoryFilterable = 'accountCategoryNumber' | 'accountCategoryType' | 'description';

/** What account-categories can be sorted by. */
export type AccountCategorySortable = AccountCategoryFilterable;

/** An item of asset-groups: list and get. */
export interface AssetGroup extends Item<{
  readonly key: { readonly assetGroupNumber: number };
  readonly filter: AssetGroupFilterable;
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
  readonly self: Link<AssetGroup>;
}

/** What asset-groups can be filtered by. */
export type AssetGroupFilterable = 'assetGroupNumber' | 'name';

/** What asset-groups can be sorted by. */
export type AssetGroupSortable = AssetGroupFilterable;

/** An item of country-codes: list and get. */
export interface CountryCode extends Item<{
  readonly key: { readonly code: string };
  readonly filter: CountryCodeFilterable;
  readonly sort: CountryCodeSortable;
}> {
  readonly code: string;
  /** On the list of non-cooperative tax jurisdictions. */
  readonly isBlackListed: boolean;
  /** Member of the one-stop-shop scheme. */
  readonly ossMember: boolean;
  /** The key of its name in translations. */
  readonly textId: string;
  readonly self: Link<CountryCode>;
}

/** What country-codes can be filtered by. */
export type CountryCodeFilterable = 'code' | 'isBlackListed' | 'ossMember' | 'textId';

/** What country-codes can be sorted by. */
export type CountryCodeSortable = CountryCodeFilterable;

/** An item of currencies: list and get. */
export interface Currency extends Item<{
  readonly key: { readonly code: string };
  readonly filter: CurrencyFilterable;
  readonly sort: CurrencySortable;
}> {
  readonly code: string;
  readonly isoNumber: string;
  readonly name: string;
  readonly self: Link<Currency>;
}

/** What currencies can be filtered by. */
export type CurrencyFilterable = 'code' | 'isoNumber' | 'name';

/** What currencies can be sorted by. */
export type CurrencySortable = CurrencyFilterable;

/** An item of departments: list, get, create, replace and remove. */
export interface Department extends Item<{
  readonly key: { readonly departmentNumber: number };
  readonly create: DepartmentDraft;
  readonly replace: DepartmentDraft;
  readonly remove: true;
  readonly filter: DepartmentFilterable;
  readonly sort: DepartmentSortable;
}> {
  readonly departmentNumber: number;
  readonly name: string;
  readonly self: Link<Department>;
}

/** What an item of departments is written as. */
export interface DepartmentDraft {
  /** 1 to 999999999. */
  readonly departmentNumber?: number | undefined;
  /** 1 to 250 characters. */
  readonly name: string;
}

/** What departments can be filtered by. */
export type DepartmentFilterable = 'departmentNumber' | 'name';

/** What departments can be sorted by. */
export type DepartmentSortable = DepartmentFilterable;

/** An item of departmental-distributions: list, get, create, replace and remove. */
export interface DepartmentalDistribution extends Item<{
  readonly key: { readonly departmentalDistributionNumber: number };
  readonly create: DepartmentalDistributionDraft;
  readonly replace: DepartmentalDistributionDraft;
  readonly remove: true;
  readonly filter: DepartmentalDistributionFilterable;
  readonly sort: DepartmentalDistributionSortable;
}> {
  readonly departmentalDistributionNumber: number;
  readonly name: string;
  readonly distributionType: 'distribution' | 'department';
  readonly distributions: readonly {
    readonly department: { readonly departmentNumber: number; readonly self: Link<Department> };
    readonly percentage: number;
  }[];
  readonly self: Link<DepartmentalDistribution>;
}

/** What an item of departmental-distributions is written as. */
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
    /** At least 0, at most 100 and at most 10 decimals. */
    readonly percentage: number;
  }[];
}

/** What departmental-distributions can be filtered by. */
export type DepartmentalDistributionFilterable =
  'departmentalDistributionNumber' | 'distributionType' | 'name';

/** What departmental-distributions can be sorted by. */
export type DepartmentalDistributionSortable = DepartmentalDistributionFilterable;
