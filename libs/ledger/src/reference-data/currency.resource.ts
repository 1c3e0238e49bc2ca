import { code, key, line, required, resource, type ValueOf } from '@kontor/kernel';

/** §2.11: a currency by the three letters of ISO 4217. The list is the service's own (ADR 5). */
export const Currency = resource('currencies', 'currency', {
  fields: {
    code: key(code(3)),
    isoNumber: required(line({ min: 3, max: 3 })),
    name: required(line({ min: 1, max: 50 })),
  },
  filterable: ['code', 'isoNumber', 'name'],
  example: { code: 'EUR', isoNumber: '978', name: 'Euro' },
  operations: ['list', 'get'],
});
export type Currency = ValueOf<typeof Currency>;
