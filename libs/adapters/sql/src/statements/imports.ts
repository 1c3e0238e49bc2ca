import { LEASED_AT_MOST_MS, timestampOf, type FullDate, type Timestamp } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { placeholders, quote, statement, type SqlValue, type Statement } from '../statement.js';
import { forceIndex, tableByIndex } from './rows.js';

/**
 * The statements of imports. Text, since they ask for hundreds of numbers or names at a time, in a form that
 * no index of dates answers: a year has many vouchers. Rows are not hydrated (0.56 ms a thousand instead of
 * 0.13 mapped, ADR 36).
 */

/** A span of days, the last included. */
type Days = { readonly fromDate: FullDate; readonly toDate: FullDate };

/** The `id`, `date` and `name` of documents that have numbers `n` of a series and are dated in a span. */
export function documentsNumbered(
  dialect: Dialect,
  table: 'voucher' | 'opening_balance',
  agreementNumber: number,
  {
    series,
    numbers,
    fromDate,
    toDate,
  }: Days & { readonly series: number; readonly numbers: readonly number[] },
): Statement {
  // Opening balances are few.
  const from =
    table === 'voucher'
      ? tableByIndex(dialect, table, 'voucher_by_voucher_number_voucher_number')
      : quote(table);
  const name = table === 'voucher' ? '`external_document_id`' : 'NULL';
  return {
    sql:
      `SELECT \`voucher_number_voucher_number\` AS n, \`voucher_id\` AS id, \`date\`, ${name} AS name ` +
      `FROM ${from} WHERE \`agreement_number\` = ? ` +
      `AND \`voucher_number_voucher_number\` IN (${placeholders(numbers.length)}) ` +
      'AND SUBSTR(`date`, 1) BETWEEN ? AND ? ' +
      (table === 'voucher' ? 'AND `number_series_number` = ?' : 'AND ? = 7'),
    values: [agreementNumber, ...numbers, fromDate, toDate, series],
  };
}

/** The `id` and `date` of vouchers of a span that are called `name`; asked for by the folded forms. */
export function vouchersCalled(
  dialect: Dialect,
  agreementNumber: number,
  folded: readonly SqlValue[],
  { fromDate, toDate }: Days,
): Statement {
  return {
    sql:
      'SELECT `external_document_id` AS name, `voucher_id` AS id, `date` ' +
      `FROM ${tableByIndex(dialect, 'voucher', 'voucher_by_external_document_id')} WHERE \`agreement_number\` = ? ` +
      `AND \`external_document_id_folded\` IN (${placeholders(folded.length)}) ` +
      'AND SUBSTR(`date`, 1) BETWEEN ? AND ?',
    values: [agreementNumber, ...folded, fromDate, toDate],
  };
}

const BY_STATUS = 'import_by_status';

/**
 * Imports of all agreements, or dry runs, that nobody is at work on: a hundred at most. Every process looks
 * for them by the clock, and those that have ended stay: so each agreement is asked for those that run, by
 * the index that tells them apart, which begins with the agreement as all do.
 */
export function readUnfinishedImports(
  { indexHint }: Pick<Dialect, 'indexHint'>,
  now: Timestamp,
  isDryRun: boolean,
): Statement {
  const imports = `\`import\` AS i${indexHint('import', BY_STATUS)} ${forceIndex(BY_STATUS)}`;
  return statement(
    'SELECT /*! STRAIGHT_JOIN */ i.`agreement_number`, i.`import_number`, i.`bytes` FROM `agreement` AS a ' +
      `CROSS JOIN ${imports} ON i.\`agreement_number\` = a.\`agreement_number\` ` +
      "WHERE i.`status` = 'running' AND i.`dry_run` = ? AND (i.`held_until` IS NULL OR i.`held_until` <= ? " +
      'OR i.`held_until` > ?) ' +
      'ORDER BY i.`agreement_number`, i.`import_number` LIMIT 100',
    isDryRun ? 1 : 0,
    now,
    timestampOf(new Date(Date.parse(now) + LEASED_AT_MOST_MS)),
  );
}
