// Generated from the resource catalogue by tools/generate. Do not edit.
import type { Bytes, Finder, Link, ParameterLink, Template } from '../link.js';
import type { Collection, Feed, Page } from '../pages.js';
import type { ErrorCode } from './error-codes.js';
import type { AgreementSetting, UserSetting } from './app-settings.js';
import type {
  Account,
  AccountCategory,
  AccountingYear,
  AccountingYearsVouchersAsked,
  AccountsAccountingYear,
  AccountsAccountingYearsPeriod,
  AssetGroup,
  BookedOpeningBalance,
  BookedVoucher,
  CountryCode,
  Currency,
  Department,
  DepartmentalDistribution,
  DraftOpeningBalance,
  DraftVoucher,
  EntriesAsked,
  Entry,
  Import,
  Match,
  NumberSeries,
  OpenPost,
  OpeningBalance,
  Period,
  Total,
  VatAccount,
  VatReportSetup,
  VatSettlement,
  VatType,
  VatZone,
  Voucher,
} from './ledger.js';
import type {
  AliasLayer,
  Product,
  ProductAlias,
  ProductGroup,
  SalesAccount,
  StockMovement,
  Unit,
} from './products.js';
import type {
  AdditionalExpense,
  BookedInvoice,
  Customer,
  CustomerContact,
  CustomerGroup,
  DeliveryLocation,
  DraftInvoice,
  Employee,
  Layout,
  PaymentTerm,
  PaymentType,
  Supplier,
  SupplierContact,
  SupplierGroup,
} from './sales.js';
import type {
  App,
  AppRole,
  ClientAgreement,
  ClientGrant,
  Event,
  Language,
  Module,
  Self,
  Webhook,
  WebhookDelivery,
} from './studio.js';

/** The home resource, where everything starts: its endpoints by name, whatever their stability. */
export type Home = About & Omit<StableEndpoints & ExperimentalEndpoints & DeprecatedEndpoints, keyof About>;

/** What home says of the service. */
export interface About {
  /** What the service calls itself. */
  readonly apiName: string;
  /** Who runs it. */
  readonly company: string;
  /** The address of a page for people who begin. */
  readonly gettingStarted: string;
  /** Of the service. */
  readonly version: string;
  /** YYYY-MM-DDThh:mm:ssZ. */
  readonly serverTime: string;
  /** Endpoints to rely on, by name. */
  readonly stable: StableEndpoints;
  /** Endpoints that may change, by name. */
  readonly experimental: ExperimentalEndpoints;
  /** Endpoints that will go, by name. */
  readonly deprecated: DeprecatedEndpoints;
  /** Leads to the descriptions of the resources. */
  readonly resources: Link<ApiResources>;
  /** Leads to every error code with its condition. */
  readonly errors: Link<ErrorCodes>;
  /** Leads to the description of the API: OpenAPI 3.1. */
  readonly openapi: Link<Readonly<Record<string, unknown>>>;
  /** Its own address. */
  readonly self: Link<Home>;
}

/** The descriptions of the resources, by name. */
export interface ApiResources {
  /** Those to rely on. */
  readonly production: Readonly<Record<string, Link<ApiResource>>>;
  /** Those that may change. */
  readonly experimental: Readonly<Record<string, Link<ApiResource>>>;
  /** Its own address. */
  readonly self: Link<ApiResources>;
}

/** The routes of one resource. */
export interface ApiResource {
  /** As home has it. */
  readonly name: string;
  /** What can be asked of it, and where. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  /** Its own address. */
  readonly self: Link<ApiResource>;
}

/** Every error code with its condition. */
export interface ErrorCodes {
  /** All of them. */
  readonly collection: readonly ErrorCondition[];
  /** How one of them is found; nothing is done with them. */
  readonly metaData: {
    readonly find: Finder<ErrorCondition, { readonly errorCode: ErrorCode }>;
  };
  /** Its own address. */
  readonly self: Link<ErrorCodes>;
}

/** An error code with its condition. */
export interface ErrorCondition {
  readonly errorCode: ErrorCode;
  readonly httpStatusCode: number;
  /** When it is told. */
  readonly message: string;
  /** Its own address. */
  readonly self: Link<ErrorCondition>;
}

