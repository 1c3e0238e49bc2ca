import {
  eventType,
  timestampOf,
  type AnyResource,
  type AuditRecord,
  type EventVerb,
  type KeyValue,
  type Timestamp,
  flatMapped,
} from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { inPieces, type SqlValue, type Statement } from '../statement.js';
import { versionStep } from '../transaction/collection-version.js';
import { insertStatement, type Insert } from '../transaction/effect.js';
import { digestsOf, linkOf, sealedText, type SealedEntries } from './chain.js';
import {
  eventRow,
  insertEventRows,
  insertLink,
  lastEvent,
  RECORD_COLUMNS,
  RECORDS_ALONE,
} from '../statements/events.js';
import { EVENTS, raiseVersions, type RaisedVersion } from '../statements/collection-versions.js';

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
    this.add(...events);
  }

  add(...events: readonly NewEvent[]): void {
    for (const event of events) this.#add(event);
  }

  #add(event: NewEvent): void {
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

/** So many rows of events are one statement. */
const AT_ONCE = 500;

/** What a unit is in the chain of its agreement, made when it is written. */
type Link = {
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
export function raisedBy(links: readonly Link[]): readonly RaisedVersion[] {
  return links.map(({ events, link }) => [EVENTS, events.length, link]);
}

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
  const records = flatMapped(alone, ({ by, created }) =>
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
  const last = dialect.lastSum(lastEvent(agreementNumber));
  const row = eventRow(last);
  let left = countOf(links);
  const rows = flatMapped(links, ({ by, events, digests, sealed }) =>
    events.map((event, index): readonly SqlValue[] => {
      left -= 1;
      const own = [agreementNumber, ...last.values, left, ...event];
      // The first of a unit is its record, and its link; the others only say that they belong to it.
      if (index > 0) return [...own, ...NO_RECORD, '', null];
      return [...own, ...(by === undefined ? NO_RECORD : recordValues(by)), digests, sealed];
    }),
  );
  return inPieces(rows, AT_ONCE).map((some) => insertEventRows(row, some));
}

/** The link of what is told by no event, after all links that are there. */
function linkAlone(
  dialect: Pick<Dialect, 'lastSum'>,
  agreementNumber: number,
  { by, created, digests, sealed }: Link,
): Statement {
  const last = dialect.lastSum(lastEvent(agreementNumber));
  return insertLink(agreementNumber, last, [digests, sealed, created, by?.requestId ?? '']);
}

/** How many events all of them tell. */
export function countOf(links: readonly Link[]): number {
  let count = 0;
  for (const { events } of links) count += events.length;
  return count;
}

/** Emits events of an agreement outside a write batch of its own; nothing where there are none. */
export function emitEvents(
  dialect: Dialect,
  agreementNumber: number,
  events: NewEvents,
): readonly Statement[] {
  const links = linksOf([events]);
  if (links.length === 0) return [];
  return [
    raiseVersions(dialect, agreementNumber, raisedBy(links), versionStep()),
    ...insertEvents(dialect, agreementNumber, links),
  ];
}

/** As many code points of a path as are kept: names within it are cut, numbers never reach so far. */
const PATH_KEPT = 500;

/** What stands in `RECORD_COLUMNS`. */
function recordValues({ grantNumber, method, path, status }: AuditRecord): readonly SqlValue[] {
  const kept = path.length <= PATH_KEPT ? path : [...path].slice(0, PATH_KEPT).join('');
  return [grantNumber, method, kept, status];
}

/** What they hold where the row is no record. */
const NO_RECORD: readonly SqlValue[] = RECORD_COLUMNS.map(() => null);

/** The row of the record of a request that is told by no event. */
function recordInsert(agreementNumber: number, record: AuditRecord, created: Timestamp): Insert {
  const { requestId, appNumber, userName } = record;
  const row = [agreementNumber, created, requestId, appNumber, userName, ...recordValues(record)];
  return { kind: 'insert', into: RECORDS_ALONE, rows: [row] };
}
