import { daysInMonth, type FullDate } from '@kontor/kernel';

/** Years and months are counted on the calendar alone: no clock, no zone. */
type Parts = { readonly year: number; readonly month: number; readonly day: number };

function partsOf(date: FullDate): Parts {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

function dateOf({ year, month, day }: Parts): FullDate {
  const padded = (value: number, length: number): string => String(value).padStart(length, '0');
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}` as FullDate;
}

/** The year that a date lies in by the calendar, four digits. */
export function calendarYear(date: FullDate): string {
  return date.slice(0, 4);
}

/** The following day; of the last one of a year, the first of the next. */
export function dayAfter(date: FullDate): FullDate {
  const { year, month, day } = partsOf(date);
  if (day < daysInMonth(year, month)) return dateOf({ year, month, day: day + 1 });
  return month < 12
    ? dateOf({ year, month: month + 1, day: 1 })
    : dateOf({ year: year + 1, month: 1, day: 1 });
}

/** How many calendar months the dates touch. */
export function monthsTouched(fromDate: FullDate, toDate: FullDate): number {
  const from = partsOf(fromDate);
  const to = partsOf(toDate);
  return (to.year - from.year) * 12 + to.month - from.month + 1;
}
