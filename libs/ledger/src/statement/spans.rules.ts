import type { FullDate } from '@kontor/kernel';
import type { YearOfBooks } from '../accounting-year/accounting-year.port.js';
import type { PartOfYear } from './statement.port.js';

/** Dates that a statement is of, both included. */
export type Span = { readonly fromDate: FullDate; readonly toDate: FullDate };

/** Without dates: the year of today, to today; the last year where today lies in none. */
export function spanAsked(
  years: readonly YearOfBooks[],
  { fromDate, toDate }: Partial<Span>,
  today: FullDate,
): Span {
  const to = toDate ?? (today < (fromDate ?? today) ? (fromDate ?? today) : lastDay(years, today));
  return { fromDate: fromDate ?? yearOfDate(years, to)?.fromDate ?? to, toDate: to };
}

function lastDay(years: readonly YearOfBooks[], today: FullDate): FullDate {
  const last = years.at(-1);
  return last !== undefined && last.toDate < today ? last.toDate : today;
}

/** The year that a date lies in, or else the last one before it. */
export function yearOfDate(years: readonly YearOfBooks[], date: FullDate): YearOfBooks | undefined {
  return years.findLast(({ fromDate }) => fromDate <= date);
}

/** What lies of each year between two dates; `years` has the one before each, where there is one. */
export function partsBetween(
  years: readonly YearOfBooks[],
  { fromDate, toDate }: Span,
): readonly PartOfYear[] {
  return years
    .map((year, index) => ({ year, carriedBy: years[index - 1]?.openingVoucherId }))
    .filter(({ year }) => year.fromDate <= toDate && year.toDate >= fromDate)
    .map(({ year, carriedBy }) => ({
      year,
      carriedBy,
      fromDate: year.fromDate > fromDate ? year.fromDate : fromDate,
      toDate: year.toDate < toDate ? year.toDate : toDate,
    }));
}

/**
 * The years whose entries make up the balances of a year: itself, and those before it that were not carried
 * into the next one. All before these is in the opening entries of the first of them. Years are closed from
 * the first on, so the first is the first open year. A closed year that was added later (D20) has carried
 * nothing.
 */
export function yearsNotCarried(years: readonly YearOfBooks[], until: YearOfBooks): readonly YearOfBooks[] {
  const at = years.findIndex(({ year }) => year === until.year);
  const open = years.findIndex(({ closed }) => !closed);
  return years.slice(open < 0 ? at : Math.min(open, at), at + 1);
}
