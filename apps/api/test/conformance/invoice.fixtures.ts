import { AdditionalExpense, DraftInvoice } from '@kontor/sales';
import type { Fixture } from './fixtures.js';

/** Additional expenses and draft invoices. The books are filled: customer 1 in EUR, product 1000, VAT codes S25 and S0. */
export const INVOICE_FIXTURES: readonly Fixture[] = [
  {
    of: AdditionalExpense,
    putCreates: true,
    examples: [
      { name: 'Postage', account: { accountNumber: 1140 }, vatAccount: { vatCode: 'S25' } },
      {
        name: 'x'.repeat(250),
        account: { accountNumber: 1140 },
        vatAccount: { vatCode: 'S0' },
        additionalExpenseType: 'TRANSPORT',
      },
    ],
    wrong: {
      name: 'x'.repeat(251),
      account: { accountNumber: 0 },
      vatAccount: { vatCode: 'SIXSIX' },
      additionalExpenseType: 'Bribe',
    },
  },
  {
    of: DraftInvoice,
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
  },
];
