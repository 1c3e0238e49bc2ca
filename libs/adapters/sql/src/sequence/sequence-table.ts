import { defined } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import {
  placeholders,
  quote,
  rowsOf,
  type Row,
  type Session,
  type SqlValue,
  type Statement,
  type SumTable,
} from '../statement.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import type { ResourceTable } from '../entity/table-of.js';
import { numberAt, textAt } from '../row.js';

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
export function raising(dialect: Dialect, agreementNumber: number, raises: readonly Raise[]): Statement {
  return dialect.addUp({ to: COUNTERS, rows: raises.map(({ name, by }) => [agreementNumber, name, by]) });
}

/** Where counters were before they were raised. */
export function countersBefore(
  raises: readonly Raise[],
  raised: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  return new Map(raises.map(({ name, by }) => [name, defined(raised.get(name)) - by]));
}

/**
 * Notes numbers as given. Their key is the last line of defence: whatever becomes of the counters, what would
 * give a number a second time is refused.
 */
export function noting(agreementNumber: number, given: readonly GivenNumber[]): Statement {
  const inOrder = [...given].sort((a, b) => (a.name === b.name ? a.last - b.last : a.name < b.name ? -1 : 1));
  return {
    sql:
      'INSERT INTO `given_number` (`agreement_number`, `name`, `number`) ' +
      `VALUES ${inOrder.map(() => '(?, ?, ?)').join(', ')}`,
    values: inOrder.flatMap(({ name, last }) => [agreementNumber, name, last]),
  };
}

/**
 * Raises counters, then reads to what: the order that is without gaps and doubles on every engine (R5). A
 * counter that lags behind the numbers that were given, because somebody has lowered it, goes on after them.
 */
export async function raiseCounters(
  session: Session,
  dialect: Dialect,
  agreementNumber: number,
  raises: readonly Raise[],
): Promise<ReadonlyMap<string, number>> {
  // In the order of their names, so that two units never wait for each other.
  const inOrder = [...raises].sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = inOrder.map(({ name }) => name);
  const [, found] = await session.run(
    raising(dialect, agreementNumber, inOrder),
    selectCounters(agreementNumber, names),
  );
  const standing = new Map(defined(found).rows.map((row) => [row['name'], row]));
  const raised = new Map<string, number>();
  const lagging: Raise[] = [];
  for (const { name, by } of inOrder) {
    const last = lastIn(standing.get(name));
    const behind = givenIn(standing.get(name)) - (last - by);
    if (behind > 0) lagging.push({ name, by: behind });
    raised.set(name, last + Math.max(0, behind));
  }
  if (lagging.length > 0) await session.run(raising(dialect, agreementNumber, lagging));
  return raised;
}

/**
 * Where counters are, by name; those that were never raised are at 0. One that lags is taken to be where
 * numbers were given to: the batch that rests on it finds it elsewhere, and its unit raises it for good.
 */
export async function readCounters(
  session: Session,
  agreementNumber: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf(session, selectCounters(agreementNumber, names));
  return new Map(rows.map((row) => [textAt(row, 'name'), Math.max(lastIn(row), givenIn(row))]));
}

function lastIn(row: Row | undefined): number {
  return (row?.['last_number'] as number | null | undefined) ?? 0;
}

function givenIn(row: Row | undefined): number {
  return (row?.['given'] as number | null | undefined) ?? 0;
}

const COUNTER =
  'SELECT ? AS `name`, ' +
  '(SELECT `last_number` FROM `number_counter` WHERE `agreement_number` = ? AND `name` = ?) AS `last_number`, ' +
  '(SELECT `number` FROM `given_number` WHERE `agreement_number` = ? AND `name` = ? ' +
  'ORDER BY `number` DESC LIMIT 1) AS `given`';

function selectCounters(agreementNumber: number, names: readonly string[]): Statement {
  return {
    sql: names.map(() => COUNTER).join(' UNION ALL '),
    values: names.flatMap((name) => [name, agreementNumber, name, agreementNumber, name]),
  };
}

/**
 * Moves a counter on from a number that turned out to be taken, because a client chose it, to the next free
 * one. A number that a client gives never lowers a counter.
 */
export async function nextFreeNumber(
  session: Session,
  { table, keyColumn, parents }: ResourceTable,
  { agreementNumber, parentKeys, name, taken }: Taken,
): Promise<number> {
  const own = (alias: string): string =>
    [AGREEMENT_COLUMN, ...parents.map(({ column }) => column)]
      .map((column) => `${alias}.${quote(column)} = ?`)
      .join(' AND ');
  const scope = [agreementNumber, ...parentKeys];
  const key = quote(keyColumn);
  const [row] = await rowsOf(session, {
    sql:
      `SELECT MIN(p.${key}) AS last FROM ${quote(table.name)} AS p WHERE ${own('p')} AND p.${key} >= ? ` +
      `AND NOT EXISTS (SELECT 1 FROM ${quote(table.name)} AS n WHERE ${own('n')} AND n.${key} = p.${key} + 1)`,
    values: [...scope, taken, ...scope],
  });
  const free = numberAt(defined(row), 'last') + 1;
  const raise: Statement = {
    sql:
      'UPDATE `number_counter` SET `last_number` = ? ' +
      'WHERE `agreement_number` = ? AND `name` = ? AND `last_number` < ?',
    values: [free, agreementNumber, name, free],
  };
  await session.run(raise, noting(agreementNumber, [{ name, last: free }]));
  return free;
}

type Taken = {
  readonly agreementNumber: number;
  readonly parentKeys: readonly SqlValue[];
  readonly name: string;
  readonly taken: number;
};
