import { fullDateOf, type ModuleName, orThrow, ZERO, decimal } from '@kontor/kernel';
import { AdditionalExpense, salesService, type InvoiceDraft } from '@kontor/sales';
import type { SqlBooks } from '@kontor/sql';
import { salesOver } from '../sales-over.js';

/** Numbered from 1 in this order. The first is made by the service: it may be edited, not removed (D173). */
// prettier-ignore
const EXPENSES = [
  { name: 'Stamp duty', additionalExpenseType: 'StampDuty', account: 6460, vatCode: 'S0', isSystemCreated: true },
  { name: 'Postage and packing', additionalExpenseType: 'Package', account: 1140, vatCode: 'S25', isSystemCreated: false },
  { name: 'Freight', additionalExpenseType: 'Transport', account: 1140, vatCode: 'S25', isSystemCreated: false },
] as const;

/** The expenses that can be charged. The chart of accounts must be there. */
export async function fillExpenses(books: SqlBooks): Promise<void> {
  for (const { account, vatCode, ...expense } of EXPENSES) {
    await orThrow(
      books.of(AdditionalExpense).create({
        ...expense,
        account: { accountNumber: account },
        vatAccount: { vatCode },
      }),
    );
  }
}

type Sold = { readonly productNumber: string; readonly quantity: string; readonly discount?: string };
type Deal = {
  readonly customerNumber: number;
  readonly daysAgo: number;
  readonly sold: readonly Sold[];
  readonly freight?: string;
  readonly heading?: string;
  readonly isBooked: boolean;
};

/** The last of them is a credit note, and three are still drafts. */
// prettier-ignore
const DEALS: readonly Deal[] = [
  { customerNumber: 1, daysAgo: 40, isBooked: true, heading: 'Opening of the second café', sold: [{ productNumber: '1000', quantity: '6' }, { productNumber: '2000', quantity: '12.5', discount: '5' }], freight: '18' },
  { customerNumber: 2, daysAgo: 33, isBooked: true, sold: [{ productNumber: '1002', quantity: '4', discount: '10' }, { productNumber: '1003', quantity: '2' }] },
  { customerNumber: 3, daysAgo: 21, isBooked: true, heading: 'Consulting', sold: [{ productNumber: 'S-100', quantity: '7.5' }, { productNumber: 'S-130', quantity: '1.5' }] },
  { customerNumber: 1, daysAgo: 12, isBooked: true, sold: [{ productNumber: '2001', quantity: '8' }, { productNumber: '2002', quantity: '1.25' }] },
  { customerNumber: 1, daysAgo: 9, isBooked: true, heading: 'One lamp returned', sold: [{ productNumber: '1000', quantity: '-1' }] },
  { customerNumber: 2, daysAgo: 3, isBooked: false, sold: [{ productNumber: 'LIC/12', quantity: '3' }] },
  { customerNumber: 4, daysAgo: 1, isBooked: false, heading: 'Order 4711', sold: [{ productNumber: '1004', quantity: '2', discount: '2.5' }], freight: '24.5' },
  { customerNumber: 1, daysAgo: 0, isBooked: false, sold: [{ productNumber: '1009', quantity: '40' }, { productNumber: '1012', quantity: '10' }] },
];

const DAY_MS = 86_400_000;

/** Draft and booked invoices of a small company. Products, customers and accounting years must be there. */
export async function fillInvoices(
  books: SqlBooks,
  { modules, now }: { readonly modules: readonly ModuleName[]; readonly now: Date },
): Promise<void> {
  const sales = salesService(salesOver(books));
  for (const deal of DEALS) {
    const made = await orThrow(sales.draftInvoice({ draft: draftOf(deal, now), now, modules }));
    if (deal.isBooked) await orThrow(sales.bookInvoice({ id: made.value.id, modules }));
  }
}

const FREIGHT = 3;
/** Whatever the customer is invoiced in usually, these are in the base currency of the demo agreement. */
const CURRENCY = 'EUR';

/** As a request would give it: what its lines leave out, drafting fills in. */
function draftOf({ customerNumber, daysAgo, sold, freight, heading }: Deal, now: Date): InvoiceDraft {
  return {
    customer: { customerNumber },
    currency: CURRENCY,
    date: fullDateOf(new Date(now.getTime() - daysAgo * DAY_MS)),
    vatIncluded: false,
    ...(heading !== undefined && { notes: { heading } }),
    lines: sold.map(({ productNumber, quantity, discount }) => ({
      product: { productNumber },
      quantity: decimal(quantity),
      discountPercentage: discount === undefined ? ZERO : decimal(discount),
    })),
    additionalExpenseLines:
      freight === undefined
        ? []
        : [{ additionalExpense: { additionalExpenseNumber: FREIGHT }, amount: decimal(freight) }],
  };
}
