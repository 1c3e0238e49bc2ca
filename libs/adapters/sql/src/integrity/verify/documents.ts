import { SERIES } from '@kontor/ledger';
import type { Row } from '../../statement.js';
import { rowsIn, type Looked } from './checks.js';

/**
 * The documents of an agreement, read once for all checks that compare them: of each its `id`, whether it is
 * `booked`, its `number` in the series and as it is `shown`, its `date` and kind, and what is left of it.
 */
export type DocumentRows = {
  readonly vouchers: readonly Row[];
  readonly openingBalances: readonly Row[];
  readonly invoices: readonly Row[];
};

/** Reads them by their numbers, every document whole in memory: rejects as the session does. */
export async function documentsIn(looked: Looked): Promise<DocumentRows> {
  const read = (sql: string): Promise<readonly Row[]> =>
    rowsIn(looked, `SELECT ${sql} WHERE \`agreement_number\` = ?`);
  return {
    vouchers: await read(
      '`voucher_id` AS id, `booked`, `voucher_number_voucher_number` AS number, ' +
        '`voucher_number_display_voucher_number` AS shown, `number_series_number` AS series, `date`, ' +
        '`voucher_type` AS type, `first_entry_number`, `last_entry_number`, `remainder`, ' +
        '`remainder_in_default_currency` AS base FROM `voucher`',
    ),
    openingBalances: await read(
      '`voucher_id` AS id, `booked`, `voucher_number_voucher_number` AS number, ' +
        `\`voucher_number_display_voucher_number\` AS shown, ${SERIES.openingBalance} AS series, \`date\`, ` +
        'NULL AS type, NULL AS first_entry_number, NULL AS last_entry_number FROM `opening_balance`',
    ),
    invoices: await read(
      '`voucher_voucher_id` AS id, `voucher_booked` AS booked, ' +
        '`voucher_voucher_number_voucher_number` AS number, `display_invoice_number` AS shown, ' +
        '`booked_invoice_number` AS numbered, `number_series_number` AS series, `date`, ' +
        '`voucher_voucher_type` AS type, NULL AS first_entry_number, NULL AS last_entry_number, ' +
        '`remainder`, `remainder_in_base_currency` AS base FROM `booked_invoice`',
    ),
  };
}
