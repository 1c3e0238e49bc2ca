import type { AnyResource, KeyValue } from '../resource/resource.js';
import type { Timestamp } from '../value/full-date.js';

/** What may become of a thing, as the second half of the type of an event. */
export type EventVerb =
  | 'created'
  | 'updated'
  | 'removed'
  | 'booked'
  | 'closed'
  | 'reopened'
  | 'issued'
  | 'revoked'
  | 'restored';

/**
 * The type of an event, for people: `product.created`, `voucher.booked`, `accountingYear.closed`. A thing
 * that is only there when it is booked is called without that word: `invoice.booked`.
 */
export function eventType({ title }: Pick<AnyResource, 'title'>, verb: EventVerb): string {
  const [first = '', ...others] = title.replace(/^booked /, '').split(' ');
  const rest = others.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
  return `${[first.toLowerCase(), ...rest].join('')}.${verb}`;
}

/** One change of one thing of an agreement: who changed what, never to what (amendments 51, 80). */
export type ChangeEvent = {
  /** From 1 up without holes within an agreement, in the order of commits. */
  readonly sequence: number;
  readonly type: string;
  /** The collection of the thing that was changed. */
  readonly collection: string;
  /** The identifiers of the items it lives in, outermost first, and its own. */
  readonly keys: readonly KeyValue[];
  readonly time: Timestamp;
  /** What the request of the change is called in the log and in the record of changes (G37). */
  readonly requestId: string;
  /** The app by which it was changed; 0 where that was no app. */
  readonly appNumber: number;
  /** The person behind the grant, or who was signed in. */
  readonly userName: string;
  /** Of an update, the members that have another value now. */
  readonly changed?: readonly string[];
};

/**
 * So many requests and streams of an agreement wait for its events in one process; nobody of them has more
 * than are then free, so one alone has half.
 */
export const EVENT_WAITS_MAX = 200;

/** The first sequence that is kept and the last that was given: `last + 1` and `last` where none is kept. */
export type FeedPosition = { readonly first: number; readonly last: number };

/** What changed in one agreement, in the order of commits. */
export type EventFeed = {
  position(): Promise<FeedPosition>;
  /**
   * The events after a sequence, in order, at most so many; with where the feed stands. Once an event was
   * given, none with a smaller sequence will ever come.
   */
  after(
    sequence: number,
    most: number,
  ): Promise<{ readonly events: readonly ChangeEvent[]; readonly position: FeedPosition }>;
};
