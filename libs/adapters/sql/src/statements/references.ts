import { PERMANENT } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import type { ResourceTable } from '../entity/table-of.js';
import { placeholders, quote, type SqlValue, type Statement } from '../statement.js';
import { byKey, tableByIndex } from './rows.js';
import { updateByKey } from './writes.js';

/**
 * The statements that keep references whole: every reference raises the `uses` of what it names, and only
 * what has none is removed (ADR 4). Text, since they are writes with conditions that go with the batch of a
 * commit, those of one table in one statement, and name the index that leads to their rows (ADR 24).
 */

/**
 * Raises the use count of items of one table; `encoded`: the key of each, and
 * before it that of the item it lives within.
 */
export function addReferences(
  { table, parents, keyColumn }: ResourceTable,
  agreementNumber: number,
  encoded: readonly (readonly SqlValue[])[],
  by: number,
): Statement {
  const columns = [...parents.map(({ column }) => column), keyColumn].map(quote);
  // A process that knows it to be a permanent reference has not counted what this one takes back.
  const counted = by < 0 ? ` AND \`uses\` < ${PERMANENT}` : '';
  const which =
    columns.length === 1
      ? `${columns[0] ?? ''} IN (${placeholders(encoded.length)})`
      : `(${encoded.map(() => columns.map((column) => `${column} = ?`).join(' AND ')).join(' OR ')})`;
  return {
    sql: `${updateByKey(table.name)} \`uses\` = \`uses\` + ? WHERE ${quote(AGREEMENT_COLUMN)} = ? AND ${which}${counted}`,
    values: [by, agreementNumber, ...encoded.flat()],
  };
}

/**
 * Marks a thing as used by the entries, where it is not marked yet; finds no row when it is gone. Of units
 * that all are the first to name it, as of new books, each finds it.
 */
export function markPermanent(table: ResourceTable, agreementNumber: number, encoded: SqlValue): Statement {
  return {
    sql:
      `${updateByKey(table.table.name)} \`uses\` = \`uses\` + ` +
      `CASE WHEN \`uses\` < ${PERMANENT} THEN ${PERMANENT} ELSE 0 END WHERE ${byKey(table)}`,
    values: [agreementNumber, encoded],
  };
}

/**
 * Rows of a table with all their columns, the newest first, at most so many, behind so many that are passed
 * over. `by`: only those that have this in a column, found by an index: left alone, SQLite goes through all
 * rows in the order of their keys.
 */
export function newestRows(
  hints: Pick<Dialect, 'indexHint'>,
  { table, columns }: ResourceTable,
  agreementNumber: number,
  {
    by,
    most,
    offset = 0,
  }: {
    readonly by: { readonly column: string; readonly value: SqlValue; readonly index: string } | undefined;
    readonly most: number;
    readonly offset?: number;
  },
): Statement {
  const { name, primaryKey } = table;
  const read = [...new Set([...primaryKey.slice(1), ...columns.map(({ column }) => column)])];
  const from = by === undefined ? quote(name) : tableByIndex(hints, name, by.index);
  const where = by === undefined ? '' : ` AND ${quote(by.column)} = ?`;
  return {
    sql:
      `SELECT ${read.map(quote).join(', ')} FROM ${from} WHERE ${quote(AGREEMENT_COLUMN)} = ?${where} ` +
      `ORDER BY ${primaryKey.map((column) => `${quote(column)} DESC`).join(', ')} ` +
      `LIMIT ${most}${offset === 0 ? '' : ` OFFSET ${offset}`}`,
    values: by === undefined ? [agreementNumber] : [agreementNumber, by.value],
  };
}
