import type { ChangeEvent, EventFeed, FeedPosition, KeyValue, RunningReads, Timestamp } from '@kontor/kernel';
import { outcomesOf, type Outcome, type Row, type Session, type Statement } from '../statement.js';
import { areSettled, type Settle } from './settle-events.js';
import { numberAt, numberOrNullAt, textAt, textOrNullAt } from '../row.js';
import { EVENTS, readCount } from '../statements/collection-versions.js';
import { eventsAfter, firstEvent } from '../statements/events.js';

/** How events are read: those who ask the same share a read, and nobody is told what may yet be lost. */
type FeedReading = { readonly running: RunningReads<FeedPage>; readonly settle: Settle };

/**
 * The events of an agreement. The count is read before the rows, each in a state of its own or both in one:
 * whoever sees a count sees every event up to it, since the row of the count was locked by each until it had
 * committed.
 */
export function sqlEventFeed(
  session: Session,
  agreementNumber: number,
  { running, settle }: FeedReading,
): EventFeed {
  return {
    position: async () => {
      const position = positionIn(await outcomesOf(session, ...positionOf(agreementNumber)));
      if (position.last > 0) await settle(agreementNumber);
      return position;
    },
    after: async (sequence, most) => {
      const page = await running.join(`${agreementNumber} ${sequence} ${most}`, () =>
        pageAfter(session, agreementNumber, sequence, most),
      );
      if (!areSettled(page.events, new Date())) await settle(agreementNumber);
      return page;
    },
  };
}

async function pageAfter(
  session: Session,
  agreementNumber: number,
  sequence: number,
  most: number,
): Promise<FeedPage> {
  const [readLast, readFirst] = positionOf(agreementNumber);
  const rows = eventsAfter(agreementNumber, sequence, most);
  // The first that is kept is read last: what is pruned meanwhile is missed by nobody unnoticed.
  const [last, found, first] = await outcomesOf(session, readLast, rows, readFirst);
  const position = positionIn([last, first]);
  // What was committed between the statements is told the next time.
  const events = found.rows.map(eventOf).filter((event) => event.sequence <= position.last);
  return { events, position };
}

/** Events, and where the feed stood when they were read. */
export type FeedPage = Awaited<ReturnType<EventFeed['after']>>;

/** The last sequence that was given, then the first that is kept. */
function positionOf(agreementNumber: number): readonly [Statement, Statement] {
  return [readCount(agreementNumber, EVENTS), firstEvent(agreementNumber)];
}

function positionIn([last, first]: readonly [Outcome, Outcome]): FeedPosition {
  const [count] = last.rows;
  const [oldest] = first.rows;
  const given = count === undefined ? 0 : numberAt(count, 'last');
  const kept = oldest && numberOrNullAt(oldest, 'first');
  return { first: Math.min(kept ?? given + 1, given + 1), last: given };
}

function eventOf(row: Row): ChangeEvent {
  const changed = textOrNullAt(row, 'changed');
  return {
    sequence: numberAt(row, 'sequence'),
    type: textAt(row, 'type'),
    collection: textAt(row, 'collection'),
    keys: JSON.parse(textAt(row, 'item_keys')) as readonly KeyValue[],
    time: row['created'] as Timestamp,
    requestId: textAt(row, 'request_id'),
    appNumber: numberAt(row, 'app_number'),
    userName: textAt(row, 'user_name'),
    ...(changed !== null && { changed: JSON.parse(changed) as readonly string[] }),
  };
}
