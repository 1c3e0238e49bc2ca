import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { whileReading } from '../support/while-reading.js';
import { YEAR, bookedPost, matchedAgainAndAgain, type Named } from './posts.js';
import { everyPage } from './the-books.js';

const AGES = ['notDue', 'days1To30', 'days31To60', 'days61To90', 'over90'] as const;
type Age = (typeof AGES)[number];
type Row = Readonly<Record<Age | 'total', number>> & {
  readonly name: string;
  readonly entries: string;
  readonly customer?: { readonly customerNumber: number };
  readonly supplier?: { readonly supplierNumber: number };
} & Readonly<Record<`${Age}Posts`, string | undefined>>;

function cents(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + Math.round(one * 100), 0);
}

/** So many days after a date. */
function later(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

for (const database of await databases()) {
  describe(`aged lists on ${database.name} (decisions, "Statements")`, function () {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger'] });
    const rowsOf = async (name: string, date: string): Promise<readonly Row[]> => {
      const { status, body, text } = await client.get(`/statements/${name}?date=${date}`);
      expect(status, text).to.equal(200);
      return body.rows as readonly Row[];
    };
    const aged = async (name: string, date: string) =>
      (await rowsOf(name, date)).map(({ customer, supplier, name: called, ...row }) => [
        customer?.customerNumber ?? supplier?.supplierNumber ?? called,
        Object.fromEntries(AGES.map((age) => [age, row[age]] as const).filter(([, amount]) => amount !== 0)),
      ]);
    let sold: Named;
    let due = '';

    before(async () => {
      sold = await bookedPost(client, 'invoice', { amount: 100.1, customer: 1 }, `${YEAR}-01-10`);
      due = (await client.get(`/open-posts/${sold.entryNumber}`)).body.dueDate as string;
      await bookedPost(client, 'invoice', { amount: 50, customer: 2 }, `${YEAR}-01-10`);
      await bookedPost(client, 'invoice', { amount: -40.05, supplier: 1 }, `${YEAR}-01-10`);
      const abroad = { currency: 'USD', customer: 3 };
      const dollars = { ...abroad, amount: 200, exchangeRate: 90 };
      const billed = await bookedPost(client, 'invoice', dollars, `${YEAR}-01-10`);
      const paid = { ...abroad, amount: -200, exchangeRate: 92.5 };
      const received = await bookedPost(client, 'payment', paid, `${YEAR}-09-20`);
      const part = await bookedPost(client, 'payment', { amount: -30, customer: 1 }, `${YEAR}-09-20`);
      for (const posts of [
        [billed, received],
        [sold, part],
      ]) {
        const { status, text } = await client.post('/matches', { posts });
        expect(status, text).to.equal(201);
      }
    });

    it('say of each customer what is open, by the days that it is overdue', async () => {
      for (const [days, age] of [
        [0, 'notDue'],
        [1, 'days1To30'],
        [30, 'days1To30'],
        [31, 'days31To60'],
        [60, 'days31To60'],
        [61, 'days61To90'],
        [90, 'days61To90'],
        [91, 'over90'],
      ] as const) {
        const [row] = await rowsOf('aged-receivables', later(due, days));
        expect(row?.customer?.customerNumber).to.equal(1);
        expect(row, `${days} days`).to.include({ [age]: 100.1, total: 100.1 });
        expect(cents(AGES.map((one) => row?.[one] ?? 0))).to.equal(10_010);
      }
    });

    it('are as matched on their date: what was paid later was open then', async () => {
      const before = await aged('aged-receivables', `${YEAR}-09-19`);
      const after = await aged('aged-receivables', `${YEAR}-09-20`);

      expect(before).to.deep.equal([
        [1, { over90: 100.1 }],
        [2, { over90: 50 }],
        [3, { over90: 180 }],
        ['total', { over90: 330.1 }],
      ]);
      expect(after).to.deep.equal([
        [1, { over90: 70.1 }],
        [2, { over90: 50 }],
        ['total', { over90: 120.1 }],
      ]);
      expect(await aged('aged-receivables', `${YEAR}-01-09`)).to.deep.equal([['total', {}]]);
    });

    it('show what suppliers are owed below zero', async () => {
      expect(await aged('aged-payables', `${YEAR}-12-31`)).to.deep.equal([
        [1, { over90: -40.05 }],
        ['total', { over90: -40.05 }],
      ]);
    });

    it('lead to the entries and the open posts that the figures are the sum of', async () => {
      let followed = 0;
      for (const name of ['aged-receivables', 'aged-payables']) {
        for (const date of [`${YEAR}-01-20`, `${YEAR}-09-19`, `${YEAR}-12-31`]) {
          for (const row of await rowsOf(name, date)) {
            const entries = await everyPage(client, row.entries);
            const total = cents(entries.map((one) => one['amountInBaseCurrency'] as number));
            expect(total, `${name} ${date} ${row.name}`).to.equal(cents([row.total]));
            for (const age of AGES) {
              const link = row[`${age}Posts`];
              if (link === undefined) continue;
              const posts = await everyPage(client, link);
              const left = cents(posts.map((one) => one['remainderInBaseCurrency'] as number));
              expect(left, `${name} ${date} ${row.name} ${age}`).to.equal(cents([row[age]]));
              followed += 1;
            }
          }
        }
      }
      expect(followed).to.be.greaterThan(40);
      const [one] = await rowsOf('aged-receivables', `${YEAR}-09-19`);
      expect(one?.over90Posts).to.equal(undefined);
    });

    it('agree with the control accounts of the balance sheet', async () => {
      for (const date of [`${YEAR}-01-20`, `${YEAR}-09-19`, `${YEAR}-12-31`]) {
        const { rows } = (await client.get(`/statements/balance-sheet?date=${date}`)).body as {
          rows: readonly { account?: { accountNumber: number }; amount?: number }[];
        };
        for (const [name, accountNumber] of [
          ['aged-receivables', 5710],
          ['aged-payables', 6410],
        ] as const) {
          const stands = rows.find(({ account }) => account?.accountNumber === accountNumber)?.amount;
          expect((await rowsOf(name, date)).at(-1)?.total, `${name} ${date}`).to.equal(stands);
        }
      }
    });

    it('come as CSV to who would rather have that, and not to who sells', async () => {
      const { status, text } = await client.get(`/statements/aged-receivables?date=${YEAR}-12-31`, {
        Accept: 'text/csv',
      });

      expect(status).to.equal(200);
      const lines = text.split('\r\n');
      expect(lines[0]).to.match(
        /^customer,name,total,notDue,days1To30,days31To60,days61To90,over90,entries,/,
      );
      expect(lines[1]).to.match(/^1,[^,]+,70\.10,0\.00,0\.00,0\.00,0\.00,70\.10,/);
      expectRefusal(await client.get('/statements/aged-payables?date=2026-02-30'), 400, 'E01040');
      const { tokens } = await client.agreement.grant(['Sales']);
      expectRefusal(await client.get('/statements/aged-receivables', tokens), 403, 'E03000');
    });

    it('lead from their sums to no posts where some of whom nothing was open have been matched since', async () => {
      const [day, paid] = [`${YEAR}-09-25`, `${YEAR}-10-01`];
      const customer = 4;
      const billed = await bookedPost(client, 'invoice', { customer, amount: 25 }, `${YEAR}-01-10`);
      await bookedPost(client, 'invoice', { customer, amount: -25 }, `${YEAR}-01-10`);
      const sumOf = async () => (await rowsOf('aged-receivables', day)).at(-1);
      expect((await sumOf())?.over90Posts).to.be.a('string');

      const received = await bookedPost(client, 'payment', { customer, amount: -25 }, paid);
      const { status, text } = await client.post('/matches', { posts: [billed, received] });
      expect(status, text).to.equal(201);

      expect(await aged('aged-receivables', day)).to.deep.equal([
        [1, { over90: 70.1 }],
        [2, { over90: 50 }],
        ['total', { over90: 120.1 }],
      ]);
      expect((await sumOf())?.over90Posts).to.equal(undefined);
    });

    it('count what is matched meanwhile once, however many match, as it was open on their date', async () => {
      const date = `${YEAR}-09-19`;
      const matched: Named[][] = [];
      for (const customer of [2, 3, 4, 5]) {
        const owed = await bookedPost(client, 'invoice', { amount: 20, customer }, date);
        const paid = await bookedPost(client, 'payment', { amount: -20, customer }, `${YEAR}-09-20`);
        matched.push([owed, paid]);
      }
      const before = JSON.stringify(await aged('aged-receivables', date));
      const strange: string[] = [];
      const read = async (): Promise<void> => {
        const shown = JSON.stringify(await aged('aged-receivables', date));
        if (shown !== before) strange.push(shown);
      };

      await whileReading([read, read, read], async () => {
        await Promise.all(matched.map((posts) => matchedAgainAndAgain(client, posts, 10)));
      });

      expect(strange).to.deep.equal([]);
    });
  });
}
