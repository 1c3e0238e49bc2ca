// Generated from the resource catalogue by tools/generate. Do not edit.
import type { Action, Finder, Item, ItemActions, Link, Optional } from '../link.js';
import type { Creation, Page } from '../pages.js';
import type { Dated } from '../query.js';
import type { Account, BookedVoucher, Department, DepartmentalDistribution, VatZone } from './ledger.js';
import type { BookedInvoice } from './sales.js';

/** An item of alias-layers: list, get, create, replace and remove. */
export interface AliasLayer extends Item<{
  readonly key: { readonly aliasLayerNumber: number };
  readonly create: AliasLayerDraft;
  readonly replace: AliasLayerDraft;
  readonly remove: true;
  readonly filter: AliasLayerFilters;
  readonly sort: AliasLayerSortable;
}> {
  /** Identifies it; given by the service. */
  readonly aliasLayerNumber: number;
  /** What it is called. */
  readonly name: string;
  /** The names that products have in this layer. */
  readonly productAliases: readonly {
    /** Number of the product. */
    readonly productNumber: string;
    /** What the product is called in this layer. */
    readonly nameAlias?: string;
    /** What the product is described as in this layer. */
    readonly descriptionAlias?: string;
  }[];
  /** Its own address. */
  readonly self: Link<AliasLayer>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    readonly createProductAlias?: Creation<ProductAlias>;
    readonly findProductAlias?: Finder<ProductAlias, { readonly productNumber: string }>;
  };
}

/** What an item of alias-layers is made of. */
export interface AliasLayerDraft {
  /** What it is called; 1 to 250 characters. */
  readonly name: string;
  /** The names that products have in this layer; at most 1000. */
  readonly productAliases?:
    | readonly {
        /** Number of the product; 1 to 25 characters. */
        readonly productNumber: string;
        /** What the product is called in this layer; at most 300 characters. */
        readonly nameAlias?: string | undefined;
        /** What the product is described as in this layer; at most 500 characters. */
        readonly descriptionAlias?: string | undefined;
      }[]
    | undefined;
}

/** What alias-layers can be filtered by, and the values to compare with. */
export type AliasLayerFilters = {
  readonly aliasLayerNumber: number;
  readonly name: string;
};
/** The names of what alias-layers can be filtered by. */
export type AliasLayerFilterable = keyof AliasLayerFilters;

/** What alias-layers can be sorted by. */
export type AliasLayerSortable = 'aliasLayerNumber' | 'name';

/** An item of products: list, get, create, replace and remove. */
export interface Product extends Item<{
  readonly key: { readonly productNumber: string };
  readonly create: ProductDraft;
  readonly createAll: ProductDraft;
  readonly replace: ProductReplacement;
  readonly remove: true;
  readonly filter: ProductFilters;
  readonly sort: ProductSortable;
}> {
  /** Number of the product. */
  readonly productNumber: string;
  /** What it is called. */
  readonly name: string;
  /** What it is, in words. */
  readonly description?: string;
  /** Ignored on write when the inventory module is on. */
  readonly costPrice?: number;
  /** Recommended retail price. */
  readonly recommendedPrice?: number;
  /** What the product ought to cost, in the base currency. */
  readonly recommendedCostPrice?: number;
  /** Unit net price put on an invoice line when the product is added. */
  readonly salesPrice?: number;
  /** As it is printed on the product. */
  readonly barCode?: string;
  /** The product cannot be sold; an invoice with it cannot be booked. */
  readonly barred: boolean;
  /** Words to find it by. */
  readonly tags: readonly string[];
  /** What is in stock; with the inventory module only. */
  readonly inventory?: {
    /** In stock minus ordered by customers. */
    readonly available: number;
    /** Includes units ordered by customers. */
    readonly inStock: number;
    /** Ordered but not yet sold. */
    readonly orderedByCustomers: number;
    /** Ordered from suppliers, not yet delivered. */
    readonly orderedFromSuppliers: number;
    /** Volume of the shipped package. */
    readonly packageVolume: number;
  };
  /** What the quantity is counted in. */
  readonly unit?: { readonly unitNumber: number; readonly self: Link<Unit> };
  /** The group of the product, which names its account. */
  readonly productGroup: { readonly productGroupNumber: number; readonly self: Link<ProductGroup> };
  /** Credits revenue to one department; not together with distributionKey; with the dimension module only. */
  readonly department?: { readonly departmentNumber: number; readonly self: Link<Department> };
  /** Distributes revenue over departments; not together with department; with the dimension module only. */
  readonly distributionKey?: {
    readonly distributionKeyNumber: number;
    readonly self: Link<DepartmentalDistribution>;
  };
  /** Of a distributionKey, or as sent without it and department; with the dimension module only. */
  readonly departmentalDistribution?: {
    readonly departmentalDistributionNumber: number;
    readonly self: Link<DepartmentalDistribution>;
  };
  /** Cut to the whole minute; YYYY-MM-DDThh:mm:ssZ. */
  readonly lastUpdated: string;
  /** Leads to its stock corrections; with the inventory module only. */
  readonly stockCorrections?: Link<Page<StockMovement>>;
  /** Its own address. */
  readonly self: Link<Product>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    /** Correct the stock by what was counted, found or lost. */
    readonly correctStock?: Action<
      {
        /** What came in is positive, what went out negative; never 0; at most 10 decimals. */
        readonly quantity: number;
        /** In base currency, of what came in: the cost price of the product when left out of a correction; at most 10 decimals. */
        readonly unitCost?: number | undefined;
        /** Today when left out; YYYY-MM-DD. */
        readonly date?: string | undefined;
        /** What it is for, in words; at most 250 characters. */
        readonly text?: string | undefined;
      },
      StockMovement,
      false
    >;
  };
}

