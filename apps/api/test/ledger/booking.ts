import type { Either } from 'fp-ts/lib/Either.js';
import { type Decimal, type FullDate, unfailing } from '@kontor/kernel';
import {
  ENTRY_NUMBERS,
  ledgerService,
  post,
  SERIES,
  seriesInYear,
  VOUCHER_IDS,
  type EntryToPost,
  type PostedEntry,
  type Posting,
  type PostingRefusal,
} from '@kontor/ledger';
import type { Database, SqlBooks } from '@kontor/sql';
import type { Client, RunningService } from '../support/running-service.js';
import { ledgerOver } from '../../src/ledger-over.js';

/** An account and what is booked on it in base currency; debit is positive. */
export type Line = readonly [accountNumber: number, amount: string, more?: Partial<EntryToPost>];

/** Years that a test makes for itself: from 2020 on, each a calendar year. */
export async function makeYears(
  database: Database,
  agreementNumber: number,
  years: readonly string[],
): Promise<void> {
  for (const year of years) {
    const draft = {
      fromDate: `${year}-01-01` as FullDate,
      toDate: `${year}-12-31` as FullDate,
      closed: false,
    };
    const made = await inBooks(database, agreementNumber, (books) =>
      ledgerService(ledgerOver(books)).createAccountingYear({ draft })(),
    );
    if (made._tag === 'Left') throw new Error(JSON.stringify(made.left));
  }
}

/** Does something in one unit of work. */
export function inBooks<F, A>(
  { unitOfWork }: Database,
  agreementNumber: number,
  work: (books: SqlBooks) => Promise<Either<F, A>>,
): Promise<Either<F, A>> {
  return unitOfWork.inTransaction<F, A>(agreementNumber, (books) => () => work(books))();
}

/** Posts one document, as whatever books posts it. */
export function book(
  database: Database,
  agreementNumber: number,
  date: string,
  lines: readonly Line[],
  more: Pick<Posting, 'mayBeUnbalanced'> = {},
): Promise<Either<PostingRefusal, readonly PostedEntry[]>> {
  return inBooks(database, agreementNumber, async ({ ledger }) => {
    const year = (await unfailing(ledger.accountingYears.ofDate(date as FullDate)))?.year ?? 'none';
    const series = [ENTRY_NUMBERS, seriesInYear(SERIES.financeVoucher, year), VOUCHER_IDS];
    const [firstEntryNumber, voucherNumber, voucherId] = (
      await unfailing(
        ledger.numbers.allocate(
          series.map((one, index) => ({ series: one, count: index === 0 ? lines.length : 1, gapless: true })),
        ),
      )
    ).map(({ first }) => first) as [number, number, number];
    const entries = lines.map(([accountNumber, amount, more], index): EntryToPost => ({
      accountNumber,
      amount: amount as Decimal,
      amountInBaseCurrency: amount as Decimal,
      currency: 'EUR',
      entryType: 'financeVoucher',
      isSystemMade: true,
      property: `lines[${index}].account`,
      entryNumber: firstEntryNumber + index,
      ...more,
    }));
    return post(ledger)({ date: date as FullDate, voucherId, voucherNumber, entries, ...more })();
  });
}

/** What nobody expects to be refused. */
export async function kept<A>(promised: Promise<Either<unknown, A>>): Promise<A> {
  const done = await promised;
  if (done._tag === 'Left') throw new Error(JSON.stringify(done.left));
  return done.right;
}

/** Posts documents in the books of a client's agreement, which nobody expects to be refused. */
export function bookingOf(
  running: RunningService,
  client: Client,
): (date: string, ...lines: readonly Line[]) => Promise<void> {
  // Both are made by hooks that run before the tests.
  return async (date, ...lines) => {
    await kept(book(running.service.service.database, client.agreement.agreementNumber, date, lines));
  };
}

/** The kind of a refusal, or `undefined`. */
export async function refusedWith(
  promised: Promise<Either<{ readonly kind: string }, unknown>>,
): Promise<string | undefined> {
  const done = await promised;
  return done._tag === 'Left' ? done.left.kind : undefined;
}
