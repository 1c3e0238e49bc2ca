import type { FullDate } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import type { ResourceTable } from '../entity/table-of.js';
import { placeholders, quote, type Extent, type SqlValue, type Statement } from '../statement.js';
import { columnsOf, tableByIndex } from './rows.js';

/**
 * The statements that read entries: of documents, of days, of periods, of years. Text, since there are many
 * rows: 1,000 are mapped in 0.13 ms and hydrated in 0.56, and SQLite packs a row of entries as one text where
 * a whole year is read (ADRs 36 and 47).
 */

/** Where the entries of a document are found: of its `year` the encoded key. */
export type DocumentPlace = readonly [
  agreementNumber: number,
  year: SqlValue,
  date: FullDate,
  voucherId: number,
];

/**
 * By which index the entries of a day are looked for: left alone, SQLite goes through the year by its primary
 * key, 0.4 s of 560,000 entries for each document.
 */
export const BY_DATE = 'entry_by_date';

/** The entries of a document, found among those of its day: a period has very many. */
export const OF_DOCUMENT = '`agreement_number` = ? AND `year_folded` = ? AND `date` = ? AND `voucher_id` = ?';

/** What tells a database by which index it finds rows, where it must be told. */
export type IndexHints = Pick<Dialect, 'indexHint'>;

/** The entries of a document with the names of their accounts. */
export function entriesOfDocument(hints: IndexHints, place: DocumentPlace): Statement {
  return {
    sql:
      'SELECT e.`entry_number`, e.`account_number`, e.`amount`, e.`amount_in_base_currency`, e.`currency`, e.`text`, ' +
      `a.\`name\` FROM \`entry\` AS e${hints.indexHint('entry', BY_DATE)} JOIN \`account\` AS a ` +
      'ON a.`agreement_number` = e.`agreement_number` AND a.`account_number` = e.`account_number` ' +
      'WHERE e.`agreement_number` = ? AND e.`year_folded` = ? AND e.`date` = ? AND e.`voucher_id` = ? ' +
      'ORDER BY e.`entry_number`',
    values: place,
  };
}

/** The same with all columns of entries. */
export function wholeEntriesOfDocument(
  hints: IndexHints,
  entries: ResourceTable,
  place: DocumentPlace,
): Statement {
  return {
    sql:
      `SELECT ${columnsOf(entries)} FROM ${tableByIndex(hints, 'entry', BY_DATE)} ` +
      `WHERE ${OF_DOCUMENT} ORDER BY \`entry_number\``,
    values: place,
  };
}

/** In which year the entries of booked vouchers are, from which number to which. */
export function placesOfVouchers(agreementNumber: number, voucherIds: readonly number[]): Statement {
  return {
    sql:
      'SELECT y.`year`, v.`first_entry_number`, v.`last_entry_number` FROM `voucher` AS v ' +
      'JOIN `accounting_year` AS y ON y.`agreement_number` = v.`agreement_number` ' +
      'AND y.`from_date` <= v.`date` AND y.`to_date` >= v.`date` WHERE v.`agreement_number` = ? ' +
      `AND v.\`voucher_id\` IN (${placeholders(voucherIds.length)}) AND v.\`first_entry_number\` IS NOT NULL`,
    values: [agreementNumber, ...voucherIds],
  };
}

/** Entries of a year by their numbers, by voucher. */
export function entriesOfVouchers(
  agreementNumber: number,
  year: string,
  entryNumbers: readonly number[],
): Statement {
  return {
    sql:
      'SELECT `voucher_id`, `entry_number`, `account_number`, `amount`, `amount_in_base_currency`, `currency`, `text`, ' +
      '`vat_account_code`, `customer_number`, `supplier_number`, `department_number`, ' +
      '`departmental_distribution_number` FROM `entry` WHERE `agreement_number` = ? AND `year_folded` = ? ' +
      `AND \`entry_number\` IN (${placeholders(entryNumbers.length)}) ORDER BY \`voucher_id\`, \`entry_number\``,
    values: [agreementNumber, year, ...entryNumbers],
  };
}

const PLACE =
  '`account_number`, `vat_account_code`, `customer_number`, `department_number`, `departmental_distribution_number`';

/**
 * What entries of a year sum to by where they stand, from one number to another. SQLite would go through the
 * year for several such spans.
 */
export function sumsOfEntries(
  agreementNumber: number,
  year: string,
  [first, last]: readonly [first: number, last: number],
): Statement {
  return {
    sql:
      `SELECT ${PLACE}, SUM(\`amount\`) AS \`amount\`, ` +
      'SUM(`amount_in_base_currency`) AS `amount_in_base_currency`, COUNT(*) AS `entries` ' +
      'FROM `entry` WHERE `agreement_number` = ? AND `year_folded` = ? ' +
      `AND \`entry_number\` BETWEEN ? AND ? GROUP BY ${PLACE}`,
    values: [agreementNumber, year, first, last],
  };
}

/** The periods of all years, in the order of their numbers. */
export function periodsOfBooks(agreementNumber: number): Statement {
  return {
    sql:
      'SELECT y.`year`, p.`period_number` FROM `period` AS p JOIN `accounting_year` AS y ' +
      'ON y.`agreement_number` = p.`agreement_number` AND y.`year_folded` = p.`year_folded` ' +
      'WHERE p.`agreement_number` = ? ORDER BY p.`period_number`',
    values: [agreementNumber],
  };
}

