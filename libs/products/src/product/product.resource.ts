import {
  boolean,
  defaulted,
  described,
  type DraftFor,
  group,
  internalIfAny,
  itemNumber,
  key,
  line,
  listOf,
  needing,
  price,
  readOnly,
  reference,
  required,
  resource,
  text,
  timestamp,
  type ValueOf,
  ZERO,
} from '@kontor/kernel';

/** §2.1, with the members of D1. */
export const Product = resource('products', 'product', {
  fields: {
    productNumber: key(line({ min: 1, max: 25 })),
    name: required(line({ min: 1, max: 300 })),
    description: text({ max: 500 }),
    costPrice: described(price(), 'ignored on write when the inventory module is on'),
    recommendedPrice: described(price(), 'recommended retail price'),
    recommendedCostPrice: price(),
    salesPrice: described(price(), 'unit net price put on an invoice line when the product is added'),
    barCode: line({ max: 50 }),
    barred: described(boolean(), 'the product cannot be sold; an invoice with it cannot be booked'),
    tags: listOf(line({ min: 1, max: 100 }), { max: 100 }),
    inventory: needing(
      'inventory',
      group({
        available: described(readOnly(price()), 'in stock minus ordered by customers'),
        inStock: described(readOnly(price()), 'includes units ordered by customers'),
        orderedByCustomers: described(readOnly(price()), 'ordered but not yet sold'),
        orderedFromSuppliers: described(readOnly(price()), 'ordered from suppliers, not yet delivered'),
        // What was in stock before movements were kept: the movements since then come upon it.
        carried: internalIfAny(price()),
        packageVolume: described(defaulted(price(), ZERO), 'volume of the shipped package'),
      }),
    ),
    unit: reference('units', 'unitNumber', itemNumber()),
    productGroup: required(reference('product-groups', 'productGroupNumber', itemNumber())),
    department: described(
      needing('dimension', reference('departments', 'departmentNumber', itemNumber())),
      'credits revenue to one department; not together with distributionKey',
    ),
    distributionKey: described(
      needing('dimension', reference('departmental-distributions', 'distributionKeyNumber', itemNumber())),
      'distributes revenue over departments; not together with department',
    ),
    // What the family's clients write (facts 3.6); the two members of the specification come first.
    departmentalDistribution: described(
      needing(
        'dimension',
        reference('departmental-distributions', 'departmentalDistributionNumber', itemNumber()),
      ),
      'of a distributionKey, or as sent without it and department',
    ),
    lastUpdated: described(readOnly(timestamp()), 'cut to the whole minute'),
  },
  links: { stockCorrections: { to: 'stock-movements', needs: 'inventory' } },
  filterable: [
    'barCode',
    'barred',
    'costPrice',
    'description',
    'lastUpdated',
    'name',
    'productGroup.productGroupNumber',
    'productNumber',
    'recommendedPrice',
    'salesPrice',
    'unit.unitNumber',
  ],
  otherNames: { 'inventory.recommendedCostPrice': 'recommendedCostPrice' },
  example: {
    productNumber: 'K-1',
    name: 'Desk lamp, brass',
    salesPrice: 79.5,
    costPrice: 41.2,
    unit: { unitNumber: 1 },
    productGroup: { productGroupNumber: 1 },
    tags: ['lamps'],
  },
  masterData: true,
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type Product = ValueOf<typeof Product>;
/** What a client sends to make or to replace one. */
export type ProductDraft = DraftFor<typeof Product>;
