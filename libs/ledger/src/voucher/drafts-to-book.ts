import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  ruleBroken,
  schemaViolation,
  type FullDate,
  type NotFound,
  type RuleBroken,
  type SchemaViolation,
  type Stored,
  type ValueOf,
  namedTwice,
} from '@kontor/kernel';
import type { BookableDocument, BookedMarks } from './booked-marks.port.js';
import type { DraftHasNoLines } from './voucher.failures.js';

/** What a request to book says of a draft: which, and of which date it is, where it says so. */
export type Booking = { readonly voucherId: number; readonly date?: FullDate | undefined };

/** Drafts that one request books: a transaction stays small (R11). */
export const BOOKINGS_MAX = 100;

/** The most lines of all drafts together that one request books: twice what one draft may have. */
export const BOOKED_LINES_MAX = 2_000;

type Draft = { readonly booked: boolean; readonly date: FullDate; readonly lines: readonly unknown[] };
type BookingRefusal = NotFound | RuleBroken | SchemaViolation | DraftHasNoLines;

/**
 * The drafts that are to be booked, each once and of the date that the
 * request names (D156). One that is booked already is no draft any more.
 */
export function draftsToBook<R extends BookableDocument>(
  resource: R,
  { find }: Pick<BookedMarks, 'find'>,
  bookings: readonly Booking[],
  propertyPrefixes: readonly string[],
): TaskEither<BookingRefusal, readonly Stored<ValueOf<R>>[]> {
  return async () => {
    if (bookings.length === 0 || bookings.length > BOOKINGS_MAX) {
      return left(schemaViolation('', `must have 1 to ${BOOKINGS_MAX} items`));
    }
    const drafts: Stored<ValueOf<R>>[] = [];
    const seen = new Set<number>();
    let lines = 0;
    for (const [index, booking] of bookings.entries()) {
      const { voucherId } = booking;
      const propertyPrefix = propertyPrefixes[index] ?? '';
      const found = await find(resource, voucherId);
      const draft = found?.value as Draft | undefined;
      if (found === undefined || draft === undefined || draft.booked) {
        return left({ kind: 'NotFound', resource: `${resource.collection}/drafts`, key: voucherId });
      }
      if (seen.has(voucherId)) return left(namedTwice(`${propertyPrefix}voucherId`));
      const checked = draftMayBeBooked(draft, booking, propertyPrefix);
      if (isLeft(checked)) return checked;
      lines += draft.lines.length;
      if (lines > BOOKED_LINES_MAX && drafts.length > 0)
        return left(schemaViolation('', `must name drafts of at most ${BOOKED_LINES_MAX} lines together`));
      seen.add(voucherId);
      drafts.push(found);
    }
    return right(drafts);
  };
}

/** D156: the date of the request, if it names one, is that of the draft. */
export function draftMayBeBooked(
  draft: Draft,
  { voucherId, date }: Booking,
  propertyPrefix: string,
): Either<RuleBroken | DraftHasNoLines, void> {
  if (date !== undefined && draft.date !== date)
    return left(
      ruleBroken('E10190', `${propertyPrefix}date`, `must be the date of the draft: ${draft.date}`),
    );
  if (draft.lines.length === 0)
    return left({ kind: 'DraftHasNoLines', draft: voucherId, property: `${propertyPrefix}lines` });
  return right(undefined);
}
