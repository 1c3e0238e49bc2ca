import { SAMPLE } from '@kontor/studio';
import { placeholders, statement, type Statement } from '../statement.js';
import { EVENTS } from './collection-versions.js';

/**
 * The statements by which deliveries find what is due, and expressions on deliveries within those that go
 * through TypeORM's query builder. Text, since every process asks 10 ms after each write that it keeps, and
 * by the clock, by joins with the count of events; a look costs TypeORM's runner 22 µs on top of 33 (ADR 36).
 * Webhooks themselves are read and written through repositories.
 */

const COLUMNS = 'w.`webhook_number`, w.`agreement_number`, w.`failures`, w.`lease_expires`';
/** A webhook knows how far it was told, so keeping an event costs the same where many are told of it. */
const FEED =
  '`webhook` w JOIN `collection_state` c ON c.`agreement_number` = w.`agreement_number` ' +
  `AND c.\`collection\` = '${EVENTS}' WHERE w.\`enabled\` = 1`;
const DUE = 'w.`due` <= ? AND c.`items` > w.`position`';
const HAS_EVENTS = `SELECT ${COLUMNS} FROM ${FEED} AND ${DUE}`;
const IN_SHARE = `${HAS_EVENTS} AND w.\`webhook_number\` > ? AND w.\`webhook_number\` <= ? ORDER BY w.\`failures\``;
const WAITING = `SELECT ${COLUMNS} FROM \`webhook\` w WHERE w.\`waiting_due\` <= ? ORDER BY w.\`waiting_due\` LIMIT ?`;

const LOAD =
  'SELECT SUM(w.`enabled` = 1 AND w.`failures` = 0) AS well, SUM(w.`enabled` = 1 AND w.`failures` > 0) AS failing, ' +
  'SUM(w.`disabled_because` IS NOT NULL) AS disabled, ' +
  'SUM(CASE WHEN w.`enabled` = 1 AND c.`items` > w.`position` THEN c.`items` - w.`position` ELSE 0 END) AS waiting, ' +
  'MIN(e.`created`) AS oldest FROM `webhook` w LEFT JOIN `collection_state` c ' +
  `ON c.\`agreement_number\` = w.\`agreement_number\` AND c.\`collection\` = '${EVENTS}' ` +
  'LEFT JOIN `event` e ON e.`agreement_number` = w.`agreement_number` AND e.`sequence` = w.`position` + 1 ' +
  'AND w.`enabled` = 1';

/** How many webhooks there are of each kind, what waits, and the instant of the `oldest` event that does. */
export const READ_LOAD: Statement = statement(LOAD);

/** The number of the `last` webhook; NULL where there is none. */
export const READ_LAST_WEBHOOK: Statement = statement('SELECT MAX(`webhook_number`) AS last FROM `webhook`');

/** Webhooks of some agreements that are enabled, and whether each `is_due`. */
export function webhooksOf(agreementNumbers: readonly number[], now: number): Statement {
  const those = `w.\`agreement_number\` IN (${placeholders(agreementNumbers.length)})`;
  return {
    sql: `SELECT ${COLUMNS}, ${DUE} AS is_due FROM ${FEED} AND ${those} ORDER BY w.\`failures\``,
    values: [now, ...agreementNumbers],
  };
}

/** Webhooks with deliveries that wait beside the events and are due, at most so many. */
export function waitingWebhooks(now: number, most: number): Statement {
  return { sql: WAITING, values: [now, most] };
}

/** Webhooks with events that are due, by their numbers: after one, up to another. */
export function dueWebhooks(now: number, after: number, upTo: number): Statement {
  return { sql: IN_SHARE, values: [now, after, upTo] };
}

/** Removes deliveries of a webhook up to a number, but those that wait. */
export function removeDeliveries(webhookNumber: number, upTo: number): Statement {
  return {
    sql: 'DELETE FROM `webhook_delivery` WHERE `webhook_number` = ? AND `delivery_number` <= ? AND `status` <> ?',
    values: [webhookNumber, upTo, 'waiting'],
  };
}

/** The delivery that the events waited for is made anew when its turn comes. */
const LEAVE_HEAD =
  "UPDATE `webhook_delivery` SET `status` = 'failed', `next_attempt` = NULL WHERE `webhook_number` = ? AND " +
  "`status` = 'waiting' AND `delivery_number` = " +
  '(SELECT `head_delivery` FROM `webhook` WHERE `webhook_number` = ?)';

/** Leaves the delivery that the events wait for. */
export function leaveHead(webhookNumber: number): Statement {
  return { sql: LEAVE_HEAD, values: [webhookNumber, webhookNumber] };
}

/** When nothing is due: the largest number that is exact everywhere. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** What waits beside the events is due now. The event that the others wait for is never due by itself. */
export function tryAtOnce(webhookNumber: number): Statement {
  return {
    sql: 'UPDATE `webhook_delivery` SET `due` = 0 WHERE `webhook_number` = ? AND `status` = ? AND `due` < ?',
    values: [webhookNumber, 'waiting', NEVER],
  };
}

/** The last delivery there is: a counter that somebody has lowered goes on after it. */
const LAST_KEPT =
  'COALESCE((SELECT d.`delivery_number` FROM `webhook_delivery` d ' +
  'WHERE d.`webhook_number` = `webhook`.`webhook_number` ORDER BY d.`delivery_number` DESC LIMIT 1), 0)';

/** The number of the last delivery when there are so many more, as SQL. */
export function lastDeliveryAfter(more: number): string {
  return `CASE WHEN last_delivery < ${LAST_KEPT} THEN ${LAST_KEPT} ELSE last_delivery END + ${more}`;
}

/** When the first is due of what waits: a sample also where the webhook is disabled, all else not before. */
const NEXT_WAITING =
  'COALESCE((SELECT MIN(d.`due`) FROM `webhook_delivery` d ' +
  "WHERE d.`webhook_number` = `webhook`.`webhook_number` AND d.`status` = 'waiting' " +
  `AND (\`webhook\`.\`enabled\` = 1 OR d.\`type\` = '${SAMPLE}')), ${NEVER})`;

/** When the first is due of what waits, at the earliest `from`, as SQL. */
export function nextWaiting(from: number | undefined): string {
  return from === undefined
    ? NEXT_WAITING
    : `CASE WHEN ${NEXT_WAITING} < ${from} THEN ${from} ELSE ${NEXT_WAITING} END`;
}