/** What an item of products is made of. */
export interface ProductDraft {
  /** Number of the product; 1 to 25 characters. */
  readonly productNumber: string;
  /** What it is called; 1 to 300 characters. */
  readonly name: string;
  /** What it is, in words; at most 500 characters. */
  readonly description?: string | undefined;
  /** Ignored on write when the inventory module is on; at most 10 decimals. */
  readonly costPrice?: number | undefined;
  /** Recommended retail price; at most 10 decimals. */
  readonly recommendedPrice?: number | undefined;
  /** What the product ought to cost, in the base currency; at most 10 decimals. */
  readonly recommendedCostPrice?: number | undefined;
  /** Unit net price put on an invoice line when the product is added; at most 10 decimals. */
  readonly salesPrice?: number | undefined;
  /** As it is printed on the product; at most 50 characters. */
  readonly barCode?: string | undefined;
  /** The product cannot be sold; an invoice with it cannot be booked; false when left out. */
  readonly barred?: boolean | undefined;
  /** Words to find it by; at most 100. */
  readonly tags?: readonly string[] | undefined;
  /** What is in stock; with the inventory module only. */
  readonly inventory?:
    | {
        /** Volume of the shipped package; at most 10 decimals; 0 when left out. */
        readonly packageVolume?: number | undefined;
      }
    | undefined;
  /** What the quantity is counted in. */
  readonly unit?: { readonly unitNumber: number } | { readonly self: Link<Unit> } | undefined;
  /** The group of the product, which names its account. */
  readonly productGroup: { readonly productGroupNumber: number } | { readonly self: Link<ProductGroup> };
  /** Credits revenue to one department; not together with distributionKey; with the dimension module only. */
  readonly department?:
    | { readonly departmentNumber: number }
    | { readonly self: Link<Department> }
    | undefined;
  /** Distributes revenue over departments; not together with department; with the dimension module only. */
  readonly distributionKey?:
    | { readonly distributionKeyNumber: number }
    | { readonly self: Link<DepartmentalDistribution> }
    | undefined;
  /** Of a distributionKey, or as sent without it and department; with the dimension module only. */
  readonly departmentalDistribution?:
    | { readonly departmentalDistributionNumber: number }
    | { readonly self: Link<DepartmentalDistribution> }
    | undefined;
}

/** What replaces an item of products: productNumber may be left out. */
export type ProductReplacement = Optional<ProductDraft, 'productNumber'>;

/** What products can be filtered by, and the values to compare with. */
export type ProductFilters = {
  readonly barCode: string;
  readonly barred: boolean;
  readonly costPrice: number;
  readonly description: string;
  readonly lastUpdated: Dated;
  readonly name: string;
  readonly 'productGroup.productGroupNumber': number;
  readonly productNumber: string;
  readonly recommendedPrice: number;
  readonly salesPrice: number;
  readonly 'unit.unitNumber': number;
};
/** The names of what products can be filtered by. */
export type ProductFilterable = keyof ProductFilters;

/** What products can be sorted by. */
export type ProductSortable =
  | 'barCode'
  | 'barred'
  | 'costPrice'
  | 'description'
  | 'lastUpdated'
  | 'name'
  | 'productGroup.productGroupNumber'
  | 'productNumber'
  | 'recommendedPrice'
  | 'salesPrice'
  | 'unit.unitNumber';

