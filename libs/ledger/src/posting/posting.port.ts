import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FullDate, RuleBroken } from '@kontor/kernel';
import type { PostedEntry, Posting, UnnumberedPosting } from './posting.js';
import type { PostingFacts } from './posting-facts.js';

/** A document whose entries have passed the rules, numbered and placed in its period. */
export type PostingToWrite = Pick<
  Posting,
  'closesYear' | 'date' | 'voucherId' | 'voucherNumber' | 'numberSeriesNumber' | 'settlesPosts'
> & {
  readonly year: string;
  readonly periodNumber: number;
  readonly entries: readonly PostedEntry[];
};

/** A document that was posted by closing a year. */
export type PostedDocument = {
  readonly year: string;
  readonly date: FullDate;
  readonly voucherId: number;
};

/**
 * Entries, totals, period guard and use of accounts of one agreement: written here and nowhere else.
 */
export type PostingRepository = {
  /** What the rules need to know of these documents, in one round trip. */
  factsFor(postings: readonly UnnumberedPosting[]): TaskEither<never, PostingFacts>;
  /** The same where it is only shown what would be decided: nothing is written on it. */
  factsToShow(postings: readonly UnnumberedPosting[]): TaskEither<never, PostingFacts>;
  /**
   * Writes the documents, in one round trip. Whatever books in a period and whatever closes
   * it write the period's row: when it was closed since the facts were read, the unit of
   * work runs again and finds it closed (G8). Refuses what would make a sum that is larger than can be kept
   * (E10320).
   */
  write(documents: readonly PostingToWrite[]): TaskEither<RuleBroken, void>;
  /**
   * Takes documents that closing a year has made out of the books again (D18):
   * the only way by which an entry ever goes. Their periods must be open.
   */
  withdraw(documents: readonly PostedDocument[]): TaskEither<never, void>;
};
