import { expect } from 'chai';
import { runningService, type Client } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { everyPage } from './the-books.js';

type Row = Answered['body'];
type Entry = {
  readonly account: { readonly accountNumber: number };
  readonly amount: number;
  readonly amountInBaseCurrency: number;
  readonly currency: string;
  readonly customer?: { readonly customerNumber: number };
  readonly supplier?: { readonly supplierNumber: number };
  readonly date: string;
  readonly entryType: string;
  readonly numberSeries: { readonly numberSeriesNumber: number };
  readonly vatAccount?: { readonly vatCode: string };
  readonly vatPart?: string;
  /** Of all but what closing a year has posted. */
  readonly voucher?: { readonly voucherId: number };
};

const DEMO = 'demo=true&pagesize=1000';
const cents = (amount: number): number => Math.round(100 * amount);
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + cents(amount), 0);

/** By the number of its series: where a voucher is drafted that somebody writes. */
const WRITTEN_AT: Readonly<Record<number, string>> = {
  1: 'finance-vouchers',
  2: 'supplier-invoices',
  3: 'supplier-payments',
  4: 'customer-invoices',
  5: 'customer-payments',
};
const BOOKED_AT_ONCE = 100;

function byVoucher(entries: readonly Entry[]): ReadonlyMap<number, readonly Entry[]> {
  const vouchers = new Map<number, Entry[]>();
  for (const entry of entries) {
    const voucherId = entry.voucher?.voucherId;
    if (voucherId !== undefined) vouchers.set(voucherId, [...(vouchers.get(voucherId) ?? []), entry]);
  }
  return vouchers;
}

/** A voucher as somebody would write it who has it on paper: what VAT the service makes is left to it. */
function asWritten(entries: readonly Entry[]): object {
  const vat = entries.find(({ vatPart }) => vatPart === 'vat');
  const isInside = !entries.some(({ vatPart }) => vatPart === 'contraVat');
  const lines = entries
    .filter(({ vatPart }) => vatPart === undefined || vatPart === 'base')
    .map((entry) => {
      const { account, customer, supplier, currency, vatAccount } = entry;
      const inside = vatAccount !== undefined && isInside ? vat : undefined;
      return {
        ...((customer ?? supplier) ? { customer, supplier } : { account }),
        currency,
        amount: (cents(entry.amount) + cents(inside?.amount ?? 0)) / 100,
        amountInBaseCurrency:
          (cents(entry.amountInBaseCurrency) + cents(inside?.amountInBaseCurrency ?? 0)) / 100,
        ...(vatAccount !== undefined && { vatAccount }),
      };
    });
  return { date: entries[0]?.date, lines };
}

/** What a voucher says in the books, however its entries are ordered. */
function saidBy(entries: readonly Entry[]): readonly string[] {
  return entries
    .map(({ account, amount, amountInBaseCurrency, currency, customer, supplier, vatAccount, ...more }) =>
      JSON.stringify([
        account.accountNumber,
        amount,
        currency,
        amountInBaseCurrency,
        customer?.customerNumber,
        supplier?.supplierNumber,
        vatAccount?.vatCode,
        more.vatPart,
        more.entryType,
        more.date,
      ]),
    )
    .sort();
}

for (const database of await databases()) {
  describe(`the books of the demo agreement on ${database.name}`, function () {
    const running = runningService(database);
    const client: Client = running.client({ modules: ['internationalLedger'] });
    const demo = async (path: string): Promise<Row> => {
      const { status, text, body } = await running.service.ask(path);
      expect(status, text).to.equal(200);
      return body;
    };
    const listed = async (collection: string): Promise<readonly Row[]> =>
      (await demo(`/${collection}?${DEMO}`)).collection as readonly Row[];
    const controlAccounts = async (groups: string): Promise<ReadonlySet<number>> =>
      new Set((await listed(groups)).map(({ account }) => account.accountNumber as number));
    let entries: readonly Entry[];

    before(async () => {
      entries = (await demo(`/entries?${DEMO}`)).collection as readonly Entry[];
    });

    for (const [parties, groups, aged] of [
      ['customers', 'customer-groups', 'aged-receivables'],
      ['suppliers', 'supplier-groups', 'aged-payables'],
    ] as const) {
      it(`say of ${parties} what their control accounts say, today and on any day`, async () => {
        const accounts = await controlAccounts(groups);
        const balances = (await listed('accounts'))
          .filter(({ accountNumber }) => accounts.has(accountNumber as number))
          .map(({ balance }) => balance as number);
        const owed = (await listed(parties)).map(({ balance }) => balance as number);
        expect(sumOf(owed)).to.equal(sumOf(balances)).and.not.to.equal(0);

        const days = [...new Set(entries.map(({ date }) => date))].sort();
        for (const date of [1, 5, 9, 12].map(
          (twelfth) => days[Math.ceil((twelfth / 12) * days.length) - 1],
        )) {
          const { rows } = await demo(`/statements/balance-sheet?demo=true&date=${date}`);
          const stands = (rows as readonly Row[])
            .filter(({ account }) => accounts.has(account?.accountNumber as number))
            .map(({ amount }) => amount as number);
          const { rows: byAge } = await demo(`/statements/${aged}?demo=true&date=${date}`);
          expect(cents((byAge as readonly Row[]).at(-1).total as number), date).to.equal(sumOf(stands));
        }
      });
    }

    it('balance, and are paid in part: some posts are matched, some overdue', async () => {
      const { rows } = await demo('/statements/balance-sheet?demo=true');
      const amountOf = (isIt: (row: Row) => boolean): number =>
        (rows as readonly Row[]).find(isIt)?.amount as number;
      const of = (accountNumber: number) =>
        amountOf(({ account }) => account?.accountNumber === accountNumber);
      const result = amountOf(({ name }) => name === 'resultForTheYear');
      expect(sumOf([of(5999), of(6999), result])).to.equal(0);

      const posts = await listed('open-posts');
      expect(posts.filter(({ daysOverdue }) => daysOverdue > 0)).not.to.deep.equal([]);
      expect(posts.filter(({ daysOverdue }) => daysOverdue === undefined)).not.to.deep.equal([]);
      expect((await listed('matches')).length).to.be.greaterThan(posts.length);
    });

    it('are vouchers that the service books the same when somebody writes them', async () => {
      const written = [...byVoucher(entries).values()].filter(
        ([first]) => first !== undefined && first.numberSeries.numberSeriesNumber in WRITTEN_AT,
      );
      const drafts: { voucherId: number; date: string }[] = [];
      for (const voucher of written) {
        const { numberSeriesNumber } = (voucher[0] as Entry).numberSeries;
        const path = `/vouchers/drafts/${WRITTEN_AT[numberSeriesNumber]}`;
        const { status, text, body } = await client.post(path, asWritten(voucher));
        expect(status, text).to.equal(201);
        drafts.push({ voucherId: body.voucherId as number, date: body.date as string });
      }
      for (let at = 0; at < drafts.length; at += BOOKED_AT_ONCE) {
        const { status, text } = await client.post('/vouchers/booked', drafts.slice(at, at + BOOKED_AT_ONCE));
        expect(status, text).to.equal(201);
      }

      const copies = byVoucher((await everyPage(client, '/entries?pagesize=1000')) as never);
      for (const [index, voucher] of written.entries()) {
        expect(saidBy(copies.get(drafts[index]?.voucherId ?? 0) ?? [])).to.deep.equal(saidBy(voucher));
      }
    });
  });
}
