import {
  assignedKey,
  integer,
  itemNumber,
  line,
  readOnly,
  reference,
  required,
  resource,
  text,
  type ValueOf,
} from '@kontor/kernel';
import { Supplier } from './supplier.resource.js';

/** A person at a supplier (facts 3.5), with the members of a customer's contact that make sense there. */
export const SupplierContact = resource('supplier-contacts', 'supplier contact', {
  within: Supplier,
  fields: {
    supplierContactNumber: assignedKey(itemNumber()),
    supplier: readOnly(reference('suppliers', 'supplierNumber', itemNumber())),
    name: required(line({ min: 1, max: 255 })),
    email: line({ max: 255 }),
    phone: line({ max: 50 }),
    notes: text({ max: 2000 }),
    sortKey: integer({ min: 1 }),
  },
  filterable: ['email', 'name', 'phone', 'sortKey', 'supplier.supplierNumber', 'supplierContactNumber'],
  example: { name: 'Jonas Holt', email: 'jonas.holt@example.com', phone: '+45 33 12 34 56' },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type SupplierContact = ValueOf<typeof SupplierContact>;
