import { expect } from 'chai';
import type { Client } from '../support/running-service.js';
import type { Answered } from '../support/service-under-test.js';
import { walked } from '../support/walked.js';

/** A year that no test year touches: the books of a test begin and end with their own accounting years. */
export type TestYear = {
  readonly year: string;
  /** A date of the year: `on('03-31')`. */
  on(monthAndDay: string): string;
};

/** The last accounting year of the client's books, which contains today. */
export async function lastYear(client: Client): Promise<TestYear> {
  const { body } = await client.get('/accounting-years?sort=-fromDate&pagesize=1');
  const { year, fromDate, toDate } = body.collection[0] as { year: string; fromDate: string; toDate: string };
  return {
    year,
    on: (monthAndDay) => {
      const dates = [fromDate, toDate].map((date) => `${date.slice(0, 4)}-${monthAndDay}`);
      return dates.find((date) => date >= fromDate && date <= toDate) as string;
    },
  };
}

/** An entry as tests look at it. */
export type ShownEntry = readonly [account: number, amountInBaseCurrency: number, vatCode?: string];

/** The entries of one voucher, in the order of their numbers. */
export async function entriesOf(
  client: Client,
  { year }: TestYear,
  voucher: {
    readonly date: string;
    readonly voucherNumber: { readonly voucherNumber: number };
    readonly lines: readonly unknown[];
  },
  entryType: string,
): Promise<readonly (Record<string, unknown> & { account: { accountNumber: number } })[]> {
  const all = await everyPage(client, `/accounting-years/${year.replace('/', '_6_')}/entries?pagesize=1000`);
  return all.filter(
    (entry) =>
      entry['entryType'] === entryType &&
      entry['voucherNumber'] === voucher.voucherNumber.voucherNumber &&
      entry['date'] === voucher.date,
  ) as never;
}

/** Account, amount in base currency, and VAT code where there is one. */
export function shown(entries: readonly Record<string, unknown>[]): readonly ShownEntry[] {
  return entries.map((entry) => {
    const { accountNumber } = entry['account'] as { accountNumber: number };
    const vatCode = (entry['vatAccount'] as { vatCode: string } | undefined)?.vatCode;
    const amount = entry['amountInBaseCurrency'] as number;
    return vatCode === undefined ? [accountNumber, amount] : [accountNumber, amount, vatCode];
  });
}

/** Every item of a collection. */
export async function everyPage(client: Client, from: string): Promise<readonly Record<string, unknown>[]> {
  return walked(client, from, (item) => item);
}

/** The balance of an account in the books. */
export async function balanceOf(client: Client, accountNumber: number): Promise<number> {
  return (await client.get(`/accounts/${accountNumber}`)).body.balance as number;
}

/** A finance voucher that balances: so much from the bank into the cash box. */
export function aTransfer(
  date: string,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    date,
    lines: [{ account: { accountNumber: 5830 }, amount: 100, contraAccount: { accountNumber: 5810 } }],
    ...more,
  };
}

/** Drafts a finance voucher and books it. */
export async function booked(client: Client, draft: Record<string, unknown>): Promise<Answered> {
  const { body, status, text } = await client.post('/vouchers/drafts/finance-vouchers', draft);
  expect(status, text).to.equal(201);
  return client.post('/vouchers/booked', { voucherId: body.voucherId, date: body.date });
}
