/** Which numbers a document needs: one of its series, one for itself, and some for its lines. */
export type NumbersToTake = {
  /** The number of the series: one of `SERIES`. */
  readonly series: number;
  /** The accounting year in which the series counts (facts 5.1): its name. */
  readonly year: string;
  /** How many entry numbers. */
  readonly entries: number;
};

export type NumbersTaken = {
  /** Running over the agreement. */
  readonly voucherId: number;
  /** The next of the series in the year. */
  readonly voucherNumber: number;
  /** The first of the entry numbers taken, which follow each other. */
  readonly firstEntryNumber: number;
};

/**
 * The counters of an agreement (reliability 4). Numbers are taken in the unit of work that uses them, where a rollback
 * gives them back, but for those of drafts; no two units ever get the same ones.
 */
export type Numbers = {
  /** All that a new document needs, in one round trip. */
  take(wanted: NumbersToTake): Promise<NumbersTaken>;
  /**
   * The same for a draft, whose numbers may have gaps (D152): it may be taken at once and for good, together with those of others, so
   * that nobody waits for a counter until a draft is written.
   */
  takeForDraft(wanted: NumbersToTake): Promise<NumbersTaken>;
  /** The same for several documents at once, in their order. */
  takeAll(wanted: readonly NumbersToTake[]): Promise<readonly NumbersTaken[]>;
  /** The first of `count` entry numbers that follow each other. */
  takeEntryNumbers(count: number): Promise<number>;
};
