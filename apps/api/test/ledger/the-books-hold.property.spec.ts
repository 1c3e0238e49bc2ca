import { expect } from 'chai';
import fc from 'fast-check';
import { amountOf, centsOf, type Cents } from '@kontor/kernel';
import { agreementWith } from '@kontor/studio';
import { ledgerService } from '@kontor/ledger';
import type { Database } from '@kontor/sql';
import { ledgerOver } from '../../src/ledger-over.js';
import { fillBooks } from '../../src/seed/standard-books.js';
import { databases } from '../support/service-under-test.js';
import { runningService } from '../support/running-service.js';
import { book, inBooks, type Line } from './booking.js';

/** Accounts of the standard chart that random documents are booked on: profit and loss, and status. */
const ACCOUNTS = [1010, 1020, 1310, 1610, 2320, 5110, 5710, 5810, 5820, 6110, 6140, 6410, 6610, 6660];
const YEARS = [2023, 2024, 2025, 2026] as const;

type Booking = {
  readonly kind: 'book';
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly lines: readonly (readonly [account: number, cents: bigint])[];
};
type Step = Booking | { readonly kind: 'close' | 'reopen'; readonly year: number };

const year = fc.constantFrom(...YEARS);
const cents = fc.oneof(
  fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
  fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }),
);
const booking: fc.Arbitrary<Booking> = fc
  .record({
    year,
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
    lines: fc.array(fc.tuple(fc.constantFrom(...ACCOUNTS), cents), { minLength: 1, maxLength: 5 }),
    last: fc.constantFrom(...ACCOUNTS),
  })
  .map(({ lines, last, ...when }) => ({
    kind: 'book',
    ...when,
    lines: [...lines, [last, -lines.reduce((sum, [, one]) => sum + one, 0n)] as const],
  }));
const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: booking },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('close', 'reopen'), year }) },
  ),
  { minLength: 1, maxLength: 25 },
) as fc.Arbitrary<readonly Step[]>;

type Posted = readonly [year: number, month: number, account: number, cents: Cents];

/** What the books should hold, by year, period and account. */
class Model {
  readonly #totals = new Map<string, Cents>();
  readonly closed = new Set<number>();
  /** What closing a year has carried into the next. */
  readonly #closings = new Map<number, readonly Posted[]>();

  add(at: number, month: number, account: number, by: Cents): void {
    const name = `${at}/${month}/${account}`;
    this.#totals.set(name, (this.#totals.get(name) ?? 0n) + by);
  }

