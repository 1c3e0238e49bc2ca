import { folded, type SortKey } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { quote } from '../statement.js';
import { comparedIn, type MappedColumn } from '../entity/column-of.js';
import type { ResourceTable } from '../entity/table-of.js';
import { columnAt } from './where.js';

/** An order as SQL: total, since the key is always its last part. */
export type Order = {
  /** What follows ORDER BY. */
  readonly sql: string;
  /** The plain order by identifier, in which a page can seek instead of skip. */
  readonly isByKey: boolean;
  /** By identifier from either end, as the index of identifiers leads. */
  readonly isAlongKey: boolean;
  /** The member whose column is all of its first part, so that an index of that leads along it. */
  readonly along?: MappedColumn | undefined;
};

/**
 * The order of a page, complete: ties are broken by identifier (D122). Absent members come
 * last ascending and first descending (D120), which no index gives; where the filter says
 * that a member is there, the index serves.
 */
export function orderOf(
  table: ResourceTable,
  sort: readonly SortKey[],
  { dialect, alias, present }: { dialect: Dialect; alias: string; present: ReadonlySet<string> },
): Order {
  const terms: string[] = [];
  const along = alongOf(table, sort, present);
  for (const key of sort) {
    const mapped = columnAt(table, key.property);
    if (mapped.isKey && !changesOrder(key, mapped)) {
      const direction = key.descending ? ' DESC' : '';
      terms.push(`${alias}.${quote(table.keyColumn)}${direction}`);
      const isAlongKey = terms.length === 1;
      const isByKey = isAlongKey && !key.descending;
      return { sql: terms.join(', '), isByKey, isAlongKey, along };
    }
    terms.push(...termsOf(key, mapped, { dialect, alias, isNullable: !isThere(key, mapped, present) }));
  }
  const isByKey = terms.length === 0;
  terms.push(`${alias}.${quote(table.keyColumn)}`);
  return { sql: terms.join(', '), isByKey, isAlongKey: isByKey, along };
}

function alongOf(
  table: ResourceTable,
  [first]: readonly SortKey[],
  present: ReadonlySet<string>,
): MappedColumn | undefined {
  if (first === undefined) return undefined;
  const mapped = columnAt(table, first.property);
  const isColumn = isThere(first, mapped, present) && !changesOrder(first, mapped) && isInOrder(mapped);
  return isColumn ? mapped : undefined;
}

function isThere({ property }: SortKey, { nullable }: MappedColumn, present: ReadonlySet<string>): boolean {
  return present.has(property) || !nullable;
}

/** `~` on what is a number orders it as text. */
function changesOrder({ alphabetical }: SortKey, { kind }: MappedColumn): boolean {
  return alphabetical && (kind.type === 'integer' || kind.type === 'decimal');
}

function termsOf(
  key: SortKey,
  mapped: MappedColumn,
  { dialect, alias, isNullable }: { dialect: Dialect; alias: string; isNullable: boolean },
): readonly string[] {
  const column = comparedIn(alias, mapped);
  const direction = key.descending ? ' DESC' : '';
  const ordered = changesOrder(key, mapped)
    ? dialect.plainText(column, mapped.kind)
    : isInOrder(mapped)
      ? column
      : `LOWER(${column})`;
  return [...(isNullable ? [`(${column} IS NULL)${direction}`] : []), `${ordered}${direction}`];
}

/** Enums order as text does, without regard to case: their column does where its words are in that order. */
function isInOrder({ kind }: MappedColumn): boolean {
  if (kind.type !== 'enum') return true;
  const byColumn = [...kind.values].sort().join();
  const byWord = [...kind.values].sort((left, right) => (folded(left) < folded(right) ? -1 : 1)).join();
  return byColumn === byWord;
}
