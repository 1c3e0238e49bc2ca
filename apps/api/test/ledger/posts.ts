import { expect } from 'chai';
import type { Client } from '../support/running-service.js';
import type { Answered } from '../support/service-under-test.js';

export const YEAR = new Date().getUTCFullYear();

/** One customer whose lines are in whatever currency a test says. */
export type Line = {
  readonly amount: number;
  readonly currency?: string;
  readonly exchangeRate?: number;
  readonly customer?: number;
  readonly supplier?: number;
  readonly contraVatAccount?: object;
  readonly matches?: readonly object[];
  readonly invoiceNumber?: number;
};

const WRITTEN_AT = { invoice: 'customer-invoices', payment: 'customer-payments' } as const;

/** A voucher of one customer or supplier against an account, as a draft. */
export async function draftOf(
  client: Client,
  kind: keyof typeof WRITTEN_AT,
  { customer, supplier, ...line }: Line,
  date = `${YEAR}-03-31`,
): Promise<Answered['body']> {
  const party =
    supplier === undefined
      ? { customer: { customerNumber: customer ?? 1 } }
      : { supplier: { supplierNumber: supplier } };
  const path = supplier === undefined ? WRITTEN_AT[kind] : WRITTEN_AT[kind].replace('customer', 'supplier');
  const { status, body, text } = await client.post(`/vouchers/drafts/${path}`, {
    date,
    lines: [{ ...party, ...line, contraAccount: { accountNumber: kind === 'invoice' ? 1010 : 5820 } }],
  });
  expect(status, text).to.equal(201);
  return body;
}

/** What identifies its post. */
export type Named = { readonly voucherId: number; readonly entryNumber: number };

/** The same, booked: its post. */
export async function bookedPost(
  client: Client,
  kind: keyof typeof WRITTEN_AT,
  line: Line,
  date = `${YEAR}-03-31`,
): Promise<Named> {
  const { voucherId, lines } = await draftOf(client, kind, line, date);
  const { status, text } = await client.post('/vouchers/booked', { voucherId, date });
  expect(status, text).to.equal(201);
  return { voucherId, entryNumber: lines[0].entryNumber as number };
}

/** What is left of a post. */
export async function leftOf(client: Client, { entryNumber }: Named): Promise<number> {
  return (await client.get(`/open-posts/${entryNumber}`)).body.remainder as number;
}

/** Matches posts, and takes that back, so many times. */
export async function matchedAgainAndAgain(
  client: Client,
  posts: readonly Named[],
  times: number,
): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { status, text, body } = await client.post('/matches', { posts });
    expect(status, text).to.equal(201);
    expect((await client.remove(body.self as string)).status).to.equal(204);
  }
}
