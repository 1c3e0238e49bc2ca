import { assignedKey, itemNumber, line, required, resource, type ValueOf } from '@kontor/kernel';

/** What a product is counted in: pieces, hours, kilograms (facts 3.8). */
export const Unit = resource('units', 'unit', {
  fields: {
    unitNumber: assignedKey(itemNumber()),
    name: required(line({ min: 1, max: 8 })),
  },
  relations: { products: { to: 'products', by: 'unit.unitNumber' } },
  filterable: ['name', 'unitNumber'],
  example: { name: 'box' },
  masterData: true,
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type Unit = ValueOf<typeof Unit>;
