import { SERIES } from '@kontor/ledger';
import type { Row } from '../../statement.js';
import { numberAt } from '../../row.js';
import { from, rowsRead, type Looked } from './checks.js';

/**
 * The documents of an agreement, read once for all checks that compare them: of each its `id`, whether it is
 * `booked`, its `number` in the series and as it is `shown`, its dates and kind, what is left of it, and
 * which others it belongs to.
 */
export type DocumentRows = {
  readonly vouchers: readonly Row[];
  readonly openingBalances: readonly Row[];
  readonly invoices: readonly Row[];
};

/** Vouchers by the number that others name them by. */
export function vouchersById(vouchers: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(vouchers.map((row) => [numberAt(row, 'id'), row]));
}

/** Reads them by their numbers, every document whole in memory: rejects as the session does. */
export async function documentsIn(looked: Looked): Promise<DocumentRows> {
  const none = (name: string) => ['NULL', name] as const;
  const base = ['t.remainder_in_base_currency', 'base'] as const;
  const numbered = [
    ['t.voucher_id', 'id'],
    'booked',
    ['t.voucher_number_voucher_number', 'number'],
    ['t.voucher_number_display_voucher_number', 'shown'],
    'date',
  ] as const;
  return {
    vouchers: await rowsRead(
      from(looked, 'voucher', [
        ...numbered,
        ['t.number_series_number', 'series'],
        ['t.voucher_type', 'type'],
        ...['first_entry_number', 'last_entry_number', 'remainder', 'due_date', 'vat_date'],
        ['t.reverses_voucher_id', 'reverses'],
        ['t.reversed_by_voucher_id', 'reversed_by'],
        ['t.accrues_voucher_id', 'accrues'],
        ['t.remainder_in_default_currency', 'base'],
      ]),
    ),
    openingBalances: await rowsRead(
      from(looked, 'opening_balance', [
        ...numbered,
        [String(SERIES.openingBalance), 'series'],
        ...['type', 'first_entry_number', 'last_entry_number'].map(none),
      ]),
    ),
    invoices: await rowsRead(
      from(looked, 'booked_invoice', [
        ['t.voucher_voucher_id', 'id'],
        ['t.voucher_booked', 'booked'],
        ['t.voucher_voucher_number_voucher_number', 'number'],
        ['t.display_invoice_number', 'shown'],
        ['t.booked_invoice_number', 'numbered'],
        ['t.number_series_number', 'series'],
        ['t.voucher_voucher_type', 'type'],
        ...['first_entry_number', 'last_entry_number'].map(none),
        ...['date', 'remainder'],
        base,
      ]),
    ),
  };
}