/** Endpoints to rely on. */
export type StableEndpoints = {
  /** Read one account. */
  readonly account: Template<Account, { readonly accountNumber: number }>;
  /** List the account category collection. */
  readonly accountCategories: Link<Page<AccountCategory>>;
  /** Read one account category. */
  readonly accountCategory: Template<AccountCategory, { readonly accountCategoryNumber: number }>;
  /** Read one accounting year. */
  readonly accountingYear: Template<AccountingYear, { readonly year: string }>;
  /** List the accounting year collection. */
  readonly accountingYears: Link<Collection<AccountingYear>>;
  /** List the entry collection of one year and period. */
  readonly accountingYearsPeriodsEntries: Template<
    Page<Entry>,
    { readonly year: string; readonly periodNumber: number }
  >;
  /** The voucher that an entry belongs to, as a PDF. */
  readonly accountingYearsPeriodsEntriesPdf: Template<
    Bytes,
    { readonly year: string; readonly periodNumber: number; readonly entryNumber: number }
  >;
  /** Read one entry of one year and period. */
  readonly accountingYearsPeriodsEntry: Template<
    Entry,
    { readonly year: string; readonly periodNumber: number; readonly entryNumber: number }
  >;
  /** Read what was booked on one account in one period. */
  readonly accountingYearsPeriodsTotal: Template<
    Total,
    { readonly year: string; readonly periodNumber: number; readonly accountNumber: number }
  >;
  /** List what was booked on each account in one period, and the sums of the chart. */
  readonly accountingYearsPeriodsTotals: Template<
    Page<Total>,
    { readonly year: string; readonly periodNumber: number }
  >;
  /** List the vouchers of an accounting year that have one id: one, or none. */
  readonly accountingYearsVoucher: Template<
    Page<Voucher, AccountingYearsVouchersAsked>,
    { readonly year: string; readonly voucherId: number }
  >;
  /** Read one voucher of an accounting year by its id and date. */
  readonly accountingYearsVoucherByDate: Template<
    Voucher,
    { readonly year: string; readonly voucherId: number; readonly date: string }
  >;
  /** List the vouchers that are dated in an accounting year. */
  readonly accountingYearsVouchers: Template<
    Page<Voucher, AccountingYearsVouchersAsked>,
    { readonly year: string }
  >;
  /** List the account collection. */
  readonly accounts: Link<Collection<Account>>;
  /** Read one accounting year of one account. */
  readonly accountsAccountingYear: Template<
    AccountsAccountingYear,
    { readonly accountNumber: number; readonly year: string }
  >;
  /** List the accounting year collection of one account. */
  readonly accountsAccountingYears: Template<
    Page<AccountsAccountingYear>,
    { readonly accountNumber: number }
  >;
  /** List the entry collection of one account and year. */
  readonly accountsAccountingYearsEntries: Template<
    Page<Entry>,
    { readonly accountNumber: number; readonly year: string }
  >;
  /** Read one entry of one account and year. */
  readonly accountsAccountingYearsEntry: Template<
    Entry,
    { readonly accountNumber: number; readonly year: string; readonly entryNumber: number }
  >;
  /** Read one period of one account and year. */
  readonly accountsAccountingYearsPeriod: Template<
    AccountsAccountingYearsPeriod,
    { readonly accountNumber: number; readonly year: string; readonly periodNumber: number }
  >;
  /** List the period collection of one account and year. */
  readonly accountsAccountingYearsPeriods: Template<
    Page<AccountsAccountingYearsPeriod>,
    { readonly accountNumber: number; readonly year: string }
  >;
  /** List the entry collection of one account, year and period. */
  readonly accountsAccountingYearsPeriodsEntries: Template<
    Page<Entry>,
    { readonly accountNumber: number; readonly year: string; readonly periodNumber: number }
  >;
  /** The voucher that an entry belongs to, as a PDF. */
  readonly accountsAccountingYearsPeriodsEntriesPdf: Template<
    Bytes,
    {
      readonly accountNumber: number;
      readonly year: string;
      readonly periodNumber: number;
      readonly entryNumber: number;
    }
  >;
  /** Read one entry of one account, year and period. */
  readonly accountsAccountingYearsPeriodsEntry: Template<
    Entry,
    {
      readonly accountNumber: number;
      readonly year: string;
      readonly periodNumber: number;
      readonly entryNumber: number;
    }
  >;
  /** Read what was booked on the account in one period. */
  readonly accountsAccountingYearsPeriodsTotals: Template<
    Total,
    { readonly accountNumber: number; readonly year: string; readonly periodNumber: number }
  >;
  /** Read one voucher of an accounting year by its id and date. */
  readonly accountsAccountingYearsPeriodsVoucherByDate: Template<
    Voucher,
    {
      readonly accountNumber: number;
      readonly year: string;
      readonly periodNumber: number;
      readonly voucherId: number;
      readonly date: string;
    }
  >;
  /** List the supplier invoices on an account in one period: booked, or drafts that name it. */
  readonly accountsAccountingYearsPeriodsVouchers: Template<
    Page<Voucher, AccountingYearsVouchersAsked>,
    { readonly accountNumber: number; readonly year: string; readonly periodNumber: number }
  >;
  /** Read what was booked on the account in one year. */
  readonly accountsAccountingYearsTotals: Template<
    Total,
    { readonly accountNumber: number; readonly year: string }
  >;
  /** Read one voucher of an accounting year by its id and date. */
  readonly accountsAccountingYearsVoucherByDate: Template<
    Voucher,
    {
      readonly accountNumber: number;
      readonly year: string;
      readonly voucherId: number;
      readonly date: string;
    }
  >;
  /** List the supplier invoices on an account in one year: booked, or drafts that name it. */
  readonly accountsAccountingYearsVouchers: Template<
    Page<Voucher, AccountingYearsVouchersAsked>,
    { readonly accountNumber: number; readonly year: string }
  >;
  /** Read one additional expense. */
  readonly additionalExpense: Template<AdditionalExpense, { readonly additionalExpenseNumber: number }>;
  /** List the additional expense collection. */
  readonly additionalExpenses: Link<Collection<AdditionalExpense>>;
  /** Read one agreement setting. */
  readonly agreementSetting: Template<AgreementSetting, { readonly settingKey: string }>;
  /** List the agreement setting collection. */
  readonly agreementSettings: Link<Page<AgreementSetting>>;
  /** Read one alias layer. */
  readonly aliasLayer: Template<AliasLayer, { readonly aliasLayerNumber: number }>;
  /** List the alias layer collection. */
  readonly aliasLayers: Link<Collection<AliasLayer>>;
  /** Read one app. */
  readonly app: Template<App, { readonly appNumber: number }>;
  /** Read one app role. */
  readonly appRole: Template<AppRole, { readonly roleNumber: number }>;
  /** List the app role collection. */
  readonly appRoles: Link<Page<AppRole>>;
  /** Where the settings of the calling app are: for the agreement, and for the person who gave the grant. */
  readonly appSettings: Link<AppSettings>;
  /** List the app collection. */
  readonly apps: Link<Collection<App>>;
  /** Read one asset group. */
  readonly assetGroup: Template<AssetGroup, { readonly assetGroupNumber: number }>;
  /** List the asset group collection. */
  readonly assetGroups: Link<Page<AssetGroup>>;
  /** Read one booked invoice. */
  readonly bookedInvoice: Template<BookedInvoice, { readonly bookedInvoiceNumber: number }>;
  /** List the booked invoice collection. */
  readonly bookedInvoices: Link<Collection<BookedInvoice>>;
  /** Read one booked opening balance. */
  readonly bookedOpeningBalance: Template<BookedOpeningBalance, { readonly voucherId: number }>;
  /** Read one client agreement. */
  readonly clientAgreement: Template<ClientAgreement, { readonly agreementNumber: number }>;
  /** List the client agreement collection. */
  readonly clientAgreements: Link<Page<ClientAgreement>>;
  /** Read one client grant. */
  readonly clientGrant: Template<ClientGrant, { readonly clientGrantNumber: number }>;
  /** List the client grant collection. */
  readonly clientGrants: Link<Page<ClientGrant>>;
  /** Read one country code. */
  readonly countryCode: Template<CountryCode, { readonly code: string }>;
  /** List the country code collection. */
  readonly countryCodes: Link<Page<CountryCode>>;
  /** List the currency collection. */
  readonly currencies: Link<Page<Currency>>;
  /** Read one currency. */
  readonly currency: Template<Currency, { readonly code: string }>;
  /** Read one customer. */
  readonly customer: Template<Customer, { readonly customerNumber: number }>;
  /** Read one customer contact. */
  readonly customerContact: Template<
    CustomerContact,
    { readonly customerNumber: number; readonly customerContactNumber: number }
  >;
  /** List the customer contact collection. */
  readonly customerContacts: Template<Collection<CustomerContact>, { readonly customerNumber: number }>;
  /** Read one customer group. */
  readonly customerGroup: Template<CustomerGroup, { readonly customerGroupNumber: number }>;
  /** List the customer group collection. */
  readonly customerGroups: Link<Collection<CustomerGroup>>;
  /** List the customer collection of one customer group. */
  readonly customerGroupsCustomers: Template<Page<Customer>, { readonly customerGroupNumber: number }>;
  /** List the customer collection. */
  readonly customers: Link<Collection<Customer>>;
  /** Read one delivery location. */
  readonly deliveryLocation: Template<
    DeliveryLocation,
    { readonly customerNumber: number; readonly deliveryLocationNumber: number }
  >;
  /** List the delivery location collection. */
  readonly deliveryLocations: Template<Collection<DeliveryLocation>, { readonly customerNumber: number }>;
  /** Read one department. */
  readonly department: Template<Department, { readonly departmentNumber: number }>;
  /** Read one departmental distribution. */
  readonly departmentalDistribution: Template<
    DepartmentalDistribution,
    { readonly departmentalDistributionNumber: number }
  >;
  /** List the departmental distribution collection. */
  readonly departmentalDistributions: Link<Collection<DepartmentalDistribution>>;
  /** List the departmental distributions of type department. */
  readonly departmentalDistributionsDepartments: Link<Page<DepartmentalDistribution>>;
  /** Read one departmental distribution of type department. */
  readonly departmentalDistributionsDepartmentsItem: Template<
    DepartmentalDistribution,
    { readonly departmentalDistributionNumber: number }
  >;
  /** List the departmental distributions of type distribution. */
  readonly departmentalDistributionsDistributions: Link<Page<DepartmentalDistribution>>;
  /** Read one departmental distribution of type distribution. */
  readonly departmentalDistributionsDistributionsItem: Template<
    DepartmentalDistribution,
    { readonly departmentalDistributionNumber: number }
  >;
  /** List the department collection. */
  readonly departments: Link<Collection<Department>>;
  /** Read one draft invoice. */
  readonly draftInvoice: Template<DraftInvoice, { readonly id: number }>;
  /** List the draft invoice collection. */
  readonly draftInvoices: Link<Collection<DraftInvoice>>;
  /** Read one draft opening balance. */
  readonly draftOpeningBalance: Template<DraftOpeningBalance, { readonly voucherId: number }>;
  /** Read one employee. */
  readonly employee: Template<Employee, { readonly employeeNumber: number }>;
  /** List the employee collection. */
  readonly employees: Link<Collection<Employee>>;
  /** List the entry collection. */
  readonly entries: Template<Page<Entry>, { readonly year: string }>;
  /** Read one entry. */
  readonly entry: Template<Entry, { readonly year: string; readonly entryNumber: number }>;
  /** Read one language. */
  readonly language: Template<Language, { readonly languageNumber: number }>;
  /** List the language collection. */
  readonly languages: Link<Page<Language>>;
  /** Read one layout. */
  readonly layout: Template<Layout, { readonly layoutNumber: number }>;
  /** List the layout collection. */
  readonly layouts: Link<Page<Layout>>;
  /** Read one module. */
  readonly module: Template<Module, { readonly moduleNumber: number }>;
  /** List the module collection. */
  readonly modules: Link<Page<Module>>;
  /** List the number series collection. */
  readonly numberSeries: Link<Page<NumberSeries>>;
  /** Read one number series. */
  readonly numberSeriesItem: Template<NumberSeries, { readonly numberSeriesNumber: number }>;
  /** Read one opening balance. */
  readonly openingBalance: Template<OpeningBalance, { readonly voucherId: number }>;
  /** List the opening balance collection: all of them. */
  readonly openingBalances: Link<Page<OpeningBalance>>;
  /** List the opening balance collection: the booked ones. */
  readonly openingBalancesBooked: Link<Page<BookedOpeningBalance>>;
  /** List the opening balance collection: the drafts. */
  readonly openingBalancesDrafts: Link<Collection<DraftOpeningBalance>>;
  /** Read one payment term. */
  readonly paymentTerm: Template<PaymentTerm, { readonly paymentTermsNumber: number }>;
  /** List the payment term collection. */
  readonly paymentTerms: Link<Collection<PaymentTerm>>;
  /** Read one payment type. */
  readonly paymentType: Template<PaymentType, { readonly paymentTypeNumber: number }>;
  /** List the payment type collection. */
  readonly paymentTypes: Link<Page<PaymentType>>;
  /** Read one period. */
  readonly period: Template<Period, { readonly year: string; readonly periodNumber: number }>;
  /** List the period collection. */
  readonly periods: Template<Page<Period>, { readonly year: string }>;
  /** Read one product. */
  readonly product: Template<Product, { readonly productNumber: string }>;
  /** Read one product alias. */
  readonly productAlias: Template<
    ProductAlias,
    { readonly aliasLayerNumber: number; readonly productNumber: string }
  >;
  /** List the product alias collection. */
  readonly productAliases: Template<Collection<ProductAlias>, { readonly aliasLayerNumber: number }>;
  /** Read one product group. */
  readonly productGroup: Template<ProductGroup, { readonly productGroupNumber: number }>;
  /** List the product group collection. */
  readonly productGroups: Link<Collection<ProductGroup>>;
  /** List the product collection of one product group. */
  readonly productGroupsProducts: Template<Page<Product>, { readonly productGroupNumber: number }>;
  /** List the product collection. */
  readonly products: Link<Collection<Product>>;
  /** Read the sales account of one product group in one VAT zone. */
  readonly salesAccount: Template<
    SalesAccount,
    { readonly productGroupNumber: number; readonly vatZoneNumber: number }
  >;
  /** List the sales accounts of one product group, by VAT zone. */
  readonly salesAccounts: Template<Page<SalesAccount>, { readonly productGroupNumber: number }>;
  /** Read about the agreement of the grant in use, the person who gave it and the app that holds it. */
  readonly self: Link<Self>;
  /** Read one supplier. */
  readonly supplier: Template<Supplier, { readonly supplierNumber: number }>;
  /** Read one supplier contact. */
  readonly supplierContact: Template<
    SupplierContact,
    { readonly supplierNumber: number; readonly supplierContactNumber: number }
  >;
  /** List the supplier contact collection. */
  readonly supplierContacts: Template<Collection<SupplierContact>, { readonly supplierNumber: number }>;
  /** Read one supplier group. */
  readonly supplierGroup: Template<SupplierGroup, { readonly supplierGroupNumber: number }>;
  /** List the supplier group collection. */
  readonly supplierGroups: Link<Collection<SupplierGroup>>;
  /** List the supplier collection of one supplier group. */
  readonly supplierGroupsSuppliers: Template<Page<Supplier>, { readonly supplierGroupNumber: number }>;
  /** List the supplier collection. */
  readonly suppliers: Link<Collection<Supplier>>;
  /** Read what was booked on one account in one year. */
  readonly total: Template<Total, { readonly year: string; readonly accountNumber: number }>;
  /** List what was booked on each account in one year, and the sums of the chart. */
  readonly totals: Template<Page<Total>, { readonly year: string }>;
  /** Read one unit. */
  readonly unit: Template<Unit, { readonly unitNumber: number }>;
  /** List the unit collection. */
  readonly units: Link<Collection<Unit>>;
  /** List the product collection of one unit. */
  readonly unitsProducts: Template<Page<Product>, { readonly unitNumber: number }>;
  /** Read one user setting. */
  readonly userSetting: Template<UserSetting, { readonly settingKey: string }>;
  /** List the user setting collection. */
  readonly userSettings: Link<Page<UserSetting>>;
  /** The booked invoice as a PDF. */
  readonly v2InvoicesBookedPdf: Template<Bytes, { readonly bookedInvoiceNumber: number }>;
  /** The draft invoice as a PDF. */
  readonly v2InvoicesDraftsPdf: Template<Bytes, { readonly id: number }>;
  /** Read one VAT account. */
  readonly vatAccount: Template<VatAccount, { readonly vatCode: string }>;
  /** List the VAT account collection. */
  readonly vatAccounts: Link<Collection<VatAccount>>;
  /** Read one VAT report setup. */
  readonly vatReportSetup: Template<
    VatReportSetup,
    { readonly vatTypeNumber: number; readonly vatReportSetupNumber: number }
  >;
  /** List the VAT report setup collection. */
  readonly vatReportSetups: Template<Page<VatReportSetup>, { readonly vatTypeNumber: number }>;
  /** Read one VAT type. */
  readonly vatType: Template<VatType, { readonly vatTypeNumber: number }>;
  /** List the VAT type collection. */
  readonly vatTypes: Link<Page<VatType>>;
  /** Read one VAT zone. */
  readonly vatZone: Template<VatZone, { readonly vatZoneNumber: number }>;
  /** List the VAT zone collection. */
  readonly vatZones: Link<Page<VatZone>>;
};

