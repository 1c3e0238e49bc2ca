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

/**
 * The dates that a request gives, by names in any case (D108): dates of the calendar, the first not after
 * the last (E01040). `names`: those that are taken; where there are any, another one is refused, for what
 * came then would be of other dates.
 */
export function requestedDates(
  query: QueryParameters,
  names: readonly DateName[],
): Either<HttpRefusal, RequestedDates> {
  const dates: Partial<Record<DateName, FullDate>> = {};
  for (const [written, value] of query) {
    const name = DATE_NAMES.find((one) => one.toLowerCase() === written.toLowerCase());
    if (name === undefined || value === '' || names.length === 0) continue;
    if (!names.includes(name)) return refused(name, `This is not by ${name}, but by ${names.join(' and ')}.`);
    if (!isFullDate(value)) return refused(name, `${name} must be a calendar date, YYYY-MM-DD.`);
    dates[name] = value;
  }
  const { fromDate, toDate } = dates;
  if (fromDate !== undefined && toDate !== undefined && fromDate > toDate)
    return refused('fromDate', 'fromDate must not be after toDate.');
  return right(dates);
}

function refused(parameter: string, message: string): Either<HttpRefusal, never> {
  return left({ kind: 'ParameterNotTaken', parameter, message });
}

/** The client would rather have CSV than JSON. */
export function wantsCsv(ctx: Context): boolean {
  return prefersToJson(ctx, 'text/csv');
}