/** The numbers of the entries of a period, by voucher. */
export function entriesOfPeriod(
  hints: IndexHints,
  agreementNumber: number,
  year: string,
  periodNumber: number,
): Statement {
  return {
    sql:
      `SELECT \`voucher_id\`, \`entry_number\` FROM ${tableByIndex(hints, 'entry', 'entry_by_period_number')} ` +
      'WHERE `agreement_number` = ? AND `year_folded` = ? AND `period_number` = ? ' +
      'ORDER BY `voucher_id`, `entry_number`',
    values: [agreementNumber, year, periodNumber],
  };
}

/** Entries of a year by their numbers, with the names of their accounts, by voucher. */
export function entriesOfJournal(
  agreementNumber: number,
  year: string,
  entryNumbers: readonly number[],
): Statement {
  return {
    sql:
      'SELECT e.`voucher_id`, e.`voucher_number`, e.`date`, e.`entry_type`, e.`entry_number`, e.`account_number`, ' +
      'e.`amount`, e.`amount_in_base_currency`, e.`currency`, e.`text`, a.`name` FROM `entry` AS e JOIN `account` AS a ' +
      'ON a.`agreement_number` = e.`agreement_number` AND a.`account_number` = e.`account_number` ' +
      'WHERE e.`agreement_number` = ? AND e.`year_folded` = ? ' +
      `AND e.\`entry_number\` IN (${placeholders(entryNumbers.length)}) ` +
      'ORDER BY e.`voucher_id`, e.`entry_number`',
    values: [agreementNumber, year, ...entryNumbers],
  };
}

/** The first `day` after one on which something is booked; NULL where there is none. */
export function nextDay(own: readonly SqlValue[], after: string): Statement {
  return {
    sql: 'SELECT MIN(`date`) AS day FROM `entry` WHERE `agreement_number` = ? AND `year_folded` = ? AND `date` > ?',
    values: [...own, after],
  };
}

/** The entries of a day after one of them, by voucher and number, at most so many. */
export function entriesOfDay(
  hints: IndexHints,
  entries: ResourceTable,
  own: readonly SqlValue[],
  {
    day,
    after: [voucherId, entryNumber],
    most,
  }: {
    readonly day: string;
    readonly after: readonly [voucherId: number, entryNumber: number];
    readonly most: number;
  },
): Statement {
  return {
    sql:
      `SELECT ${columnsOf(entries)} FROM ${tableByIndex(hints, 'entry', BY_DATE)} ` +
      'WHERE `agreement_number` = ? AND `year_folded` = ? AND `date` = ? ' +
      'AND (`voucher_id` > ? OR (`voucher_id` = ? AND `entry_number` > ?)) ' +
      `ORDER BY \`voucher_id\`, \`entry_number\` LIMIT ${most}`,
    values: [...own, day, voucherId, voucherId, entryNumber],
  };
}

/** The vouchers behind the entries of one type on an account, in a year or one of its periods. */
export function vouchersOnAccount(
  hints: IndexHints,
  agreementNumber: number,
  year: SqlValue,
  {
    periodNumber,
    accountNumber,
    entryType,
  }: {
    readonly periodNumber?: number | undefined;
    readonly accountNumber: number;
    readonly entryType: string;
  },
  goesThrough: Extent,
): Statement {
  const within = periodNumber === undefined ? '' : ' AND e.`period_number` = ?';
  return {
    sql:
      `SELECT DISTINCT e.\`voucher_id\` FROM \`entry\` AS e${hints.indexHint('entry', 'entry_by_account_number')} ` +
      'JOIN `voucher` AS v ' +
      'ON v.`agreement_number` = e.`agreement_number` AND v.`voucher_id` = e.`voucher_id` ' +
      'WHERE e.`agreement_number` = ? AND e.`year_folded` = ? AND e.`account_number` = ? AND e.`entry_type` = ?' +
      `${within} ORDER BY e.\`voucher_id\``,
    values: [
      agreementNumber,
      year,
      accountNumber,
      entryType,
      ...(periodNumber === undefined ? [] : [periodNumber]),
    ],
    goesThrough,
  };
}

/**
 * Columns of the entries of a year whose numbers are in a range, at most so many: the text is written once.
 */
export function readingEntries(
  dialect: Pick<Dialect, 'selectList' | 'largeCell'>,
  columns: readonly string[],
  most: number,
): (agreementNumber: number, year: string, from: number, to: number) => Statement {
  const isAmount = (name: string): boolean => name === 'amount' || name === 'amount_in_base_currency';
  const cells = columns.map((name) => ({
    sql: isAmount(name) ? dialect.largeCell(quote(name)) : quote(name),
  }));
  const sql =
    `SELECT ${dialect.selectList(cells)} FROM \`entry\` WHERE \`agreement_number\` = ? AND \`year_folded\` = ? ` +
    `AND \`entry_number\` >= ? AND \`entry_number\` <= ? ORDER BY \`entry_number\` LIMIT ${most}`;
  return (agreementNumber, year, from, to) => ({ sql, values: [agreementNumber, year, from, to] });
}

/** The years of an agreement, each as columns compare it. */
export function readFoldedYears(dialect: Pick<Dialect, 'asText'>, agreementNumber: number): Statement {
  return {
    sql: `SELECT ${dialect.asText('`year_folded`')} AS year FROM \`accounting_year\` WHERE \`agreement_number\` = ?`,
    values: [agreementNumber],
  };
}

/** The numbers of the first and last entry of each voucher of a year. */
export function spansOfVouchers(agreementNumber: number, year: string): Statement {
  return {
    sql:
      'SELECT `voucher_id`, MIN(`entry_number`) AS first, MAX(`entry_number`) AS last FROM `entry` ' +
      'WHERE `agreement_number` = ? AND `year_folded` = ? GROUP BY `voucher_id` ORDER BY first',
    values: [agreementNumber, year],
  };
}