/** Endpoints that may change. */
export type ExperimentalEndpoints = {
  /**
   * Close an accounting year: carry its result and its balances on.
   * Not read: `metaData` tells the action where it is possible.
   * @experimental
   */
  readonly accountingYearsClosing: string;
  /**
   * List the entries of all accounting years, year by year.
   * @experimental
   */
  readonly allEntries: Link<Page<Entry, EntriesAsked>>;
  /**
   * Read one booked voucher.
   * @experimental
   */
  readonly bookedVoucher: Template<BookedVoucher, { readonly voucherId: number }>;
  /**
   * List what is open of one customer.
   * @experimental
   */
  readonly customersOpenPosts: Template<Page<OpenPost>, { readonly customerNumber: number }>;
  /**
   * Read one draft voucher.
   * @experimental
   */
  readonly draftVoucher: Template<DraftVoucher, { readonly voucherId: number }>;
  /**
   * Read one event.
   * @experimental
   */
  readonly event: Template<Event, { readonly sequence: number }>;
  /**
   * List what changed in the agreement, in order; wait for what comes, or take it as a stream.
   * @experimental
   */
  readonly events: Link<Feed<Event>>;
  /**
   * Read which events are kept: before everything is read, to go on from there.
   * @experimental
   */
  readonly eventsPosition: Link<EventsPosition>;
  /**
   * List the exports that there are.
   * @experimental
   */
  readonly exports: Link<Exports>;
  /**
   * Export all entries as CSV, one a line.
   * @experimental
   */
  readonly exportsCsv: Link<Bytes>;
  /**
   * Export everything that is booked as a plain-text journal that hledger and ledger read.
   * @experimental
   */
  readonly exportsHledger: Link<Bytes>;
  /**
   * Export the books as JSON lines, which an import takes again: all that the caller may read.
   * @experimental
   */
  readonly exportsJsonl: Link<Bytes>;
  /**
   * Export one accounting year as a SIE file of type 4.
   * @experimental
   */
  readonly exportsSie: ParameterLink<Bytes, { readonly accountingYear?: string | undefined }>;
  /**
   * Read one import.
   * @experimental
   */
  readonly import: Template<Import, { readonly importNumber: number }>;
  /**
   * List the import collection.
   * @experimental
   */
  readonly imports: Link<Page<Import>>;
  /**
   * Read one match.
   * @experimental
   */
  readonly match: Template<Match, { readonly matchNumber: number }>;
  /**
   * List the match collection.
   * @experimental
   */
  readonly matches: Link<Collection<Match>>;
  /**
   * Read one open post.
   * @experimental
   */
  readonly openPost: Template<OpenPost, { readonly entryNumber: number }>;
  /**
   * List the open posts: what is left of what customers and suppliers were billed and have paid.
   * @experimental
   */
  readonly openPosts: Link<Page<OpenPost>>;
  /**
   * List what moved the stock of one product: corrections, receipts and sales.
   * @experimental
   */
  readonly productsStockCorrections: Template<Page<StockMovement>, { readonly productNumber: string }>;
  /**
   * What suppliers were owed on a date, by how long it was overdue.
   * @experimental
   */
  readonly statementsAgedPayables: ParameterLink<
    StatementsAgedPayables,
    { readonly date?: string | undefined }
  >;
  /**
   * What customers owed on a date, by how long it was overdue.
   * @experimental
   */
  readonly statementsAgedReceivables: ParameterLink<
    StatementsAgedReceivables,
    { readonly date?: string | undefined }
  >;
  /**
   * The balance sheet at a date; the result that is not carried yet is a row of its own.
   * @experimental
   */
  readonly statementsBalanceSheet: ParameterLink<
    StatementsBalanceSheet,
    { readonly date?: string | undefined }
  >;
  /**
   * Profit and loss between two dates.
   * @experimental
   */
  readonly statementsProfitAndLoss: ParameterLink<
    StatementsProfitAndLoss,
    { readonly fromDate?: string | undefined; readonly toDate?: string | undefined }
  >;
  /**
   * The trial balance: what stood on each account, what moved it, what stands there.
   * @experimental
   */
  readonly statementsTrialBalance: ParameterLink<
    StatementsTrialBalance,
    { readonly fromDate?: string | undefined; readonly toDate?: string | undefined }
  >;
  /**
   * The VAT of each code between two dates: its basis, what its entries have, and what the rate makes.
   * @experimental
   */
  readonly statementsVat: ParameterLink<
    StatementsVat,
    { readonly fromDate?: string | undefined; readonly toDate?: string | undefined }
  >;
  /**
   * Read one stock movement.
   * @experimental
   */
  readonly stockMovement: Template<StockMovement, { readonly stockMovementNumber: number }>;
  /**
   * List the stock movement collection.
   * @experimental
   */
  readonly stockMovements: Link<Page<StockMovement>>;
  /**
   * List what is open of one supplier.
   * @experimental
   */
  readonly suppliersOpenPosts: Template<Page<OpenPost>, { readonly supplierNumber: number }>;
  /**
   * Draft a credit note for a booked invoice: of all that is not credited yet, or of some lines.
   * Not read: `metaData` tells the action where it is possible.
   * @experimental
   */
  readonly v2InvoicesBookedCreditNotes: string;
  /**
   * List the booked invoices that are not paid and due today or later.
   * @experimental
   */
  readonly v2InvoicesNotDue: Link<Page<BookedInvoice>>;
  /**
   * List the booked invoices that are not paid and were due before today.
   * @experimental
   */
  readonly v2InvoicesOverdue: Link<Page<BookedInvoice>>;
  /**
   * List the booked invoices of which nothing is left.
   * @experimental
   */
  readonly v2InvoicesPaid: Link<Page<BookedInvoice>>;
  /**
   * List the booked invoices of which something is left.
   * @experimental
   */
  readonly v2InvoicesUnpaid: Link<Page<BookedInvoice>>;
  /**
   * Read one VAT settlement.
   * @experimental
   */
  readonly vatSettlement: Template<VatSettlement, { readonly settlementNumber: number }>;
  /**
   * List the VAT settlement collection.
   * @experimental
   */
  readonly vatSettlements: Link<Collection<VatSettlement>>;
  /**
   * Read one voucher.
   * @experimental
   */
  readonly voucher: Template<Voucher, { readonly voucherId: number }>;
  /**
   * List the voucher collection: all of them.
   * @experimental
   */
  readonly vouchers: Link<Page<Voucher>>;
  /**
   * Read the attachment of a voucher, as it was sent.
   * @experimental
   */
  readonly vouchersAttachment: Template<Bytes, { readonly voucherId: number }>;
  /**
   * List the voucher collection: the booked ones.
   * @experimental
   */
  readonly vouchersBooked: Link<Page<BookedVoucher>>;
  /**
   * Reverse a booked voucher: book its opposite on a date of an open period.
   * Not read: `metaData` tells the action where it is possible.
   * @experimental
   */
  readonly vouchersBookedReversal: string;
  /**
   * List the voucher collection: the drafts.
   * @experimental
   */
  readonly vouchersDrafts: Link<Page<DraftVoucher>>;
  /**
   * List the voucher collection: the drafts that were written here.
   * @experimental
   */
  readonly vouchersDraftsCustomerInvoices: Link<Collection<DraftVoucher>>;
  /**
   * List the voucher collection: the drafts that were written here.
   * @experimental
   */
  readonly vouchersDraftsCustomerPayments: Link<Collection<DraftVoucher>>;
  /**
   * List the voucher collection: the drafts that were written here.
   * @experimental
   */
  readonly vouchersDraftsFinanceVouchers: Link<Collection<DraftVoucher>>;
  /**
   * List the voucher collection: the drafts that were written here.
   * @experimental
   */
  readonly vouchersDraftsSupplierInvoices: Link<Collection<DraftVoucher>>;
  /**
   * List the voucher collection: the drafts that were written here.
   * @experimental
   */
  readonly vouchersDraftsSupplierPayments: Link<Collection<DraftVoucher>>;
  /**
   * Read one webhook.
   * @experimental
   */
  readonly webhook: Template<Webhook, { readonly webhookNumber: number }>;
  /**
   * List the webhook delivery collection.
   * @experimental
   */
  readonly webhookDeliveries: Template<Page<WebhookDelivery>, { readonly webhookNumber: number }>;
  /**
   * Read one webhook delivery.
   * @experimental
   */
  readonly webhookDelivery: Template<
    WebhookDelivery,
    { readonly webhookNumber: number; readonly deliveryNumber: number }
  >;
  /**
   * List the webhook collection.
   * @experimental
   */
  readonly webhooks: Link<Collection<Webhook>>;
  /**
   * Deliver the events from a sequence on, again or for the first time; or go on behind those before it.
   * Not read: `metaData` tells the action where it is possible.
   * @experimental
   */
  readonly webhooksReplays: string;
  /**
   * Give a webhook another secret. The answer shows it, once; the former one signs beside it for a while.
   * Not read: `metaData` tells the action where it is possible.
   * @experimental
   */
  readonly webhooksSecrets: string;
  /**
   * Deliver a sample at once, also to a webhook that is disabled. The delivery tells what was answered.
   * Not read: `metaData` tells the action where it is possible.
   * @experimental
   */
  readonly webhooksTest: string;
  /**
   * Deliver once more what was delivered or has failed, at once and under the same id.
   * Not read: `metaData` tells the action where it is possible.
   * @experimental
   */
  readonly webhooksWebhookDeliveriesRedeliveries: string;
};

