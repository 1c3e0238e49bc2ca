import type { ResourceTable } from '../entity/table-of.js';
import { quote, type Statement } from '../statement.js';

/**
 * The statements of `kontor verify` that do not go through TypeORM's query builder as its others do. Text,
 * since all rows of a resource are pages of thousands, one asked for while the one before is looked at: their
 * text is made once for all, and 1,000 rows take 0.13 ms mapped and 0.56 hydrated. Drafts in no open year are
 * moved by migrations, too, in a session without entities (ADR 47).
 */

/** The texts by which all rows of a table are read in the order of their keys, so many at a time. */
type EachRow = {
  /** The columns of the key within an agreement. */
  readonly keys: readonly string[];
  /** Of an agreement. */
  readonly first: string;
  /** Of an agreement, after the row with this key: the first part of the key, and then all of it. */
  readonly next: string;
};

/** Every row of a table, in the order of its key, with its key and these columns. */
export function readingEachRow({ table }: ResourceTable, wanted: readonly string[], most: number): EachRow {
  const { name, primaryKey } = table;
  const keys = primaryKey.slice(1);
  const columns = [...new Set([...keys, ...wanted])];
  const order = keys.map(quote).join(', ');
  // The MySQL family looks for no range by several columns at once, so the first is said by itself.
  const where = `${quote(keys[0] ?? '')} >= ? AND (${order}) > (${keys.map(() => '?').join(', ')})`;
  const textOf = (after: string): string =>
    `SELECT ${columns.map(quote).join(', ')} FROM ${quote(name)} WHERE \`agreement_number\` = ?` +
    `${after} ORDER BY ${order} LIMIT ${most}`;
  return { keys, first: textOf(''), next: textOf(` AND ${where}`) };
}

/** Entries of an agreement's year after one of them, by their numbers, with these columns. */
export function readingEntriesOfYear(
  { table }: ResourceTable,
  wanted: readonly string[],
  most: number,
): string {
  const columns = [...new Set([...table.primaryKey.slice(1), ...wanted])];
  return (
    `SELECT ${columns.map(quote).join(', ')} FROM ${quote(table.name)} WHERE \`agreement_number\` = ? ` +
    `AND \`year_folded\` = ? AND \`entry_number\` > ? ORDER BY \`entry_number\` LIMIT ${most}`
  );
}

/**
 * The drafts of an agreement that are dated in no open year, with the `year` that is closed; at most so many.
 */
export function readStrayDrafts(
  table: 'voucher' | 'opening_balance',
  agreementNumber: number,
  most: number,
): Statement {
  return {
    sql:
      `SELECT d.\`voucher_id\`, d.\`date\`, d.\`version\`, y.\`year\` FROM \`${table}\` AS d ` +
      'LEFT JOIN `accounting_year` AS y ON y.`agreement_number` = d.`agreement_number` ' +
      'AND y.`from_date` <= d.`date` AND y.`to_date` >= d.`date` ' +
      'WHERE d.`agreement_number` = ? AND d.`booked` = 0 AND (y.`year` IS NULL OR y.`closed` = 1) ' +
      `ORDER BY d.\`voucher_id\` LIMIT ${most}`,
    values: [agreementNumber],
  };
}
