import { expect } from 'chai';
import { isLeft } from 'fp-ts/lib/Either.js';
import { configFrom, fillBooks, ledgerOver, openBooks } from '@kontor/api';
import { agreementWith } from '@kontor/studio';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { centsOf, type Cents, type Decimal, type FullDate } from '@kontor/kernel';
import { journalText, ledgerService, type Imported, type LedgerService } from '@kontor/ledger';
import type { Database } from '@kontor/sql';
import { dayAfter, INSTALLED, type Tool, withoutClosing } from './support/plain-text-accounting.js';
import { joined } from './support/run-kontor.js';

/** `npm run random-books` compares a thousand; with the other tests a few. */
const BOOKS = Number(process.env['RANDOM_BOOKS'] ?? '2');
const FIRST_SEED = Number(process.env['RANDOM_BOOKS_SEED'] ?? Date.now() % 1_000_000);

const ACCOUNTS = [1010, 1020, 1310, 1610, 2320, 5110, 5810, 5820, 5830];
const THIS_YEAR = new Date().getUTCFullYear();
const YEARS = [THIS_YEAR - 1, THIS_YEAR];

/** Numbers from 0 to below a bound, the same ones for the same seed (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof random>;

function dayOf(roll: Random, year: number): FullDate {
  return new Date(Date.UTC(year, 0, 1 + roll(365))).toISOString().slice(0, 10) as FullDate;
}

const decimal = (cents: number): Decimal => (cents / 100).toFixed(2) as Decimal;

/** A document that balances, of two to six entries; some are in another currency. */
function documentOf(roll: Random): Imported {
  const account = () => ({ accountNumber: ACCOUNTS[roll(ACCOUNTS.length)] as number });
  let left = 0;
  const entries = Array.from({ length: 1 + roll(5) }, () => {
    const cents = roll(20_000_000) - 10_000_000;
    left -= cents;
    const isForeign = roll(4) === 0;
    return {
      account: account(),
      amount: decimal(isForeign ? Math.round(cents * 1.09) : cents),
      amountInBaseCurrency: decimal(cents),
      currency: isForeign ? 'USD' : 'EUR',
      text: ['Paper; ink', 'Köpt | sold', 'date:2020-01-01', '[2020-01-01]'][roll(4)] as string,
    };
  });
  const last = { account: account(), amount: decimal(left), currency: 'EUR' };
  const date = dayOf(roll, YEARS[roll(2)] as number);
  return { isOpening: false, draft: { date, entries: [...entries, last] } };
}

async function inBooks<A>(
  { unitOfWork }: Database,
  agreementNumber: number,
  work: (ledger: LedgerService) => ReturnType<LedgerService['importVouchers']> | unknown,
): Promise<A> {
  const done = await unitOfWork.inTransaction<unknown, A>(
    agreementNumber,
    (books) => work(ledgerService(ledgerOver(books))) as never,
  )();
  if (isLeft(done)) throw new Error(JSON.stringify(done.left));
  return done.right;
}

/** What an account of a statement shows, without those that show nothing. */
function shown(figures: Iterable<readonly [number, Cents]>): readonly string[] {
  return [...figures]
    .filter(([, cents]) => cents !== 0n)
    .sort(([one], [other]) => one - other)
    .map(([account, cents]) => `${account}: ${cents}`);
}

/** A journal without what years begin with, which moves nothing. */
function withoutOpening(journal: string): string {
  return journal
    .split('\n\n')
    .filter((one) => !/^\S+ \(\d+\) (transferredO|o)peningEntry {2}; voucher/.test(one.trimStart()))
    .join('\n\n');
}

/**
 * Issue 15: trial balance, profit and loss and balance sheet of random books are what hledger and ledger
 * read in the journal, to the cent: of years that are open, closed and opened again, for any dates, in two
 * currencies.
 */