/** An item of product-aliases: list, get, create, replace and remove. */
export interface ProductAlias extends Item<{
  readonly key: { readonly productNumber: string };
  readonly create: ProductAliasDraft;
  readonly createAll: ProductAliasDraft;
  readonly replace: ProductAliasReplacement;
  readonly remove: true;
  readonly filter: ProductAliasFilters;
  readonly sort: ProductAliasSortable;
}> {
  /** Number of the product. */
  readonly productNumber: string;
  /** What the product is called in this layer. */
  readonly nameAlias?: string;
  /** What the product is described as in this layer. */
  readonly descriptionAlias?: string;
  /** Its own address. */
  readonly self: Link<ProductAlias>;
}

/** What an item of product-aliases is made of. */
export interface ProductAliasDraft {
  /** Number of the product; 1 to 25 characters. */
  readonly productNumber: string;
  /** What the product is called in this layer; at most 300 characters. */
  readonly nameAlias?: string | undefined;
  /** What the product is described as in this layer; at most 500 characters. */
  readonly descriptionAlias?: string | undefined;
}

/** What replaces an item of product-aliases: productNumber may be left out. */
export type ProductAliasReplacement = Optional<ProductAliasDraft, 'productNumber'>;

/** What product-aliases can be filtered by, and the values to compare with. */
export type ProductAliasFilters = {
  readonly productNumber: string;
};
/** The names of what product-aliases can be filtered by. */
export type ProductAliasFilterable = keyof ProductAliasFilters;

/** What product-aliases can be sorted by. */
export type ProductAliasSortable = 'productNumber';

/** An item of product-groups: list, get, create, replace and remove. */
export interface ProductGroup extends Item<{
  readonly key: { readonly productGroupNumber: number };
  readonly create: ProductGroupDraft;
  readonly replace: ProductGroupDraft;
  readonly remove: true;
  readonly filter: ProductGroupFilters;
  readonly sort: ProductGroupSortable;
}> {
  /** Number of the product group. */
  readonly productGroupNumber: number;
  /** What it is called. */
  readonly name: string;
  /** Stock is kept of the products of this group. */
  readonly inventoryEnabled: boolean;
  /** The account these products are sold on, for each VAT zone; its VAT code is the one that is charged. */
  readonly salesAccountsList: readonly {
    /** Where sales are booked. */
    readonly salesAccount: { readonly accountNumber: number; readonly self: Link<Account> };
    /** Where the party is, for VAT: at home, in the union, abroad. */
    readonly vatZone: { readonly vatZoneNumber: number; readonly self: Link<VatZone> };
  }[];
  /** Leads to its products. */
  readonly products: Link<Page<Product>>;
  /** Leads to its sales accounts. */
  readonly salesAccounts: Link<Page<SalesAccount>>;
  /** Its own address. */
  readonly self: Link<ProductGroup>;
}

/** What an item of product-groups is made of. */
export interface ProductGroupDraft {
  /** Number of the product group; 1 to 999999999. */
  readonly productGroupNumber?: number | undefined;
  /** What it is called; 1 to 50 characters. */
  readonly name: string;
  /** Stock is kept of the products of this group; false when left out. */
  readonly inventoryEnabled?: boolean | undefined;
  /** The account these products are sold on, for each VAT zone; its VAT code is the one that is charged; at most 100. */
  readonly salesAccountsList?:
    | readonly {
        /** Where sales are booked. */
        readonly salesAccount: { readonly accountNumber: number } | { readonly self: Link<Account> };
        /** Where the party is, for VAT: at home, in the union, abroad. */
        readonly vatZone: { readonly vatZoneNumber: number } | { readonly self: Link<VatZone> };
      }[]
    | undefined;
}

/** What product-groups can be filtered by, and the values to compare with. */
export type ProductGroupFilters = {
  readonly inventoryEnabled: boolean;
  readonly name: string;
  readonly productGroupNumber: number;
};
/** The names of what product-groups can be filtered by. */
export type ProductGroupFilterable = keyof ProductGroupFilters;

/** What product-groups can be sorted by. */
export type ProductGroupSortable = 'inventoryEnabled' | 'name' | 'productGroupNumber';

