import { isBookable, flatMapped } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { databaseColumns } from '../entity/column-of.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import type { ResourceTable } from '../entity/table-of.js';
import { quote, type SqlValue, type Statement } from '../statement.js';
import { byKey, byKeys, columnsOf, forceIndex, itemCondition } from './rows.js';
import { insertInto, updateByKey, type InsertInto, type RowChange } from './writes.js';

/**
 * The statements on items of any declared resource. Text, since an item is what is read most: one look-up
 * through TypeORM's runner and the driver's promises takes 22 µs on top of 33 (ADR 36). Those of a resource
 * are written once, when the database is opened; writes go with the batch of a commit and have conditions.
 */
export type ItemStatements = {
  /** One item: scope, key. */
  readonly find: string;
  /** One item and what guards it, locked. */
  readonly findToChange: string;
  readonly insert: InsertInto;
  /** All members. */
  readonly update: string;
  readonly remove: string;
  /** Which item, as the version it was read: scope, key, version. */
  readonly asRead: string;
  /** The same; only what nobody refers to. */
  readonly asReadUnused: string;
};

/** Writes the texts of a resource. */
export function itemStatements(
  table: ResourceTable,
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
): ItemStatements {
  const name = quote(table.table.name);
  const own = columnsOf(table);
  const item = itemCondition(table);
  // Booking is not a change of this kind: it marks the draft (D158).
  const unbooked = isBookable(table.resource) ? ' AND `booked` = 0' : '';
  const replaced = table.columns
    .filter(({ isKey }) => !isKey)
    .flatMap(databaseColumns)
    .map((column) => `${quote(column.name)} = ?`);
  return {
    find: `SELECT ${own}, \`version\`, \`uses\` FROM ${name} WHERE ${item}`,
    findToChange: `SELECT ${own}, \`version\`, \`uses\` FROM ${name} WHERE ${item}${forUpdate}`,
    insert: insertInto(table.table.name, insertedColumns(table)),
    update: `${updateByKey(table.table.name)} ${[...replaced, '`version` = ?'].join(', ')}`,
    remove: `DELETE FROM ${name}`,
    asRead: `${item} AND \`version\` = ?${unbooked}`,
    asReadUnused: `${item} AND \`version\` = ? AND \`uses\` = 0${unbooked}`,
  };
}

/** The columns that a new row gives, in order. */
export function insertedColumns({ columns, parents }: ResourceTable): readonly string[] {
  const stored = columns.flatMap(databaseColumns).map(({ name }) => name);
  return [AGREEMENT_COLUMN, ...parents.map(({ column }) => column), ...stored, 'version'];
}

/** Items of a collection by their identifiers, with all their columns. */
export function readItems(
  table: ResourceTable,
  agreementNumber: number,
  encoded: readonly SqlValue[],
): Statement {
  const columns = [...table.columns.map(({ column }) => column), 'version'];
  return readColumns(table, columns, agreementNumber, encoded);
}

/** An item of an agreement, by its key as its table keeps it. */
export type ItemOf = { readonly agreementNumber: number; readonly encoded: SqlValue };

/**
 * Some columns of items of one or more agreements, and whose each is: of what is not there, no row. Each item
 * is named with its agreement.
 */
export function itemsOfAgreements(
  table: ResourceTable,
  columns: readonly string[],
): (items: readonly ItemOf[]) => Statement {
  const one = `(${byKey(table)})`;
  const head =
    `SELECT ${[AGREEMENT_COLUMN, ...columns].map(quote).join(', ')} ` +
    `FROM ${quote(table.table.name)} ${forceIndex('PRIMARY')} WHERE `;
  return (items) => ({
    sql: head + Array<string>(items.length).fill(one).join(' OR '),
    values: flatMapped(items, ({ agreementNumber, encoded }) => [agreementNumber, encoded]),
  });
}

/** Some columns of items by their identifiers: of what is not there, no row. */
export function readColumns(
  table: ResourceTable,
  columns: readonly string[],
  agreementNumber: number,
  encoded: readonly SqlValue[],
): Statement {
  return {
    sql:
      `SELECT ${columns.map(quote).join(', ')} FROM ${quote(table.table.name)} ` +
      `WHERE ${byKeys(table, encoded.length)}`,
    values: [agreementNumber, ...encoded],
  };
}

/** How many of the rows are as they were read. */
export function countAsRead(
  table: ResourceTable,
  agreementNumber: number,
  rows: readonly { readonly encoded: SqlValue; readonly version: number }[],
): Statement {
  const key = quote(table.keyColumn);
  return {
    sql:
      `SELECT COUNT(*) FROM ${quote(table.table.name)} WHERE ${byKeys(table, rows.length)} ` +
      `AND (${rows.map(() => `(${key} = ? AND \`version\` = ?)`).join(' OR ')})`,
    values: [
      agreementNumber,
      ...rows.map(({ encoded }) => encoded),
      ...flatMapped(rows, ({ encoded, version }) => [encoded, version]),
    ],
  };
}

/** Raises the version of an item of an agreement's own, whatever it is. */
export function raiseItemVersion(table: ResourceTable, agreementNumber: number, key: SqlValue): RowChange {
  return {
    head: `${updateByKey(table.table.name)} \`version\` = \`version\` + 1`,
    set: [],
    where: { sql: byKey(table), values: [agreementNumber, key] },
  };
}
