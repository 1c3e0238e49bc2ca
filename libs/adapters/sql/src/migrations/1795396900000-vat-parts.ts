import type { QueryRunner } from 'typeorm';
import { addColumns } from './ddl.js';
import { NULLABLE, ascii } from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

/** Of what was booked before, by the accounts that its codes lead to now. */
const PARTS =
  "UPDATE `entry` SET `vat_part` = (SELECT CASE WHEN v.`account_number` = `entry`.`account_number` THEN 'vat' " +
  "WHEN v.`contra_account_number` = `entry`.`account_number` THEN 'contraVat' ELSE 'base' END " +
  'FROM `vat_account` AS v WHERE v.`agreement_number` = `entry`.`agreement_number` ' +
  'AND v.`vat_code_folded` = `entry`.`vat_account_code_folded`) ' +
  'WHERE `vat_account_code` IS NOT NULL AND `vat_part` IS NULL';

/**
 * Which side of its VAT code an entry is, kept with the entry.
 *
 * The accounts of a code may be changed: what was booked before stays what it was. What the version before books while both
 * serve has no part: statements go by the accounts of its code.
 */
export class VatParts1795396900000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'entry', [ascii('vat_part', 40, NULLABLE)]);
    await runner.query(PARTS);
  }
}
