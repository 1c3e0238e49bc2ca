import type { AnyResource, FullDate, KeyValue, ValueOf } from '@kontor/kernel';
import { Account } from '../account/account.resource.js';
import type { Entry } from '../accounting-year/entry.resource.js';
import type { OpenPost } from '../open-post/open-post.resource.js';
import type { EntryType } from '../posting/posting.js';
import type { Voucher } from '../voucher/voucher.resource.js';
import type { DocumentName } from './document-name.js';

/** What was booked as one document: all that its entries say, in the order of their numbers. */
export type WholeDocument = {
  readonly voucherId: number;
  readonly voucherNumber: number;
  /** Undefined where its entries do not say it, as of earlier versions. */
  readonly numberSeriesNumber: number | undefined;
  readonly date: FullDate;
  readonly entryType: EntryType;
  readonly entries: readonly Entry[];
};

/** The same with what its voucher says beyond that. */
export type DocumentWithVoucher = WholeDocument & {
  /** Undefined of opening balances, and of what closing a year has posted. */
  readonly voucher?: Voucher | undefined;
  /** What the invoice of it is called on paper, of those that have one in these books. */
  readonly invoiceNumber?: string | undefined;
};

/** The agreement that exported books are of. */
export type BooksOwner = {
  readonly agreementNumber: number;
  readonly name: string;
  readonly baseCurrency: string;
};

/** One state of the books of an agreement, read piece by piece: what is booked meanwhile is not in it. */
export type WholeBooks = {
  readonly owner: BooksOwner;
  /** Every item of a collection, in the order of its identifiers. */
  all<R extends AnyResource>(resource: R, ...parents: readonly KeyValue[]): AsyncIterable<ValueOf<R>>;
  /** The last number that each series has given in a year, by the number of the series. */
  lastNumbers(year: string): Promise<ReadonlyMap<number, number>>;
  /** The last number that a counter over all years has given; 0 of none. */
  lastNumber(counter: string): Promise<number>;
  /** Vouchers that reverse another one, or post its accruals. */
  linkedVouchers(): AsyncIterable<LinkedVoucher>;
  /** What files call booked documents, by their ids; those that are not there are left out. */
  namesOf(voucherIds: readonly number[]): Promise<ReadonlyMap<number, DocumentName>>;
  /** The posts of documents, in the order of their numbers. */
  postsOf(voucherIds: readonly number[]): Promise<readonly OpenPost[]>;
  /** What is booked in a year, in the order of dates and of ids: a few documents are in memory at a time. */
  documents(year: string): AsyncIterable<WholeDocument>;
  /** The same with their vouchers, which take as long to read again as the entries. */
  documentsWithVouchers(year: string): AsyncIterable<DocumentWithVoucher>;
};

/** A voucher with those that it belongs to. */
export type LinkedVoucher = Pick<Voucher, 'voucherId' | 'reverses' | 'accrues'>;

/** Gives the books in one state, for as long as `work` takes. */
export type WholeBooksReader = {
  inOneState<A>(work: (books: WholeBooks) => Promise<A>): Promise<A>;
};

/** The names of accounts: as many as the chart has. */
export async function accountNames(books: WholeBooks): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for await (const { accountNumber, name } of books.all(Account)) names.set(accountNumber, name);
  return names;
}
