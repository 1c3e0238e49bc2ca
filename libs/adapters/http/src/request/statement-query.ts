import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import { isFullDate, type FullDate } from '@kontor/kernel';
import type { HttpRefusal } from '../failure/http-failure.js';
import { prefersToJson } from './prefers-to-json.js';
import type { QueryParameters } from './query-string.js';

/** Parameters that are dates. */
const DATE_NAMES = ['fromDate', 'toDate', 'date'] as const;
/** A parameter of statements that is a date. */
export type DateName = (typeof DATE_NAMES)[number];
/** The dates that a statement was asked for, by their parameters. */
export type RequestedDates = Readonly<Partial<Record<DateName, FullDate>>>;

/** The last day of a statement is `toDate` where it is between two, `date` where it is at one. */
const ALSO_CALLED = { date: 'toDate', toDate: 'date', fromDate: 'fromDate' } as const;

/**
 * The dates that a request gives, by names in any case (D108): dates of the calendar, the first not after
 * the last (E01040). `names`: those that are described. Each statement takes `fromDate` and `toDate`, or
 * `date` ("Statements" of the decisions): what is at a date is at the last of two. A first date alone is
 * refused there, for what came then would be of other dates.
 */
export function requestedDates(
  query: QueryParameters,
  names: readonly DateName[],
): Either<HttpRefusal, RequestedDates> {
  const dates: Partial<Record<DateName, FullDate>> = {};
  for (const [written, value] of query) {
    const asked = DATE_NAMES.find((one) => one.toLowerCase() === written.toLowerCase());
    if (asked === undefined || value === '' || names.length === 0) continue;
    if (!isFullDate(value)) return refused(asked, `${asked} must be a calendar date, YYYY-MM-DD.`);
    const name = names.includes(asked) ? asked : ALSO_CALLED[asked];
    if (dates[name] !== undefined) return refused(asked, `Give one last date: ${asked} is another.`);
    dates[name] = value;
  }
  const { fromDate, ...ends } = dates;
  if (fromDate === undefined) return right(dates);
  const [end, last] = Object.entries(ends)[0] ?? [];
  if (end !== undefined && last !== undefined && fromDate > last)
    return refused('fromDate', `fromDate must not be after ${end}.`);
  if (names.includes('fromDate')) return right(dates);
  return last === undefined
    ? refused('fromDate', `This is not by fromDate, but by ${names.join(' and ')}.`)
    : right(ends);
}

function refused(parameter: string, message: string): Either<HttpRefusal, never> {
  return left({ kind: 'ParameterNotTaken', parameter, message });
}

/** The client would rather have CSV than JSON. */
export function wantsCsv(ctx: Context): boolean {
  return prefersToJson(ctx, 'text/csv');
}
