import type { QueryRunner } from 'typeorm';
import { addColumns } from './ddl.js';
import { NULLABLE, integer } from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

/**
 * Reversals.
 *
 * A voucher and the one that takes it back name each other. The version before makes none, and shows those that are
 * there as two vouchers.
 */
export class Reversals1795367100000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'voucher', [
      integer('reverses_voucher_id', NULLABLE),
      integer('reversed_by_voucher_id', NULLABLE),
    ]);
  }
}
