import type { Dialect } from '../dialect/dialect.js';
import type { ResourceTable } from '../entity/table-of.js';
import { quote, type SqlValue, type Statement } from '../statement.js';
import { byKey, byKeys } from './rows.js';
import { updateByKey } from './writes.js';

/**
 * The statements on what is in stock, columns of products. Text, since products are locked in the order of
 * their keys and changed on the condition of their version, in the batch of a commit (ADR 36).
 */

/** Columns of products, each with its key and version, locked in the order of the keys. */
export function lockFigures(
  products: ResourceTable,
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
  columns: readonly string[],
  [agreementNumber, encoded]: readonly [number, readonly SqlValue[]],
): Statement {
  return {
    sql:
      `SELECT ${[products.key.column, ...columns, 'version'].map(quote).join(', ')} FROM ${quote(products.table.name)} ` +
      `WHERE ${byKeys(products, encoded.length)} ORDER BY ${quote(products.keyColumn)}${forUpdate}`,
    values: [agreementNumber, ...encoded],
  };
}

/**
 * The text of a change of columns of a product, and of its version. `where`: its agreement, its key, and the
 * version that was read.
 */
export function changeFigures(
  products: ResourceTable,
  columns: readonly string[],
): { readonly head: string; readonly where: string } {
  const changed = columns.map((column) => `${quote(column)} = ?`).join(', ');
  return {
    head: `${updateByKey(products.table.name)} ${changed}, \`version\` = ?`,
    where: `${byKey(products)} AND \`version\` = ?`,
  };
}
