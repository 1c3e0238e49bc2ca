import type { QueryRunner } from 'typeorm';
import { ascii, integer, table } from '../entity/columns.js';
import type { Table } from '../entity/table.js';
import { createTables } from './ddl.js';
import { AdditiveMigration, type Backfill } from './define.js';

const TABLES: readonly Table[] = [
  table(
    'given_number',
    ['agreement_number', 'name', 'number'],
    [integer('agreement_number'), ascii('name', 150), integer('number')],
  ),
];

/** Of each counter the last number. Run twice, it adds nothing. */
const LAST_NUMBERS =
  'INSERT INTO `given_number` (`agreement_number`, `name`, `number`) ' +
  'SELECT `agreement_number`, `name`, `last_number` FROM `number_counter` AS c WHERE `last_number` > 0 ' +
  'AND NOT EXISTS (SELECT 1 FROM `given_number` AS g ' +
  'WHERE g.`agreement_number` = c.`agreement_number` AND g.`name` = c.`name`)';

/** One row is looked at, and locked, of each counter: by `MAX`, MariaDB goes through all that were given. */
const UNNOTED =
  '`last_number` > COALESCE((SELECT g.`number` FROM `given_number` AS g ' +
  'WHERE g.`agreement_number` = c.`agreement_number` AND g.`name` = c.`name` ORDER BY g.`number` DESC LIMIT 1), 0)';

/** The last numbers that a version before this one gives afterwards. Counters have no day: it is all at once. */
export const backfillGivenNumbers: Backfill = {
  lacking: (agreementNumber) => ({
    sql: `SELECT '' AS date FROM \`number_counter\` AS c WHERE c.\`agreement_number\` = ? AND ${UNNOTED} LIMIT 1`,
    values: [agreementNumber],
  }),
  add: (agreementNumber) => ({
    sql:
      'INSERT INTO `given_number` (`agreement_number`, `name`, `number`) ' +
      'SELECT c.`agreement_number`, c.`name`, c.`last_number` FROM `number_counter` AS c ' +
      `WHERE c.\`agreement_number\` = ? AND ${UNNOTED}`,
    values: [agreementNumber],
  }),
};

/**
 * `given_number` has which numbers were given of each series: its key refuses what would give one again, and a
 * counter that was lowered goes on after them. Of numbers that were given before there is the last of each
 * series, since a counter is compared with that.
 */
export class GivenNumbers1795411900000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await runner.query(LAST_NUMBERS);
  }
}
