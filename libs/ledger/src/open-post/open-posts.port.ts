import type { Decimal, FullDate } from '@kontor/kernel';
import type { OpenPost } from './open-post.resource.js';

/** What is to be left of a post. */
export type RemainderChange = {
  /** As it was read. */
  readonly post: OpenPost;
  readonly remainder: Decimal;
  readonly remainderInBaseCurrency: Decimal;
};

/** What a match has taken of a post, in base currency with its sign; `date`: that of the match. */
export type MatchedLine = {
  readonly matchNumber: number;
  readonly date: FullDate;
  readonly post: OpenPost;
  readonly amountInBaseCurrency: Decimal;
};

/** The posts of an agreement: made by posting, lowered and raised again by matching. */
export type OpenPosts = {
  /** Those that are there, in no order: nobody else changes them until the unit of work ends. */
  heldOfEntries(entryNumbers: readonly number[]): Promise<readonly OpenPost[]>;
  /** Those that are there, in no order. */
  ofVouchers(voucherIds: readonly number[]): Promise<readonly OpenPost[]>;
  /**
   * Sets what is left of posts, and of the vouchers and invoices that they belong to. Each post only while it
   * still has the remainders that were read: when another has taken of it since, the unit of work runs again
   * from the start.
   */
  change(changes: readonly RemainderChange[]): Promise<void>;
  /** Notes what a match has taken of which post, so that aged lists know what was open on a date. */
  noteMatched(lines: readonly MatchedLine[]): Promise<void>;
  /** Forgets that again when the match is taken back. */
  forgetMatched(matchNumber: number): Promise<void>;
};

/** Which vouchers invoices have, by the number of the invoice. Answered by the composition. */
export type VouchersOfInvoices = {
  voucherIdsOf(bookedInvoiceNumbers: readonly number[]): Promise<ReadonlyMap<number, number>>;
};
