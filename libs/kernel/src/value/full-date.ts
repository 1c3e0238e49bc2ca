/** A calendar date, `YYYY-MM-DD`, without time or zone. Text order is date order. */
export type FullDate = string & { readonly fullDate: unique symbol };

const FULL_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Days in a month of the Gregorian calendar; `month` counts from 1. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** True for a date that exists in the calendar, from year 1 on: `2023-02-29` is none. */
export function isFullDate(text: string): text is FullDate {
  const match = FULL_DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** A date that is written in the code, or made of its parts. Throws a `RangeError` for any other text. */
export function calendarDate(written: string): FullDate {
  if (!isFullDate(written)) throw new RangeError(`not a date of the calendar: ${written}`);
  return written;
}

/** The UTC calendar date of an instant. */
export function fullDateOf(instant: Date): FullDate {
  return instant.toISOString().slice(0, 10) as FullDate;
}

/** The last day of the month that a date lies in. */
export function lastDayOfMonth(date: FullDate): FullDate {
  const days = daysInMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7)));
  return `${date.slice(0, 8)}${days}` as FullDate;
}

/** An instant in UTC, `YYYY-MM-DDThh:mm:ssZ`, without fractions. Text order is time order. */
export type Timestamp = string & { readonly timestamp: unique symbol };

/** True for such an instant, on a date that exists. */
export function isTimestamp(text: string): text is Timestamp {
  return /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/.test(text) && isFullDate(text.slice(0, 10));
}

/** An instant to the whole second, cut and not rounded. */
export function timestampOf(instant: Date): Timestamp {
  return `${instant.toISOString().slice(0, 19)}Z` as Timestamp;
}

/** An instant cut to the whole minute, as `lastUpdated` is shown (D1). */
export function minuteOf(instant: Date): Timestamp {
  return `${instant.toISOString().slice(0, 16)}:00Z` as Timestamp;
}
