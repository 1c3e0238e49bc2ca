// Generated from the resource catalogue by tools/generate. Do not edit.
import type { Item, ItemActions, Link, Template } from '../link.js';
import type { Page } from '../pages.js';
import type { Department, DepartmentalDistribution } from './ledger.js';

/** An item of alias-layers: list, get, create, replace and remove. */
export interface AliasLayer extends Item<{
  readonly key: { readonly aliasLayerNumber: number };
  readonly create: AliasLayerDraft;
  readonly replace: AliasLayerDraft;
  readonly remove: true;
  readonly filter: AliasLayerFilterable;
  readonly sort: AliasLayerSortable;
}> {
  readonly aliasLayerNumber: number;
  readonly name: string;
  readonly productAliases: readonly {
    readonly productNumber: string;
    readonly nameAlias?: string;
    readonly descriptionAlias?: string;
  }[];
  readonly self: Link<AliasLayer>;
  readonly metaData?: ItemActions & {
    readonly createProductAlias?: { readonly href: Link<Page<ProductAlias>> };
    readonly findProductAlias?: { readonly href: Template<ProductAlias, { readonly productNumber: string }> };
  };
}

/** What an item of alias-layers is written as. */
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

/** What alias-layers can be filtered by. */
export type AliasLayerFilterable = 'aliasLayerNumber' | 'name';

/** What alias-layers can be sorted by. */
export type AliasLayerSortable = AliasLayerFilterable;

/** An item of products: list, get, create, replace and remove. */
export interface Product extends Item<{
  readonly key: { readonly productNumber: string };
  readonly create: ProductDraft;
  readonly replace: ProductDraft;
  readonly remove: true;
  readonly filter: ProductFilterable;
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
  readonly self: Link<Product>;
}

/** What an item of products is written as. */
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

/** What products can be filtered by. */
export type ProductFilterable =
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

/** What products can be sorted by. */
export type ProductSortable = ProductFilterable;

/** An item of product-aliases: list, get, create, replace and remove. */
export interface ProductAlias extends Item<{
  readonly key: { readonly productNumber: string };
  readonly create: ProductAliasDraft;
  readonly replace: ProductAliasDraft;
  readonly remove: true;
  readonly filter: ProductAliasFilterable;
  readonly sort: ProductAliasSortable;
}> {
  readonly productNumber: string;
  readonly nameAlias?: string;
  readonly descriptionAlias?: string;
  readonly self: Link<ProductAlias>;
}

/** What an item of product-aliases is written as. */
export interface ProductAliasDraft {
  /** 1 to 25 characters. */
  readonly productNumber: string;
  /** At most 300 characters. */
  readonly nameAlias?: string | undefined;
  /** At most 500 characters. */
  readonly descriptionAlias?: string | undefined;
}

/** What product-aliases can be filtered by. */
export type ProductAliasFilterable = 'productNumber';

/** What product-aliases can be sorted by. */
export type ProductAliasSortable = ProductAliasFilterable;

/** An item of product-groups: list, get, create, replace and remove. */
export interface ProductGroup extends Item<{
  readonly key: { readonly productGroupNumber: number };
  readonly create: ProductGroupDraft;
  readonly replace: ProductGroupDraft;
  readonly remove: true;
  readonly filter: ProductGroupFilterable;
  readonly sort: ProductGroupSortable;
}> {
  readonly productGroupNumber: number;
  readonly name: string;
  readonly inventoryEnabled: boolean;
  readonly products: Link<Page<Product>>;
  readonly self: Link<ProductGroup>;
}

/** What an item of product-groups is written as. */
export interface ProductGroupDraft {
  /** 1 to 999999999. */
  readonly productGroupNumber?: number | undefined;
  /** 1 to 50 characters. */
  readonly name: string;
  /** False when left out. */
  readonly inventoryEnabled?: boolean | undefined;
}

/** What product-groups can be filtered by. */
export type ProductGroupFilterable = 'inventoryEnabled' | 'name' | 'productGroupNumber';

/** What product-groups can be sorted by. */
export type ProductGroupSortable = ProductGroupFilterable;

/** An item of units: list, get, create, replace and remove. */
export interface Unit extends Item<{
  readonly key: { readonly unitNumber: number };
  readonly create: UnitDraft;
  readonly replace: UnitDraft;
  readonly remove: true;
  readonly filter: UnitFilterable;
  readonly sort: UnitSortable;
}> {
  readonly unitNumber: number;
  readonly name: string;
  readonly products: Link<Page<Product>>;
  readonly self: Link<Unit>;
}

/** What an item of units is written as. */
export interface UnitDraft {
  /** 1 to 999999999. */
  readonly unitNumber?: number | undefined;
  /** 1 to 8 characters. */
  readonly name: string;
}

/** What units can be filtered by. */
export type UnitFilterable = 'name' | 'unitNumber';

/** What units can be sorted by. */
export type UnitSortable = UnitFilterable;
