import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FullDate, Referrer } from '@kontor/kernel';
import type { YearDates } from './accounting-year.failures.js';

/** A period as it is made with its year. */
export type PeriodDates = YearDates & { readonly periodNumber: number };

/** Which period it is: the name of its year, and its number in it, from 1. */
export type PlaceOfPeriod = { readonly year: string; readonly periodNumber: number };

/** An accounting year as the rules see it. */
export type YearOfBooks = {
  /** Its name: `2026` or `2026/2027`. */
  readonly year: string;
  readonly fromDate: FullDate;
  readonly toDate: FullDate;
  readonly closed: boolean;
  /** What closing it has posted: on its last day, and on the first day of the next year. */
  readonly closingVoucherId?: number | undefined;
  readonly openingVoucherId?: number | undefined;
  /** The version of its row. */
  readonly version: number;
};

/** A year that is being added. */
export type NewYear = Omit<YearOfBooks, 'version'>;

/** Every accounting year of the agreement, first to last, and where they stand. */
export type ChainOfYears = {
  readonly years: readonly YearOfBooks[];
  readonly lastPeriodNumber: number;
  /**
   * Raised by every change of the chain. A writer passes the version that it read, and is refused where it
   * has changed since (R6).
   */
  readonly version: number;
};

/** The accounting years of an agreement, where rules ask for them and change them. */
export type AccountingYears = {
  /** The year a date lies in. */
  ofDate(date: FullDate): TaskEither<never, YearOfBooks | undefined>;
  chain(): Promise<ChainOfYears>;
  /** The same, which nobody else changes until the unit of work ends: for who will change it. */
  heldChain(): Promise<ChainOfYears>;
  /** Whether anything is booked in the year. */
  hasEntries(year: YearOfBooks): Promise<boolean>;
  /**
   * Adds a year with its periods at the end of the chain that was seen; the
   * unit of work runs again when it has changed since.
   */
  add(year: NewYear, periods: readonly PeriodDates[], seen: ChainOfYears): TaskEither<never, YearOfBooks>;
  /**
   * Removes a year of the chain that was seen, with its periods; gives false,
   * and nothing may be kept, when something is booked in it.
   */
  remove(year: YearOfBooks, seen: ChainOfYears): TaskEither<never, boolean>;
  /**
   * Keeps others from drafting and booking in the year until this unit of work ends, and lets what is being
   * drafted and booked finish first: what is looked for in it from now on is all there is. Gives the chain as
   * this has left it.
   */
  hold(year: YearOfBooks, seen: ChainOfYears): TaskEither<never, ChainOfYears>;
  /** Closes or reopens the year and its periods, as given. */
  mark(year: YearOfBooks): TaskEither<never, void>;
  /**
   * Bars periods as settled by a VAT settlement; without one, those that were settled are open again, but for
   * those that were barred before. The unit of work runs again when another has settled or opened one of them
   * since.
   */
  settleVat(periods: readonly PlaceOfPeriod[], settlementNumber: number | undefined): TaskEither<never, void>;
  /** A period was barred or opened: what is drafted and booked after this unit of work is decided on it. */
  haveChanged(): TaskEither<never, void>;
};

/**
 * Documents that are not booked yet: they keep a year from being closed or
 * removed (D16, D148). Answered by the composition.
 */
export type DraftsInYear = {
  /** What drafts are dated from `fromDate` to `toDate`, both included: how many, and the first few. */
  between(fromDate: FullDate, toDate: FullDate): TaskEither<never, DatedDrafts>;
};

/** How many drafts are dated within days, and the first of them, to be named. */
export type DatedDrafts = { readonly count: number; readonly some: readonly Referrer[] };
