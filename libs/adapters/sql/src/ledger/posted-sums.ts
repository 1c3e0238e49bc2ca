import { centsOf, defined, flatMapped, type Cents } from '@kontor/kernel';
import { ENTRY_TYPES, type EntryType, type PostedEntry, type PostingToWrite } from '@kontor/ledger';
import { sortableText } from '../entity/column-encoding.js';
import { bigintAt, numberAt, oneOfAt } from '../row.js';
import type { Row, SqlValue, SumTable } from '../statement.js';
import { partyTotals } from '../statements/open-posts.js';
import { DAY_TOTALS, PERIOD_TOTALS } from '../statements/posting.js';
import type { Addition } from '../transaction/effect.js';

/*
 * What posting adds to the sums that are kept: of an account in a period, of a customer or supplier, and of a
 * day.
 */

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

type Party = {
  readonly table: SumTable;
  readonly numberIn: (entry: PostedEntry) => number | undefined;
};

const PARTIES: readonly Party[] = [
  { table: partyTotals('customer'), numberIn: ({ customerNumber }) => customerNumber },
  { table: partyTotals('supplier'), numberIn: ({ supplierNumber }) => supplierNumber },
];

/**
 * What documents add to what customers owe and suppliers are owed, in the order of their numbers;
 * nothing where they name none.
 */
export function addToParties(
  agreementNumber: number,
  documents: readonly PostingToWrite[],
): readonly Addition[] {
  const entries = flatMapped(documents, (one) => one.entries);
  return flatMapped(PARTIES, (party) => additionTo(party, agreementNumber, entries));
}

function additionTo(
  { table, numberIn }: Party,
  agreementNumber: number,
  entries: readonly PostedEntry[],
): readonly Addition[] {
  const totals = new Map<number, { cents: Cents; entries: number }>();
  for (const entry of entries) {
    const number = numberIn(entry);
    if (number === undefined) continue;
    const seen = totals.get(number) ?? { cents: 0n, entries: 0 };
    totals.set(number, {
      cents: seen.cents + centsOf(entry.amountInBaseCurrency),
      entries: seen.entries + 1,
    });
  }
  if (totals.size === 0) return [];
  const rows = [...totals]
    .sort(([one], [other]) => one - other)
    .map(([number, sum]) => [agreementNumber, number, String(sum.cents), sum.entries]);
  return [{ kind: 'add', sums: { to: table, rows } }];
}

/**
 * Which column of a statement an entry belongs to: opening balances, what the year before has carried on,
 * what closing the year has posted, and all else.
 */
export type DayKind = 'opening' | 'carried' | 'closing' | 'moved';

const KIND_OF: Partial<Readonly<Record<EntryType, DayKind>>> = {
  openingEntry: 'opening',
  transferredOpeningEntry: 'carried',
};

/** One row: without a VAT code its texts are empty. */
type DayTotal = {
  readonly key: readonly [
    date: string,
    accountNumber: number,
    vatCode: string,
    vatPart: string,
    vatRate: string,
    kind: DayKind,
  ];
  debit: Cents;
  credit: Cents;
  entries: number;
};

/** What documents add to the totals of their days, in the order of the keys. */
export function addToDays(
  agreementNumber: number,
  documents: readonly PostingToWrite[],
): readonly Addition[] {
  const totals = new Map<string, DayTotal>();
  for (const document of documents) {
    for (const entry of document.entries) {
      const key = keyOf(document, entry);
      const name = key.join(' ');
      let total = totals.get(name);
      if (total === undefined) totals.set(name, (total = { key, debit: 0n, credit: 0n, entries: 0 }));
      const cents = centsOf(entry.amountInBaseCurrency);
      if (cents > 0n) total.debit += cents;
      else total.credit -= cents;
      total.entries += 1;
    }
  }
  return additionOf(agreementNumber, [...totals.values()]);
}

function keyOf({ date, closesYear }: PostingToWrite, entry: PostedEntry): DayTotal['key'] {
  const { accountNumber, entryType, vatCode = '', vatPart = '', vatRate } = entry;
  return [
    date,
    accountNumber,
    vatCode,
    vatPart,
    vatRate === undefined ? '' : sortableText(vatRate),
    KIND_OF[entryType] ?? (closesYear === true ? 'closing' : 'moved'),
  ];
}

/**
 * What taking a document of closing out of the books takes from its day. `rows`: its entries by account and
 * `entry_type`, with `debit`, `credit` and `entries`; none of them has a VAT code.
 */
export function takeFromDay(
  agreementNumber: number,
  date: string,
  rows: readonly Row[],
): readonly Addition[] {
  const totals = rows.map((row): DayTotal => {
    const kind = KIND_OF[oneOfAt(row, 'entry_type', ENTRY_TYPES)] ?? 'closing';
    return {
      key: [date, numberAt(row, 'account_number'), '', '', '', kind],
      debit: -bigintAt(row, 'debit'),
      credit: -bigintAt(row, 'credit'),
      entries: -numberAt(row, 'entries'),
    };
  });
  return additionOf(agreementNumber, totals);
}

function additionOf(agreementNumber: number, totals: readonly DayTotal[]): readonly Addition[] {
  if (totals.length === 0) return [];
  const rows = [...totals]
    .sort(byKey)
    .map(({ key, debit, credit, entries }): readonly SqlValue[] => [
      agreementNumber,
      ...key,
      String(debit),
      String(credit),
      entries,
    ]);
  return [{ kind: 'add', sums: { to: DAY_TOTALS, rows } }];
}

function byKey({ key: one }: DayTotal, { key: other }: DayTotal): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : defined(one[at]) < defined(other[at]) ? -1 : 1;
}
