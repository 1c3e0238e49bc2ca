import {
  assignedKey,
  integer,
  itemNumber,
  line,
  listOf,
  oneOf,
  readOnly,
  reference,
  required,
  resource,
  text,
  type ValueOf,
} from '@kontor/kernel';
import { Customer } from './customer.resource.js';

/** A person at a customer (facts 3.3). */
export const CustomerContact = resource('customer-contacts', 'customer contact', {
  within: Customer,
  fields: {
    customerContactNumber: assignedKey(itemNumber()),
    customer: readOnly(reference('customers', 'customerNumber', itemNumber())),
    name: required(line({ min: 1, max: 255 })),
    email: line({ max: 255 }),
    phone: line({ max: 50 }),
    eInvoiceId: line({ max: 50 }),
    notes: text({ max: 2000 }),
    emailNotifications: listOf(oneOf(['invoices', 'orders', 'quotations', 'reminders']), { max: 4 }),
    sortKey: integer({ min: 1 }),
  },
  filterable: [
    'customer.customerNumber',
    'customerContactNumber',
    'eInvoiceId',
    'email',
    'name',
    'phone',
    'sortKey',
  ],
  example: { name: 'Anna Berg', email: 'anna.berg@example.com', phone: '+49 40 123456' },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type CustomerContact = ValueOf<typeof CustomerContact>;
