import type { Dialect } from '../dialect/dialect.js';
import { EVENTS, type RaisedState } from '../event/event-log.js';
import { placeholders, type Outcome, type SqlValue, type Statement, type SumTable } from '../statement.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import type { ResourceTable } from '../entity/table-of.js';
import { numberAt, textAt } from '../row.js';

/**
 * The name under which a collection's state is kept: `products`, or `product-aliases/7`
 * within an item of another resource. It is ASCII, as its column is, even where an address
 * names an item that no item can be called.
 */
export function versionName({ resource }: ResourceTable, parents: readonly SqlValue[]): string {
  return [resource.collection, ...parents].join('/').replace(/[^\x20-\x7e]/gu, encodeURIComponent);
}

/** A key of a collection that was made (`by` 1) or taken away (-1). */
export type KeyChange = { readonly key: SqlValue; readonly by: 1 | -1 };

const STATES: SumTable = {
  table: 'collection_state',
  columns: [AGREEMENT_COLUMN, 'collection', 'version', 'items'],
  key: [AGREEMENT_COLUMN, 'collection'],
  added: ['version', 'items'],
};

/** The same, what the events after it number by, and the head of the chain. */
const STATES_AND_EVENTS: SumTable = {
  ...STATES,
  columns: [...STATES.columns, 'head'],
  chained: 'head',
  numbering: { column: 'items', where: `\`collection\` = '${EVENTS}'` },
};

/** By how much a version is raised, at most. */
const STEP_MAX = 2 ** 20;

/**
 * By how much a batch raises versions: at random, so that after a restore other writes than those that are
 * gone hardly ever lead to a version that a process remembers.
 */
export function versionStep(): number {
  return 1 + Math.floor(Math.random() * STEP_MAX);
}

/**
 * Raises the versions of collections by a step, and their counts of items, by name in the order
 * given, that of events last, once for each link. The rows are narrow and hot: they give counts without
 * counting and tell every process whether what it remembers of a collection still holds.
 */
export function raiseVersions(
  dialect: Dialect,
  agreementNumber: number,
  states: readonly RaisedState[],
  step: number,
): Statement {
  const hasEvents = states.at(-1)?.[0] === EVENTS;
  return dialect.addUp({
    to: hasEvents ? STATES_AND_EVENTS : STATES,
    rows: states.map(([name, items, link = null]) => {
      const row = [agreementNumber, name, step, items];
      return hasEvents ? [...row, link] : row;
    }),
  });
}

/**
 * Reads the versions of collections. To be read before, or in the same
 * statements as, what they are the versions of.
 */
export function readVersions(agreementNumber: number, states: readonly string[]): Statement {
  return {
    sql: `SELECT \`collection\`, \`version\` FROM \`collection_state\` WHERE ${ofCollections(states)}`,
    values: [agreementNumber, ...states],
  };
}

/** The versions that were read, by the name of the state: what was never written has none. */
export function versionsIn({ rows }: Outcome): ReadonlyMap<string, number> {
  return new Map(rows.map((row) => [textAt(row, 'collection'), numberAt(row, 'version')]));
}

/**
 * Sums up the versions of collections, and of those within any item whose names begin with one of
 * `everywhere`. They only ever grow, so one sum tells of all of them.
 */
export function sumOfVersions(
  agreementNumber: number,
  states: readonly string[],
  everywhere: readonly string[] = [],
): Statement {
  const within = everywhere.map(() => ' OR `collection` LIKE ?').join('');
  const of = `(\`collection\` IN (${placeholders(states.length)})${within})`;
  return {
    sql: `SELECT SUM(\`version\`) FROM \`collection_state\` WHERE \`agreement_number\` = ? AND ${of}`,
    values: [agreementNumber, ...states, ...everywhere.map((name) => `${name}/%`)],
  };
}

/** 1 where more than so much is counted of a collection, else 0. */
export function isMoreThan(agreementNumber: number, state: string, most: number): Statement {
  return {
    sql: `SELECT COUNT(*) FROM \`collection_state\` WHERE ${ofCollections([state])} AND \`items\` > ?`,
    values: [agreementNumber, state, most],
  };
}

function ofCollections(states: readonly string[]): string {
  return `\`agreement_number\` = ? AND \`collection\` IN (${placeholders(states.length)})`;
}
