import type { FullDate } from '@kontor/kernel';
import type { Entry } from '../accounting-year/entry.resource.js';
import type { PostedEntry } from '../posting/posting.js';
import type { JournalEntry } from './journal.port.js';

/** Finds the entries that make up a voucher or an invoice, after it was booked. */
export type BookedDocuments = {
  /** Its entries in the order of their numbers; none when nothing was booked under that id on that date. */
  entriesOf(asked: {
    readonly year: string;
    readonly date: FullDate;
    readonly voucherId: number;
  }): Promise<readonly JournalEntry[]>;
  /** The same with all their members. */
  wholeEntriesOf(asked: {
    readonly year: string;
    readonly date: FullDate;
    readonly voucherId: number;
  }): Promise<readonly Entry[]>;
  /** The entries of the vouchers of invoices, by voucher, in the order of their numbers. */
  entriesOfVouchers(voucherIds: readonly number[]): Promise<ReadonlyMap<number, readonly BookedEntry[]>>;
  /** What their entries sum to by where they stand, summed by the database; a place may have several sums. */
  sumsOfVouchers(voucherIds: readonly number[]): Promise<readonly SumOfEntries[]>;
};

/** Entries of one account, party, VAT code and department, and how many they are. */
export type SumOfEntries = Pick<
  PostedEntry,
  | 'accountNumber'
  | 'amount'
  | 'amountInBaseCurrency'
  | 'customerNumber'
  | 'departmentNumber'
  | 'departmentalDistributionNumber'
  | 'vatCode'
> & { readonly entries: number };

/** An entry as a line of its voucher shows it. */
export type BookedEntry = Pick<
  PostedEntry,
  | 'accountNumber'
  | 'amount'
  | 'amountInBaseCurrency'
  | 'currency'
  | 'customerNumber'
  | 'departmentNumber'
  | 'departmentalDistributionNumber'
  | 'entryNumber'
  | 'supplierNumber'
  | 'text'
  | 'vatCode'
>;
