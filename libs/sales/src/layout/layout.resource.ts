import { boolean, described, itemNumber, key, line, required, resource, type ValueOf } from '@kontor/kernel';

/** How a document is laid out in print (facts 3.8). The system owns the list (amendment 63). */
export const Layout = resource('layouts', 'layout', {
  fields: {
    layoutNumber: key(itemNumber()),
    name: required(line({ min: 1, max: 250 })),
    isDefault: described(boolean(), 'taken where a customer names none'),
  },
  filterable: ['isDefault', 'layoutNumber', 'name'],
  operations: ['list', 'get'],
});
export type Layout = ValueOf<typeof Layout>;
