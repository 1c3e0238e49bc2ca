import { randomInt } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { createTables } from './ddl.js';
import { integer, long, table } from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

/** Epochs are random whole numbers below this. */
const EPOCHS = 2 ** 47;

const EPOCH = table('database_epoch', ['id'], [integer('id'), long('epoch')]);

/**
 * The epoch of a database.
 *
 * Issue 20, number 4: after a restore what running processes remember is of another past. The one row tells
 * which past it is. `kontor restored` makes it anew; a process that began with another one serves no longer.
 */
export class DatabaseEpoch1795355500000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [EPOCH]);
    await runner.query(
      `INSERT INTO \`database_epoch\` (\`id\`, \`epoch\`) SELECT 1, ${randomInt(1, EPOCHS)} ` +
        'FROM (SELECT COUNT(*) AS epochs FROM `database_epoch`) AS e WHERE e.epochs = 0',
    );
  }
}
