import type { QueryRunner } from 'typeorm';
import { addColumns } from './ddl.js';
import { NULLABLE, ascii } from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

/**
 * When a grant was last used.
 *
 * A person decides which grants to take back, and an app that has not called for a year is an easy choice.
 * `last_used` is an instant in UTC, cut to the minute and written at most every ten minutes for each grant,
 * beside the requests and not within them: a lost write costs nothing but a little precision.
 */
export class LastUsed1795165765000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'agreement_grant', [ascii('last_used', 20, NULLABLE)]);
  }
}
