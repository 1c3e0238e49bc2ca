import { Account, AccountingYear } from '@kontor/ledger';
import type { ResourceTable } from '../entity/table-of.js';
import { placeholders, quote, type Extent, type SqlValue, type Statement } from '../statement.js';
import { BY_DATE, type IndexHints } from './entries.js';
import { columnsOf, ownerCondition } from './rows.js';

/**
 * The statements on totals of accounts, and on the chart that they are shown in. Text, since sums come as
 * text (they may be larger than a number holds), with the version of the chart in one round trip; rows are
 * mapped once, in 0.13 ms a thousand instead of 0.56 (ADR 36).
 */

/** All accounts, with as much of each as is said. */
export function throughAccounts(agreementNumber: number, each: number): Extent {
  return { agreementNumber, collections: [Account.collection], each };
}

/**
 * What it costs to go through the totals of an account and to give their sum, as `Extent.each` counts: a year
 * has 18 periods at most.
 */
const TOTALS_OF_YEAR = 40;
/** The same where years follow each other, which have 12 periods but for a rare one. */
const TOTALS_OF_EACH_YEAR = 24;

/** An agreement and the encoded key of one of its years. */
export type OwnYear = readonly [number, SqlValue];

const OWN_YEAR = '`agreement_number` = ? AND `year_folded` = ?';

/** The first and last day of a year or one of its periods, and whether it is closed. */
export function spanOf(own: readonly SqlValue[], periodNumber: number | undefined): Statement {
  if (periodNumber === undefined) {
    return {
      sql: `SELECT \`from_date\`, \`to_date\`, \`closed\` FROM \`accounting_year\` WHERE ${OWN_YEAR}`,
      values: own,
    };
  }
  return {
    sql: `SELECT \`from_date\`, \`to_date\`, \`closed\` FROM \`period\` WHERE ${OWN_YEAR} AND \`period_number\` = ?`,
    values: [...own, periodNumber],
  };
}

/** What was booked on each account in a year. */
export function totalsOfYear(own: OwnYear): Statement {
  return {
    sql:
      'SELECT `account_number`, CAST(SUM(`total`) AS CHAR) AS total FROM `period_total` ' +
      `WHERE ${OWN_YEAR} GROUP BY \`account_number\` ORDER BY \`account_number\``,
    values: own,
    goesThrough: throughAccounts(own[0], TOTALS_OF_YEAR),
  };
}

/** What was booked on each account in a period. */
export function totalsOfPeriod(own: OwnYear, periodNumber: number): Statement {
  return {
    sql:
      'SELECT `account_number`, CAST(`total` AS CHAR) AS total FROM `period_total` ' +
      `WHERE ${OWN_YEAR} AND \`period_number\` = ? ORDER BY \`account_number\``,
    values: [...own, periodNumber],
    goesThrough: throughAccounts(own[0], TOTALS_OF_YEAR),
  };
}

/**
 * Amendment 17: the totals without what closing has posted, on the last day of the year. One statement, so
 * that a year that is reopened meanwhile is seen either closed or open. Left alone, SQLite goes through all
 * entries of the year for the few of its last day.
 */
export function totalsBeforeClosing(
  hints: IndexHints,
  own: OwnYear,
  periodNumber: number | undefined,
): Statement {
  const [among, numbers] =
    periodNumber === undefined ? ['', []] : [' AND `period_number` = ?', [periodNumber]];
  return {
    sql:
      'SELECT `account_number`, CAST(SUM(`total`) AS CHAR) AS total FROM (' +
      `SELECT \`account_number\`, \`total\` FROM \`period_total\` WHERE ${OWN_YEAR}${among} UNION ALL ` +
      'SELECT e.`account_number`, -e.`amount_in_base_currency` FROM `accounting_year` AS y ' +
      `JOIN \`entry\` AS e${hints.indexHint('entry', BY_DATE)} ` +
      'ON e.`agreement_number` = y.`agreement_number` AND e.`year_folded` = y.`year_folded` ' +
      'AND e.`date` = y.`to_date` AND e.`voucher_id` = y.`closing_voucher_id` ' +
      `WHERE y.\`agreement_number\` = ? AND y.\`year_folded\` = ?${among}` +
      ') AS booked GROUP BY `account_number` ORDER BY `account_number`',
    values: [...own, ...numbers, ...own, ...numbers],
    goesThrough: throughAccounts(own[0], 2 * TOTALS_OF_YEAR),
  };
}

/**
 * What stands on accounts in years that are not closed: on these, or on all. Years first: SQLite, left alone,
 * goes through the totals of all years.
 */
export function openTotals(
  agreementNumber: number,
  accountNumbers: readonly number[] | undefined,
): Statement {
  const among =
    accountNumbers === undefined
      ? ''
      : ` AND t.\`account_number\` IN (${placeholders(accountNumbers.length)})`;
  return {
    sql:
      'SELECT t.`account_number`, CAST(SUM(t.`total`) AS CHAR) AS total FROM `accounting_year` AS y ' +
      'CROSS JOIN `period_total` AS t ON t.`agreement_number` = y.`agreement_number` AND t.`year_folded` = y.`year_folded` ' +
      `WHERE y.\`agreement_number\` = ? AND y.\`closed\` = 0${among} GROUP BY t.\`account_number\``,
    values: [agreementNumber, ...(accountNumbers ?? [])],
    goesThrough: throughYears(agreementNumber, accountNumbers),
  };
}

/**
 * Of each year the totals of these accounts, or of all. Of an account alone that is little, in the largest
 * chart: it waits for no long reads.
 */
function throughYears(agreementNumber: number, accountNumbers: readonly number[] | undefined): Extent {
  const years = AccountingYear.collection;
  return accountNumbers === undefined
    ? { ...throughAccounts(agreementNumber, TOTALS_OF_EACH_YEAR), forEachOf: years }
    : { agreementNumber, collections: [years], each: accountNumbers.length * TOTALS_OF_EACH_YEAR };
}

/** What it costs to give an account with all its columns, as `Extent.each` counts. */
const TO_GIVE_AN_ACCOUNT = 100;

/** All accounts, in the order of their numbers. */
export function readAccounts(accounts: ResourceTable, agreementNumber: number): Statement {
  return {
    sql: `SELECT ${columnsOf(accounts)} FROM \`account\` WHERE ${ownerCondition(accounts)} ORDER BY ${quote(accounts.keyColumn)}`,
    values: [agreementNumber],
    goesThrough: throughAccounts(agreementNumber, TO_GIVE_AN_ACCOUNT),
  };
}
