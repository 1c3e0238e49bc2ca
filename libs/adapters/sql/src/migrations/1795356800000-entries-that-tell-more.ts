import type { QueryRunner } from 'typeorm';
import { addColumns } from './ddl.js';
import { NULLABLE, ascii, integer } from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

/** The series of what was booked before, where a voucher or its type tells it. */
const SERIES =
  'UPDATE `entry` SET `number_series_number` = COALESCE((SELECT v.`number_series_number` FROM `voucher` AS v ' +
  'WHERE v.`agreement_number` = `entry`.`agreement_number` AND v.`voucher_id` = `entry`.`voucher_id`), ' +
  "CASE `entry_type` WHEN 'openingEntry' THEN 7 WHEN 'systemEntry' THEN 10 " +
  "WHEN 'transferredOpeningEntry' THEN 10 END) WHERE `number_series_number` IS NULL";

const DUE_DATES =
  'UPDATE `entry` SET `due_date` = (SELECT v.`due_date` FROM `voucher` AS v ' +
  'WHERE v.`agreement_number` = `entry`.`agreement_number` AND v.`voucher_id` = `entry`.`voucher_id`) ' +
  'WHERE `due_date` IS NULL AND (`customer_number` IS NOT NULL OR `supplier_number` IS NOT NULL)';

/**
 * Entries that tell more.
 *
 * An entry shows the document it comes from, by the series that numbered it, and when what it says is to be paid. Both are
 * kept with the entry, so that a page of a thousand of them asks nothing else. What the version before books while both
 * serve shows neither.
 */
export class EntriesThatTellMore1795356800000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'entry', [
      integer('number_series_number', NULLABLE),
      ascii('due_date', 10, NULLABLE),
    ]);
    await runner.query(SERIES);
    await runner.query(DUE_DATES);
  }
}
