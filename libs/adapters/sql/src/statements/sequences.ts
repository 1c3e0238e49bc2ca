import { flatMapped } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import type { ResourceTable } from '../entity/table-of.js';
import {
  byLockOrder,
  placeholders,
  quote,
  statement,
  type SqlValue,
  type Statement,
  type SumTable,
} from '../statement.js';
import { ownerCondition } from './rows.js';

/**
 * The statements on the counters that number what is made. Text, since they add to what is there, which
 * TypeORM's upsert cannot, and go with the batch of a commit in its one round trip; a round trip costs the
 * service about 20 µs of its core and the database as much of another (`apps/api/bench/README.md`).
 */

/** By how much a counter is raised: at least by 1. */
export type Raise = { readonly name: string; readonly by: number };

/** The last of numbers that were given together, of a series. */
export type GivenNumber = { readonly name: string; readonly last: number };

const COUNTERS: SumTable = {
  table: 'number_counter',
  columns: [AGREEMENT_COLUMN, 'name', 'last_number'],
  key: [AGREEMENT_COLUMN, 'name'],
  added: ['last_number'],
};

/** Sums up counters: they only ever grow, so one sum tells of all of them. */
export function sumOfCounters(agreementNumber: number, names: readonly string[]): Statement {
  return {
    sql: `SELECT SUM(\`last_number\`) FROM \`number_counter\` WHERE ${ofNames(names)}`,
    values: [agreementNumber, ...names],
  };
}

function ofNames(names: readonly string[]): string {
  return `\`agreement_number\` = ? AND \`name\` IN (${placeholders(names.length)})`;
}

/** Raises counters in the order given; the row of each is made by its first use. */
export function addToCounters(
  dialect: Dialect,
  agreementNumber: number,
  raises: readonly Raise[],
): Statement {
  return dialect.addUp({ to: COUNTERS, rows: raises.map(({ name, by }) => [agreementNumber, name, by]) });
}

/**
 * Notes numbers as given. Their key is the last line of defence: whatever becomes of the counters, what would
 * give a number a second time is refused.
 */
export function insertGivenNumbers(agreementNumber: number, given: readonly GivenNumber[]): Statement {
  const inOrder = [...given].sort((a, b) => byLockOrder(a.name, b.name) || a.last - b.last);
  return {
    sql:
      'INSERT INTO `given_number` (`agreement_number`, `name`, `number`) ' +
      `VALUES ${inOrder.map(() => '(?, ?, ?)').join(', ')}`,
    values: flatMapped(inOrder, ({ name, last }) => [agreementNumber, name, last]),
  };
}

const COUNTER =
  'SELECT ? AS `name`, ' +
  '(SELECT `last_number` FROM `number_counter` WHERE `agreement_number` = ? AND `name` = ?) AS `last_number`, ' +
  '(SELECT `number` FROM `given_number` WHERE `agreement_number` = ? AND `name` = ? ' +
  'ORDER BY `number` DESC LIMIT 1) AS `given`';

/** Where counters are, by `name`: `last_number`, and the last that was `given`; NULL where there is none. */
export function selectCounters(agreementNumber: number, names: readonly string[]): Statement {
  return {
    sql: names.map(() => COUNTER).join(' UNION ALL '),
    values: flatMapped(names, (name) => [name, agreementNumber, name, agreementNumber, name]),
  };
}

/**
 * The `last` number of a row of numbers without holes that are taken, from one that is. `scope`: whose they
 * are.
 */
export function lastInRow(ofResource: ResourceTable, scope: readonly SqlValue[], taken: number): Statement {
  const [name, key] = [quote(ofResource.table.name), quote(ofResource.keyColumn)];
  return {
    sql:
      `SELECT MIN(p.${key}) AS last FROM ${name} AS p WHERE ${ownerCondition(ofResource, 'p')} AND p.${key} >= ? ` +
      `AND NOT EXISTS (SELECT 1 FROM ${name} AS n WHERE ${ownerCondition(ofResource, 'n')} AND n.${key} = p.${key} + 1)`,
    values: [...scope, taken, ...scope],
  };
}

/** Raises a counter to a number, unless it is there already or beyond. */
export function raiseTo(agreementNumber: number, name: string, number: number): Statement {
  return {
    sql:
      'UPDATE `number_counter` SET `last_number` = ? ' +
      'WHERE `agreement_number` = ? AND `name` = ? AND `last_number` < ?',
    values: [number, agreementNumber, name, number],
  };
}

/** Raises a counter of the whole service; its row is made by its first use. */
export function raiseGlobal(dialect: Pick<Dialect, 'upsert'>, name: string, by: number): Statement {
  return dialect.upsert({
    table: 'global_counter',
    columns: ['name', 'last_number'],
    values: [name, by],
    key: ['name'],
    raised: [{ column: 'last_number', to: '`last_number` + ?', values: [by] }],
  });
}

/** Nobody else takes a number of that series of the whole service until the transaction ends. */
export function lockGlobal({ forUpdate }: Pick<Dialect, 'forUpdate'>, name: string): Statement {
  return statement(`SELECT \`last_number\` FROM \`global_counter\` WHERE \`name\` = ?${forUpdate}`, name);
}

/** Where a counter of the whole service is: `last_number`. */
export function readGlobal(name: string): Statement {
  return statement('SELECT `last_number` FROM `global_counter` WHERE `name` = ?', name);
}

/** The last number from one on that is `taken`, as a key of a table. */
export function lastTaken(table: string, column: string, from: number): Statement {
  return statement(
    `SELECT \`${column}\` AS taken FROM \`${table}\` WHERE \`${column}\` >= ? ORDER BY \`${column}\` DESC LIMIT 1`,
    from,
  );
}
