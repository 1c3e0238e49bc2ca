import type { Fixture } from '@kontor/kernel';
import { DraftInvoice } from './draft-invoice.resource.js';

export const draftInvoiceFixture: Fixture = {
  resource: DraftInvoice,
  examples: [
    {
      customer: { customerNumber: 1 },
      date: '2026-11-20',
      vatDate: '2026-11-20',
      lines: [
        { product: { productNumber: '1000' }, quantity: 2, discountPercentage: 7 },
        { description: 'Thank you' },
      ],
      recipient: { name: 'Ølhuset', ean: '5798000000001', vatZone: { vatZoneNumber: 1 } },
      delivery: { city: 'Odense', deliveryDate: '2026-12-01' },
      references: { other: 'PO 7', secondarySalesPerson: { employeeNumber: 1 } },
      notes: { heading: 'Order 7', text1: 'One\ntwo', text2: 'three' },
    },
    {
      customer: { customerNumber: 1 },
      vatIncluded: true,
      lines: [{ description: 'x', quantity: 1, unitNetPrice: 10 }],
      // Left out, they name the salesperson of the customer.
      references: { other: 'PO 8' },
    },
  ],
  wrong: {
    customer: { customerNumber: 0 },
    date: '2026-02-30',
    dueDate: 'soon',
    vatDate: 7,
    currency: 'EURO',
    exchangeRate: 0,
    vatIncluded: 'yes',
    lines: [{ product: { productNumber: '1000' }, quantity: 0.12345678901 }],
    additionalExpenseLines: [{ amount: 1 }],
    recipient: { name: '' },
    delivery: { zip: 'x'.repeat(31) },
    references: { other: 'x'.repeat(251) },
    notes: { heading: 'x'.repeat(251) },
  },
};
