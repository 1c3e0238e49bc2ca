import type { QueryRunner } from 'typeorm';
import { NULLABLE, index, integer } from '../entity/columns.js';
import { addColumns, addIndex } from './ddl.js';
import { AdditiveMigration } from './define.js';

/**
 * Temporary grants.
 *
 * A temporary grant (§5.6) says which administrator agreement asked for it: blocking the client ends such grants and
 * no others, and the administrator sees those that it holds. What was given before ends by itself within the hour.
 */
export class TemporaryGrants1795356000000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'agreement_grant', [integer('administrator_number', NULLABLE)]);
    await addIndex(
      runner,
      'agreement_grant',
      index('agreement_grant_by_administrator_number', 'administrator_number', 'grant_number'),
    );
  }
}
