import { expect } from 'chai';
import type { Client } from '../support/running-service.js';
import type { Answered } from '../support/service-under-test.js';

/** One lamp at 79.00, under 25 % VAT, for a domestic customer. */
export function anInvoice(more: object = {}): object {
  return { customer: { customerNumber: 1 }, lines: [{ product: { productNumber: '1000' } }], ...more };
}

/** A draft, made. */
export async function drafted(client: Client, more: object = {}): Promise<Answered['body']> {
  const { status, body, text } = await client.post('/v2/invoices/drafts', anInvoice(more));
  expect(status, text).to.equal(201);
  return body;
}

/** An invoice, drafted and booked. */
export async function booked(client: Client, more: object = {}): Promise<Answered['body']> {
  const { id } = await drafted(client, more);
  const { status, body, text } = await client.post('/v2/invoices/booked', { id });
  expect(status, text).to.equal(201);
  return body;
}

/** An additional expense, made: postage under 25 % VAT. */
export async function anExpense(client: Client, more: object = {}): Promise<Answered['body']> {
  const postage = { name: 'Postage', account: { accountNumber: 1140 }, vatAccount: { vatCode: 'S25' } };
  const { status, body, text } = await client.post('/additional-expenses', { ...postage, ...more });
  expect(status, text).to.equal(201);
  return body;
}

/** Everything that booking changes, to compare before and after a refusal. */
export async function booksOf(client: Client): Promise<readonly unknown[]> {
  const year = new Date().getUTCFullYear();
  const found = await Promise.all(
    ['/v2/invoices/drafts', '/v2/invoices/booked', `/accounting-years/${year}/entries`, '/customers/1'].map(
      async (to) =>
        (await client.get(to)).body as { readonly collection?: unknown; readonly balance?: unknown },
    ),
  );
  return found.map(({ collection, balance }) => collection ?? balance);
}
