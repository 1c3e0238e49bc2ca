import type { Decimal, FullDate } from '@kontor/kernel';
import type { EntryType } from '../posting/posting.js';

/** A booked line as it is printed: with the name of its account, and amounts with their signs. */
export type JournalEntry = {
  readonly entryNumber: number;
  readonly accountNumber: number;
  readonly accountName: string;
  readonly amount: Decimal;
  readonly amountInBaseCurrency: Decimal;
  readonly currency: string;
  readonly text?: string | undefined;
};

/** Everything that was booked as one document. */
export type JournalDocument = {
  readonly voucherId: number;
  readonly voucherNumber: number;
  readonly year: string;
  readonly date: FullDate;
  readonly entryType: EntryType;
  readonly entries: readonly JournalEntry[];
};

/** The books of an agreement, document by document, in the order of periods and within them of ids. */
export type Journal = {
  readonly baseCurrency: string;
  readonly documents: AsyncIterable<JournalDocument> | Iterable<JournalDocument>;
};
