import {
  eventType,
  timestampOf,
  type AnyResource,
  type AuditRecord,
  type EventVerb,
  type KeyValue,
  type Timestamp,
} from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { placeholders, type SqlValue, type Statement } from '../statement.js';
import { insertStatement } from '../transaction/effect.js';
import { NO_RECORD, RECORD_COLUMNS, recordInsert, recordValues } from './audit-record.js';
import { digestsOf, linkOf, sealedText, type SealedEntries } from './chain.js';

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
  resource: Pick<AnyResource, 'collection' | 'title'>,
  verb: EventVerb,
  keys: readonly KeyValue[],
  changed?: readonly string[],
): NewEvent {
  const { collection } = resource;
  return { type: eventType(resource, verb), collection, keys, ...(changed !== undefined && { changed }) };
}

/**
 * What a unit tells, each thing once: what the same unit changes twice has been changed once. The first of
 * its events is the record of who did it as well (G37).
 */
export class NewEvents {
  /** Who changes it, by which request; undefined of what comes from no request of anybody. */
  by: AuditRecord | undefined;
  /** The entries that the unit has written, or taken out. */
  readonly sealed: SealedEntries[] = [];
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

  /** True when nothing is to be told or chained. */
  get isEmpty(): boolean {
    return this.size === 0 && this.by === undefined && this.sealed.length === 0;
  }

  /** How many rows it is. */
  get rows(): number {
    return this.isEmpty ? 0 : Math.max(this.size, 1);
  }
}

const COLUMNS =
  '(`agreement_number`, `sequence`, `type`, `collection`, `item_keys`, `changed`, `created`, `request_id`, ' +
  `\`app_number\`, \`user_name\`, ${RECORD_COLUMNS.map((one) => `\`${one}\``).join(', ')}, \`digests\`, \`sealed\`)`;
const LAST = `(SELECT \`items\` FROM \`collection_state\` WHERE \`agreement_number\` = ? AND \`collection\` = '${EVENTS}')`;

/** A look-up of an agreement's count of events. */
function lastOf(agreementNumber: number): Statement {
  return { sql: LAST, values: [agreementNumber] };
}

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

/** What a unit is in the chain of its agreement, made when it is written. */
export type Link = {
  readonly by: AuditRecord | undefined;
  readonly created: Timestamp;
  /** Of each event what `CHAINED_OF_EVENT` names. */
  readonly events: readonly (readonly SqlValue[])[];
  readonly digests: string;
  readonly sealed: string | null;
  readonly link: string;
};

/** The links of units that are written together; what is told by no event comes last. */
export function linksOf(tellings: readonly NewEvents[]): readonly Link[] {
  const created = timestampOf(new Date());
  const links = tellings.filter(({ isEmpty }) => !isEmpty).map((telling) => linkIn(telling, created));
  return links.every(({ events }) => events.length > 0)
    ? links
    : [...links.filter(isTold), ...links.filter((link) => !isTold(link))];
}

function isTold({ events }: Link): boolean {
  return events.length > 0;
}

function linkIn({ by, all, sealed: entries }: NewEvents, created: Timestamp): Link {
  const { requestId = '', appNumber = 0, userName = '' } = by ?? {};
  const who = [created, requestId, appNumber, userName] as const;
  const events = [...all].map(({ type, collection, keys, changed }): readonly SqlValue[] => [
    type,
    collection,
    JSON.stringify(keys),
    changed === undefined ? null : JSON.stringify(changed),
    ...who,
  ]);
  const digests = digestsOf(events, by && [...who, ...recordValues(by)]);
  const sealed = sealedText(entries);
  return { by, created, events, digests, sealed, link: linkOf(digests, sealed) };
}

/** How much the count of events is raised for links, and what its head is led on by. */
export function raisedBy(links: readonly Link[]): readonly RaisedState[] {
  return links.map(({ events, link }) => [EVENTS, events.length, link]);
}

/** What of a collection is raised: its name, how many items more it has, and of events the link. */
export type RaisedState = readonly [name: string, items: number, link?: string];

/**
 * Rows for events, numbered up to where the agreement's count of events was raised to just before, by a
 * statement of the same transaction: that row is locked until it ends, so numbers, and links, are in the
 * order of commits.
 */
export function insertEvents(
  dialect: Pick<Dialect, 'lastSum'>,
  agreementNumber: number,
  links: readonly Link[],
): readonly Statement[] {
  const alone = links.filter((link) => !isTold(link));
  const records = alone.flatMap(({ by, created }) =>
    by === undefined ? [] : [recordInsert(agreementNumber, by, created)],
  );
  return [
    ...eventRows(dialect, agreementNumber, links),
    ...(records.length === 0 ? [] : [insertStatement(records)]),
    ...alone.map((link) => linkAlone(dialect, agreementNumber, link)),
  ];
}

function eventRows(
  dialect: Pick<Dialect, 'lastSum'>,
  agreementNumber: number,
  links: readonly Link[],
): readonly Statement[] {
  const last = dialect.lastSum(lastOf(agreementNumber));
  const row = `(?, ${last.sql} - ?, ${placeholders(10 + RECORD_COLUMNS.length)})`;
  const own = [agreementNumber, ...last.values];
  const statements: Statement[] = [];
  let left = countOf(links);
  let rows = 0;
  let values: SqlValue[] = [];
  const end = (): void => {
    if (rows === 0) return;
    const text = `${row}${`, ${row}`.repeat(rows - 1)}`;
    statements.push({ sql: `INSERT INTO \`event\` ${COLUMNS} VALUES ${text}`, values });
    rows = 0;
    values = [];
  };
  for (const { by, events, digests, sealed } of links) {
    for (const [index, event] of events.entries()) {
      left -= 1;
      rows += 1;
      values.push(...own, left, ...event);
      // The first of a unit is its record, and its link; the others only say that they belong to it.
      if (index > 0) values.push(...NO_RECORD, '', null);
      else values.push(...(by === undefined ? NO_RECORD : recordValues(by)), digests, sealed);
      if (rows === AT_ONCE) end();
    }
  }
  end();
  return statements;
}

/** The link of what is told by no event, after all links that are there. */
function linkAlone(
  dialect: Pick<Dialect, 'lastSum'>,
  agreementNumber: number,
  { by, created, digests, sealed }: Link,
): Statement {
  const last = dialect.lastSum(lastOf(agreementNumber));
  return {
    sql:
      `${LINKS} SELECT ?, ${last.sql}, COALESCE(MAX(\`ordinal\`), 0) + 1, ?, ?, ?, ? FROM \`chain_link\` ` +
      `WHERE \`agreement_number\` = ? AND \`sequence\` = ${last.sql}`,
    values: [
      ...[agreementNumber, ...last.values, digests, sealed, created, by?.requestId ?? ''],
      ...[agreementNumber, ...last.values],
    ],
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

/** How many events all of them tell. */
export function countOf(links: readonly Link[]): number {
  let count = 0;
  for (const { events } of links) count += events.length;
  return count;
}
