import { voucherOne } from './voucher.bench.js';
import { BOOKING, BOOKS, CLIENTS, YEAR, type BenchRequest, type Work } from './work.js';

const DRAFTS = '/v2/invoices/drafts';
const PRODUCTS = ['1000', '1001', '1002', '1003', '1004'] as const;
/** A draft of 5 lines and its booking may cost three times what a voucher's cost: goal of issue 4. */
const THIRD = 1 / 3;

/** A draft invoice of five lines, with quantities as `quantityOf` makes them. */
export function invoiceDraft(
  index: number,
  quantityOf: (quantity: number) => unknown = (one) => one,
): object {
  return {
    customer: { customerNumber: 1 },
    currency: 'EUR',
    date: `${YEAR}-06-15`,
    vatIncluded: false,
    lines: PRODUCTS.map((productNumber, at) => ({
      product: { productNumber },
      quantity: quantityOf(1 + ((index + at) % 9)),
      discountPercentage: quantityOf(0),
    })),
    additionalExpenseLines: [],
  };
}

const drafted = (index: number): BenchRequest => ({
  agreement: BOOKING,
  path: DRAFTS,
  body: JSON.stringify(invoiceDraft(index)),
});

/** What was drafted, booked. */
function booked(answer: string): BenchRequest | undefined {
  const id = /^\{"id":(\d+)/.exec(answer)?.[1];
  return id === undefined
    ? undefined
    : { agreement: BOOKING, path: '/v2/invoices/booked', body: JSON.stringify({ id: Number(id) }) };
}

/** A draft of five lines and its booking, by one client: what a round trip costs. */
export const invoiceOne: Work = {
  id: 'invoice-1',
  title: 'draft and book an invoice of 5 lines, 1 client',
  connections: 1,
  expects: 201,
  request: drafted,
  follow: booked,
  countsWhole: true,
  serviceOnly: true,
  goal: THIRD,
  against: voucherOne.id,
};

/** The same by sixteen in one agreement. */
export const invoiceSixteen: Work = {
  ...invoiceOne,
  id: 'invoice-16',
  title: 'draft and book an invoice of 5 lines, 16 clients',
  connections: CLIENTS,
  against: 'book-16',
};

const listed = (size: number): Work => ({
  id: `drafts-${size}`,
  title: `page of ${size.toLocaleString('en')} draft invoices`,
  connections: size > 100 ? 4 : CLIENTS,
  expects: 200,
  request: () => ({ agreement: BOOKS, path: `${DRAFTS}?pagesize=${size}` }),
  different: 1,
  serviceOnly: true,
});

/** Drafts with their lines. Without goals: the floor keeps no invoices. */
export const drafts20 = listed(20);
export const drafts1000 = listed(1000);