/** Endpoints that will go. */
export type DeprecatedEndpoints = {
  /**
   * List the booked invoice collection: use /v2/invoices/booked.
   * @deprecated
   */
  readonly invoicesBooked: Link<Page<BookedInvoice>>;
  /**
   * Read one booked invoice: use /v2/invoices/booked.
   * @deprecated
   */
  readonly invoicesBookedItem: Template<BookedInvoice, { readonly bookedInvoiceNumber: number }>;
  /**
   * List the draft invoice collection: use /v2/invoices/drafts.
   * @deprecated
   */
  readonly invoicesDrafts: Link<
    Page<
      DraftInvoice & {
        /** Its id. */
        readonly draftInvoiceNumber: number;
      }
    >
  >;
  /**
   * Read one draft invoice: use /v2/invoices/drafts.
   * @deprecated
   */
  readonly invoicesDraftsItem: Template<
    DraftInvoice & {
      /** Its id. */
      readonly draftInvoiceNumber: number;
    },
    { readonly id: number }
  >;
};

/** What is at /app-settings. */
export interface AppSettings {
  readonly agreement: Link<Page<AgreementSetting>>;
  readonly user: Link<Page<UserSetting>>;
  readonly self: Link<AppSettings>;
}

/** What is at /events/position. */
export interface EventsPosition {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly events: Link<Feed<Event>>;
  readonly self: Link<EventsPosition>;
}

