import type { Fixture } from '@kontor/kernel';
import { SupplierContact } from './supplier-contact.resource.js';
import { Supplier } from './supplier.resource.js';
import { SUPPLIER } from './supplier.fixture.js';

export const supplierContactFixture: Fixture = {
  resource: SupplierContact,
  parent: { resource: Supplier, body: SUPPLIER, at: 'contacts' },
  examples: [
    { name: 'Kaj', email: 'kaj@y.example', phone: '1', notes: 'n', sortKey: 3 },
    { name: 'Lis', supplierContactNumber: 8 },
  ],
  wrong: {
    supplierContactNumber: 0,
    name: '',
    email: 'x'.repeat(256),
    phone: 'x'.repeat(51),
    notes: 'x'.repeat(2001),
    sortKey: 0,
  },
};
