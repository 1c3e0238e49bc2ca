import { AliasLayer, Product, ProductAlias, ProductGroup, Unit, type ProductDraft } from '@kontor/products';
import type { Endpoint } from '../endpoint/endpoint.js';
import { resourceEndpoints, type Decided } from '../endpoint/resource-endpoints.js';
import { salesAccountEndpoints } from './sales-accounts.endpoints.js';

const decidedProducts: Decided = {
  create: ({ products }, draft, { caller: { modules }, now }) =>
    products.createProduct({ draft: draft as ProductDraft, modules, now }),
  replace: ({ products }, key, draft, { caller: { modules }, now }, version) =>
    products.replaceProduct({
      productNumber: String(key),
      draft: draft as ProductDraft,
      modules,
      now,
      version,
    }),
};

const decidedAliasLayers: Decided = {
  remove: ({ products }, key, _, version) =>
    products.removeAliasLayer({ aliasLayerNumber: Number(key), version }),
};

/** D13: products and what describes them are the business of sales. */
const SALES = ['Sales'] as const;

/** §2.1, §2.4, §4.2: products, their groups, units and other names. */
export const productsEndpoints: readonly Endpoint[] = [
  ...resourceEndpoints(Product, {
    read: SALES,
    decided: decidedProducts,
    refuses: { create: ['E10130'], replace: ['E10130'] },
  }),
  ...resourceEndpoints(ProductGroup, { read: SALES, related: [Product] }),
  ...salesAccountEndpoints,
  ...resourceEndpoints(Unit, { read: SALES, related: [Product] }),
  ...resourceEndpoints(AliasLayer, {
    read: SALES,
    decided: decidedAliasLayers,
    refuses: { create: ['E06010'], replace: ['E06010'], remove: ['E10030'] },
  }),
  ...resourceEndpoints(ProductAlias, { read: SALES, createsLists: true }),
];