/** What is at /exports. */
export interface Exports {
  readonly exports: readonly {
    /** What it is called. */
    readonly name: string;
    /** What it is, in words. */
    readonly description: string;
    /** Media type of the file. */
    readonly contentType: string;
    readonly parameters: readonly string[];
    readonly self: Link<Bytes>;
  }[];
  readonly self: Link<Exports>;
}

/** What is at /statements/aged-payables. */
export interface StatementsAgedPayables {
  /** The first day; YYYY-MM-DD. */
  readonly fromDate: string;
  /** The last day; YYYY-MM-DD. */
  readonly toDate: string;
  /** Currency that the books are kept in, ISO 4217. */
  readonly baseCurrency: string;
  readonly rows: readonly {
    /** The supplier that it is about. */
    readonly supplier?: { readonly supplierNumber: number; readonly self: Link<Supplier> };
    /** What it is called. */
    readonly name: string;
    /** All that is open; debit is positive. */
    readonly total: number;
    /** What is not overdue on the date. */
    readonly notDue?: number;
    /** What is overdue by 1 to 30 days. */
    readonly days1To30?: number;
    /** What is overdue by 31 to 60 days. */
    readonly days31To60?: number;
    /** What is overdue by 61 to 90 days. */
    readonly days61To90?: number;
    /** What is overdue by more than 90 days. */
    readonly over90?: number;
    /** Leads to the entries that it is the sum of. */
    readonly entries?: Link<Page<Entry, EntriesAsked>>;
    /** Leads to the open posts of that age; none where any was matched later. */
    readonly notDuePosts?: Link<Page<OpenPost>>;
    /** Leads to the open posts of that age; none where any was matched later. */
    readonly days1To30Posts?: Link<Page<OpenPost>>;
    /** Leads to the open posts of that age; none where any was matched later. */
    readonly days31To60Posts?: Link<Page<OpenPost>>;
    /** Leads to the open posts of that age; none where any was matched later. */
    readonly days61To90Posts?: Link<Page<OpenPost>>;
    /** Leads to the open posts of that age; none where any was matched later. */
    readonly over90Posts?: Link<Page<OpenPost>>;
  }[];
  readonly self: Link<StatementsAgedPayables>;
}

