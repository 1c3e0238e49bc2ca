import type { FullDate } from '@kontor/kernel';
import type { SqlValue, Statement, SumTable } from '../statement.js';
import { BY_DATE, OF_DOCUMENT, type DocumentPlace, type IndexHints } from './entries.js';
import { tableByIndex } from './rows.js';
import { updateByKey } from './writes.js';

/**
 * The statements by which documents are booked, and those of closing taken out again. Text, since totals are
 * upserts that add, which TypeORM's cannot, and the row of a period is written on the condition that it is
 * open, all in the batch of a commit: posting is one read and one write (ADR 36). As one block a voucher's
 * draft and booking took a client 110 µs instead of 363 (ADR 24).
 */

/** Total and number of entries of an account in a period. */
export const PERIOD_TOTALS: SumTable = {
  table: 'period_total',
  columns: ['agreement_number', 'year_folded', 'account_number', 'period_number', 'total', 'entries'],
  key: ['agreement_number', 'year_folded', 'account_number', 'period_number'],
  added: ['total', 'entries'],
};

/**
 * What posting keeps of a day, for statements: debit and credit by account, side and rate of a VAT code, and
 * kind.
 */
export const DAY_TOTALS: SumTable = {
  table: 'day_turnover',
  columns: [
    ...['agreement_number', 'date', 'account_number', 'vat_account_code', 'vat_part', 'vat_rate', 'kind'],
    ...['debit', 'credit', 'entries'],
  ],
  key: ['agreement_number', 'date', 'account_number', 'vat_account_code', 'vat_part', 'vat_rate', 'kind'],
  added: ['debit', 'credit', 'entries'],
};

const OWN_PERIOD = '`agreement_number` = ? AND `year_folded` = ? AND `period_number` = ?';

/**
 * The periods that dates between two may lie in. `year`: the text of the year's column (`Dialect.asText`).
 */
export function periodsBetween(year: string, agreementNumber: number, from: string, to: string): Statement {
  return {
    sql:
      `SELECT ${year} AS year, \`period_number\`, \`from_date\`, \`to_date\`, \`closed\`, \`barred\`, ` +
      '`vat_settlement_settlement_number` FROM `period` ' +
      'WHERE `agreement_number` = ? AND `to_date` >= ? AND `from_date` <= ?',
    values: [agreementNumber, from, to],
  };
}

/** The period of a year that a date lies in. `own`: the agreement and the year's encoded key. */
export function periodOn(own: readonly SqlValue[], date: FullDate): Statement {
  return {
    sql:
      'SELECT `period_number` FROM `period` ' +
      'WHERE `agreement_number` = ? AND `year_folded` = ? AND `from_date` <= ? AND `to_date` >= ?',
    values: [...own, date, date],
  };
}

/**
 * One write to the row of a period, the agreement's and the year's `place`: it changes nothing when the
 * period is closed (G8). `passesBar`: what closing a year posts, and reopening it takes out again, a barred
 * period takes too.
 */
export function openPeriod(place: readonly SqlValue[], passesBar: boolean): Statement {
  const isOpen = passesBar ? '`closed` = 0' : '`closed` = 0 AND `barred` = 0';
  return {
    sql: `${updateByKey('period')} \`version\` = \`version\` + 1 WHERE ${OWN_PERIOD} AND ${isOpen}`,
    values: place,
  };
}

/** Of entries above or below zero, as an amount above zero. */
function sumOfSide(side: '>' | '<'): string {
  const amount = '`amount_in_base_currency`';
  return `CAST(SUM(CASE WHEN ${amount} ${side} 0 THEN ABS(${amount}) ELSE 0 END) AS CHAR)`;
}

/** The entries of a document by account and `entry_type`: `debit`, `credit` and `entries`. */
export function sumsOfDocument(hints: IndexHints, document: DocumentPlace): Statement {
  return {
    sql:
      'SELECT `account_number`, `entry_type`, ' +
      `${sumOfSide('>')} AS debit, ${sumOfSide('<')} AS credit, COUNT(*) AS entries ` +
      `FROM ${tableByIndex(hints, 'entry', BY_DATE)} WHERE ${OF_DOCUMENT} ` +
      'GROUP BY `account_number`, `entry_type` ORDER BY `account_number`',
    values: document,
  };
}

/**
 * Removes the entries of a document from a period, and what is kept of the period and the day where it is
 * none.
 */
export function removeEntries(
  hints: IndexHints,
  place: readonly SqlValue[],
  document: DocumentPlace,
): readonly Statement[] {
  const [agreementNumber, , date] = document;
  return [
    {
      sql: `DELETE FROM ${tableByIndex(hints, 'entry', BY_DATE)} WHERE ${OF_DOCUMENT}`,
      values: document,
    },
    { sql: `DELETE FROM \`period_total\` WHERE ${OWN_PERIOD} AND \`entries\` = 0`, values: place },
    {
      sql: 'DELETE FROM `day_turnover` WHERE `agreement_number` = ? AND `date` = ? AND `entries` = 0',
      values: [agreementNumber, date],
    },
  ];
}
