import { defined, centsOf, type Cents } from '@kontor/kernel';
import type { EntryType, PostedEntry, PostingToWrite } from '@kontor/ledger';
import type { Row, SqlValue } from '../statement.js';
import { sortableText } from '../entity/stored-form.js';
import type { Addition } from '../transaction/effect.js';
import { bigintAt, numberAt } from '../row.js';
import { DAY_TOTALS } from '../statements/posting.js';

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
    const kind = KIND_OF[row['entry_type'] as EntryType] ?? 'closing';
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