/** An item of stock-movements: list and get. */
export interface StockMovement extends Item<{
  readonly key: { readonly stockMovementNumber: number };
  readonly filter: StockMovementFilters;
  readonly sort: StockMovementSortable;
  readonly actions: {
    /** Correct the stock by what was counted, found or lost. */
    readonly correctStock?: Action<
      {
        /** What came in is positive, what went out negative; never 0; at most 10 decimals. */
        readonly quantity: number;
        /** In base currency, of what came in: the cost price of the product when left out of a correction; at most 10 decimals. */
        readonly unitCost?: number | undefined;
        /** Today when left out; YYYY-MM-DD. */
        readonly date?: string | undefined;
        /** What it is for, in words; at most 250 characters. */
        readonly text?: string | undefined;
      },
      StockMovement,
      false
    >;
  };
}> {
  /** Identifies it; given by the service. */
  readonly stockMovementNumber: number;
  /** The product that is sold. */
  readonly product: { readonly productNumber: string; readonly self: Link<Product> };
  /** What moved the goods. */
  readonly movementType: 'correction' | 'receipt' | 'reversal' | 'sale' | 'creditNote';
  /** Today when left out; YYYY-MM-DD. */
  readonly date?: string;
  /** What came in is positive, what went out negative; never 0. */
  readonly quantity: number;
  /** In base currency, of what came in: the cost price of the product when left out of a correction. */
  readonly unitCost?: number;
  /** What it is for, in words. */
  readonly text?: string;
  /** By which the goods were received or sold, or their receipt was taken back. */
  readonly voucher?: {
    /** Identifies the voucher. */
    readonly voucherId: number;
    readonly self?: Link<BookedVoucher>;
  };
  /** The invoice or credit note that moved the goods. */
  readonly bookedInvoice?: {
    /** Number of the booked invoice. */
    readonly bookedInvoiceNumber: number;
    readonly self: Link<BookedInvoice>;
  };
  /** Its own address. */
  readonly self: Link<StockMovement>;
}

/** What stock-movements can be filtered by, and the values to compare with. */
export type StockMovementFilters = {
  readonly date: Dated;
  readonly movementType: 'correction' | 'receipt' | 'reversal' | 'sale' | 'creditNote';
  readonly 'product.productNumber': string;
  readonly stockMovementNumber: number;
  readonly 'voucher.voucherId': number;
};
/** The names of what stock-movements can be filtered by. */
export type StockMovementFilterable = keyof StockMovementFilters;

/** What stock-movements can be sorted by. */
export type StockMovementSortable =
  | 'date'
  | 'movementType'
  | 'product.productNumber'
  | 'stockMovementNumber'
  | 'voucher.voucherId';

/** An item of units: list, get, create, replace and remove. */
export interface Unit extends Item<{
  readonly key: { readonly unitNumber: number };
  readonly create: UnitDraft;
  readonly replace: UnitDraft;
  readonly remove: true;
  readonly filter: UnitFilters;
  readonly sort: UnitSortable;
}> {
  /** Number of the unit. */
  readonly unitNumber: number;
  /** What it is called. */
  readonly name: string;
  /** Leads to its products. */
  readonly products: Link<Page<Product>>;
  /** Its own address. */
  readonly self: Link<Unit>;
}

/** What an item of units is made of. */
export interface UnitDraft {
  /** Number of the unit; 1 to 999999999. */
  readonly unitNumber?: number | undefined;
  /** What it is called; 1 to 8 characters. */
  readonly name: string;
}

/** What units can be filtered by, and the values to compare with. */
export type UnitFilters = {
  readonly name: string;
  readonly unitNumber: number;
};
/** The names of what units can be filtered by. */
export type UnitFilterable = keyof UnitFilters;

/** What units can be sorted by. */
export type UnitSortable = 'name' | 'unitNumber';

/** An item of sales-accounts: list and get. */
export interface SalesAccount extends Item<{
  readonly key: { readonly vatZoneNumber: number };
  readonly filter: SalesAccountFilters;
  readonly sort: SalesAccountSortable;
}> {
  /** Where sales are booked. */
  readonly salesAccount: { readonly accountNumber: number; readonly self: Link<Account> };
  /** Where the party is, for VAT: at home, in the union, abroad. */
  readonly vatZone: { readonly vatZoneNumber: number; readonly self: Link<VatZone> };
  /** Its own address. */
  readonly self: Link<SalesAccount>;
}

/** What sales-accounts can be filtered by, and the values to compare with. */
export type SalesAccountFilters = {
  readonly 'salesAccount.accountNumber': number;
  readonly 'vatZone.vatZoneNumber': number;
};
/** The names of what sales-accounts can be filtered by. */
export type SalesAccountFilterable = keyof SalesAccountFilters;

/** What sales-accounts can be sorted by. */
export type SalesAccountSortable = 'salesAccount.accountNumber' | 'vatZone.vatZoneNumber';
