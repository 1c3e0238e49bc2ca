import type { QueryRunner } from 'typeorm';
import { ascii, index, integer, table, text } from '../entity/columns.js';
import { createTables } from './ddl.js';
import { AdditiveMigration } from './define.js';

const SECOND_FACTOR = table(
  'second_factor',
  ['user_name'],
  [text('user_name', 250), ascii('sealed', 300), integer('last_step')],
);
const RECOVERY_CODE = table(
  'recovery_code',
  ['code_hash'],
  [ascii('code_hash', 43), text('user_name', 250)],
  [index('recovery_code_by_user_name', 'user_name')],
);

/**
 * Second factors.
 *
 * Issue 18: a person may sign in with a code of her phone beside the password. The secret is sealed, recovery codes
 * are kept as hashes and go when they are used.
 */
export class SecondFactors1795379686232 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [SECOND_FACTOR, RECOVERY_CODE]);
  }
}
