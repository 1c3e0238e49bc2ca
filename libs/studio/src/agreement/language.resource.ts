import { integer, key, line, readOnly, resource, type ValueOf } from '@kontor/kernel';

/** Amendment 50. The languages that a person can have (D70). The list is the system's own. */
export const Language = resource('languages', 'language', {
  fields: {
    languageNumber: key(integer({ min: 1 })),
    name: readOnly(line({ min: 1, max: 50 })),
    culture: readOnly(line({ min: 1, max: 5 })),
  },
  filterable: ['languageNumber', 'name', 'culture'],
  operations: ['list', 'get'],
});
export type Language = ValueOf<typeof Language>;
