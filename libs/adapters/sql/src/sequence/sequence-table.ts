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

/** By how much a counter is raised: at least by 1. */
export type Raise = { readonly name: string; readonly by: number };

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
  return new Map(raises.map(({ name, by }) => [name, (raised.get(name) as number) - by]));
}

/** Raises counters, then reads to what: the order that is without gaps and doubles on every engine (R5). */
export async function raiseCounters(
  session: Session,
  dialect: Dialect,
  agreementNumber: number,
  raises: readonly Raise[],
): Promise<ReadonlyMap<string, number>> {
  // In the order of their names, so that two units never wait for each other.
  const inOrder = [...raises].sort((a, b) => (a.name < b.name ? -1 : 1));
  const outcomes = await session.run(
    raising(dialect, agreementNumber, inOrder),
    selectCounters(
      agreementNumber,
      inOrder.map(({ name }) => name),
    ),
  );
  return countersIn(outcomes.at(-1)?.rows ?? []);
}

/** Where counters are, by name; those that were never raised are not there. */
export async function readCounters(
  session: Session,
  agreementNumber: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return countersIn(await rowsOf(session, selectCounters(agreementNumber, names)));
}

function countersIn(rows: readonly Row[]): ReadonlyMap<string, number> {
  return new Map(rows.map((row) => [row['name'] as string, row['last_number'] as number]));
}

function selectCounters(agreementNumber: number, names: readonly string[]): Statement {
  return {
    sql: `SELECT \`name\`, \`last_number\` FROM \`number_counter\` WHERE ${ofNames(names)}`,
    values: [agreementNumber, ...names],
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
  const free = (row?.['last'] as number) + 1;
  await session.run({
    sql:
      'UPDATE `number_counter` SET `last_number` = ? ' +
      'WHERE `agreement_number` = ? AND `name` = ? AND `last_number` < ?',
    values: [free, agreementNumber, name, free],
  });
  return free;
}

type Taken = {
  readonly agreementNumber: number;
  readonly parentKeys: readonly SqlValue[];
  readonly name: string;
  readonly taken: number;
};