/** What is at /statements/aged-receivables. */
export interface StatementsAgedReceivables {
  /** The first day; YYYY-MM-DD. */
  readonly fromDate: string;
  /** The last day; YYYY-MM-DD. */
  readonly toDate: string;
  /** Currency that the books are kept in, ISO 4217. */
  readonly baseCurrency: string;
  readonly rows: readonly {
    /** The customer that it is about. */
    readonly customer?: { readonly customerNumber: number; readonly self: Link<Customer> };
    /** What it is called. */
    readonly name: string;
    /** All that is open; debit is positive. */
    readonly total: number;
    /** What is not overdue on the date. */
    readonly notDue?: number;
    /** What is overdue by 1 to 30 days. */
    readonly days1To30?: number;
    /** What is overdue by 31 to 60 days. */
    readonly days31To60?: number;
    /** What is overdue by 61 to 90 days. */
    readonly days61To90?: number;
    /** What is overdue by more than 90 days. */
    readonly over90?: number;
    /** Leads to the entries that it is the sum of. */
    readonly entries?: Link<Page<Entry, EntriesAsked>>;
    /** Leads to the open posts of that age; none where any was matched later. */
    readonly notDuePosts?: Link<Page<OpenPost>>;
    /** Leads to the open posts of that age; none where any was matched later. */
    readonly days1To30Posts?: Link<Page<OpenPost>>;
    /** Leads to the open posts of that age; none where any was matched later. */
    readonly days31To60Posts?: Link<Page<OpenPost>>;
    /** Leads to the open posts of that age; none where any was matched later. */
    readonly days61To90Posts?: Link<Page<OpenPost>>;
    /** Leads to the open posts of that age; none where any was matched later. */
    readonly over90Posts?: Link<Page<OpenPost>>;
  }[];
  readonly self: Link<StatementsAgedReceivables>;
}

