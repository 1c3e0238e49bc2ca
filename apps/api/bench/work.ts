/** One request, to an agreement by its place in the bench's list. With a body it is a POST. */
export type BenchRequest = { readonly agreement: number; readonly path: string; readonly body?: string };

/** How much data there is. */
export type Sizes = {
  readonly products: number;
  readonly agreements: number;
  /**
   * Booked entries of the books that are only read; above `MANY_ENTRIES`, of a second agreement beside it.
   */
  readonly entries: number;
  /** Draft invoices of those books. */
  readonly drafts: number;
};

/**
 * Something that is measured: what is asked again and again, on how many connections, and what is hoped for.
 */
export type Work = {
  /** What `--only` takes. */
  readonly id: string;
  readonly title: string;
  readonly connections: number;
  /** `as asked`: 201 for what has a body, else 200. */
  readonly expects: 200 | 201 | 'as asked';
  /** The request with this index. With `different`, only so many are made and then asked again. */
  request(index: number, sizes: Sizes): BenchRequest;
  readonly different?: number;
  /** What is asked next on the same connection, by what was just answered; undefined when that was all. */
  follow?(answer: string, index: number, sizes: Sizes): BenchRequest | undefined;
  /** All that follows one request is counted and timed as one; else each answer counts. */
  readonly countsWhole?: true;
  /** The floor has nothing like it. */
  readonly serviceOnly?: true;
  /** The time of the last answer of what follows one request, as at most so many times the first one's. */
  readonly lastAgainstFirst?: number;
  /** The work over less data, whose time this one's is compared with. */
  readonly growsFrom?: string;
  /** Too little data for it. */
  isPossible?(sizes: Sizes): boolean;
  /** How often each different request is asked before the first sample. */
  readonly visitsBefore?: number;
  /** The least rate of the service as a share of the floor's; without one the row is for information. */
  readonly goal?: number;
  /** Instead of the floor's rate, the goal is a share of the service's own rate in this work. */
  readonly against?: string;
};

/** Where the agreements of the bench stand in its list. */
export const LARGE = 0;
/** Starts without products and takes the created ones. */
export const GROWING = 1;
/** Books that are only read: entries of one year, and draft invoices. */
export const BOOKS = 2;
/** The same with many more entries, if so many are asked for. */
export const HUGE_BOOKS = 3;
/** Books that are booked in. */
export const BOOKING = 4;
/** The first of many small ones. */
export const SMALL = 5;
/** How many entries books have before the rest goes to `HUGE_BOOKS`. */
export const MANY_ENTRIES = 100_000;
/** The one accounting year of all books. */
export const YEAR = '2025';
/** How many products a small one has. */
export const SMALL_PRODUCTS = 20;

/** Sixteen clients: twice the connections that either side has to the database. */
export const CLIENTS = 16;

/** Something answered with another status than the expected one, or not at all. */
export class WrongAnswer extends Error {}