  of(at: number, account: number, month?: number): Cents {
    const months = month === undefined ? Array.from({ length: 12 }, (_, index) => index + 1) : [month];
    return months.reduce((sum, one) => sum + (this.#totals.get(`${at}/${one}/${account}`) ?? 0n), 0n);
  }

  mayClose(at: number): boolean {
    return (
      !this.closed.has(at) &&
      YEARS.filter((one) => one < at).every((one) => this.closed.has(one)) &&
      at < 2026
    );
  }

  mayReopen(at: number): boolean {
    return this.closed.has(at) && !this.closed.has(at + 1);
  }

  close(at: number): void {
    const result = ACCOUNTS.filter((account) => account < 3000).reduce(
      (sum, account) => sum + this.of(at, account),
      0n,
    );
    // What closing posts in the closed year itself, no total shows (D17).
    const carried = ACCOUNTS.filter((account) => account >= 3000).map((account): Posted => {
      const total = this.of(at, account);
      return [at + 1, 1, account, account === 6140 ? total + result : total];
    });
    for (const one of carried) this.add(...one);
    this.#closings.set(at, carried);
    this.closed.add(at);
  }

  reopen(at: number): void {
    for (const [when, month, account, by] of this.#closings.get(at) ?? [])
      this.add(when, month, account, -by);
    this.closed.delete(at);
  }
}

for (const database of await databases()) {
  describe(`whatever is booked, closed and reopened, on ${database.name} (G4, G5)`, function () {
    this.timeout(120_000);
    const running = runningService(database);

    it('every total of every year, period and account is what was booked, and the books check out', async () => {
      const { database: books, studio } = partsOf();
      let runs = 0;

      await fc.assert(
        fc.asyncProperty(steps, async (all) => {
          runs += 1;
          const { agreementNumber } = await studio.agreements.create(
            agreementWith({
              name: `Run ${runs}`,
              signupDate: '2023-01-01' as never,
            }),
          );
          const now = new Date('2026-06-01T00:00:00Z');
          await fillBooks(books.unitOfWork, { agreementNumber, modules: [], now, years: YEARS.length });
          const model = new Model();
          for (const step of all) await perform(books, agreementNumber, step, model);
          await expectTotals(books, agreementNumber, model);
          const faults = (await books.checkBooks(agreementNumber)).flatMap((checked) => checked.faults);
          expect(faults, JSON.stringify(faults)).to.deep.equal([]);
        }),
        { numRuns: database.name === 'SQLite' ? 30 : 12 },
      );
    });

    function partsOf(): { readonly database: Database; readonly studio: Database['studio'] } {
      const { database: open } = running.service.service;
      return { database: open, studio: open.studio };
    }
  });
}

async function perform(books: Database, agreementNumber: number, step: Step, model: Model): Promise<void> {
  if (step.kind === 'book') {
    const two = (value: number): string => String(value).padStart(2, '0');
    const lines = step.lines.map(([account, one]): Line => [account, amountOf(one)]);
    const done = await book(
      books,
      agreementNumber,
      `${step.year}-${two(step.month)}-${two(step.day)}`,
      lines,
    );
    expect(done._tag, JSON.stringify(done)).to.equal(model.closed.has(step.year) ? 'Left' : 'Right');
    if (done._tag === 'Right') {
      for (const [account, one] of step.lines) model.add(step.year, step.month, account, one);
    }
    return;
  }
  const done = await inBooks<unknown, unknown>(books, agreementNumber, (unit) => {
    const ledger = ledgerService(ledgerOver(unit));
    const asked = { year: String(step.year) };
    return step.kind === 'close' ? ledger.closeAccountingYear(asked)() : ledger.reopenAccountingYear(asked)();
  });
  const mayBe = step.kind === 'close' ? model.mayClose(step.year) : model.mayReopen(step.year);
  expect(done._tag, `${step.kind} ${step.year}`).to.equal(mayBe ? 'Right' : 'Left');
  if (mayBe && step.kind === 'close') model.close(step.year);
  if (mayBe && step.kind === 'reopen') model.reopen(step.year);
}

async function expectTotals({ unitOfWork }: Database, agreementNumber: number, model: Model): Promise<void> {
  const { ledger } = unitOfWork.read(agreementNumber);
  for (const [index, one] of YEARS.entries()) {
    const whole = await ledger.totals.of({ year: String(one) });
    for (const account of ACCOUNTS) {
      expect(whole?.booked.get(account) ?? 0n, `${one} ${account}`).to.equal(model.of(one, account));
    }
    for (let month = 1; month <= 12; month += 1) {
      const part = await ledger.totals.of({ year: String(one), periodNumber: index * 12 + month });
      for (const account of ACCOUNTS) {
        expect(part?.booked.get(account) ?? 0n, `${one}-${month} ${account}`).to.equal(
          model.of(one, account, month),
        );
      }
    }
  }
  const balances = await ledger.balances.ofAccounts(ACCOUNTS);
  for (const account of ACCOUNTS) {
    const open = YEARS.filter((one) => !model.closed.has(one));
    const expected = open.reduce((sum, one) => sum + model.of(one, account), 0n);
    expect(centsOf(balances.get(account) ?? ('0' as never)), `balance of ${account}`).to.equal(expected);
  }
}
