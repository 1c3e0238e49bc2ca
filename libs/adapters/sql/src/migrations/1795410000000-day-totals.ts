import type { QueryRunner } from 'typeorm';
import { createTables } from './ddl.js';
import { ascii, integer, long, table, text } from '../entity/columns.js';
import type { Table } from '../entity/table.js';
import { AdditiveMigration } from './define.js';

const TABLES: readonly Table[] = [
  table(
    'day_total',
    ['agreement_number', 'date', 'account_number', 'vat_account_code', 'vat_part', 'kind'],
    [
      integer('agreement_number'),
      ascii('date', 10),
      integer('account_number'),
      text('vat_account_code', 5),
      ascii('vat_part', 10),
      ascii('kind', 10),
      long('debit'),
      long('credit'),
      integer('entries'),
    ],
  ),
];

const KEY = '`agreement_number`, `date`, `account_number`, `vat_account_code`, `vat_part`, `kind`';

/** Entries in the columns of the totals, each for itself. */
const ROWS_OF_ENTRIES =
  "SELECT e.`agreement_number`, e.`date`, e.`account_number`, COALESCE(e.`vat_account_code`, '') AS vat_account_code, " +
  "COALESCE(e.`vat_part`, '') AS vat_part, CASE e.`entry_type` WHEN 'openingEntry' THEN 'opening' " +
  "WHEN 'transferredOpeningEntry' THEN 'carried' ELSE " +
  "CASE WHEN e.`voucher_id` = y.`closing_voucher_id` THEN 'closing' ELSE 'moved' END END AS kind, " +
  'CASE WHEN e.`amount_in_base_currency` > 0 THEN e.`amount_in_base_currency` ELSE 0 END AS debit, ' +
  'CASE WHEN e.`amount_in_base_currency` < 0 THEN -e.`amount_in_base_currency` ELSE 0 END AS credit, 1 AS entries ' +
  'FROM `entry` AS e JOIN `accounting_year` AS y ON y.`agreement_number` = e.`agreement_number` ' +
  'AND y.`year_folded` = e.`year_folded`';

const TOTALS =
  `REPLACE INTO \`day_total\` (${KEY}, \`debit\`, \`credit\`, \`entries\`) SELECT ${KEY}, SUM(\`debit\`), ` +
  `SUM(\`credit\`), SUM(\`entries\`) FROM (${ROWS_OF_ENTRIES}) AS booked GROUP BY ${KEY}`;

/**
 * Totals of days: debit and credit of each account by the sides of VAT codes, so that no statement sums entries.
 *
 * `day_turnover` has taken their place: only versions before it read these.
 */
export class DayTotals1795410000000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await runner.query(TOTALS);
  }
}
