import { defined } from '@kontor/kernel';
import { aheadOf, rowsOf, type Row, type Session, type SqlValue } from '../statement.js';
import { CHAINED_OF_EVENT, CHAINED_OF_RECORD } from './chain.js';
import { numberAt, textAt, textOrNullAt } from '../row.js';
import { readingLinksAlone, readingLinksOfEvents, RECORD_COLUMNS } from '../statements/events.js';

/** Rows that are read at once. */
const AT_ONCE = 2_000;

/** A link of a chain, as it is there. */
export type KeptLink = {
  /** The number of its first event; of what is told by no event, that of the last one before it. */
  readonly sequence: number;
  /** The number of its last event. */
  readonly last: number;
  readonly ordinal: number;
  readonly digests: string;
  readonly sealed: string | null;
  /** What `CHAINED_OF_EVENT` names of each of its events; undefined where they are pruned. */
  readonly events: readonly (readonly SqlValue[])[] | undefined;
  /** What `CHAINED_OF_RECORD` names of its record; undefined where there is none. */
  readonly record: readonly SqlValue[] | undefined;
  /** The numbers of its events that hold something of a record or of entries, and are to hold none. */
  readonly overfull: readonly number[];
};

/**
 * The links of an agreement in their order. An event that is in none, as versions before the chain have
 * written them, is passed over.
 */
export async function* linksIn(session: Session, agreementNumber: number): AsyncGenerator<KeptLink> {
  const told = linksOfEvents(session, agreementNumber);
  let next = await told.next();
  for await (const kept of linksKept(session, agreementNumber)) {
    while (next.done !== true && isBefore(next.value, kept)) {
      yield next.value;
      next = await told.next();
    }
    yield kept;
  }
  while (next.done !== true) {
    yield next.value;
    next = await told.next();
  }
}

function isBefore(one: KeptLink, other: KeptLink): boolean {
  return one.sequence < other.sequence || (one.sequence === other.sequence && one.ordinal < other.ordinal);
}

const NAMES = [...new Set<string>([...CHAINED_OF_EVENT, ...CHAINED_OF_RECORD])];
const readLinksOfEvents = readingLinksOfEvents(NAMES, AT_ONCE);

async function* linksOfEvents(session: Session, agreementNumber: number): AsyncGenerator<KeptLink> {
  let unit: Row[] = [];
  const read = (last: number): Promise<readonly Row[]> =>
    rowsOf(session, readLinksOfEvents(agreementNumber, last));
  let coming = read(-1);
  for (;;) {
    const rows = await coming;
    const isLast = rows.length < AT_ONCE;
    // A server reads the next ones while we look at these.
    if (!isLast) coming = aheadOf(read(numberAt(defined(rows.at(-1)), 'sequence')));
    for (const row of rows) {
      if (row['digests'] !== '' && unit.length > 0) {
        yield linkOfEvents(unit);
        unit = [];
      }
      if (row['digests'] !== null) unit.push(row);
    }
    if (isLast) break;
  }
  if (unit.length > 0) yield linkOfEvents(unit);
}

function linkOfEvents(unit: readonly Row[]): KeptLink {
  const first = defined(unit[0]);
  return {
    sequence: numberAt(first, 'sequence'),
    last: numberAt(defined(unit.at(-1)), 'sequence'),
    ordinal: 0,
    digests: textAt(first, 'digests'),
    sealed: textOrNullAt(first, 'sealed'),
    events: unit.map((row) => valuesOf(row, CHAINED_OF_EVENT)),
    record: first['method'] === null ? undefined : valuesOf(first, CHAINED_OF_RECORD),
    overfull: unit.filter((row) => isOverfull(row, row === first)).map((row) => numberAt(row, 'sequence')),
  };
}

/** What only the first event of a unit may hold. */
const OF_FIRST_ALONE = [...RECORD_COLUMNS, 'sealed'];

/** The record of a unit stands in its first event, whole or not at all; the others have nothing of it. */
function isOverfull(row: Row, isFirst: boolean): boolean {
  if (isFirst && row['method'] !== null) return false;
  const empty = isFirst ? RECORD_COLUMNS : OF_FIRST_ALONE;
  return empty.some((column) => row[column] !== null);
}

const OWN = new Set<string>(['created', 'request_id']);
const readLinksAlone = readingLinksAlone(
  CHAINED_OF_RECORD.filter((name) => !OWN.has(name)),
  AT_ONCE,
);

async function* linksKept(session: Session, agreementNumber: number): AsyncGenerator<KeptLink> {
  let [sequence, ordinal] = [-1, 0];
  for (;;) {
    const rows = await rowsOf(session, readLinksAlone(agreementNumber, sequence, ordinal));
    for (const row of rows) {
      [sequence, ordinal] = [numberAt(row, 'sequence'), numberAt(row, 'ordinal')];
      yield {
        sequence,
        last: sequence,
        ordinal,
        digests: textAt(row, 'digests'),
        sealed: textOrNullAt(row, 'sealed'),
        events: undefined,
        overfull: [],
        record: row['method'] === null ? undefined : valuesOf(row, CHAINED_OF_RECORD),
      };
    }
    if (rows.length < AT_ONCE) return;
  }
}

function valuesOf(row: Row, names: readonly string[]): readonly SqlValue[] {
  return names.map((name) => row[name] as SqlValue);
}
