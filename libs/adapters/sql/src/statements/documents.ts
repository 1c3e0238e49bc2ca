import { AGREEMENT_COLUMN } from '../entity/table.js';
import type { ResourceTable } from '../entity/table-of.js';
import { quote, type SqlValue } from '../statement.js';
import { updateByKey, type RowChange } from './writes.js';

/**
 * The marks that are put on documents: that one is booked, reversed, credited, or has a file. Text, since
 * each is put on the condition that the document is as it was read, in the batch of a commit, and names the
 * index of its key: marking one voucher took 75 of 335 µs to choose it (`updateByKey`).
 */

/** Marks a draft as booked. `where`: its agreement, its key, and the version that was read. */
export function markBooked({ table, keyColumn }: ResourceTable): {
  readonly head: string;
  readonly where: string;
} {
  return {
    head: `${updateByKey(table.name)} \`booked\` = 1, \`version\` = \`version\` + 1`,
    where: `${quote(AGREEMENT_COLUMN)} = ? AND ${quote(keyColumn)} = ? AND \`booked\` = 0 AND \`version\` = ?`,
  };
}

/** Marks a voucher as reversed by another. */
export function markReversed(
  { table }: ResourceTable,
  by: number,
  identity: readonly [agreementNumber: number, voucherId: number, version: number],
): RowChange {
  return {
    head: `${updateByKey(table.name)} \`reversed_by_voucher_id\` = ?, \`version\` = \`version\` + 1`,
    set: [by],
    where: {
      sql:
        '`agreement_number` = ? AND `voucher_id` = ? AND `version` = ? ' +
        'AND `reversed_by_voucher_id` IS NULL',
      values: identity,
    },
  };
}

/** Notes with an invoice what is credited of it, as JSON. */
export function noteCredits(
  { table }: ResourceTable,
  creditNotes: string,
  identity: readonly [agreementNumber: number, bookedInvoiceNumber: number, version: number],
): RowChange {
  return {
    head: `${updateByKey(table.name)} \`credit_notes\` = ?, \`version\` = \`version\` + 1`,
    set: [creditNotes],
    where: {
      sql: '`agreement_number` = ? AND `booked_invoice_number` = ? AND `version` = ?',
      values: identity,
    },
  };
}

/** A voucher as it must be to get another file, or none. */
export type VoucherToMark = {
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
    head: `${updateByKey('voucher')} \`attachment\` = ?, \`version\` = \`version\` + 1`,
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
