import type { Fixture } from '@kontor/kernel';
import { CustomerContact } from './customer-contact.resource.js';
import { Customer } from './customer.resource.js';
import { CUSTOMER } from './customer.fixture.js';

export const customerContactFixture: Fixture = {
  resource: CustomerContact,
  parent: { resource: Customer, body: CUSTOMER, at: 'contacts' },
  examples: [
    {
      name: 'Åse Ærø',
      email: 'aase@x.example',
      phone: '+45 5550 0003',
      eInvoiceId: 'E-1',
      notes: 'calls\nback',
      emailNotifications: ['invoices', 'Reminders'],
      sortKey: 1,
    },
    { name: 'Bo', customerContactNumber: 77 },
  ],
  wrong: {
    customerContactNumber: 0,
    name: 'x'.repeat(256),
    email: 'x'.repeat(256),
    phone: 'x'.repeat(51),
    eInvoiceId: 'x'.repeat(51),
    notes: 'x'.repeat(2001),
    emailNotifications: ['letters'],
    sortKey: 0,
  },
};
