import { isRight, left, right, type Either } from 'fp-ts/lib/Either.js';
import { isFullDate, lastDayOfMonth, ruleBroken, type FullDate, type RuleBroken } from '@kontor/kernel';
import {
  breaksChain,
  type AccountingYearBreaksChain,
  type AccountingYearStays,
  type YearDates,
  type YearStaysReason,
} from './accounting-year.failures.js';
import type { Period } from './accounting-year.resource.js';
import type { DatedDrafts, PeriodDates, YearOfBooks } from './accounting-year.port.js';
import { calendarYear, dayAfter, monthsTouched } from './calendar.js';

/** §2.6: an accounting year lasts at most so many months. */
const MONTHS_MAX = 18;

/**
 * D143, D145: a year is added at the end and starts the day after the last
 * one; the first may start on any day.
 */
export function continuesTheChain(
  { fromDate }: YearDates,
  last: YearOfBooks | undefined,
): Either<AccountingYearBreaksChain, void> {
  if (last === undefined) return right(undefined);
  const next = dayAfter(last.toDate);
  if (fromDate === next) return right(undefined);
  const is = isFullDate(next)
    ? `must be ${next}, the day after the last accounting year, ${last.year}, ends`
    : `can be no day: the last accounting year, ${last.year}, ends on ${last.toDate}, and no date follows that`;
  return left(breaksChain('fromDate', is));
}

/** §2.6: it ends with a month, after it began, and lasts at most 18 months. */
export function hasRightLength({ fromDate, toDate }: YearDates): Either<AccountingYearBreaksChain, void> {
  if (toDate < fromDate) return left(breaksChain('toDate', `must not be before fromDate, ${fromDate}`));
  const monthEnd = lastDayOfMonth(toDate);
  if (toDate !== monthEnd)
    return left(breaksChain('toDate', `must be the last day of a month, as ${monthEnd} is`));
  const months = monthsTouched(fromDate, toDate);
  if (months > MONTHS_MAX) {
    return left(breaksChain('toDate', `must be at most ${MONTHS_MAX} months after fromDate, not ${months}`));
  }
  return right(undefined);
}

/** D142: `2026` where both dates lie in one calendar year, else `2026/2027`. */
export function nameOfYear({ fromDate, toDate }: YearDates): string {
  const [from, to] = [calendarYear(fromDate), calendarYear(toDate)];
  return from === to ? from : `${from}/${to}`;
}

/** The name may be given; then it is the right one. */
export function isNamedRightly(dates: YearDates, given: string | undefined): Either<RuleBroken, void> {
  const name = nameOfYear(dates);
  if (given === undefined || given === name) return right(undefined);
  return left(ruleBroken('E10490', 'year', `must be ${name}, as the dates have it, or be left out`));
}

/**
 * D146, D147: calendar months, numbered on from the last period of the agreement; the first one may be short.
 */
export function periodsOf({ fromDate, toDate }: YearDates, lastPeriodNumber: number): readonly PeriodDates[] {
  const periods: PeriodDates[] = [];
  let from: FullDate = fromDate;
  for (;;) {
    const to = lastDayOfMonth(from);
    periods.push({ fromDate: from, toDate: to, periodNumber: lastPeriodNumber + periods.length + 1 });
    if (to >= toDate) return periods;
    from = dayAfter(to);
  }
}

/**
 * What closing, reopening and removing look at: every accounting year, first to last, and what is in the one.
 */
export type YearAmongOthers = { readonly year: YearOfBooks; readonly chain: readonly YearOfBooks[] };

/**
 * D148: only the last year, while it is open and no draft is dated in it.
 * That nothing is booked in it is seen when it goes.
 */
export function yearMayBeRemoved(
  { year, chain }: YearAmongOthers,
  drafts: number,
): Either<AccountingYearStays, void> {
  const stays = staysBecause(year, 'remove');
  const last = chain.at(-1);
  if (last !== undefined && last.year !== year.year) return stays('notTheLast', { otherYear: last.year });
  if (year.closed) return stays('closed');
  if (drafts > 0) return stays('hasDrafts', { count: drafts });
  return right(undefined);
}

/** Nor while its VAT is settled, be it of nothing: the settlement would be of periods that are gone. */
export function noVatIsSettled(
  year: YearOfBooks,
  periods: readonly Pick<Period, 'vatSettlement'>[],
): Either<AccountingYearStays, void> {
  const isSettled = periods.some(({ vatSettlement }) => vatSettlement !== undefined);
  return isSettled ? staysBecause(year, 'remove')('vatSettled') : right(undefined);
}

/** D16: every earlier year is closed, the next one is there to carry into, and no draft is dated in it. */
export function mayBeClosed(
  { year, chain }: YearAmongOthers,
  drafts: number,
): Either<AccountingYearStays, void> {
  const stays = staysBecause(year, 'close');
  if (year.closed) return stays('alreadyClosed');
  const earlier = chain.find((one) => one.toDate < year.fromDate && !one.closed);
  if (earlier !== undefined) return stays('earlierYearOpen', { otherYear: earlier.year });
  const next = yearAfter({ year, chain });
  if (next === undefined) return stays('noNextYear');
  if (next.closed) return stays('nextYearClosed', { otherYear: next.year });
  if (drafts > 0) return stays('hasDrafts', { count: drafts });
  return right(undefined);
}

/** A year that stays because of drafts says which. */
export function namingDrafts(
  allowed: Either<AccountingYearStays, void>,
  { some }: Pick<DatedDrafts, 'some'>,
): Either<AccountingYearStays, void> {
  if (isRight(allowed) || allowed.left.reason !== 'hasDrafts') return allowed;
  return left({ ...allowed.left, usedBy: some });
}

/** D18, D19: any number of times, but not under a following year that is closed itself. */
export function mayBeReopened({ year, chain }: YearAmongOthers): Either<AccountingYearStays, void> {
  const stays = staysBecause(year, 'reopen');
  if (!year.closed) return stays('notClosed');
  const next = yearAfter({ year, chain });
  if (next?.closed === true) return stays('nextYearClosed', { otherYear: next.year });
  return right(undefined);
}

/** The year that begins when this one ends. */
export function yearAfter({ year, chain }: YearAmongOthers): YearOfBooks | undefined {
  return chain.find(({ fromDate }) => fromDate > year.toDate);
}

type About = Pick<AccountingYearStays, 'otherYear' | 'count'>;

function staysBecause({ year }: YearOfBooks, wanted: AccountingYearStays['wanted']) {
  return (reason: YearStaysReason, about: About = {}): Either<AccountingYearStays, never> =>
    left({ kind: 'AccountingYearStays', year, wanted, reason, ...about });
}
