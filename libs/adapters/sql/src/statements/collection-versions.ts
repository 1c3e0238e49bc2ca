import type { Dialect } from '../dialect/dialect.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import { placeholders, type Statement, type SumTable } from '../statement.js';

/**
 * The statements on versions and counts of collections. Text, since every write raises some by an upsert that
 * adds, which TypeORM's cannot, and checks others in the same round trip, that of the commit; every answer
 * that is remembered rests on a read of one (ADR 7). TypeORM's runner takes 22 µs on top of the 33 of such a
 * read.
 */

/**
 * Under which name the versions of collections hold how many events an agreement has had: the last sequence.
 * Whatever is written raises versions anyway, so the next sequence costs no statement of its own.
 */
export const EVENTS = 'event-log';

/** What of a collection is raised: its name, how many items more it has, and of events the link. */
export type RaisedVersion = readonly [name: string, items: number, link?: string];

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

/**
 * Raises the versions of collections by a step, and their counts of items, by name in the order
 * given, that of events first, once for each link: who waits for a version waits for it there already. The
 * rows are narrow and hot: they give counts without counting and tell every process whether what it remembers
 * of a collection still holds.
 */
export function raiseVersions(
  dialect: Dialect,
  agreementNumber: number,
  raised: readonly RaisedVersion[],
  step: number,
): Statement {
  const hasEvents = raised[0]?.[0] === EVENTS;
  return dialect.addUp({
    to: hasEvents ? STATES_AND_EVENTS : STATES,
    rows: raised.map(([name, items, link = null]) => {
      const row = [agreementNumber, name, step, items];
      return hasEvents ? [...row, link] : row;
    }),
  });
}

/**
 * Reads the versions of collections. To be read before, or in the same
 * statements as, what they are the versions of.
 */
export function readVersions(agreementNumber: number, versionNames: readonly string[]): Statement {
  return {
    sql: `SELECT \`collection\`, \`version\` FROM \`collection_state\` WHERE ${ofCollections(versionNames)}`,
    values: [agreementNumber, ...versionNames],
  };
}

/**
 * Sums up the versions of collections, and of those within any item whose names begin with one of
 * `everywhere`. They only ever grow, so one sum tells of all of them. Each span of names is looked for by
 * itself: with both in one condition SQLite goes through all states of the agreement, which has one for each
 * customer with contacts.
 */
export function sumOfVersions(
  agreementNumber: number,
  versionNames: readonly string[],
  everywhere: readonly string[] = [],
): Statement {
  const from = 'FROM `collection_state` WHERE';
  const named = `${from} ${ofCollections(versionNames)}`;
  const values = [agreementNumber, ...versionNames];
  if (everywhere.length === 0) return { sql: `SELECT SUM(\`version\`) ${named}`, values };
  const span = `${from} \`agreement_number\` = ? AND \`collection\` >= ? AND \`collection\` < ?`;
  const all = [named, ...everywhere.map(() => span)].map((one) => `SELECT \`version\` ${one}`);
  return {
    sql: `SELECT SUM(\`version\`) FROM (${all.join(' UNION ALL ')}) AS found`,
    // The character after `/` is 0.
    values: [...values, ...everywhere.flatMap((name) => [agreementNumber, `${name}/`, `${name}0`])],
  };
}

/** 1 where more than so much is counted of a collection, else 0. */
export function isMoreThan(agreementNumber: number, versionName: string, most: number): Statement {
  return {
    sql: `SELECT COUNT(*) FROM \`collection_state\` WHERE ${ofCollections([versionName])} AND \`items\` > ?`,
    values: [agreementNumber, versionName, most],
  };
}

function ofCollections(versionNames: readonly string[]): string {
  return `\`agreement_number\` = ? AND \`collection\` IN (${placeholders(versionNames.length)})`;
}

/**
 * How many items a collection has, as `last`: of events the sequence of the last one. No row where it has no
 * state.
 */
export function readCount(agreementNumber: number, versionName: string): Statement {
  return {
    sql: 'SELECT `items` AS last FROM `collection_state` WHERE `agreement_number` = ? AND `collection` = ?',
    values: [agreementNumber, versionName],
  };
}

/** How many items a collection has in each of some agreements. */
export function readCounts(agreementNumbers: readonly number[], versionName: string): Statement {
  return {
    sql:
      'SELECT `agreement_number`, `items` FROM `collection_state` ' +
      `WHERE \`agreement_number\` IN (${placeholders(agreementNumbers.length)}) AND \`collection\` = ?`,
    values: [...agreementNumbers, versionName],
  };
}

/** Counts so many less of a collection, and never less than none. */
export function lowerCount(agreementNumber: number, versionName: string, by: number): Statement {
  return {
    sql:
      'UPDATE `collection_state` SET `items` = CASE WHEN `items` < ? THEN 0 ELSE `items` - ? END ' +
      'WHERE `agreement_number` = ? AND `collection` = ?',
    values: [by, by, agreementNumber, versionName],
  };
}
