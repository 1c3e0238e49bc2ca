import { defined, type Timestamp } from '@kontor/kernel';
import { rowsOf, type Row, type Session } from '../statement.js';
import { numberAt, textAt } from '../row.js';
import {
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
 * before a transaction begins.
 */
export async function hasEventsToPrune(
  session: Session,
  agreementNumber: number,
  olderThan: Timestamp,
): Promise<boolean> {
  const [oldest] = await rowsOf(session, oldestEvents(agreementNumber, 1));
  return oldest !== undefined && textAt(oldest, 'created') < olderThan;
}

/**
 * Removes an agreement's oldest events as far as they are from before an instant, at most so many; gives how
 * many. Those that stay are numbered without holes: the first that is young enough keeps all after it.
 * Records of who did it, and links of the chain, outlive them, in rows of their own. To be called in a
 * transaction.
 */
export async function pruneEvents(
  session: Session,
  agreementNumber: number,
  olderThan: Timestamp,
): Promise<number> {
  const oldest = await rowsOf(session, oldestEvents(agreementNumber, PRUNED_AT_ONCE));
  const young = oldest.findIndex((row) => textAt(row, 'created') >= olderThan);
  const lastOld = oldest[(young < 0 ? oldest.length : young) - 1];
  const last =
    young < 0 && oldest.length === PRUNED_AT_ONCE
      ? await endOfUnit(session, agreementNumber, oldest)
      : lastOld && numberAt(lastOld, 'sequence');
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
