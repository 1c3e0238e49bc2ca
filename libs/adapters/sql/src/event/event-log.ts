import { eventType, timestampOf, type AnyResource, type EventVerb, type KeyValue } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { placeholders, type SqlValue, type Statement } from '../statement.js';

/**
 * Under which name the versions of collections hold how many events an agreement has had: the last sequence.
 * Whatever is written raises versions anyway, so the next sequence costs no statement of its own.
 */
export const EVENTS = 'event-log';

/** What became of a thing. */
export type Told = {
  readonly type: string;
  readonly collection: string;
  /** The identifiers of what it lives in, then its own. */
  readonly keys: readonly KeyValue[];
  readonly changed?: readonly string[];
};

/** Who changes something, by which request. */
export type ChangedBy = {
  readonly appNumber: number;
  readonly userName: string;
  readonly requestId: string;
};

/** A change that comes from no request of anybody. */
export const NOBODY: ChangedBy = { appNumber: 0, userName: '', requestId: '' };

/** What became of a thing of a resource. `changed`: the members that an update has changed. */
export function told(
  of: Pick<AnyResource, 'collection' | 'title'>,
  verb: EventVerb,
  keys: readonly KeyValue[],
  changed?: readonly string[],
): Told {
  const { collection } = of;
  return { type: eventType(of, verb), collection, keys, ...(changed !== undefined && { changed }) };
}

/** What units tell, each thing once: what the same unit changes twice has been changed once. */
export class Telling {
  readonly #events = new Map<string, Told>();

  add(event: Told): void {
    const name = `${event.type} ${event.collection} ${event.keys.join('/')}`;
    const before = this.#events.get(name);
    if (before === undefined || event.changed === undefined) this.#events.set(name, event);
    else {
      const changed = [...new Set([...(before.changed ?? []), ...event.changed])];
      this.#events.set(name, { ...event, changed });
    }
  }

  get size(): number {
    return this.#events.size;
  }

  get all(): readonly Told[] {
    return [...this.#events.values()];
  }
}

const COLUMNS =
  '(`agreement_number`, `sequence`, `type`, `collection`, `item_keys`, `changed`, `created`, `request_id`, ' +
  '`app_number`, `user_name`)';
const LAST = `(SELECT \`items\` FROM \`collection_state\` WHERE \`agreement_number\` = ? AND \`collection\` = '${EVENTS}')`;

/** So many rows of events are one statement. */
const AT_ONCE = 500;

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

/**
 * Rows for events, numbered up to where the agreement's count of events was raised to just before, by a
 * statement of the same transaction: that row is locked until it ends, so numbers are in the order of
 * commits.
 */
export function insertEvents(
  { lastSum }: Pick<Dialect, 'lastSum'>,
  agreementNumber: number,
  events: readonly { readonly event: Told; readonly by: ChangedBy }[],
): readonly Statement[] {
  if (events.length === 0) return [];
  const created = timestampOf(new Date());
  const row = `(?, ${lastSum ?? LAST} - ?, ${placeholders(8)})`;
  const statements: Statement[] = [];
  for (let from = 0; from < events.length; from += AT_ONCE) {
    const some = events.slice(from, from + AT_ONCE);
    const values: SqlValue[] = [];
    for (const [index, { event, by }] of some.entries()) {
      values.push(agreementNumber);
      if (lastSum === undefined) values.push(agreementNumber);
      values.push(
        events.length - 1 - from - index,
        event.type,
        event.collection,
        JSON.stringify(event.keys),
        event.changed === undefined ? null : JSON.stringify(event.changed),
        created,
        by.requestId,
        by.appNumber,
        by.userName,
      );
    }
    const rows = `${row}${`, ${row}`.repeat(some.length - 1)}`;
    statements.push({ sql: `INSERT INTO \`event\` ${COLUMNS} VALUES ${rows}`, values });
  }
  return statements;
}
