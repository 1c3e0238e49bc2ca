import type { Dialect } from '../dialect/dialect.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import type { ResourceTable } from '../entity/table-of.js';
import { placeholders, quote, type SqlValue, type Statement } from '../statement.js';
import type { IndexHints } from './entries.js';
import { byKey, tableByIndex } from './rows.js';
import { updateByKey, type RowChange } from './writes.js';

/**
 * The marks that are put on documents: that one is booked, reversed, credited, or has a file. Text, since
 * each is put on the condition that the document is as it was read, in the batch of a commit, and names the
 * index of its key: marking one voucher took 75 of 335 µs to choose it (`updateByKey`).
 */

/** Marks a draft as booked. `where`: its agreement, its key, and the version that was read. */
export function markBooked(drafts: ResourceTable): {
  readonly head: string;
  readonly where: string;
} {
  return {
    head: marking(drafts.table.name, 'booked', '1'),
    where: `${byKey(drafts)} AND \`booked\` = 0 AND \`version\` = ?`,
  };
}

/** The beginning of a change of one column, which the version counts. */
function marking(table: string, column: string, to = '?'): string {
  return `${updateByKey(table)} ${quote(column)} = ${to}, \`version\` = \`version\` + 1`;
}

/** Marks a voucher as reversed by another. */
export function markReversed(
  { table }: ResourceTable,
  by: number,
  identity: readonly [agreementNumber: number, voucherId: number, version: number],
): RowChange {
  return {
    head: marking(table.name, 'reversed_by_voucher_id'),
    set: [by],
    where: {
      sql:
        '`agreement_number` = ? AND `voucher_id` = ? AND `version` = ? ' +
        'AND `reversed_by_voucher_id` IS NULL',
      values: identity,
    },
  };
}

/** Says of a voucher which one it reverses, and whose accruals it posts. */
export function markLinked(
  { table }: ResourceTable,
  { reverses, accrues }: { readonly reverses: number | undefined; readonly accrues: number | undefined },
  identity: readonly [agreementNumber: number, voucherId: number, version: number],
): RowChange {
  return {
    head: `${marking(table.name, 'reverses_voucher_id')}, \`accrues_voucher_id\` = ?`,
    set: [reverses ?? null, accrues ?? null],
    where: { sql: '`agreement_number` = ? AND `voucher_id` = ? AND `version` = ?', values: identity },
  };
}

/** The first `day` after one of which there are vouchers; NULL where there is none. */
export function nextDayOfVouchers(agreementNumber: number, after: string): Statement {
  return {
    sql: 'SELECT MIN(`date`) AS day FROM `voucher` WHERE `agreement_number` = ? AND `date` > ?',
    values: [agreementNumber, after],
  };
}

/** Which vouchers those of a day reverse, and post the accruals of: after one of them, at most so many. */
export function linksOfDay(
  hints: IndexHints,
  agreementNumber: number,
  { day, after, most }: { readonly day: string; readonly after: number; readonly most: number },
): Statement {
  return {
    sql:
      'SELECT `voucher_id`, `reverses_voucher_id`, `accrues_voucher_id` ' +
      `FROM ${tableByIndex(hints, 'voucher', 'voucher_by_date')} ` +
      'WHERE `agreement_number` = ? AND `date` = ? AND `voucher_id` > ? ' +
      `ORDER BY \`voucher_id\` LIMIT ${most}`,
    values: [agreementNumber, day, after],
  };
}

/** Notes with an invoice what is credited of it, as JSON. */
export function noteCredits(
  { table }: ResourceTable,
  creditNotes: string,
  identity: readonly [agreementNumber: number, bookedInvoiceNumber: number, version: number],
): RowChange {
  return {
    head: marking(table.name, 'credit_notes'),
    set: [creditNotes],
    where: {
      sql: '`agreement_number` = ? AND `booked_invoice_number` = ? AND `version` = ?',
      values: identity,
    },
  };
}

/** A voucher as it must be to get another file, or none. */
type VoucherToMark = {
  readonly agreementNumber: number;
  readonly voucherId: number;
  readonly isBooked: boolean;
  /** It has no file. */
  readonly hasNone: boolean;
  readonly version: number | undefined;
};

/** Says in the row of a voucher that it has a file, or has none any more. */
export function markAttachment(
  has: boolean,
  { agreementNumber, voucherId, isBooked, hasNone, version }: VoucherToMark,
): RowChange {
  const values: readonly SqlValue[] = [agreementNumber, voucherId, isBooked ? 1 : 0];
  return {
    head: marking('voucher', 'attachment'),
    set: [has ? voucherId : null],
    where: {
      sql:
        `${quote(AGREEMENT_COLUMN)} = ? AND \`voucher_id\` = ? AND \`booked\` = ?` +
        (hasNone ? ' AND `attachment` IS NULL' : '') +
        (version === undefined ? '' : ' AND `version` = ?'),
      values: version === undefined ? values : [...values, version],
    },
  };
}

/** What the invoices of these vouchers are called on paper, as `name`, with the `id` of their voucher. */
export function invoicesOfVouchers(
  dialect: Dialect,
  agreementNumber: number,
  voucherIds: readonly number[],
): Statement {
  return {
    sql:
      'SELECT `voucher_voucher_id` AS id, `display_invoice_number` AS name ' +
      `FROM ${tableByIndex(dialect, 'booked_invoice', 'booked_invoice_by_voucher_voucher_id')} ` +
      `WHERE \`agreement_number\` = ? AND \`voucher_voucher_id\` IN (${placeholders(voucherIds.length)})`,
    values: [agreementNumber, ...voucherIds],
  };
}
