// Generated from the resource catalogue by tools/generate. Do not edit.
import type { Link, Template } from '../link.js';
import type { Page } from '../pages.js';
import type {
  Account,
  AccountCategory,
  AssetGroup,
  CountryCode,
  Currency,
  Department,
  DepartmentalDistribution,
  VatAccount,
  VatReportSetup,
  VatType,
  VatZone,
} from './ledger.js';
import type { AliasLayer, Product, ProductAlias, ProductGroup, Unit } from './products.js';
import type {
  Customer,
  CustomerContact,
  CustomerGroup,
  DeliveryLocation,
  Employee,
  Layout,
  PaymentTerm,
  PaymentType,
  Supplier,
  SupplierContact,
  SupplierGroup,
} from './sales.js';

/** The home resource, where everything starts: its endpoints by name, whatever their stability. */
export type Home = About & Omit<StableEndpoints & ExperimentalEndpoints & DeprecatedEndpoints, keyof About>;

/** What home says of the service. */
export interface About {
  readonly apiName: string;
  readonly company: string;
  readonly gettingStarted: string;
  readonly version: string;
  /** YYYY-MM-DDThh:mm:ssZ. */
  readonly serverTime: string;
  readonly stable: StableEndpoints;
  readonly experimental: ExperimentalEndpoints;
  readonly deprecated: DeprecatedEndpoints;
  readonly resources: Link<ApiResources>;
  readonly errors: Link<ErrorCodes>;
  readonly self: Link<Home>;
}

/** The descriptions of the resources, by name. */
export interface ApiResources {
  readonly production: Readonly<Record<string, Link<ApiResource>>>;
  readonly experimental: Readonly<Record<string, Link<ApiResource>>>;
  readonly self: Link<ApiResources>;
}

/** The routes of one resource. */
export interface ApiResource {
  readonly name: string;
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  readonly self: Link<ApiResource>;
}

/** Every error code with its condition. */
export interface ErrorCodes {
  readonly collection: readonly {
    readonly errorCode: string;
    readonly httpStatusCode: number;
    readonly message: string;
  }[];
  readonly self: Link<ErrorCodes>;
}

