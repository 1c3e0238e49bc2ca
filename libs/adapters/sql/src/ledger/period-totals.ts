import { centsOf, type Cents } from '@kontor/kernel';
import type { PostingToWrite } from '@kontor/ledger';
import { bigintAt, numberAt } from '../row.js';
import type { Row, SqlValue } from '../statement.js';
import { PERIOD_TOTALS } from '../statements/posting.js';
import type { Addition } from '../transaction/effect.js';

/** What is added to an account in a period. */
type PeriodTotal = {
  readonly encodedYear: SqlValue;
  readonly accountNumber: number;
  readonly periodNumber: number;
  readonly cents: Cents;
  readonly entries: number;
};

/** What documents add to each account and period, in the order of the keys. */
export function totalsIn(
  documents: readonly PostingToWrite[],
  encodeYear: (year: string) => SqlValue,
): readonly PeriodTotal[] {
  const totals = new Map<string, PeriodTotal>();
  for (const { year, periodNumber, entries } of documents) {
    for (const { accountNumber, amountInBaseCurrency } of entries) {
      const name = `${periodNumber}/${accountNumber}`;
      const seen = totals.get(name);
      totals.set(name, {
        encodedYear: encodeYear(year),
        accountNumber,
        periodNumber,
        cents: (seen?.cents ?? 0n) + centsOf(amountInBaseCurrency),
        entries: (seen?.entries ?? 0) + 1,
      });
    }
  }
  return [...totals.values()].sort(
    (one, other) => one.periodNumber - other.periodNumber || one.accountNumber - other.accountNumber,
  );
}

/** Adds to the totals of periods. */
export function addToPeriods(agreementNumber: number, totals: readonly PeriodTotal[]): readonly Addition[] {
  if (totals.length === 0) return [];
  const rows = totals.map(({ encodedYear, accountNumber, periodNumber, cents, entries }) => [
    agreementNumber,
    encodedYear,
    accountNumber,
    periodNumber,
    String(cents),
    entries,
  ]);
  return [{ kind: 'add', sums: { to: PERIOD_TOTALS, rows } }];
}

/** Takes the entries of a document out again: `sums` are theirs, by account (`sumsOfDocument`). */
export function takeFromPeriod(
  [agreementNumber, encodedYear, periodNumber]: readonly [number, SqlValue, number],
  sums: readonly Row[],
): readonly Addition[] {
  const lowered = sums.map((row): PeriodTotal => ({
    encodedYear,
    accountNumber: numberAt(row, 'account_number'),
    periodNumber,
    cents: bigintAt(row, 'credit') - bigintAt(row, 'debit'),
    entries: -numberAt(row, 'entries'),
  }));
  return addToPeriods(agreementNumber, lowered);
}
