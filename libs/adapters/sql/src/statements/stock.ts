import type { Dialect } from '../dialect/dialect.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import type { ResourceTable } from '../entity/table-of.js';
import { placeholders, quote, type SqlValue, type Statement } from '../statement.js';
import { updateByKey } from './writes.js';

/**
 * The statements on what is in stock, columns of products. Text, since products are locked in the order of
 * their keys and changed on the condition of their version, in the batch of a commit (ADR 36).
 */

/** Columns of products, each with its key and version, locked in the order of the keys. */
export function lockFigures(
  { table, key, keyColumn }: ResourceTable,
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
  columns: readonly string[],
  [agreementNumber, encoded]: readonly [number, readonly SqlValue[]],
): Statement {
  const order = quote(keyColumn);
  return {
    sql:
      `SELECT ${quote(key.column)}, ${columns.map(quote).join(', ')}, \`version\` FROM ${quote(table.name)} ` +
      `WHERE ${quote(AGREEMENT_COLUMN)} = ? AND ${order} IN (${placeholders(encoded.length)}) ORDER BY ${order}${forUpdate}`,
    values: [agreementNumber, ...encoded],
  };
}

/**
 * The text of a change of columns of a product, and of its version. `where`: its agreement, its key, and the
 * version that was read.
 */
export function changeFigures(
  { table, keyColumn }: ResourceTable,
  columns: readonly string[],
): { readonly head: string; readonly where: string } {
  const changed = columns.map((column) => `${quote(column)} = ?`).join(', ');
  return {
    head: `${updateByKey(table.name)} ${changed}, \`version\` = ?`,
    where: `${quote(AGREEMENT_COLUMN)} = ? AND ${quote(keyColumn)} = ? AND \`version\` = ?`,
  };
}
