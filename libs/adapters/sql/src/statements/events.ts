import { flatMapped, type Timestamp } from '@kontor/kernel';
import { placeholders, type SqlValue, type Statement } from '../statement.js';
import { EVENTS } from './collection-versions.js';
import { insertInto } from './writes.js';

/**
 * The statements on events, the records of who did what, and the links of the chain. Text, since every write
 * tells events in the batch of its commit, numbered by what the count of events was raised to just before,
 * which TypeORM's insert cannot say (a look-up instead costs a server 30 µs), and readers of the chain pass
 * thousands of rows: a page of 1,000 is mapped in 0.13 ms and hydrated in 0.56 (ADR 36).
 */

const SHARED = ['agreement_number', 'created', 'request_id', 'app_number', 'user_name'] as const;

/** What a row of an event has only where it is the record of a request as well. */
export const RECORD_COLUMNS = ['grant_number', 'method', 'path', 'status'] as const;

const OF_RECORDS = [...SHARED, ...RECORD_COLUMNS];
const NAMED = OF_RECORDS.map((one) => `\`${one}\``).join(', ');

/** All records as a table, for who asks a database behind the service's back. */
export const RECORDS =
  `(SELECT ${NAMED} FROM \`event\` WHERE \`method\` IS NOT NULL UNION ALL ` +
  `SELECT ${NAMED} FROM \`audit_record\`) AS \`record\``;

/** Where records go that no event tells: agreement, instant, request, app and user, then `RECORD_COLUMNS`. */
export const RECORDS_ALONE = insertInto('audit_record', OF_RECORDS);

/**
 * Keeps the records that stand in an agreement's oldest events, up to a sequence, in rows of their own: the
 * events are about to be removed.
 */
export function keepRecords(agreementNumber: number, upTo: number): Statement {
  return {
    sql:
      `INSERT INTO \`audit_record\` (${NAMED}) SELECT ${NAMED} ` +
      'FROM `event` WHERE `agreement_number` = ? AND `sequence` <= ? AND `method` IS NOT NULL',
    values: [agreementNumber, upTo],
  };
}

const OF_EVENTS =
  '(`agreement_number`, `sequence`, `type`, `collection`, `item_keys`, `changed`, `created`, `request_id`, ' +
  `\`app_number\`, \`user_name\`, ${RECORD_COLUMNS.map((one) => `\`${one}\``).join(', ')}, \`digests\`, \`sealed\`)`;
const LAST = `(SELECT \`items\` FROM \`collection_state\` WHERE \`agreement_number\` = ? AND \`collection\` = '${EVENTS}')`;

/** A look-up of an agreement's count of events. */
export function lastEvent(agreementNumber: number): Statement {
  return { sql: LAST, values: [agreementNumber] };
}

/**
 * Brings the agreement's count of events, which was raised by so many just before, past all that are there:
 * somebody may have lowered it. Sent only where a number was found to be taken.
 */
export function catchUp(agreementNumber: number, raisedBy: number): Statement {
  return {
    sql:
      `UPDATE \`collection_state\` SET \`items\` = ${LAST_KEPT} + ? ` +
      `WHERE \`agreement_number\` = ? AND \`collection\` = ? AND \`items\` < ${LAST_KEPT} + ?`,
    values: [agreementNumber, raisedBy, agreementNumber, EVENTS, agreementNumber, raisedBy],
  };
}

const LAST_KEPT =
  '(SELECT `sequence` FROM `event` WHERE `agreement_number` = ? ORDER BY `sequence` DESC LIMIT 1)';

/** The text of the row of an event. `last`: the number of the last that is written with it. */
export function eventRow({ sql }: Statement): string {
  return `(?, ${sql} - ?, ${placeholders(10 + RECORD_COLUMNS.length)})`;
}

/** Inserts rows of that text. */
export function insertEventRows(row: string, rows: readonly (readonly SqlValue[])[]): Statement {
  return {
    sql: `INSERT INTO \`event\` ${OF_EVENTS} VALUES ${row}${`, ${row}`.repeat(rows.length - 1)}`,
    values: flatMapped(rows, (values) => values),
  };
}

const LINKS =
  'INSERT INTO `chain_link` (`agreement_number`, `sequence`, `ordinal`, `digests`, `sealed`, `created`, `request_id`)';

/** Keeps the links in an agreement's oldest events, up to a sequence: these are about to be removed. */
export function keepLinks(agreementNumber: number, upTo: number): Statement {
  return {
    sql:
      `${LINKS} SELECT \`agreement_number\`, \`sequence\`, 0, \`digests\`, \`sealed\`, \`created\`, ` +
      '`request_id` FROM `event` ' +
      "WHERE `agreement_number` = ? AND `sequence` <= ? AND `digests` > ''",
    values: [agreementNumber, upTo],
  };
}

/**
 * A link after all that are there. `last`: the number of the last event; `link`: digests, seals, instant,
 * request.
 */
