import { AliasLayer, Product, ProductAlias, ProductGroup, Unit } from '@kontor/products';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { Handlers } from '../endpoint/mounting.js';
import { resourceEndpoints } from '../endpoint/resource-endpoints.js';
import { correctStockAction, stockEndpoints } from './stock.endpoints.js';
import { salesAccountEndpoints } from './sales-accounts.endpoints.js';

const productsHandlers: Handlers<typeof Product> = {
  create: ({ products }, draft, { caller: { modules }, now }) =>
    products.createProduct({ draft, modules, now }),
  replace: ({ products }, key, draft, { caller: { modules }, now }, version) =>
    products.replaceProduct({
      productNumber: String(key),
      draft,
      modules,
      now,
      version,
    }),
};

const productGroupsHandlers: Handlers<typeof ProductGroup> = {
  create: ({ products }, draft) => products.saveProductGroup({ draft }),
  replace: ({ products }, key, draft, _, version) =>
    products.saveProductGroup({ draft, productGroupNumber: Number(key), version }),
};

const aliasLayersHandlers: Handlers<typeof AliasLayer> = {
  create: ({ products }, draft) => products.saveAliasLayer({ draft }),
  replace: ({ products }, key, draft, _, version) =>
    products.saveAliasLayer({ draft, aliasLayerNumber: Number(key), version }),
  remove: ({ products }, key, _, version) =>
    products.removeAliasLayer({ aliasLayerNumber: Number(key), version }),
};

/** D13: products and what describes them are the business of sales. */
const SALES = ['Sales'] as const;

/** §2.1, §2.4, §4.2: products, their groups, units and other names. */
export const productsEndpoints: readonly Endpoint[] = [
  ...resourceEndpoints(Product, {
    read: SALES,
    cached: true,
    createsLists: true,
    handlers: productsHandlers,
    refuses: { create: ['E10130', 'E10210', 'E10390'], replace: ['E10130', 'E10390'] },
    actionsNeed: 'inventory',
    actions: async (services, { value, uses = 0 }, request) => ({
      ...(uses > 0 && { without: ['delete'] as const }),
      more: await correctStockAction(value, services, request),
    }),
  }),
  ...stockEndpoints,
  ...resourceEndpoints(ProductGroup, {
    read: SALES,
    cached: true,
    related: [Product],
    handlers: productGroupsHandlers,
    refuses: { create: ['E10210'], replace: ['E10210'] },
  }),
  ...salesAccountEndpoints,
  ...resourceEndpoints(Unit, { read: SALES, cached: true, related: [Product] }),
  ...resourceEndpoints(AliasLayer, {
    read: SALES,
    handlers: aliasLayersHandlers,
    actions: async (_, { value: { productAliases } }) =>
      productAliases.length > 0 ? { without: ['delete'] } : {},
    refuses: { create: ['E10210'], replace: ['E10210'], remove: ['E10030'] },
  }),
  ...resourceEndpoints(ProductAlias, {
    read: SALES,
    createsLists: true,
    refuses: { create: ['E10210'] },
  }),
];