/** What is at /statements/balance-sheet. */
export interface StatementsBalanceSheet {
  /** The first day; YYYY-MM-DD. */
  readonly fromDate: string;
  /** The last day; YYYY-MM-DD. */
  readonly toDate: string;
  /** Currency that the books are kept in, ISO 4217. */
  readonly baseCurrency: string;
  readonly rows: readonly {
    /** The account of the chart. */
    readonly account?: { readonly accountNumber: number; readonly self: Link<Account> };
    /** What it is called. */
    readonly name: string;
    /** What the account is for, or which row of the chart it is. */
    readonly accountType?:
      | 'profitAndLoss'
      | 'status'
      | 'totalFrom'
      | 'heading'
      | 'headingStart'
      | 'sumInterval'
      | 'sumAlpha';
    /** How much it is; of entries and in statements, debit is positive. */
    readonly amount?: number;
    /** Leads to the entries that it is the sum of. */
    readonly entries?: Link<Page<Entry, EntriesAsked>>;
  }[];
  readonly self: Link<StatementsBalanceSheet>;
}

/** What is at /statements/profit-and-loss. */
export interface StatementsProfitAndLoss {
  /** The first day; YYYY-MM-DD. */
  readonly fromDate: string;
  /** The last day; YYYY-MM-DD. */
  readonly toDate: string;
  /** Currency that the books are kept in, ISO 4217. */
  readonly baseCurrency: string;
  readonly rows: readonly {
    /** The account of the chart. */
    readonly account?: { readonly accountNumber: number; readonly self: Link<Account> };
    /** What it is called. */
    readonly name: string;
    /** What the account is for, or which row of the chart it is. */
    readonly accountType?:
      | 'profitAndLoss'
      | 'status'
      | 'totalFrom'
      | 'heading'
      | 'headingStart'
      | 'sumInterval'
      | 'sumAlpha';
    /** How much it is; of entries and in statements, debit is positive. */
    readonly amount?: number;
    /** Leads to the entries that it is the sum of. */
    readonly entries?: Link<Page<Entry, EntriesAsked>>;
  }[];
  readonly self: Link<StatementsProfitAndLoss>;
}