export function insertLink(agreementNumber: number, last: Statement, link: readonly SqlValue[]): Statement {
  return {
    sql:
      `${LINKS} SELECT ?, ${last.sql}, COALESCE(MAX(\`ordinal\`), 0) + 1, ?, ?, ?, ? FROM \`chain_link\` ` +
      `WHERE \`agreement_number\` = ? AND \`sequence\` = ${last.sql}`,
    values: [agreementNumber, ...last.values, ...link, agreementNumber, ...last.values],
  };
}

const SHOWN =
  '`sequence`, `type`, `collection`, `item_keys`, `changed`, `created`, `request_id`, `app_number`, `user_name`';

/** Events after one, as readers are shown them, at most so many. */
export function eventsAfter(agreementNumber: number, sequence: number, most: number): Statement {
  return {
    sql:
      `SELECT ${SHOWN} FROM \`event\` WHERE \`agreement_number\` = ? AND \`sequence\` > ? ` +
      'ORDER BY `sequence` LIMIT ?',
    values: [agreementNumber, sequence, most],
  };
}

/** The `first` event that is kept; NULL where there is none. */
export function firstEvent(agreementNumber: number): Statement {
  return {
    sql: 'SELECT MIN(`sequence`) AS first FROM `event` WHERE `agreement_number` = ?',
    values: [agreementNumber],
  };
}

/** The `last` event that is kept; NULL where there is none. */
export function lastEventKept(agreementNumber: number): Statement {
  return {
    sql: 'SELECT MAX(`sequence`) AS last FROM `event` WHERE `agreement_number` = ?',
    values: [agreementNumber],
  };
}

/** The instant of the oldest event that is dated at one or before; no row where none is. */
export function firstEventUntil(agreementNumber: number, instant: Timestamp): Statement {
  return {
    sql:
      'SELECT `created` FROM `event` WHERE `agreement_number` = ? AND `created` <= ? ' +
      'ORDER BY `sequence` LIMIT 1',
    values: [agreementNumber, instant],
  };
}

/** The oldest events, at most so many: their instants, and what links they begin. */
export function oldestEvents(agreementNumber: number, most: number): Statement {
  return {
    sql:
      'SELECT `sequence`, `created`, `digests` FROM `event` WHERE `agreement_number` = ? ' +
      `ORDER BY \`sequence\` LIMIT ${most}`,
    values: [agreementNumber],
  };
}

/**
 * The `last` event before the next unit that begins after one; no row where none does. No `MIN`: for that
 * MariaDB goes through all events there are.
 */
export function lastBeforeNextUnit(agreementNumber: number, sequence: number): Statement {
  return {
    sql:
      'SELECT `sequence` - 1 AS last FROM `event` WHERE `agreement_number` = ? AND `sequence` > ? ' +
      "AND (`digests` IS NULL OR `digests` > '') ORDER BY `sequence` LIMIT 1",
    values: [agreementNumber, sequence],
  };
}

/** Locks an event and leaves it as it is. */
export function lockEvent(agreementNumber: number, sequence: number): Statement {
  return {
    sql: 'UPDATE `event` SET `created` = `created` WHERE `agreement_number` = ? AND `sequence` = ?',
    values: [agreementNumber, sequence],
  };
}

/** Removes the oldest events, up to a sequence. */
export function removeEvents(agreementNumber: number, upTo: number): Statement {
  return {
    sql: 'DELETE FROM `event` WHERE `agreement_number` = ? AND `sequence` <= ?',
    values: [agreementNumber, upTo],
  };
}

/**
 * Reads the events after one with some columns and their links, at most so many: the text is written once.
 */
export function readingLinksOfEvents(
  columns: readonly string[],
  most: number,
): (agreementNumber: number, after: number) => Statement {
  const sql =
    `SELECT \`sequence\`, ${columns.map((name) => `\`${name}\``).join(', ')}, \`digests\`, \`sealed\` FROM \`event\` ` +
    `WHERE \`agreement_number\` = ? AND \`sequence\` > ? ORDER BY \`sequence\` LIMIT ${most}`;
  return (agreementNumber, after) => ({ sql, values: [agreementNumber, after] });
}

/**
 * Reads the links that are rows of their own after one, with some columns of their records, at most so many:
 * the text is written once.
 */
export function readingLinksAlone(
  columns: readonly string[],
  most: number,
): (agreementNumber: number, sequence: number, ordinal: number) => Statement {
  const sql =
    'SELECT l.`sequence`, l.`ordinal`, l.`digests`, l.`sealed`, l.`created`, l.`request_id`, ' +
    `${columns.map((name) => `r.\`${name}\``).join(', ')} FROM \`chain_link\` AS l LEFT JOIN \`audit_record\` AS r ` +
    'ON r.`agreement_number` = l.`agreement_number` AND r.`created` = l.`created` AND r.`request_id` = l.`request_id` ' +
    'WHERE l.`agreement_number` = ? AND l.`sequence` >= ? AND (l.`sequence` > ? OR l.`ordinal` > ?) ' +
    `ORDER BY l.\`sequence\`, l.\`ordinal\` LIMIT ${most}`;
  return (agreementNumber, sequence, ordinal) => ({
    sql,
    values: [agreementNumber, sequence, sequence, ordinal],
  });
}
