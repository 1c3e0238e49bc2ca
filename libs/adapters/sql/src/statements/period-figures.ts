import { placeholders, type Extent, type Statement } from '../statement.js';
import { BY_DATE, type IndexHints } from './entries.js';
import { forceIndex } from './rows.js';

/**
 * The statements on sums of periods, days and entries, for statements of the books. Text, since they force
 * the index of dates, see the totals of a period and of its days at the same moment in one statement, and
 * give sums as text, of many periods in one round trip; TypeORM's runner takes 22 µs on top of 33 for each
 * (ADR 36).
 */

/**
 * A part of an accounting year, its last day, the document by which it was closed, and the one by which the
 * year before was carried into it; 0 where they were not.
 */
export type Place = {
  readonly yearEnd: string;
  readonly own: readonly [number, string | number | null];
  readonly dates: readonly [from: string, to: string];
  readonly closing: number;
  readonly carriedBy: number;
  readonly hints: IndexHints;
  /** All entries of the year, and all accounts with their totals of it. */
  readonly through: { readonly entries: Extent; readonly accounts: Extent };
};

/** A period, and what of it is asked for: all of it, or some days. */
export type PartOfPeriod = {
  readonly periodNumber: number;
  readonly fromDate: string;
  readonly toDate: string;
  readonly asked: Place['dates'];
};

const OWN = (table: string): string => `${table}.\`agreement_number\` = ? AND ${table}.\`year_folded\` = ?`;

/** The periods that a part of a year has to do with, each with what posting keeps of it. */
export function keptOf({ own, dates: [from, to], through }: Place): Statement {
  return {
    sql:
      'SELECT p.`period_number`, p.`from_date`, p.`to_date`, CAST(COALESCE(SUM(t.`entries`), 0) AS CHAR) AS entries, ' +
      'CAST(COALESCE(SUM(ABS(t.`total`)), 0) AS CHAR) AS size FROM `period` AS p LEFT JOIN `period_total` AS t ' +
      'ON t.`agreement_number` = p.`agreement_number` AND t.`year_folded` = p.`year_folded` ' +
      `AND t.\`period_number\` = p.\`period_number\` WHERE ${OWN('p')} AND p.\`to_date\` >= ? AND p.\`from_date\` <= ? ` +
      'GROUP BY p.`period_number`, p.`from_date`, p.`to_date` ORDER BY p.`period_number`',
    values: [...own, from, to],
    goesThrough: through.accounts,
  };
}

/**
 * The totals of a period's days, those that are asked for apart, and the totals of the period as rows of the
 * kind `period`: one statement sees both as they are at the same moment.
 */
export function daysIn(
  { own, through }: Place,
  { periodNumber, fromDate, toDate, asked }: PartOfPeriod,
): Statement {
  return {
    sql:
      'SELECT d.`account_number`, d.`vat_account_code` AS vat_code, d.`vat_part`, d.`vat_rate`, d.`kind`, ' +
      '(d.`date` >= ? AND d.`date` <= ?) AS asked, CAST(SUM(d.`debit`) AS CHAR) AS debit, ' +
      'CAST(SUM(d.`credit`) AS CHAR) AS credit, SUM(d.`entries`) AS entries FROM `day_turnover` AS d ' +
      'WHERE d.`agreement_number` = ? AND d.`date` >= ? AND d.`date` <= ? ' +
      'GROUP BY d.`account_number`, d.`vat_account_code`, d.`vat_part`, d.`vat_rate`, d.`kind`, asked UNION ALL ' +
      "SELECT t.`account_number`, '', '', '', 'period', 1, CAST(t.`total` AS CHAR), '0', t.`entries` " +
      `FROM \`period_total\` AS t WHERE ${OWN('t')} AND t.\`period_number\` = ?`,
    values: [...asked, own[0], fromDate, toDate, ...own, periodNumber],
    goesThrough: through.entries,
  };
}

/** What was booked on each account in periods. */
export function totalsOfPeriods({ own, through }: Place, numbers: readonly number[]): Statement {
  return {
    sql:
      'SELECT `account_number`, CAST(SUM(`total`) AS CHAR) AS total FROM `period_total` AS t ' +
      `WHERE ${OWN('t')} AND \`period_number\` IN (${placeholders(numbers.length)}) GROUP BY \`account_number\``,
    values: [...own, ...numbers],
    goesThrough: through.accounts,
  };
}

/**
 * What closing the year has posted on each account. Left alone, SQLite goes through the year in the order of
 * its accounts: 182,000 entries took 219 ms for the few of the last day.
 */
export function closingOf({ own, yearEnd, closing, hints }: Place): Statement {
  return {
    sql:
      'SELECT `account_number`, CAST(SUM(`amount_in_base_currency`) AS CHAR) AS total ' +
      `FROM \`entry\` AS e${hints.indexHint('entry', BY_DATE)} ${forceIndex(BY_DATE)} WHERE ${OWN('e')} AND \`date\` = ? AND \`voucher_id\` = ? ` +
      'GROUP BY `account_number`',
    values: [...own, yearEnd, closing],
  };
}

const IS_OPENING = "e.`entry_type` IN ('openingEntry', 'transferredOpeningEntry')";

/** The entries of some days, summed. */
export function between({ own, closing, through }: Place, dates: Place['dates']): Statement {
  // A sum of amounts may be larger than a number can hold exactly, so it comes as text.
  const sum = (of: string, name: string): string =>
    `CAST(SUM(CASE WHEN ${of} THEN e.\`amount_in_base_currency\` ELSE 0 END) AS CHAR) AS ${name}`;
  const isOf = (what: string): string => `e.\`voucher_id\` <> ? AND ${what}`;
  return {
    sql:
      'SELECT e.`account_number`, e.`vat_account_code` AS vat_code, e.`vat_part`, e.`vat_rate`, COUNT(*) AS entries, ' +
      `${sum(isOf("e.`entry_type` = 'openingEntry'"), 'opening')}, ` +
      `${sum(isOf("e.`entry_type` = 'transferredOpeningEntry'"), 'carried')}, ` +
      `${sum(isOf(`NOT ${IS_OPENING} AND e.\`amount_in_base_currency\` > 0`), 'debit')}, ` +
      `${sum(isOf(`NOT ${IS_OPENING} AND e.\`amount_in_base_currency\` < 0`), 'credit')}, ` +
      `${sum('e.`voucher_id` = ?', 'closing')} ` +
      `FROM \`entry\` AS e ${forceIndex('entry_by_date')} WHERE ${OWN('e')} AND e.\`date\` >= ? AND e.\`date\` <= ? ` +
      'GROUP BY e.`account_number`, e.`vat_account_code`, e.`vat_part`, e.`vat_rate`',
    values: [closing, closing, closing, closing, closing, ...own, ...dates],
    goesThrough: through.entries,
  };
}
