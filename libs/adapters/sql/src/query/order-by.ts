import { folded, type SortKey } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { quote } from '../statement.js';
import { comparedIn, type MappedColumn } from '../entity/column-of.js';
import type { ResourceTable } from '../entity/table-of.js';
import { columnAt } from './where.js';
import { indexOn } from './leading.js';

/** An order as SQL: total, since the key is always its last part. */
export type Order = {
  /** What follows ORDER BY. */
  readonly sql: string;
  /** The plain order by identifier, in which a page can seek instead of skip. */
  readonly isByKey: boolean;
  /** By identifier from either end, as the index of identifiers leads. */
  readonly isAlongKey: boolean;
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
  for (const key of sort) {
    const mapped = columnAt(table, key.property);
    if (mapped.isKey && !changesOrder(key, mapped)) {
      const direction = key.descending ? ' DESC' : '';
      terms.push(`${alias}.${quote(table.keyColumn)}${direction}`);
      const isAlongKey = terms.length === 1;
      const isByKey = isAlongKey && !key.descending;
      return { sql: terms.join(', '), isByKey, isAlongKey };
    }
    terms.push(
      ...termsOf(key, mapped, { dialect, alias, isThere: present.has(key.property) || !mapped.nullable }),
    );
  }
  const isByKey = terms.length === 0;
  terms.push(`${alias}.${quote(table.keyColumn)}`);
  return { sql: terms.join(', '), isByKey, isAlongKey: isByKey };
}

/** The index of the column that is all of the first part of an order; undefined where none leads in it. */
export function indexAlong(
  table: ResourceTable,
  [first]: readonly SortKey[],
  { sql }: Order,
  alias: string,
): string | undefined {
  if (first === undefined) return undefined;
  const mapped = columnAt(table, first.property);
  const column = comparedIn(alias, mapped);
  const isWhole = [column, `${column} DESC`].includes(sql.split(', ')[0] ?? '');
  return isWhole ? indexOn(table, mapped) : undefined;
}

/** `~` on what is a number orders it as text. */
function changesOrder({ alphabetical }: SortKey, { kind }: MappedColumn): boolean {
  return alphabetical && (kind.type === 'integer' || kind.type === 'decimal');
}

function termsOf(
  key: SortKey,
  mapped: MappedColumn,
  { dialect, alias, isThere }: { dialect: Dialect; alias: string; isThere: boolean },
): readonly string[] {
  const column = comparedIn(alias, mapped);
  const direction = key.descending ? ' DESC' : '';
  const ordered = changesOrder(key, mapped)
    ? dialect.plainText(column, mapped.kind)
    : inOrder(column, mapped);
  return isThere ? [`${ordered}${direction}`] : [`(${column} IS NULL)${direction}`, `${ordered}${direction}`];
}

/**
 * Enums order as text does, without regard to case; the column is as good
 * when its words are in that order anyway.
 */
function inOrder(column: string, { kind }: MappedColumn): string {
  if (kind.type !== 'enum') return column;
  const byColumn = [...kind.values].sort().join();
  const byWord = [...kind.values].sort((left, right) => (folded(left) < folded(right) ? -1 : 1)).join();
  return byColumn === byWord ? column : `LOWER(${column})`;
}
