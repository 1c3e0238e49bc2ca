import { defined, LEASED_AT_MOST_MS, timestampOf, type Timestamp } from '@kontor/kernel';
import { rowsOf, type Row, type Session } from '../statement.js';
import { numberAt, textAt } from '../row.js';
import {
  firstEventUntil,
  keepLinks,
  keepRecords,
  lastBeforeNextUnit,
  lastEventKept,
  lockEvent,
  oldestEvents,
  removeEvents,
} from '../statements/events.js';

/** Rows that one statement removes (R11). */
const PRUNED_AT_ONCE = 500;

/**
 * Whether an agreement has events from before an instant: most have none, and are asked for the oldest alone,
 * before a transaction begins. What a clock that was ahead has dated is as old as what comes after it.
 */
export async function hasEventsToPrune(
  session: Session,
  agreementNumber: number,
  olderThan: Timestamp,
): Promise<boolean> {
  const [oldest] = await rowsOf(session, firstEventUntil(agreementNumber, latestInstant()));
  return oldest !== undefined && textAt(oldest, 'created') < olderThan;
}

/** What is dated later than this was written by a clock that was ahead. */
function latestInstant(): Timestamp {
  return timestampOf(new Date(Date.now() + LEASED_AT_MOST_MS));
}

/**
 * Removes an agreement's oldest events as far as they are from before an instant, at most so many; gives how
 * many. Those that stay are numbered without holes: the first that is young enough keeps all after it. One
 * that a clock that was ahead has dated keeps nothing, and goes with an old one after it: else none of the
 * agreement would be removed until that time. Records of who did it, and links of the chain, outlive them, in
 * rows of their own. To be called in a transaction, where `hasEventsToPrune` or all events are to go.
 */
export async function pruneEvents(
  session: Session,
  agreementNumber: number,
  olderThan: Timestamp,
): Promise<number> {
  const oldest = await rowsOf(session, oldestEvents(agreementNumber, PRUNED_AT_ONCE));
  const last = await lastToPrune(session, agreementNumber, { oldest, olderThan });
  if (last === undefined) return 0;
  const first = numberAt(defined(oldest[0]), 'sequence');
  const [, , , removed] = await session.run(
    // Who else prunes waits here, and then finds nothing left to keep.
    lockEvent(agreementNumber, first),
    keepRecords(agreementNumber, last),
    keepLinks(agreementNumber, last),
    removeEvents(agreementNumber, last),
  );
  return removed?.affected ?? 0;
}

/** The sequence up to which events are removed, if any are. */
async function lastToPrune(
  session: Session,
  agreementNumber: number,
  { oldest, olderThan }: { readonly oldest: readonly Row[]; readonly olderThan: Timestamp },
): Promise<number | undefined> {
  const latest = latestInstant();
  const isOld = (row: Row): boolean => textAt(row, 'created') < olderThan;
  const young = oldest.findIndex((row) => !isOld(row) && textAt(row, 'created') <= latest);
  const lastOld = oldest.slice(0, young < 0 ? oldest.length : young).findLast(isOld);
  // More that goes may follow; where none of these is old, one after them is.
  const goesOn = young < 0 && (lastOld === undefined || lastOld === oldest.at(-1));
  return goesOn && oldest.length === PRUNED_AT_ONCE
    ? endOfUnit(session, agreementNumber, oldest)
    : lastOld && numberAt(lastOld, 'sequence');
}

/**
 * The last event of the last unit that is there as a whole, or of the first where it is larger: a link is
 * checked against all events of its unit, or none.
 */
async function endOfUnit(
  session: Session,
  agreementNumber: number,
  oldest: readonly Row[],
): Promise<number | undefined> {
  const begins = oldest.findLastIndex((row) => row['digests'] !== '');
  if (begins > 0) return numberAt(defined(oldest[begins - 1]), 'sequence');
  const end = numberAt(defined(oldest.at(-1)), 'sequence');
  const [next] = await rowsOf(session, lastBeforeNextUnit(agreementNumber, end));
  if (typeof next?.['last'] === 'number') return next['last'];
  const [all] = await rowsOf(session, lastEventKept(agreementNumber));
  return numberAt(defined(all), 'last');
}
