import type { FullDate } from '@kontor/kernel';
import type { JournalEntry } from './journal.port.js';

/** What was booked as one document. */
export type BookedDocuments = {
  /** Its entries in the order of their numbers; none when nothing was booked under that id on that date. */
  entriesOf(asked: {
    readonly year: string;
    readonly date: FullDate;
    readonly voucherId: number;
  }): Promise<readonly JournalEntry[]>;
};
