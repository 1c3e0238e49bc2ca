import type { QueryRunner } from 'typeorm';
import { addColumns, createTables } from './ddl.js';
import { ascii, integer, long, NULLABLE, table, text } from '../entity/columns.js';
import { SORTABLE_LENGTH } from '../entity/column-encoding.js';
import type { Table } from '../entity/table.js';
import { AdditiveMigration, type Backfill } from './define.js';

/** Of what was booked before, the rates that its codes have now: nothing else is known. */
const RATES =
  'UPDATE `entry` SET `vat_rate` = (SELECT v.`rate_percentage` FROM `vat_account` AS v ' +
  'WHERE v.`agreement_number` = `entry`.`agreement_number` ' +
  'AND v.`vat_code_folded` = `entry`.`vat_account_code_folded`) ' +
  'WHERE `vat_account_code` IS NOT NULL AND `vat_rate` IS NULL';

const TABLES: readonly Table[] = [
  table(
    'day_turnover',
    ['agreement_number', 'date', 'account_number', 'vat_account_code', 'vat_part', 'vat_rate', 'kind'],
    [
      integer('agreement_number'),
      ascii('date', 10),
      integer('account_number'),
      text('vat_account_code', 5),
      ascii('vat_part', 10),
      ascii('vat_rate', SORTABLE_LENGTH),
      ascii('kind', 10),
      long('debit'),
      long('credit'),
      integer('entries'),
    ],
  ),
];

const KEY =
  '`agreement_number`, `date`, `account_number`, `vat_account_code`, `vat_part`, `vat_rate`, `kind`';

/** Entries in the columns of the totals, each for itself. `where`: which of them, `e`, with their year, `y`. */
export const dayRowsOfEntries = (where: string): string =>
  "SELECT e.`agreement_number`, e.`date`, e.`account_number`, COALESCE(e.`vat_account_code`, '') AS vat_account_code, " +
  "COALESCE(e.`vat_part`, '') AS vat_part, COALESCE(e.`vat_rate`, '') AS vat_rate, " +
  "CASE e.`entry_type` WHEN 'openingEntry' THEN 'opening' WHEN 'transferredOpeningEntry' THEN 'carried' ELSE " +
  "CASE WHEN e.`voucher_id` = y.`closing_voucher_id` THEN 'closing' ELSE 'moved' END END AS kind, " +
  'CASE WHEN e.`amount_in_base_currency` > 0 THEN e.`amount_in_base_currency` ELSE 0 END AS debit, ' +
  'CASE WHEN e.`amount_in_base_currency` < 0 THEN -e.`amount_in_base_currency` ELSE 0 END AS credit, 1 AS entries ' +
  'FROM `entry` AS e JOIN `accounting_year` AS y ON y.`agreement_number` = e.`agreement_number` ' +
  `AND y.\`year_folded\` = e.\`year_folded\` ${where}`;

const totalsFrom = (rows: string): string =>
  `REPLACE INTO \`day_turnover\` (${KEY}, \`debit\`, \`credit\`, \`entries\`) SELECT ${KEY}, SUM(\`debit\`), ` +
  `SUM(\`credit\`), SUM(\`entries\`) FROM (${rows}) AS booked GROUP BY ${KEY}`;

/** Years and periods of which the days do not come to what the periods have. */
const DISAGREEING =
  '(SELECT `year_folded`, `period_number` FROM (' +
  'SELECT `year_folded`, `period_number`, `account_number`, `total`, `entries` FROM `period_total` ' +
  'WHERE `agreement_number` = ? UNION ALL ' +
  'SELECT p.`year_folded`, p.`period_number`, d.`account_number`, d.`credit` - d.`debit`, -d.`entries` ' +
  'FROM `day_turnover` AS d JOIN `period` AS p ON p.`agreement_number` = d.`agreement_number` ' +
  'AND p.`from_date` <= d.`date` AND p.`to_date` >= d.`date` WHERE d.`agreement_number` = ?) AS both_kept ' +
  'GROUP BY `year_folded`, `period_number`, `account_number` HAVING SUM(`total`) <> 0 OR SUM(`entries`) <> 0) AS w';

/** What a version before this one books, or takes out by reopening a year, afterwards. */
export const backfillDayTurnover: Backfill = {
  lacking: (agreementNumber) => ({
    sql:
      `SELECT e.\`date\` AS date FROM ${DISAGREEING} JOIN \`entry\` AS e ON e.\`year_folded\` = w.\`year_folded\` ` +
      'AND e.`period_number` = w.`period_number` WHERE e.`agreement_number` = ? UNION ' +
      `SELECT d.\`date\` AS date FROM ${DISAGREEING} JOIN \`period\` AS p ON p.\`year_folded\` = w.\`year_folded\` ` +
      'AND p.`period_number` = w.`period_number` JOIN `day_turnover` AS d ON d.`agreement_number` = p.`agreement_number` ' +
      'AND d.`date` >= p.`from_date` AND d.`date` <= p.`to_date` WHERE p.`agreement_number` = ?',
    values: Array.from({ length: 6 }, () => agreementNumber),
  }),
  // Whoever books on the day writes its period too: either it has ended before, or it adds to what stands then.
  before: (agreementNumber, date) => ({
    sql:
      'UPDATE `period` SET `version` = `version` + 1 ' +
      'WHERE `agreement_number` = ? AND `from_date` <= ? AND `to_date` >= ?',
    values: [agreementNumber, date, date],
  }),
  add: (agreementNumber, date) => ({
    sql: totalsFrom(
      `SELECT ${KEY}, 0 AS debit, 0 AS credit, 0 AS entries FROM \`day_turnover\` ` +
        `WHERE \`agreement_number\` = ? AND \`date\` = ? UNION ALL ` +
        dayRowsOfEntries(
          'WHERE y.`agreement_number` = ? AND y.`from_date` <= ? AND y.`to_date` >= ? AND e.`date` = ?',
        ),
    ),
    values: [agreementNumber, date, agreementNumber, date, date, date],
  }),
};

/**
 * Rates of VAT: which rate its code had is kept with an entry, and with the totals of days, which say debit and
 * credit of each account by the sides and rates of VAT codes, so that no statement sums entries.
 *
 * The rate of a code may be changed: VAT statements of the past stay what they were. The totals stand in a table of
 * their own beside `day_total`, which has no rates in its key and is left to the versions before.
 *
 * What is booked already is summed here. A version before this one goes on booking without them as long as it
 * serves beside this one, and its entries have no rate: statements go by the one of the code. Where a period's days
 * do not come to what the period has, statements sum its entries; `kontor verify` names it, and `kontor migrate`,
 * run again when none of its processes is left, sums its days.
 */
export class VatRates1795420000000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'entry', [ascii('vat_rate', SORTABLE_LENGTH, NULLABLE)]);
    await runner.query(RATES);
    await createTables(runner, TABLES);
    await runner.query(totalsFrom(dayRowsOfEntries('')));
  }
}
