import type { QueryRunner } from 'typeorm';
import { addColumns } from './ddl.js';
import { NULLABLE, integer } from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

/**
 * Accruals.
 *
 * What lines accrue is posted as vouchers that name the one whose accruals they are: they are found by it when it is
 * reversed. The version before makes none, and shows those that are there as vouchers.
 */
export class Accruals1795379527168 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'voucher', [integer('accrues_voucher_id', NULLABLE)]);
  }
}
