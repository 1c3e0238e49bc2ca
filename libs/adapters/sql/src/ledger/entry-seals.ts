import { groupedBy, flatMapped } from '@kontor/kernel';
import { digestOf, type SealedEntries } from '../event/chain.js';
import type { ResourceAccess } from '../resource/resource-access.js';
import { numberInList, textInList } from '../row.js';
import type { SqlValue } from '../statement.js';
import { insertedColumns } from '../statements/items.js';
import type { Insert } from '../transaction/effect.js';

/**
 * The columns of an entry that its seal covers, all that it says of itself. The order is for good: a column
 * that comes later stands at the end, where it changes no seal of entries that have nothing in it.
 */
export const SEALED_COLUMNS = [
  ...['entry_number', 'voucher_id', 'voucher_number', 'number_series_number', 'entry_type', 'date'],
  ...['period_number', 'account_number', 'amount', 'amount_in_base_currency', 'currency', 'text'],
  ...['vat_account_code', 'vat_part', 'vat_rate', 'department_number', 'departmental_distribution_number'],
  ...['project_number', 'customer_number', 'supplier_number', 'due_date'],
] as const;

/** An entry that is to be sealed: its number, its voucher, and its text. */
export type EntryToSeal = {
  readonly entryNumber: number;
  readonly voucherId: number;
  readonly text: string;
};

/** An entry of a year, from what `SEALED_COLUMNS` hold of it. */
export function entryToSeal(year: string, values: readonly SqlValue[]): EntryToSeal {
  let said = values.length;
  while (said > 0 && (values[said - 1] ?? null) === null) said -= 1;
  return {
    entryNumber: numberInList(values, 0),
    voucherId: numberInList(values, 1),
    text: JSON.stringify([year, ...values.slice(0, said)]),
  };
}

/** The seal of all entries of one voucher. */
export function sealOf(voucherId: number, entries: readonly EntryToSeal[]): SealedEntries {
  const inOrder = [...entries].sort((one, other) => one.entryNumber - other.entryNumber);
  return [voucherId, entries.length, digestOf(inOrder.map(({ text }) => text).join('\n'))];
}

/** The seals of entries, one for each voucher. */
export function sealsOf(entries: Iterable<EntryToSeal>): readonly SealedEntries[] {
  const byVoucher = groupedBy(entries, ({ voucherId }) => voucherId);
  return [...byVoucher].map(([voucherId, own]) => sealOf(voucherId, own));
}

/** Prepares the seals of entries from their rows: every column of theirs must be one that a seal covers. */
export function entrySeals({ table }: ResourceAccess): EntrySeals {
  const left = new Set<string>(table.columns.map(({ column }) => column));
  const inserted = insertedColumns(table);
  const places = SEALED_COLUMNS.map((column) => {
    left.delete(column);
    return inserted.indexOf(column);
  });
  if (left.size > 0)
    throw new Error(`SEALED_COLUMNS in entry-seals.ts lacks at its end ${[...left].join(', ')} of an entry`);
  const gone = SEALED_COLUMNS.filter((_, at) => places[at] === -1);
  if (gone.length > 0) throw new Error(`SEALED_COLUMNS has what an entry has not: ${gone.join(', ')}`);
  const year = inserted.indexOf('year_folded');
  return (inserts) =>
    sealsOf(
      flatMapped(inserts, ({ rows }) =>
        rows.map((row) =>
          entryToSeal(
            textInList(row, year),
            places.map((place) => row[place] ?? null),
          ),
        ),
      ),
    );
}

/** What seals the entries that inserts write. */
export type EntrySeals = (inserts: readonly Insert[]) => readonly SealedEntries[];
