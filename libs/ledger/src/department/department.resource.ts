import { assignedKey, itemNumber, line, required, resource, type ValueOf } from '@kontor/kernel';

/** A part of the business that revenue and cost are credited to (facts 3.8). */
export const Department = resource('departments', 'department', {
  fields: {
    departmentNumber: assignedKey(itemNumber()),
    name: required(line({ min: 1, max: 250 })),
  },
  filterable: ['departmentNumber', 'name'],
  example: { name: 'Workshop' },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type Department = ValueOf<typeof Department>;
