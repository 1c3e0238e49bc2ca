import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import { isFullDate, type FullDate } from '@kontor/kernel';
import type { HttpRefusal } from '../failure/http-failure.js';
import { prefersToJson } from './prefers-to-json.js';
import { givenTwice, type QueryParameters } from './query-string.js';

/** Parameters that are dates. */
const DATE_NAMES = ['fromDate', 'toDate', 'date'] as const;
/** A parameter of statements that is a date. */
export type DateName = (typeof DATE_NAMES)[number];
/** The dates that a statement was asked for, by their parameters. */
export type RequestedDates = Readonly<Partial<Record<DateName, FullDate>>>;

/**
 * The dates that a request gives, by names in any case (D108): dates of the calendar, the first not after
 * the last (E01040). `names`: those that are described, by which the answer tells them. Each statement takes
 * `fromDate` and `toDate`, or `date` ("Statements" of the decisions): what is at a date is at the last of
 * two. A first date alone is refused there, for what came then would be of other dates.
 */
export function requestedDates(
  query: QueryParameters,
  names: readonly DateName[],
): Either<HttpRefusal, RequestedDates> {
  const given: Partial<Record<DateName, FullDate>> = {};
  for (const [written, value] of query) {
    const name = DATE_NAMES.find((one) => one.toLowerCase() === written.toLowerCase());
    if (name === undefined || value === '' || names.length === 0) continue;
    if (!isFullDate(value)) return refused(name, `${name} must be a calendar date, YYYY-MM-DD.`);
    if (given[name] !== undefined) return refused(name, givenTwice(name));
    given[name] = value;
  }
  const { fromDate, toDate, date } = given;
  if (toDate !== undefined && date !== undefined)
    return refused('date', 'Give toDate or date: each is the last day.');
  const last = toDate ?? date;
  if (fromDate !== undefined && last !== undefined && fromDate > last)
    return refused('fromDate', `fromDate must not be after ${date === undefined ? 'toDate' : 'date'}.`);
  if (names.includes('fromDate'))
    return right({ ...(fromDate && { fromDate }), ...(last && { toDate: last }) });
  return fromDate !== undefined && last === undefined
    ? refused('fromDate', `This is not by fromDate, but by ${names.join(' and ')}.`)
    : right({ ...(last && { date: last }) });
}

function refused(parameter: string, message: string): Either<HttpRefusal, never> {
  return left({ kind: 'ParameterNotTaken', parameter, message });
}

/** The client would rather have CSV than JSON. */
export function wantsCsv(ctx: Context): boolean {
  return prefersToJson(ctx, 'text/csv');
}
