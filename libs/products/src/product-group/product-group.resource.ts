import { assignedKey, boolean, itemNumber, line, required, resource, type ValueOf } from '@kontor/kernel';

/** Products that are sold on the same accounts (facts 3.7). */
export const ProductGroup = resource('product-groups', 'product group', {
  fields: {
    productGroupNumber: assignedKey(itemNumber()),
    name: required(line({ min: 1, max: 50 })),
    inventoryEnabled: boolean(),
  },
  relations: { products: { to: 'products', by: 'productGroup.productGroupNumber' } },
  filterable: ['inventoryEnabled', 'name', 'productGroupNumber'],
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type ProductGroup = ValueOf<typeof ProductGroup>;