describe(`statements of ${BOOKS} random books, beside hledger and ledger`, () => {
  before(function () {
    if (INSTALLED.length === 0) this.skip();
  });

  onEachDatabase(({ fresh }) => {
    let made: FreshDatabase;
    let database: Database;

    before(async function () {
      made = await fresh();
      const config = configFrom({ DATABASE_URL: made.url });
      if (isLeft(config)) throw new Error(config.left);
      database = await openBooks(config.right);
      await database.migrate();
    });
    after(async () => {
      await database?.close();
      await made?.drop();
    });

    async function booksOf(roll: Random): Promise<number> {
      const { agreementNumber } = await database.studio.agreements.create(
        agreementWith({
          name: 'Random',
          modules: ['internationalLedger'],
          signupDate: `${THIS_YEAR}-01-01` as FullDate,
        }),
      );
      await fillBooks(database.unitOfWork, {
        ...{ agreementNumber, modules: ['internationalLedger'], now: new Date(), years: 2 },
      });
      const book = (count: number) =>
        inBooks(database, agreementNumber, (ledger) =>
          ledger.importVouchers({
            documents: Array.from({ length: count }, () => documentOf(roll)),
            held: {},
            format: 'jsonl',
          }),
        );
      await book(5 + roll(30));
      const year = String(YEARS[0]);
      for (let times = roll(4); times > 0; times -= 1) {
        await inBooks(database, agreementNumber, (ledger) => ledger.closeAccountingYear({ year }));
        if (times === 1) break;
        await inBooks(database, agreementNumber, (ledger) => ledger.reopenAccountingYear({ year }));
        await book(1 + roll(5));
      }
      return agreementNumber;
    }

    async function compare(agreementNumber: number, roll: Random, tool: Tool): Promise<void> {
      const books = database.unitOfWork.read(agreementNumber);
      const repositories = ledgerOver(books);
      const { statements } = ledgerService(repositories);
      const journal = withoutClosing(
        await database.journalOf(agreementNumber, (found) =>
          joined(journalText(found, { agreementNumber, name: 'Random' })),
        ),
      );
      const [one, other] = [dayOf(roll, YEARS[roll(2)] as number), dayOf(roll, YEARS[roll(2)] as number)];
      const [fromDate, toDate] = one < other ? [one, other] : [other, one];
      const today = toDate;
      const before = dayAfter(toDate);

      const { rows } = await statements.trialBalance({ fromDate, toDate, today });
      const { accounts } = await repositories.statementFigures.chart();
      const typeOf = new Map(accounts.map((account) => [account.accountNumber, account.accountType]));
      const isPosted = (account: number | undefined): account is number =>
        account !== undefined && ['profitAndLoss', 'status'].includes(typeOf.get(account) ?? '');
      const moved = rows.flatMap(({ accountNumber, figures }): [number, Cents][] =>
        isPosted(accountNumber) && figures ? [[accountNumber, centsOf(figures.movement)]] : [],
      );
      const movement = tool.balances(withoutOpening(journal), { from: fromDate, before });
      expect(shown(moved), `trial balance ${fromDate} ${toDate}`).to.deep.equal(shown(movement));

      const result = await statements.profitAndLoss({ fromDate, toDate, today });
      const earned = result.rows.flatMap(({ accountNumber, figures }): [number, Cents][] =>
        isPosted(accountNumber) && figures ? [[accountNumber, centsOf(figures.amount)]] : [],
      );
      const ofKind = (kind: string) => (figures: Iterable<readonly [number, Cents]>) =>
        shown([...figures].filter(([account]) => typeOf.get(account) === kind));
      expect(shown(earned), `profit and loss ${fromDate} ${toDate}`).to.deep.equal(
        ofKind('profitAndLoss')(movement),
      );

      const { years } = await repositories.accountingYears.chain();
      const isCarried = years[0]?.closed === true && toDate >= (years[1]?.fromDate ?? '');
      const from = (isCarried ? years[1] : years[0])?.fromDate as string;
      const sheet = await statements.balanceSheet({ toDate, today });
      const stands = sheet.rows.flatMap(({ accountNumber, figures }): [number, Cents][] =>
        isPosted(accountNumber) && figures ? [[accountNumber, centsOf(figures.amount)]] : [],
      );
      expect(shown(stands), `balance sheet ${toDate}`).to.deep.equal(
        ofKind('status')(tool.balances(journal, { from, before })),
      );
    }

    it('are equal to the cent', async function () {
      this.timeout(30_000 + BOOKS * 20_000);
      for (let seed = FIRST_SEED; seed < FIRST_SEED + BOOKS; seed += 1) {
        const roll = random(seed);
        const agreementNumber = await booksOf(roll);
        const days = 1 + roll(1_000_000);
        for (const tool of INSTALLED) {
          try {
            await compare(agreementNumber, random(days), tool);
          } catch (error) {
            throw new Error(`${tool.name}, RANDOM_BOOKS_SEED=${seed}: ${String(error)}`, { cause: error });
          }
        }
      }
      console.log(`      ${BOOKS} books of chance (RANDOM_BOOKS_SEED=${FIRST_SEED})`);
    });
  });
});
