import {
  eventType,
  timestampOf,
  type AnyResource,
  type AuditRecord,
  type EventVerb,
  type KeyValue,
} from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { placeholders, type SqlValue, type Statement } from '../statement.js';
import { NO_RECORD, RECORD_COLUMNS, recordValues } from './audit-record.js';

/**
 * Under which name the versions of collections hold how many events an agreement has had: the last sequence.
 * Whatever is written raises versions anyway, so the next sequence costs no statement of its own.
 */
export const EVENTS = 'event-log';

/** What became of a thing. */
export type NewEvent = {
  readonly type: string;
  readonly collection: string;
  /** The identifiers of what it lives in, then its own. */
  readonly keys: readonly KeyValue[];
  readonly changed?: readonly string[];
};

/** What became of a thing of a resource. `changed`: the members that an update has changed. */
export function eventOf(
  of: Pick<AnyResource, 'collection' | 'title'>,
  verb: EventVerb,
  keys: readonly KeyValue[],
  changed?: readonly string[],
): NewEvent {
  const { collection } = of;
  return { type: eventType(of, verb), collection, keys, ...(changed !== undefined && { changed }) };
}

/**
 * What a unit tells, each thing once: what the same unit changes twice has been changed once. The first of
 * its events is the record of who did it as well (G37).
 */
export class NewEvents {
  /** Who changes it, by which request; undefined of what comes from no request of anybody. */
  by: AuditRecord | undefined;
  readonly #events = new Map<string, NewEvent>();

  constructor(by?: AuditRecord, ...events: readonly NewEvent[]) {
    this.by = by;
    for (const event of events) this.add(event);
  }

  add(event: NewEvent): void {
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

  get all(): Iterable<NewEvent> {
    return this.#events.values();
  }

  /** The record of who did it, where no event can be it. */
  get recordAlone(): AuditRecord | undefined {
    return this.size === 0 ? this.by : undefined;
  }

  /** How many rows it is. */
  get rows(): number {
    return this.recordAlone === undefined ? this.size : 1;
  }
}

const COLUMNS =
  '(`agreement_number`, `sequence`, `type`, `collection`, `item_keys`, `changed`, `created`, `request_id`, ' +
  `\`app_number\`, \`user_name\`, ${RECORD_COLUMNS.map((one) => `\`${one}\``).join(', ')})`;
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
  tellings: readonly NewEvents[],
): readonly Statement[] {
  const created = timestampOf(new Date());
  const row = `(?, ${lastSum ?? LAST} - ?, ${placeholders(8 + RECORD_COLUMNS.length)})`;
  const own = lastSum === undefined ? [agreementNumber, agreementNumber] : [agreementNumber];
  const statements: Statement[] = [];
  let left = countOf(tellings);
  let rows = 0;
  let values: SqlValue[] = [];
  const end = (): void => {
    if (rows === 0) return;
    const text = `${row}${`, ${row}`.repeat(rows - 1)}`;
    statements.push({ sql: `INSERT INTO \`event\` ${COLUMNS} VALUES ${text}`, values });
    rows = 0;
    values = [];
  };
  for (const telling of tellings) {
    const { by } = telling;
    let record = by;
    for (const { type, collection, keys, changed } of telling.all) {
      left -= 1;
      rows += 1;
      values.push(
        ...own,
        left,
        type,
        collection,
        JSON.stringify(keys),
        changed === undefined ? null : JSON.stringify(changed),
        created,
        by?.requestId ?? '',
        by?.appNumber ?? 0,
        by?.userName ?? '',
        ...(record === undefined ? NO_RECORD : recordValues(record)),
      );
      record = undefined;
      if (rows === AT_ONCE) end();
    }
  }
  end();
  return statements;
}

/** How many events all of them tell. */
export function countOf(tellings: readonly NewEvents[]): number {
  let events = 0;
  for (const { size } of tellings) events += size;
  return events;
}
