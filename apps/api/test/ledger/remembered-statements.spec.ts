import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { replicaOf, runningService } from '../support/running-service.js';
import { whileReading } from '../support/while-reading.js';
import { bookingOf } from './booking.js';

const LAST = new Date().getUTCFullYear();
const [YEAR, NEXT] = [String(LAST - 1), String(LAST)];
const SPANS = [
  `fromDate=${YEAR}-01-01&toDate=${YEAR}-12-31`,
  `fromDate=${YEAR}-03-04&toDate=${NEXT}-03-20`,
  `fromDate=${NEXT}-01-01&toDate=${NEXT}-12-31`,
];
const ASKED = [
  ...['trial-balance', 'profit-and-loss', 'vat'].flatMap((name) =>
    SPANS.map((span) => `/statements/${name}?${span}`),
  ),
  `/statements/balance-sheet?date=${YEAR}-12-31`,
  `/statements/balance-sheet?date=${NEXT}-06-30`,
];

for (const database of await databases()) {
  describe(`answers of statements that are remembered on ${database.name} (ADR 25)`, function () {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger'] });
    const other = replicaOf(running);
    const asking = other.client(client);

    /** The rows as numbers and texts, of an answer that is made anew each time: CSV is never kept. */
    const anew = async (path: string): Promise<readonly (readonly unknown[])[]> => {
      const { text } = await asking.get(path, { Accept: 'text/csv' });
      const [head = [], ...rows] = text
        .trim()
        .split('\r\n')
        .map((row) => [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell));
      const figures = head.flatMap((name, at) => (/^$|name|entries$|Entries$/.test(name) ? [] : [at]));
      return rows.map((row) => figures.map((at) => plain(row[at])));
    };
    const plain = (cell = ''): unknown =>
      cell === '' ? undefined : /^-?[\d.]+$/.test(cell) ? Number(cell) : cell;
    const remembered = async (path: string): Promise<readonly (readonly unknown[])[]> => {
      const { body, status } = await asking.get(path);
      expect(status).to.equal(200);
      const rows = body.rows as readonly Readonly<Record<string, unknown>>[];
      const names =
        path.includes('/vat') === true
          ? ['vatAccount', 'ratePercentage', 'basis', 'vat', 'contraVat', 'difference']
          : path.includes('trial')
            ? ['account', 'accountType', 'openingBalance', 'debit', 'credit', 'movement', 'closingBalance']
            : ['account', 'accountType', 'amount'];
      return rows.map((row) =>
        names.map((name) => {
          const value = row[name] as { readonly [member: string]: unknown } | undefined;
          return typeof value === 'object' ? Object.values(value)[0] : value;
        }),
      );
    };
    const agree = async (): Promise<void> => {
      for (const path of ASKED) {
        for (let time = 0; time < 3; time += 1)
          expect(await remembered(path), path).to.deep.equal(await anew(path));
      }
    };
    const bookOn = bookingOf(running, client);
    const changed = async (path: string, change: object): Promise<void> => {
      const { body } = await client.get(path);
      expect((await client.put(path, { ...body, ...change })).status).to.equal(200);
    };

    it('are as when they are made anew, whatever another process has changed', async () => {
      await bookOn(
        `${YEAR}-03-03`,
        [1010, '-1000.10', { vatCode: 'S25' }],
        [6610, '-250.03'],
        [5810, '1250.13'],
      );
      await agree();
      await bookOn(`${NEXT}-03-05`, [1310, '10'], [5810, '-10']);
      await agree();
      await bookOn(`${YEAR}-03-15`, [5810, '0.01'], [5810, '-0.01']);
      await agree();
      expect((await client.post(`/accounting-years/${YEAR}/closing`, undefined)).status).to.equal(200);
      await agree();
      expect((await client.remove(`/accounting-years/${YEAR}/closing`)).status).to.equal(204);
      await agree();
      await changed('/vat-accounts/S25', { ratePercentage: 24 });
      await agree();
    });

    it('are of one state of the years, however often one is closed and reopened meanwhile', async () => {
      const paths = [
        ...[`trial-balance?${SPANS[2]}`, `profit-and-loss?${SPANS[0]}`].map((one) => `/statements/${one}`),
        `/statements/balance-sheet?date=${NEXT}-12-31`,
        `/accounting-years/${YEAR}/totals?pagesize=1000`,
        '/entries?pagesize=1000',
        `/accounting-years/${YEAR}`,
      ];
      const shown = async (path: string): Promise<string> => {
        const { body, status, text } = await asking.get(path);
        expect(status, text).to.equal(200);
        // An item is closed or can be, and is never offered the other.
        if (body.year !== undefined)
          return JSON.stringify([body.closed, Object.keys(body.metaData as object)]);
        const rows = (body.rows ?? body.collection) as readonly { readonly [member: string]: unknown }[];
        const figures = ['amount', 'openingBalance', 'debit', 'credit', 'totalInBaseCurrency'];
        return JSON.stringify(rows.map((row) => figures.map((name) => row[name])));
      };
      const close = () => client.post(`/accounting-years/${YEAR}/closing`, undefined);
      const reopen = () => client.remove(`/accounting-years/${YEAR}/closing`);
      const allowed = new Map(paths.map((path) => [path, new Set<string>()]));
      for (const change of [close, reopen]) {
        for (const path of paths) allowed.get(path)?.add(await shown(path));
        await change();
      }
      const strange: string[] = [];
      const reads = [...paths, ...paths].map((path) => async () => {
        if (allowed.get(path)?.has(await shown(path)) !== true) strange.push(path);
      });

      await whileReading(reads, async () => {
        for (let time = 0; time < 12; time += 1) {
          expect((await close()).status).to.equal(200);
          expect((await reopen()).status).to.equal(204);
        }
      });

      expect(strange).to.deep.equal([]);
    });

    it('show an account by its name as it is', async () => {
      const path = `/statements/profit-and-loss?${SPANS[0]}`;
      const name = async (): Promise<unknown> => {
        const rows = (await asking.get(path)).body.rows as {
          account?: { accountNumber: number };
          name: string;
        }[];
        return rows.find(({ account }) => account?.accountNumber === 1010)?.name;
      };
      for (let time = 0; time < 3; time += 1) await name();
      await changed('/accounts/1010', { name: 'Sold at the door' });
      expect(await name()).to.equal('Sold at the door');
    });

    it('are not read from the totals again while nothing has changed', async () => {
      const path = `/statements/trial-balance?${SPANS[0]}`;
      for (let time = 0; time < 3; time += 1) await asking.get(path);
      const before = other.statements.length;
      await asking.get(path);
      const read = other.statements.slice(before).filter((sql) => /period_total|day_turnover/.test(sql));
      expect(read).to.deep.equal([]);
    });
  });
}
