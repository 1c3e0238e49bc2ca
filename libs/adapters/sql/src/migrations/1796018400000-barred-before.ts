import type { QueryRunner } from 'typeorm';
import { boolean, NULLABLE } from '../entity/columns.js';
import { addColumns } from './ddl.js';
import { AdditiveMigration } from './define.js';

/**
 * Whether a period was barred by itself before its VAT was settled. Of what was settled by the version before,
 * or is now, nothing is known: taking that back opens the period, as it did there.
 */
export class BarredBefore1796018400000 extends AdditiveMigration {
  override up(runner: QueryRunner): Promise<void> {
    return addColumns(runner, 'period', [boolean('barred_before', NULLABLE)]);
  }
}
