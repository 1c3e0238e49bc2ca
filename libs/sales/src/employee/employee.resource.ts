import {
  assignedKey,
  boolean,
  described,
  itemNumber,
  line,
  required,
  resource,
  type ValueOf,
} from '@kontor/kernel';

/** Somebody who works for the agreement, as salesperson of a customer or a supplier (facts 3.8). */
export const Employee = resource('employees', 'employee', {
  fields: {
    employeeNumber: assignedKey(itemNumber()),
    name: required(line({ min: 1, max: 250 })),
    email: line({ max: 250 }),
    phone: line({ max: 250 }),
    barred: described(boolean(), 'not to be chosen any more'),
  },
  filterable: ['barred', 'email', 'employeeNumber', 'name', 'phone'],
  sortable: ['email', 'employeeNumber', 'name', 'phone'],
  example: { name: 'Mia Lund', email: 'mia.lund@example.com' },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type Employee = ValueOf<typeof Employee>;
