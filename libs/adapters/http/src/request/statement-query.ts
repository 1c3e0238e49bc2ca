import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import { isFullDate, type FullDate } from '@kontor/kernel';
import type { HttpRefusal } from '../failure/http-failure.js';
import type { QueryParameters } from './query-string.js';

/** A parameter that is a date. */
export type DateName = 'fromDate' | 'toDate' | 'date';
export type DatesAsked = Readonly<Partial<Record<DateName, FullDate>>>;

/**
 * The dates that a request gives, by names in any case (D108): dates of the calendar, the first not after the
 * last (E01040).
 */
export function datesAsked(
  query: QueryParameters,
  names: readonly DateName[],
): Either<HttpRefusal, DatesAsked> {
  const dates: Partial<Record<DateName, FullDate>> = {};
  for (const [written, value] of query) {
    const name = names.find((one) => one.toLowerCase() === written.toLowerCase());
    if (name === undefined || value === '') continue;
    if (!isFullDate(value)) return refused(name, `${name} is a date: YYYY-MM-DD.`);
    dates[name] = value;
  }
  const { fromDate, toDate } = dates;
  if (fromDate !== undefined && toDate !== undefined && fromDate > toDate)
    return refused('fromDate', 'fromDate is not after toDate.');
  return right(dates);
}

function refused(parameter: string, message: string): Either<HttpRefusal, never> {
  return left({ kind: 'ParameterNotTaken', parameter, message });
}

/** The client would rather have CSV than JSON. */
export function wantsCsv(ctx: Context): boolean {
  return ctx.accepts('application/json', 'text/csv') === 'text/csv';
}
