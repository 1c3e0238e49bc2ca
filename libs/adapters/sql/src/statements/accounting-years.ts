import type { FullDate } from '@kontor/kernel';
import { AccountingYear, type YearOfBooks } from '@kontor/ledger';
import type { Dialect } from '../dialect/dialect.js';
import { placeholders, type SqlValue, type Statement } from '../statement.js';

/**
 * The statements on accounting years and their periods. Text, since they are read with the version of their
 * chain, in one round trip, and written on the condition of it (ADR 48); TypeORM's runner takes 22 µs on top
 * of the 33 of a read.
 */

/** The collection whose version is the version of the chain of years. */
export const CHAIN = AccountingYear.collection;

const COLUMNS =
  '`year`, `from_date`, `to_date`, `closed`, `closing_voucher_id`, `opening_voucher_id`, `version`';
/** One year: the agreement and the year's encoded key are bound to it. */
const OWN_YEAR = '`agreement_number` = ? AND `year_folded` = ?';

/** The year that a date lies in, if there is one. */
export function yearAt(agreementNumber: number, date: FullDate): Statement {
  return {
    sql:
      `SELECT ${COLUMNS} FROM \`accounting_year\` ` +
      'WHERE `agreement_number` = ? AND `from_date` <= ? AND `to_date` >= ?',
    values: [agreementNumber, date, date],
  };
}

/** Every year, first to last, and then the highest period number as `last`. */
export function readChain(agreementNumber: number): readonly [Statement, Statement] {
  return [
    {
      sql: `SELECT ${COLUMNS} FROM \`accounting_year\` WHERE \`agreement_number\` = ? ORDER BY \`from_date\``,
      values: [agreementNumber],
    },
    {
      sql: 'SELECT MAX(`period_number`) AS last FROM `period` WHERE `agreement_number` = ?',
      values: [agreementNumber],
    },
  ];
}

/** A row where anything is booked in the year. */
export function anyEntryOf(own: readonly SqlValue[]): Statement {
  return { sql: `SELECT 1 AS booked FROM \`entry\` WHERE ${OWN_YEAR} LIMIT 1`, values: own };
}

/** Takes the year away with its periods and their sums: the last statement only when nothing refers to it. */
export function removeYear(own: readonly SqlValue[]): readonly Statement[] {
  return [
    { sql: `DELETE FROM \`period_total\` WHERE ${OWN_YEAR}`, values: own },
    { sql: `DELETE FROM \`period\` WHERE ${OWN_YEAR}`, values: own },
    { sql: `DELETE FROM \`accounting_year\` WHERE ${OWN_YEAR} AND \`uses\` = 0`, values: own },
  ];
}

/** Closes or reopens the year and its periods. */
export function markYear(own: readonly SqlValue[], year: YearOfBooks): readonly Statement[] {
  const { closed, closingVoucherId = null, openingVoucherId = null } = year;
  return [
    {
      sql:
        'UPDATE `accounting_year` SET `closed` = ?, `closing_voucher_id` = ?, `opening_voucher_id` = ?, ' +
        `\`version\` = \`version\` + 1 WHERE ${OWN_YEAR}`,
      values: [closed ? 1 : 0, closingVoucherId, openingVoucherId, ...own],
    },
    {
      sql: `UPDATE \`period\` SET \`closed\` = ?, \`version\` = \`version\` + 1 WHERE ${OWN_YEAR}`,
      values: [closed ? 1 : 0, ...own],
    },
  ];
}

/** Nobody else changes the chain until the transaction ends. */
export function lockChain({ forUpdate }: Pick<Dialect, 'forUpdate'>, agreementNumber: number): Statement {
  return {
    sql:
      'SELECT `version` FROM `collection_state` WHERE `agreement_number` = ? AND `collection` = ?' +
      forUpdate,
    values: [agreementNumber, CHAIN],
  };
}

/** The collection's own state is the row that everything writes which changes the chain. */
export function raiseChain(agreementNumber: number, seen: number, items: number): Statement {
  if (seen === 0) {
    return {
      sql: 'INSERT INTO `collection_state` (`agreement_number`, `collection`, `version`, `items`) VALUES (?, ?, 1, ?)',
      values: [agreementNumber, CHAIN, items],
    };
  }
  return {
    sql:
      'UPDATE `collection_state` SET `version` = `version` + 1, `items` = `items` + ? ' +
      'WHERE `agreement_number` = ? AND `collection` = ? AND `version` = ?',
    values: [items, agreementNumber, CHAIN, seen],
  };
}

/** A write to the row of every period: whoever books in one waits, or has finished (G8). */
export function touchPeriods(own: readonly SqlValue[]): Statement {
  return { sql: `UPDATE \`period\` SET \`version\` = \`version\` + 1 WHERE ${OWN_YEAR}`, values: own };
}

/**
 * Bars periods of a year as settled, or leaves those that are as they were before: the others are neither
 * touched nor counted. MySQL sets columns one after the other, so each is read before it is set.
 */
export function settlePeriods(
  own: readonly SqlValue[],
  periodNumbers: readonly number[],
  settlementNumber: number | undefined,
): Statement {
  const isSettling = settlementNumber !== undefined;
  const bars = isSettling
    ? '`barred_before` = `barred`, `barred` = 1'
    : '`barred` = COALESCE(`barred_before`, 0), `barred_before` = NULL';
  return {
    sql:
      `UPDATE \`period\` SET ${bars}, \`vat_settlement_settlement_number\` = ?, \`version\` = \`version\` + 1 ` +
      `WHERE ${OWN_YEAR} AND \`vat_settlement_settlement_number\` IS ${isSettling ? '' : 'NOT '}NULL ` +
      `AND \`period_number\` IN (${placeholders(periodNumbers.length)})`,
    values: [settlementNumber ?? null, ...own, ...periodNumbers],
  };
}

type Dates = { readonly fromDate: FullDate; readonly toDate: FullDate };

/** Adds a year to the chain; refused by its key where the name is taken. */
export function insertYear(
  [agreementNumber, folded]: readonly SqlValue[],
  { year, fromDate, toDate, closed }: Dates & { readonly year: string; readonly closed: boolean },
  version: number,
): Statement {
  return {
    sql:
      'INSERT INTO `accounting_year` (`agreement_number`, `year_folded`, `year`, `from_date`, `to_date`, `closed`, `version`) ' +
      `VALUES (${placeholders(7)})`,
    values: [agreementNumber ?? null, folded ?? null, year, fromDate, toDate, closed ? 1 : 0, version],
  };
}

/** The periods of a new year, in one statement. */
export function insertPeriods(
  own: readonly SqlValue[],
  periods: readonly (Dates & { readonly periodNumber: number })[],
  { closed, version }: { readonly closed: boolean; readonly version: number },
): Statement {
  const row = `(${placeholders(8)})`;
  return {
    sql:
      'INSERT INTO `period` (`agreement_number`, `year_folded`, `period_number`, `from_date`, `to_date`, `closed`, `barred`, ' +
      `\`version\`) VALUES ${periods.map(() => row).join(', ')}`,
    values: periods.flatMap(({ periodNumber, fromDate, toDate }) => [
      ...own,
      periodNumber,
      fromDate,
      toDate,
      closed ? 1 : 0,
      0,
      version,
    ]),
  };
}
