import type { QueryRunner } from 'typeorm';
import { addColumns } from './ddl.js';
import { NULLABLE, integer } from '../entity/columns.js';
import { AdditiveMigration, type Backfill } from './define.js';

/** An invoice that has no voucher of its own. */
const LACKS =
  'NOT EXISTS (SELECT 1 FROM `voucher` AS v WHERE v.`agreement_number` = b.`agreement_number` ' +
  'AND v.`voucher_id` = b.`voucher_voucher_id`)';

/** The vouchers of invoices, made from the invoices and from which to which number their entries run. */
const vouchersFrom = (invoices: string, entries: string): string =>
  'INSERT INTO `voucher` (`agreement_number`, `voucher_id`, `voucher_type`, `voucher_number_display_voucher_number`, ' +
  '`voucher_number_prefix`, `voucher_number_prefix_folded`, `voucher_number_voucher_number`, `number_series_number`, ' +
  '`date`, `due_date`, `vat_date`, `booked`, `remainder`, `remainder_in_default_currency`, `lines`, ' +
  '`first_entry_number`, `last_entry_number`, `version`) ' +
  'SELECT b.`agreement_number`, b.`voucher_voucher_id`, b.`voucher_voucher_type`, ' +
  'b.`voucher_voucher_number_display_voucher_number`, b.`voucher_voucher_number_prefix`, ' +
  'LOWER(b.`voucher_voucher_number_prefix`), b.`voucher_voucher_number_voucher_number`, b.`number_series_number`, ' +
  "b.`date`, b.`due_date`, b.`vat_date`, 1, b.`remainder`, b.`remainder_in_base_currency`, '[]', " +
  'e.`first_entry_number`, e.`last_entry_number`, b.`version` FROM `booked_invoice` AS b JOIN ' +
  '(SELECT n.`agreement_number`, n.`voucher_id`, MIN(n.`entry_number`) AS first_entry_number, ' +
  `MAX(n.\`entry_number\`) AS last_entry_number FROM ${entries} n.\`entry_type\` = 'customerInvoice' ` +
  'GROUP BY n.`agreement_number`, n.`voucher_id`) AS e ' +
  'ON e.`agreement_number` = b.`agreement_number` AND e.`voucher_id` = b.`voucher_voucher_id` ' +
  `WHERE ${invoices} AND ${LACKS}`;

/** The invoices that were booked before get the voucher that those after them have. */
const VOUCHERS = vouchersFrom('1 = 1', '`entry` AS n WHERE');

/** What stands in the books of a day: entries are found by it within their year. */
const ENTRIES_OF_DAY =
  '`accounting_year` AS y JOIN `entry` AS n ON n.`agreement_number` = y.`agreement_number` ' +
  'AND n.`year_folded` = y.`year_folded` AND n.`date` = ? ' +
  'WHERE y.`agreement_number` = ? AND ? BETWEEN y.`from_date` AND y.`to_date` AND';

/** An invoice that a version before this one books afterwards. */
export const backfillVouchersOfInvoices: Backfill = {
  lacking: (agreementNumber) => ({
    sql: `SELECT DISTINCT b.\`date\` AS date FROM \`booked_invoice\` AS b WHERE b.\`agreement_number\` = ? AND ${LACKS}`,
    values: [agreementNumber],
  }),
  add: (agreementNumber, date) => ({
    sql: vouchersFrom('b.`agreement_number` = ? AND b.`date` = ?', ENTRIES_OF_DAY),
    values: [date, agreementNumber, date, agreementNumber, date],
  }),
  collection: 'vouchers',
};

const COUNTS = [
  'UPDATE `collection_state` SET `version` = `version` + 1, `items` = (SELECT COUNT(*) FROM `voucher` AS v ' +
    "WHERE v.`agreement_number` = `collection_state`.`agreement_number`) WHERE `collection` = 'vouchers'",
  'INSERT INTO `collection_state` (`agreement_number`, `collection`, `version`, `items`) ' +
    "SELECT v.`agreement_number`, 'vouchers', 1, COUNT(*) FROM `voucher` AS v WHERE NOT EXISTS " +
    '(SELECT 1 FROM `collection_state` AS s WHERE s.`agreement_number` = v.`agreement_number` ' +
    "AND s.`collection` = 'vouchers') GROUP BY v.`agreement_number`",
];

/**
 * Vouchers of invoices.
 *
 * An invoice that is booked has a voucher among the vouchers (ADR 22). Its lines are its entries: the
 * voucher keeps from which to which number they run, so that a page of vouchers finds them by their key.
 * Invoices that were booked before get theirs here, and the kept count of vouchers is set anew.
 *
 * A version before this one goes on booking invoices without vouchers, as long as it serves beside this one.
 * `kontor verify` names them, and `kontor migrate`, run again when none of its processes is left, adds their
 * vouchers in the same way, a day of an agreement at a time.
 */
export class VouchersOfInvoices1795305711000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'voucher', [
      integer('first_entry_number', NULLABLE),
      integer('last_entry_number', NULLABLE),
    ]);
    for (const sql of [VOUCHERS, ...COUNTS]) await runner.query(sql);
  }
}
