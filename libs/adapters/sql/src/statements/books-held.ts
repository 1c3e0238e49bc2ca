import { ENTRY_NUMBERS, VOUCHER_IDS } from '@kontor/ledger';
import { BookedInvoice, DraftInvoice } from '@kontor/sales';
import type { Dialect } from '../dialect/dialect.js';
import { placeholders, type Statement } from '../statement.js';
import { EVENTS } from './collection-versions.js';

/** The counters of what is drafted and booked, in the order in which units lock them. */
const COUNTERS = [BookedInvoice.collection, DraftInvoice.collection, ENTRY_NUMBERS, VOUCHER_IDS].sort();

/**
 * Locks what every unit locks that drafts or books, in its order: the counters of documents and entries, the
 * periods, the count of events. Text, since it is three statements of one round trip. Periods are read by
 * the agreement's part of their key: some dozens.
 */
export function lockBooks(
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
  agreementNumber: number,
): readonly Statement[] {
  return [
    {
      sql:
        'SELECT `last_number` FROM `number_counter` WHERE `agreement_number` = ? ' +
        `AND \`name\` IN (${placeholders(COUNTERS.length)}) ORDER BY \`name\`${forUpdate}`,
      values: [agreementNumber, ...COUNTERS],
    },
    {
      sql: `SELECT \`version\` FROM \`period\` WHERE \`agreement_number\` = ? ORDER BY \`year_folded\`, \`period_number\`${forUpdate}`,
      values: [agreementNumber],
    },
    {
      sql: `SELECT \`items\` FROM \`collection_state\` WHERE \`agreement_number\` = ? AND \`collection\` = ?${forUpdate}`,
      values: [agreementNumber, EVENTS],
    },
  ];
}
