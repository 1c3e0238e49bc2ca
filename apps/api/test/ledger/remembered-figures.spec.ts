import { expect } from 'chai';
import { right } from 'fp-ts/lib/Either.js';
import type { FullDate } from '@kontor/kernel';
import type { StatementFigures, Turnover } from '@kontor/ledger';
import { databases } from '../support/service-under-test.js';
import { replicaOf, runningService } from '../support/running-service.js';
import { bookingOf, inBooks } from './booking.js';

const LAST = new Date().getUTCFullYear();
const [YEAR, NEXT] = [String(LAST - 1), String(LAST)];

/** Whole years, whole months, and dates that cut a month at either end, most of it in or out. */
const SPANS: readonly (readonly [string, string])[] = [
  ['01-01', '12-31'],
  ['03-01', '03-31'],
  ['02-01', '11-30'],
  ['03-04', '03-20'],
  ['02-27', '04-02'],
  ['03-10', '12-05'],
  ['03-31', '03-31'],
];

for (const database of await databases()) {
  describe(`figures of statements that are remembered on ${database.name} (issue 15)`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger'] });
    const replica = replicaOf(running);
    const asking = replica.client(client);
    type Figures = readonly unknown[];

    const inOrder = (rows: readonly Turnover[]): readonly Turnover[] =>
      [...rows]
        .filter(({ opening, debit, credit }) => opening !== 0n || debit !== 0n || credit !== 0n)
        .sort((one, other) => one.accountNumber - other.accountNumber);
    const all = async (
      figures: StatementFigures,
      years: readonly { year: string; fromDate: FullDate; toDate: FullDate }[],
    ): Promise<Figures> => {
      const found: unknown[] = [];
      for (const year of years) {
        for (const [from, to] of SPANS) {
          const [fromDate, toDate] = [`${year.year}-${from}` as FullDate, `${year.year}-${to}` as FullDate];
          const parts = [{ year: year as never, fromDate, toDate }];
          const vat = (await figures.vat(parts))
            .map(
              ({ vatCode, accountNumber, part = '', cents }) =>
                `${vatCode} ${accountNumber} ${part} ${cents}`,
            )
            .filter((one) => !one.endsWith(' 0'))
            .sort();
          const turnover = inOrder(await figures.turnover(parts));
          const net = [...(await figures.net(parts))].filter(([, cents]) => cents !== 0n);
          const moved = turnover.map((one): [number, bigint] => [
            one.accountNumber,
            one.opening + one.debit - one.credit,
          ]);
          expect(net.sort(([one], [other]) => one - other)).to.deep.equal(
            moved.filter(([, cents]) => cents !== 0n),
          );
          found.push({ fromDate, toDate, turnover, vat });
        }
      }
      return found;
    };
    /** As a statement reads them, and summed anew: within a unit of work nothing is remembered. */
    const agree = async (): Promise<void> => {
      const { unitOfWork } = running.service.service.database;
      const { agreementNumber } = client.agreement;
      const { ledger } = unitOfWork.read(agreementNumber);
      const { years } = await ledger.accountingYears.chain();
      const shown = await all(ledger.statementFigures, years);
      const anew = await inBooks(running.service.service.database, agreementNumber, async (books) =>
        right(await all(books.ledger.statementFigures, years)),
      );
      if (anew._tag === 'Left') throw new Error('it was not read');
      expect(shown).to.deep.equal(anew.right);
      expect(
        JSON.stringify(shown, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)),
      ).to.include('debit');
    };
    const bookOn = bookingOf(running, client);

    it('are those of the entries, before and after more is booked, a year is closed and opened again', async () => {
      await bookOn(
        `${YEAR}-03-03`,
        [1010, '-1000.10', { vatCode: 'S25' }],
        [6610, '-250.03'],
        [5810, '1250.13'],
      );
      await bookOn(`${YEAR}-03-31`, [1310, '400', { vatCode: 'S25' }], [5810, '-400']);
      await bookOn(`${NEXT}-03-05`, [1310, '10'], [5810, '-10']);
      await agree();
      await agree();

      await bookOn(`${YEAR}-03-10`, [1010, '-7.77', { vatCode: 'S25' }], [5810, '7.77']);
      // What leaves every total as it was.
      await bookOn(`${YEAR}-03-15`, [5810, '0.01'], [5810, '-0.01']);
      await agree();

      expect((await client.post(`/accounting-years/${YEAR}/closing`, undefined)).status).to.equal(200);
      await agree();
      expect((await client.remove(`/accounting-years/${YEAR}/closing`)).status).to.equal(204);
      await agree();
      await bookOn(`${YEAR}-12-31`, [1310, '5'], [5810, '-5']);
      expect((await client.post(`/accounting-years/${YEAR}/closing`, undefined)).status).to.equal(200);
      await agree();
    });

    it('begin with what was carried last, where just as much was carried on other accounts before', async () => {
      const closing = `/accounting-years/${YEAR}/closing`;
      const opening = async (): Promise<readonly unknown[]> => {
        const asked = `/statements/trial-balance?fromDate=${NEXT}-01-01&toDate=${NEXT}-12-31`;
        const rows = (await client.get(asked)).body.rows as readonly {
          readonly account: { readonly accountNumber: number };
          readonly openingBalance?: number;
        }[];
        const banks = rows.filter(({ account }) => [5810, 5820].includes(account.accountNumber));
        return banks.map(({ openingBalance }) => openingBalance);
      };
      const carries = async (amount: string): Promise<void> => {
        expect((await client.remove(closing)).status).to.equal(204);
        await bookOn(`${YEAR}-06-01`, [5820, amount], [5810, `-${amount}`]);
        expect((await client.post(closing, undefined)).status).to.equal(200);
      };
      await carries('300');
      expect(await opening()).to.deep.equal([552.9, 300]);

      // As many balances, which come to as much: only which of them is which is new.
      await carries('100');
      expect(await opening()).to.deep.equal([452.9, 400]);
    });

    it('are not summed over entries, neither in a process that has read nothing nor of odd dates', async () => {
      const dates = SPANS.map(([from, to]) => `fromDate=${YEAR}-${from}&toDate=${YEAR}-${to}`);
      for (const name of ['trial-balance', 'vat', 'profit-and-loss']) {
        for (const span of dates) {
          expect((await asking.get(`/statements/${name}?${span}`)).status).to.equal(200);
        }
      }
      for (const date of [`${YEAR}-12-31`, `${YEAR}-03-10`, `${NEXT}-02-11`])
        expect((await asking.get(`/statements/balance-sheet?date=${date}`)).status).to.equal(200);

      const overEntries = replica.statements.filter((sql) => /SUM\(.*FROM `entry`/s.test(sql));
      // What closing has posted on the last day of the year is taken off its totals.
      expect(overEntries.filter((sql) => !sql.includes('`voucher_id` = ? GROUP BY'))).to.deep.equal([]);
      expect(replica.statements.some((sql) => sql.includes('FROM `day_turnover`'))).to.equal(true);
    });
  });
}
