// Generated from the resource catalogue by tools/generate. Do not edit.
import type { Item, ItemActions, Link, Optional, Template } from '../link.js';
import type { Creation, Page } from '../pages.js';
import type { Account, Department, DepartmentalDistribution, VatZone } from './ledger.js';

/** An item of alias-layers: list, get, create, replace and remove. */
export interface AliasLayer extends Item<{
  readonly key: { readonly aliasLayerNumber: number };
  readonly create: AliasLayerDraft;
  readonly replace: AliasLayerDraft;
  readonly remove: true;
  readonly filter: AliasLayerFilters;
  readonly sort: AliasLayerSortable;
}> {
  readonly aliasLayerNumber: number;
  readonly name: string;
  readonly productAliases: readonly {
    readonly productNumber: string;
    readonly nameAlias?: string;
    readonly descriptionAlias?: string;
  }[];
  /** Its own address. */
  readonly self: Link<AliasLayer>;
  /** What can be done with it now; told where the item was read alone. */
  readonly metaData?: ItemActions & {
    readonly createProductAlias?: Creation<ProductAlias>;
    readonly findProductAlias?: { readonly href: Template<ProductAlias, { readonly productNumber: string }> };
  };
}

/** What an item of alias-layers is made of. */
export interface AliasLayerDraft {
  /** 1 to 250 characters. */
  readonly name: string;
  /** At most 1000. */
  readonly productAliases?:
    | readonly {
        /** 1 to 25 characters. */
        readonly productNumber: string;
        /** At most 300 characters. */
        readonly nameAlias?: string | undefined;
        /** At most 500 characters. */
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
  readonly productNumber: string;
  readonly name: string;
  readonly description?: string;
  /** Ignored on write when the inventory module is on. */
  readonly costPrice?: number;
  /** Recommended retail price. */
  readonly recommendedPrice?: number;
  readonly recommendedCostPrice?: number;
  /** Unit net price put on an invoice line when the product is added. */
  readonly salesPrice?: number;
  readonly barCode?: string;
  /** The product cannot be sold; an invoice with it cannot be booked. */
  readonly barred: boolean;
  readonly tags: readonly string[];
  /** With the inventory module only. */
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
  readonly unit?: { readonly unitNumber: number; readonly self: Link<Unit> };
  readonly productGroup: { readonly productGroupNumber: number; readonly self: Link<ProductGroup> };
  /** Credits revenue to one department; not together with distributionKey; with the dimension module only. */
  readonly department?: { readonly departmentNumber: number; readonly self: Link<Department> };
  /** Distributes revenue over departments; not together with department; with the dimension module only. */
  readonly distributionKey?: {
    readonly distributionKeyNumber: number;
    readonly self: Link<DepartmentalDistribution>;
  };
  /** With the dimension module only. */
  readonly departmentalDistribution?: {
    readonly departmentalDistributionNumber: number;
    readonly self: Link<DepartmentalDistribution>;
  };
  /** Cut to the whole minute; YYYY-MM-DDThh:mm:ssZ. */
  readonly lastUpdated: string;
  /** Its own address. */
  readonly self: Link<Product>;
}

/** What an item of products is made of. */
export interface ProductDraft {
  /** 1 to 25 characters. */
  readonly productNumber: string;
  /** 1 to 300 characters. */
  readonly name: string;
  /** At most 500 characters. */
  readonly description?: string | undefined;
  /** Ignored on write when the inventory module is on; at most 10 decimals. */
  readonly costPrice?: number | undefined;
  /** Recommended retail price; at most 10 decimals. */
  readonly recommendedPrice?: number | undefined;
  /** At most 10 decimals. */
  readonly recommendedCostPrice?: number | undefined;
  /** Unit net price put on an invoice line when the product is added; at most 10 decimals. */
  readonly salesPrice?: number | undefined;
  /** At most 50 characters. */
  readonly barCode?: string | undefined;
  /** The product cannot be sold; an invoice with it cannot be booked; false when left out. */
  readonly barred?: boolean | undefined;
  /** At most 100. */
  readonly tags?: readonly string[] | undefined;
  /** With the inventory module only. */
  readonly inventory?:
    | {
        /** Volume of the shipped package; at most 10 decimals; 0 when left out. */
        readonly packageVolume?: number | undefined;
      }
    | undefined;
  readonly unit?: { readonly unitNumber: number } | { readonly self: Link<Unit> } | undefined;
  readonly productGroup: { readonly productGroupNumber: number } | { readonly self: Link<ProductGroup> };
  /** Credits revenue to one department; not together with distributionKey; with the dimension module only. */
  readonly department?:
    { readonly departmentNumber: number } | { readonly self: Link<Department> } | undefined;
  /** Distributes revenue over departments; not together with department; with the dimension module only. */
  readonly distributionKey?:
    | { readonly distributionKeyNumber: number }
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
  readonly lastUpdated: string;
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
  readonly productNumber: string;
  readonly nameAlias?: string;
  readonly descriptionAlias?: string;
  /** Its own address. */
  readonly self: Link<ProductAlias>;
}

/** What an item of product-aliases is made of. */
export interface ProductAliasDraft {
  /** 1 to 25 characters. */
  readonly productNumber: string;
  /** At most 300 characters. */
  readonly nameAlias?: string | undefined;
  /** At most 500 characters. */
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
  readonly productGroupNumber: number;
  readonly name: string;
  readonly inventoryEnabled: boolean;
  /** The account these products are sold on, for each VAT zone; its VAT code is the one that is charged. */
  readonly salesAccountsList: readonly {
    readonly salesAccount: { readonly accountNumber: number; readonly self: Link<Account> };
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
  /** 1 to 999999999. */
  readonly productGroupNumber?: number | undefined;
  /** 1 to 50 characters. */
  readonly name: string;
  /** False when left out. */
  readonly inventoryEnabled?: boolean | undefined;
  /** The account these products are sold on, for each VAT zone; its VAT code is the one that is charged; at most 100. */
  readonly salesAccountsList?:
    | readonly {
        readonly salesAccount: { readonly accountNumber: number } | { readonly self: Link<Account> };
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

/** An item of units: list, get, create, replace and remove. */
export interface Unit extends Item<{
  readonly key: { readonly unitNumber: number };
  readonly create: UnitDraft;
  readonly replace: UnitDraft;
  readonly remove: true;
  readonly filter: UnitFilters;
  readonly sort: UnitSortable;
}> {
  readonly unitNumber: number;
  readonly name: string;
  /** Leads to its products. */
  readonly products: Link<Page<Product>>;
  /** Its own address. */
  readonly self: Link<Unit>;
}

/** What an item of units is made of. */
export interface UnitDraft {
  /** 1 to 999999999. */
  readonly unitNumber?: number | undefined;
  /** 1 to 8 characters. */
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
  readonly salesAccount: { readonly accountNumber: number; readonly self: Link<Account> };
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