/** Endpoints to rely on. */
export type StableEndpoints = {
  /** Read one account. */
  readonly account: Template<Account, { readonly accountNumber: number }>;
  /** List the account category collection. */
  readonly accountCategories: Link<Page<AccountCategory>>;
  /** Read one account category. */
  readonly accountCategory: Template<AccountCategory, { readonly accountCategoryNumber: number }>;
  /** List the account collection. */
  readonly accounts: Link<Page<Account>>;
  /** Read one alias layer. */
  readonly aliasLayer: Template<AliasLayer, { readonly aliasLayerNumber: number }>;
  /** List the alias layer collection. */
  readonly aliasLayers: Link<Page<AliasLayer>>;
  /** Read one asset group. */
  readonly assetGroup: Template<AssetGroup, { readonly assetGroupNumber: number }>;
  /** List the asset group collection. */
  readonly assetGroups: Link<Page<AssetGroup>>;
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
  readonly customerContacts: Template<Page<CustomerContact>, { readonly customerNumber: number }>;
  /** Read one customer group. */
  readonly customerGroup: Template<CustomerGroup, { readonly customerGroupNumber: number }>;
  /** List the customer group collection. */
  readonly customerGroups: Link<Page<CustomerGroup>>;
  /** List the customer collection of one customer group. */
  readonly customerGroupsCustomers: Template<Page<Customer>, { readonly customerGroupNumber: number }>;
  /** List the customer collection. */
  readonly customers: Link<Page<Customer>>;
  /** Read one delivery location. */
  readonly deliveryLocation: Template<
    DeliveryLocation,
    { readonly customerNumber: number; readonly deliveryLocationNumber: number }
  >;
  /** List the delivery location collection. */
  readonly deliveryLocations: Template<Page<DeliveryLocation>, { readonly customerNumber: number }>;
  /** Read one department. */
  readonly department: Template<Department, { readonly departmentNumber: number }>;
  /** Read one departmental distribution. */
  readonly departmentalDistribution: Template<
    DepartmentalDistribution,
    { readonly departmentalDistributionNumber: number }
  >;
  /** List the departmental distribution collection. */
  readonly departmentalDistributions: Link<Page<DepartmentalDistribution>>;
  /** List the departmental distributions of type department. */
  readonly departmentalDistributionsDepartments: Link<Page<DepartmentalDistribution>>;
  /** List the departmental distributions of type distribution. */
  readonly departmentalDistributionsDistributions: Link<Page<DepartmentalDistribution>>;
  /** List the department collection. */
  readonly departments: Link<Page<Department>>;
  /** Read one employee. */
  readonly employee: Template<Employee, { readonly employeeNumber: number }>;
  /** List the employee collection. */
  readonly employees: Link<Page<Employee>>;
  /** Read one layout. */
  readonly layout: Template<Layout, { readonly layoutNumber: number }>;
  /** List the layout collection. */
  readonly layouts: Link<Page<Layout>>;
  /** Read one payment term. */
  readonly paymentTerm: Template<PaymentTerm, { readonly paymentTermsNumber: number }>;
  /** List the payment term collection. */
  readonly paymentTerms: Link<Page<PaymentTerm>>;
  /** Read one payment type. */
  readonly paymentType: Template<PaymentType, { readonly paymentTypeNumber: number }>;
  /** List the payment type collection. */
  readonly paymentTypes: Link<Page<PaymentType>>;
  /** Read one product. */
  readonly product: Template<Product, { readonly productNumber: string }>;
  /** Read one product alias. */
  readonly productAlias: Template<
    ProductAlias,
    { readonly aliasLayerNumber: number; readonly productNumber: string }
  >;
  /** List the product alias collection. */
  readonly productAliases: Template<Page<ProductAlias>, { readonly aliasLayerNumber: number }>;
  /** Read one product group. */
  readonly productGroup: Template<ProductGroup, { readonly productGroupNumber: number }>;
  /** List the product group collection. */
  readonly productGroups: Link<Page<ProductGroup>>;
  /** List the product collection of one product group. */
  readonly productGroupsProducts: Template<Page<Product>, { readonly productGroupNumber: number }>;
  /** List the product collection. */
  readonly products: Link<Page<Product>>;
  /** Read one supplier. */
  readonly supplier: Template<Supplier, { readonly supplierNumber: number }>;
  /** Read one supplier contact. */
  readonly supplierContact: Template<
    SupplierContact,
    { readonly supplierNumber: number; readonly supplierContactNumber: number }
  >;
  /** List the supplier contact collection. */
  readonly supplierContacts: Template<Page<SupplierContact>, { readonly supplierNumber: number }>;
  /** Read one supplier group. */
  readonly supplierGroup: Template<SupplierGroup, { readonly supplierGroupNumber: number }>;
  /** List the supplier group collection. */
  readonly supplierGroups: Link<Page<SupplierGroup>>;
  /** List the supplier collection of one supplier group. */
  readonly supplierGroupsSuppliers: Template<Page<Supplier>, { readonly supplierGroupNumber: number }>;
  /** List the supplier collection. */
  readonly suppliers: Link<Page<Supplier>>;
  /** Read one unit. */
  readonly unit: Template<Unit, { readonly unitNumber: number }>;
  /** List the unit collection. */
  readonly units: Link<Page<Unit>>;
  /** List the product collection of one unit. */
  readonly unitsProducts: Template<Page<Product>, { readonly unitNumber: number }>;
  /** Read one VAT account. */
  readonly vatAccount: Template<VatAccount, { readonly vatCode: string }>;
  /** List the VAT account collection. */
  readonly vatAccounts: Link<Page<VatAccount>>;
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
export type ExperimentalEndpoints = Readonly<Record<never, never>>;

/** Endpoints that will go. */
export type DeprecatedEndpoints = Readonly<Record<never, never>>;
