import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { walked } from '../support/walked.js';
import { book, bookingOf, kept, type Line } from './booking.js';
import { booked, everyPage } from './the-books.js';

const LAST = new Date().getUTCFullYear();
const [YEAR, NEXT] = [String(LAST - 1), String(LAST)];

type Row = {
  readonly account?: { readonly accountNumber: number };
  readonly name: string;
  readonly entries?: string;
  readonly amount?: number;
  readonly movement?: number;
} & Readonly<Record<string, unknown>>;

/** The figures of the rows that have any, by account. */
function figures(rows: readonly Row[], ...members: readonly string[]): readonly (readonly unknown[])[] {
  return rows
    .filter((row) => members.some((member) => (row[member] ?? 0) !== 0))
    .map((row) => [row.account?.accountNumber ?? row.name, ...members.map((member) => row[member])]);
}

for (const database of await databases()) {
  describe(`statements on ${database.name} (decisions, "Statements")`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger'] });
    const planning = running.client({ modules: ['internationalLedger'] });
    const walking = running.client({ modules: ['internationalLedger'] });
    const walkedOn = bookingOf(running, walking);
    const bookOn = (date: string, ...lines: readonly Line[]) =>
      book(running.service.service.database, client.agreement.agreementNumber, date, lines);
    const statement = async (name: string, query = ''): Promise<{ rows: readonly Row[] }> => {
      const { status, body, text } = await client.get(`/statements/${name}${query}`);
      expect(status, text).to.equal(200);
      expect((await client.get(body.self as string)).body).to.deep.equal(body);
      return body as { rows: readonly Row[] };
    };
    /** Accounts, without the sums of the chart. */
    const ACCOUNTS = new Set([1010, 1310, 5810, 6140, 6610]);
    const plain = (rows: readonly Row[]): readonly Row[] =>
      rows.filter(({ account }) => account === undefined || ACCOUNTS.has(account.accountNumber));
    const amounts = async (name: string, query: string) =>
      figures(plain((await statement(name, query)).rows), 'amount');
    const trial = async (query: string) =>
      figures(
        plain((await statement('trial-balance', query)).rows),
        'openingBalance',
        'debit',
        'credit',
        'closingBalance',
      );

    /** Of the entries that a row leads to, each of which is there. */
    const sumBehind = async (row: Row | undefined): Promise<number> => {
      const entries = await everyPage(client, row?.entries ?? '');
      expect((await client.get(entries[0]?.['self'] as string)).status).to.equal(200);
      const cents = entries.map((entry) => Math.round((entry['amountInBaseCurrency'] as number) * 100));
      return cents.reduce((sum, one) => sum + one, 0) / 100;
    };

    before(async () => {
      await kept(bookOn(`${YEAR}-03-03`, [1010, '-1000.10'], [6610, '-250.03'], [5810, '1250.13']));
      await kept(bookOn(`${YEAR}-12-31`, [1310, '400'], [5810, '-400']));
      await kept(bookOn(`${NEXT}-01-05`, [1310, '10'], [5810, '-10']));
      const sale = {
        date: `${NEXT}-01-20`,
        lines: [
          {
            account: { accountNumber: 5810 },
            amount: 1250,
            contraAccount: { accountNumber: 1010 },
            contraVatAccount: { vatCode: 'S25' },
          },
        ],
      };
      expect((await booked(client, sale)).status).to.equal(201);
    });

    it('are of any dates: whole years, and days in the middle of months', async () => {
      expect(await amounts('profit-and-loss', `?fromDate=${YEAR}-01-01&toDate=${YEAR}-12-31`)).to.deep.equal([
        [1010, -1000.1],
        [1310, 400],
      ]);
      expect(await amounts('profit-and-loss', `?fromDate=${NEXT}-01-05&toDate=${NEXT}-01-19`)).to.deep.equal([
        [1310, 10],
      ]);
      expect(await amounts('profit-and-loss', `?fromDate=${YEAR}-03-03&toDate=${NEXT}-01-05`)).to.deep.equal([
        [1010, -1000.1],
        [1310, 410],
      ]);
      expect(await amounts('balance-sheet', `?date=${YEAR}-03-02`)).to.deep.equal([]);
    });

    it('balance: what is not carried yet is a row of its own, over years that are open', async () => {
      expect(await amounts('balance-sheet', `?date=${YEAR}-12-31`)).to.deep.equal([
        [5810, 850.13],
        [6610, -250.03],
        ['resultForTheYear', -600.1],
      ]);
      expect(await amounts('balance-sheet', `?date=${NEXT}-01-31`)).to.deep.equal([
        [5810, 2090.13],
        [6610, -500.03],
        ['resultForTheYear', -1590.1],
      ]);
      expect(await trial(`?fromDate=${NEXT}-01-01&toDate=${NEXT}-12-31`)).to.deep.equal([
        [1010, 0, 0, 1000, -1000],
        [1310, 0, 10, 0, 10],
        [5810, 850.13, 1250, 10, 2090.13],
        [6610, -250.03, 0, 250, -500.03],
        ['resultForTheYear', -600.1, 0, 0, -600.1],
      ]);
      const { rows } = await statement('trial-balance', `?fromDate=${NEXT}-01-01&toDate=${NEXT}-12-31`);
      expect(await sumBehind(rows.at(-1))).to.equal(-600.1);
    });

    it('show a closed year as it was, and carry its result on', async () => {
      const before = [
        await statement('profit-and-loss', `?fromDate=${YEAR}-01-01&toDate=${YEAR}-12-31`),
        await statement('balance-sheet', `?date=${YEAR}-12-31`),
        await statement('trial-balance', `?fromDate=${YEAR}-01-01&toDate=${YEAR}-12-31`),
      ];
      expect((await client.post(`/accounting-years/${YEAR}/closing`, undefined)).status).to.equal(200);
      expect([
        await statement('profit-and-loss', `?fromDate=${YEAR}-01-01&toDate=${YEAR}-12-31`),
        await statement('balance-sheet', `?date=${YEAR}-12-31`),
        await statement('trial-balance', `?fromDate=${YEAR}-01-01&toDate=${YEAR}-12-31`),
      ]).to.deep.equal(before);

      expect(await amounts('balance-sheet', `?date=${NEXT}-12-31`)).to.deep.equal([
        [5810, 2090.13],
        [6140, -600.1],
        [6610, -500.03],
        ['resultForTheYear', -990],
      ]);
      expect(await trial(`?fromDate=${NEXT}-01-01&toDate=${NEXT}-12-31`)).to.deep.equal([
        [1010, 0, 0, 1000, -1000],
        [1310, 0, 10, 0, 10],
        [5810, 850.13, 1250, 10, 2090.13],
        [6140, -600.1, 0, 0, -600.1],
        [6610, -250.03, 0, 250, -500.03],
      ]);
      expect(await trial(`?fromDate=${YEAR}-03-01&toDate=${NEXT}-12-31`)).to.deep.equal([
        [1010, 0, 0, 2000.1, -2000.1],
        [1310, 0, 410, 0, 410],
        [5810, 0, 2500.13, 410, 2090.13],
        [6610, 0, 0, 500.03, -500.03],
      ]);
    });

    it('go on over a year that was made closed, which has carried nothing (D20)', async () => {
      const figuresOf = async (name: string, query: string, ...members: readonly string[]) => {
        const { status, body, text } = await planning.get(`/statements/${name}${query}`);
        expect(status, text).to.equal(200);
        return figures(plain(body.rows as readonly Row[]), ...members);
      };
      for (const [year, closed] of [
        [LAST + 1, true],
        [LAST + 2, false],
      ] as const) {
        const added = { fromDate: `${year}-01-01`, toDate: `${year}-12-31`, closed };
        expect((await planning.post('/accounting-years', added)).status).to.equal(201);
      }
      const line = { account: { accountNumber: 5810 }, amount: 70, contraAccount: { accountNumber: 1310 } };
      const lines = [{ ...line, contraVatAccount: null }];
      expect((await booked(planning, { date: `${NEXT}-02-01`, lines })).status).to.equal(201);
      const expected = [
        [5810, 70],
        ['resultForTheYear', -70],
      ];

      for (const date of [`${NEXT}-12-31`, `${LAST + 1}-06-30`, `${LAST + 2}-01-01`]) {
        expect(await figuresOf('balance-sheet', `?date=${date}`, 'amount'), date).to.deep.equal(expected);
      }
      const next = `?fromDate=${LAST + 2}-01-01&toDate=${LAST + 2}-12-31`;
      expect(await figuresOf('trial-balance', next, 'openingBalance')).to.deep.equal(expected);
    });

    it('have sums and headings as the chart has them, each kind in its statement', async () => {
      const { rows } = await statement('balance-sheet', `?date=${NEXT}-12-31`);
      const numbers = rows.map(({ account }) => account?.accountNumber);
      const total = rows.find(({ account }) => account?.accountNumber === 6999);
      const heading = rows.find(({ account }) => account?.accountNumber === 6600);

      expect(numbers.at(-1)).to.equal(undefined);
      expect(numbers.filter((one) => (one ?? 9000) < 5000 || one === 7000)).to.deep.equal([]);
      expect(total).to.include({ amount: -1100.13, accountType: 'totalFrom' });
      expect(heading).to.include({ name: 'VAT', accountType: 'heading' }).and.not.have.property('amount');
    });

    it('lead from every figure to the entries that it is the sum of', async () => {
      const queries = {
        'profit-and-loss': [`?fromDate=${YEAR}-01-01&toDate=${YEAR}-12-31`, `?fromDate=${NEXT}-01-05`],
        'balance-sheet': [`?date=${YEAR}-12-31`, `?date=${NEXT}-01-20`],
        'trial-balance': [`?fromDate=${NEXT}-01-01&toDate=${NEXT}-12-31`, `?fromDate=${YEAR}-03-01`],
      };
      // A sum by display number, of accounts that do not stand side by side.
      for (const [accountNumber, displayNumber] of [
        [1010, 'X1'],
        [1310, 'X2'],
      ] as const) {
        const { body } = await client.get(`/accounts/${accountNumber}`);
        const shown = await client.put(`/accounts/${accountNumber}`, { ...body, displayNumber });
        expect(shown.status, shown.text).to.equal(200);
      }
      const from = { fromAccount: { accountNumber: 1010 }, toAccount: { accountNumber: 1310 } };
      const sum = {
        accountNumber: 2501,
        name: 'By letters',
        accountType: 'sumAlpha',
        accountsSummed: [from],
      };
      expect((await client.post('/accounts', sum)).status).to.equal(201);
      const followed: string[] = [];
      for (const [name, asked] of Object.entries(queries)) {
        for (const query of asked) {
          const { rows } = await statement(name, query);
          for (const row of rows) {
            const figure = row.amount ?? row.movement ?? 0;
            if (figure === 0) continue;
            expect(await sumBehind(row), `${name}${query} ${row.name}`).to.equal(figure);
            followed.push(row.name);
          }
        }
      }
      expect(followed).to.have.length.greaterThan(30);
      expect(followed).to.include('By letters');
    });

    it('say the VAT of each code: its basis, what its entries have, and what the rate makes of it', async () => {
      const { rows } = await statement('vat', `?fromDate=${YEAR}-01-01&toDate=${NEXT}-12-31`);

      expect(rows).to.have.length(1);
      const { basisEntries, vatEntries, ...row } = rows[0] as unknown as Record<string, string>;
      expect(row).to.deep.equal({
        vatAccount: { vatCode: 'S25', self: `${running.service.base}/vat-accounts/S25` },
        name: 'Sales VAT, 25 %',
        ratePercentage: 25,
        basis: -1000,
        vat: -250,
        difference: 0,
      });
      const behind = async (link: string | undefined) =>
        (await everyPage(client, link ?? '')).map((entry) => entry['amountInBaseCurrency']);
      expect([await behind(basisEntries), await behind(vatEntries)]).to.deep.equal([[-1000], [-250]]);
    });

    it('page through the entries of all years', async () => {
      const all = await everyPage(client, '/entries?pagesize=2');
      const whole = await everyPage(client, '/entries?pagesize=1000');

      expect(all).to.deep.equal(whole);
      expect(new Set(all.map((entry) => entry['self'])).size).to.equal(all.length);
      expect((await client.get('/entries?filter=date$lt:1990-01-01')).body.pagination.results).to.equal(0);
    });

    it('page through them once each, where entries of the years before are booked meanwhile', async () => {
      for (const date of [`${YEAR}-03-03`, `${YEAR}-04-04`, `${NEXT}-01-05`, `${NEXT}-01-06`])
        await walkedOn(date, [1310, '10'], [5810, '-10']);
      await walkedOn(`${NEXT}-02-01`, [1310, '1'], [6610, '1'], [5810, '-2']);
      const selves = async (query: string) =>
        (await everyPage(walking, `/entries?${query}`)).map((entry) => entry['self']);
      const before = await selves('pagesize=1000');
      expect(before).to.have.length(11);
      const seen = await walked(walking, '/entries?pagesize=2', ({ self }) => self, {
        after: 6,
        write: () => walkedOn(`${YEAR}-07-01`, [1310, '3'], [5810, '-3']),
      });

      expect(seen).to.deep.equal(before);
      for (const skipped of [1, 2, 3])
        expect(await selves(`pagesize=4&skippages=${skipped}`)).to.deep.equal(
          (await selves('pagesize=1000')).slice(4 * skipped),
        );
    });

    it('come as CSV to who would rather have that', async () => {
      const { status, text, headers } = await client.get(
        `/statements/profit-and-loss?fromDate=${YEAR}-01-01&toDate=${YEAR}-12-31`,
        { Accept: 'text/csv' },
      );

      expect(status, text).to.equal(200);
      expect(headers.get('content-type')).to.equal('text/csv; charset=utf-8');
      const [head, ...lines] = text.split('\r\n');
      expect(head).to.equal('account,name,accountType,amount,entries');
      expect(lines.find((line) => line.startsWith('1310,'))).to.match(/,profitAndLoss,400\.00,"?http/);
    });

    it('come as what is rather had, also where it is said with its charset', async () => {
      for (const [accept, comes] of [
        ['text/csv; charset=utf-8', 'text/csv'],
        ['text/csv;charset=UTF-8, application/json;q=0.5', 'text/csv'],
        ['application/json; charset=utf-8, text/csv; q=0.5', 'application/json'],
        ['application/json;charset=utf-8, text/*;q=0.1', 'application/json'],
        ['text/csv;charset=utf-8;q=0, */*', 'application/json'],
      ] as const) {
        const { status, text, headers } = await client.get('/statements/vat', { Accept: accept });
        expect(status, `${accept}: ${text}`).to.equal(200);
        expect(headers.get('content-type'), accept).to.equal(`${comes}; charset=utf-8`);
      }
    });

    it('are not sent as CSV again to who has them, and say that they depend on what is accepted', async () => {
      const to = '/statements/balance-sheet';
      const csv = { Accept: 'text/csv' };
      const etag = (await client.get(to, csv)).headers.get('etag') ?? '';

      const known = await client.get(to, { ...csv, 'If-None-Match': etag });
      expect([known.status, known.text, known.headers.get('etag')]).to.deep.equal([304, '', etag]);
      expect(known.headers.get('vary')).to.match(/accept(?!-)/i);
      const json = await client.get(to, { 'If-None-Match': etag });
      expect(json.status).to.equal(200);
      expect(json.headers.get('vary')).to.match(/accept(?!-)/i);
      const inCsv = await client.get(to, { ...csv, 'If-None-Match': json.headers.get('etag') ?? '' });
      expect(inCsv.status).to.equal(200);
    });

    it('are each asked for by fromDate and toDate, or by date ("Statements" of the decisions)', async () => {
      const read = async (asked: string) => {
        const { status, text, body } = await client.get(`/statements/${asked}`);
        expect(status, text).to.equal(200);
        return body as unknown;
      };
      for (const name of ['balance-sheet', 'aged-receivables', 'aged-payables']) {
        const atDate = await read(`${name}?date=${YEAR}-12-31`);
        expect(await read(`${name}?fromDate=${YEAR}-01-01&toDate=${YEAR}-12-31`)).to.deep.equal(atDate);
        expect(await read(`${name}?TODATE=${YEAR}-12-31`)).to.deep.equal(atDate);
      }
      for (const name of ['trial-balance', 'profit-and-loss', 'vat'])
        expect(await read(`${name}?date=${YEAR}-06-30`)).to.deep.equal(
          await read(`${name}?toDate=${YEAR}-06-30`),
        );
    });

    it('refuse what is no date, and who does not keep the books', async () => {
      expectRefusal(await client.get('/statements/trial-balance?fromDate=2026-02-30'), 400, 'E01040');
      const backwards = await client.get('/statements/vat?fromDate=2026-03-01&toDate=2026-02-01');
      expectRefusal(backwards, 400, 'E01040');
      expect(backwards.body.errors[0].message).to.equal('fromDate must not be after toDate.');
      // It is a parameter that is taken: what it says is not.
      expect(backwards.body.message).to.match(/"fromDate" cannot be taken as it stands: nothing was done\.$/);
      for (const [other, message] of [
        [`balance-sheet?fromDate=${YEAR}-01-01`, 'This is not by fromDate, but by date.'],
        ['aged-payables?fromDate=2026-03-01&toDate=2026-02-01', 'fromDate must not be after toDate.'],
        ['vat?fromDate=2026-03-01&date=2026-02-01', 'fromDate must not be after date.'],
        ['vat?date=2026-02-30', 'date must be a calendar date, YYYY-MM-DD.'],
        ['profit-and-loss?date=2026-02-01&toDate=2026-02-01', 'Give toDate or date: each is the last day.'],
        [
          'balance-sheet?fromDate=2026-02-01&fromDate=2026-02-01&date=2026-02-01',
          'The parameter fromDate is given more than once; give it once.',
        ],
      ] as const) {
        const refused = await client.get(`/statements/${other}`);
        expectRefusal(refused, 400, 'E01040');
        expect(refused.body.errors[0].message).to.equal(message);
      }
      const twice = `balance-sheet?date=${YEAR}-12-31&date=${YEAR}-01-31`;
      expectRefusal(await client.get(`/statements/${twice}`), 400);
      const { tokens } = await client.agreement.grant(['Sales']);
      expectRefusal(await client.get('/statements/balance-sheet', tokens), 403, 'E03000');
      expect((await client.get('/statements/balance-sheet')).status).to.equal(200);
    });
  });
}
