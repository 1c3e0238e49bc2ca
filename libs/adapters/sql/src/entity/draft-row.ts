import { isDeepStrictEqual } from 'node:util';
import { defined, type AnyValue } from '@kontor/kernel';
import type { Row, SqlValue } from '../statement.js';
import { memberAt, storedValues } from './row-mapper.js';
import type { ColumnEncoding } from './column-encoding.js';
import type { ResourceTable } from './table-of.js';

/** A draft encoded for its table, and the values in the order of the insert's columns. */
type DraftRow = {
  /** By column, as it would be read. */
  readonly row: Row;
  /** Of all columns, companions too, in the order of the declaration. */
  readonly values: readonly SqlValue[];
  /** The same without the key. */
  readonly changed: readonly SqlValue[];
};

/**
 * The row that a draft makes. What is made by the service and not in the draft is taken from the old row;
 * everything else that is not in it takes its default, or is cleared.
 */
export function draftRow({ columns, blank }: ResourceTable, draft: AnyValue, old?: Row): DraftRow {
  const row: Record<string, unknown> = { ...blank };
  const values: SqlValue[] = [];
  const changed: SqlValue[] = [];
  for (const mapped of columns) {
    const { column, steps, kept, isKey, encoding } = mapped;
    const given = isKey && old !== undefined ? undefined : memberAt(draft, steps);
    const isKept = given === undefined && kept && old !== undefined && old[column] !== null;
    const value = isKept ? encoding.decode(old[column]) : (given?.value ?? mapped.byDefault);
    const stored = storedValues(mapped, value);
    row[column] = stored[0];
    values.push(...stored);
    if (!isKey) changed.push(...stored);
  }
  return { row, values, changed };
}

/** The members of an item that two of its rows show differently. */
export function changedMembers({ columns }: ResourceTable, before: Row, after: Row): readonly string[] {
  const changed = new Set<string>();
  for (const { column, steps, encoding } of columns) {
    const [one, other] = [before[column] ?? null, after[column] ?? null];
    if (one !== other && !areSame(encoding, one, other)) changed.add(defined(steps[0]));
  }
  return [...changed];
}

/** The lines of a draft have their members in another order when they come back: that says nothing. */
function areSame({ isPlain, decode }: ColumnEncoding, one: unknown, other: unknown): boolean {
  return isPlain !== true && one !== null && other !== null && isDeepStrictEqual(decode(one), decode(other));
}

/** When a thing was changed last: no change by itself. */
const LAST_UPDATED = 'lastUpdated';

/**
 * The row that a draft makes of an old one, and the members that it changes, of those that are shown. What is
 * written as it was has not been updated: it keeps its `lastUpdated` (§2.1 as amended), and there is nothing
 * to tell.
 */
export function replacingRow(
  table: ResourceTable,
  draft: AnyValue,
  old: Row,
): DraftRow & { readonly members: readonly string[] } {
  const made = draftRow(table, draft, old);
  const members = changedMembers(table, old, made.row);
  const { fields } = table.resource;
  const shown = members.filter((member) => fields[member]?.internal !== true);
  if (members.some((member) => member !== LAST_UPDATED)) return { ...made, members: shown };
  const { [LAST_UPDATED]: _, ...same } = draft;
  return { ...draftRow(table, same, old), members: [] };
}