/** What is at /statements/trial-balance. */
export interface StatementsTrialBalance {
  /** The first day; YYYY-MM-DD. */
  readonly fromDate: string;
  /** The last day; YYYY-MM-DD. */
  readonly toDate: string;
  /** Currency that the books are kept in, ISO 4217. */
  readonly baseCurrency: string;
  readonly rows: readonly {
    /** The account of the chart. */
    readonly account?: { readonly accountNumber: number; readonly self: Link<Account> };
    /** What it is called. */
    readonly name: string;
    /** What the account is for, or which row of the chart it is. */
    readonly accountType?:
      | 'profitAndLoss'
      | 'status'
      | 'totalFrom'
      | 'heading'
      | 'headingStart'
      | 'sumInterval'
      | 'sumAlpha';
    /** Balance at the beginning of the time: debit is positive. */
    readonly openingBalance?: number;
    /** Sum of the debits of the time. */
    readonly debit?: number;
    /** Sum of the credits of the time, as a positive number. */
    readonly credit?: number;
    /** Debit less credit of the time. */
    readonly movement?: number;
    /** Balance at the end of the time: debit is positive. */
    readonly closingBalance?: number;
    /** Leads to the entries that it is the sum of. */
    readonly entries?: Link<Page<Entry, EntriesAsked>>;
  }[];
  readonly self: Link<StatementsTrialBalance>;
}

/** What is at /statements/vat. */
export interface StatementsVat {
  /** The first day; YYYY-MM-DD. */
  readonly fromDate: string;
  /** The last day; YYYY-MM-DD. */
  readonly toDate: string;
  /** Currency that the books are kept in, ISO 4217. */
  readonly baseCurrency: string;
  readonly rows: readonly {
    /** The VAT code that it has. */
    readonly vatAccount: { readonly vatCode: string; readonly self: Link<VatAccount> };
    /** What it is called. */
    readonly name?: string;
    /** VAT in per cent. */
    readonly ratePercentage: number;
    /** What the VAT is computed of, in the base currency. */
    readonly basis: number;
    /** The VAT that the entries have, in the base currency. */
    readonly vat: number;
    /** The VAT that the reverse charge books on the other side. */
    readonly contraVat?: number;
    /** What the entries have beyond what the rate makes of the basis. */
    readonly difference: number;
    /** Leads to the entries that the basis is the sum of. */
    readonly basisEntries?: Link<Page<Entry, EntriesAsked>>;
    readonly vatEntries?: Link<Page<Entry, EntriesAsked>>;
    /** Leads to the entries that the VAT on the other side is the sum of. */
    readonly contraVatEntries?: Link<Page<Entry, EntriesAsked>>;
  }[];
  readonly settlements: Link<Page<VatSettlement>>;
  readonly self: Link<StatementsVat>;
}
