import type { Dialect } from '../dialect/dialect.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import type { ResourceTable } from '../entity/table-of.js';
import { placeholders, quote } from '../statement.js';

/**
 * How the statements of a declared resource name its columns and its rows, as text that the other modules
 * put into theirs: every one names the agreement, whose value is the first that is bound.
 */

/** The columns of members, one after the other. */
export function columnsOf({ columns }: Pick<ResourceTable, 'columns'>): string {
  return columns.map(({ column }) => quote(column)).join(', ');
}

/** Rows of an agreement, and of one item where the resource lives within another. `alias`: of the table. */
export function ownerCondition({ parents }: Pick<ResourceTable, 'parents'>, alias?: string): string {
  const of = alias === undefined ? '' : `${alias}.`;
  return [AGREEMENT_COLUMN, ...parents.map(({ column }) => column)]
    .map((column) => `${of}${quote(column)} = ?`)
    .join(' AND ');
}

/** One row of those. */
export function itemCondition(table: Pick<ResourceTable, 'parents' | 'keyColumn'>): string {
  return `${ownerCondition(table)} AND ${quote(table.keyColumn)} = ?`;
}

/** So many rows of a resource that is an agreement's own. */
export function byKeys({ keyColumn }: Pick<ResourceTable, 'keyColumn'>, count: number): string {
  return `${quote(AGREEMENT_COLUMN)} = ? AND ${quote(keyColumn)} IN (${placeholders(count)})`;
}

/** One row of such a resource. */
export function byKey({ keyColumn }: Pick<ResourceTable, 'keyColumn'>): string {
  return `${quote(AGREEMENT_COLUMN)} = ? AND ${quote(keyColumn)} = ?`;
}

/**
 * After the name of a table: the index that leads to its rows, for the MySQL family, whose optimiser would
 * else weigh all of them, and now and then choose another; SQLite reads a comment.
 */
export function forceIndex(index: string): string {
  return `/*! FORCE INDEX (${quote(index)}) */`;
}

/**
 * A table, with the index that leads to rows of it that are named by many values: where no statistics are
 * kept, SQLite takes the primary key, of which only the agreement is given, and goes through all of its rows.
 */
export function tableByIndex(dialect: Pick<Dialect, 'indexHint'>, table: string, index: string): string {
  return `${quote(table)}${dialect.indexHint(table, index)}`;
}
