import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type {
  Decimal,
  FullDate,
  KeyExists,
  NotFound,
  ReferenceMissing,
  RuleBroken,
  SchemaViolation,
  Stored,
} from '@kontor/kernel';
import type { BookedInvoice } from './booked-invoice.resource.js';
import type { SoldWithoutVat } from './document-words.data.js';
import type { DraftInvoice } from './draft-invoice.resource.js';
import type { AccountTakesNoEntries, DateNotBookable, VoucherDoesNotBalance } from './invoice.failures.js';

/** What an invoice has to know of a product, which is the products context's. */
export type ProductTerms = {
  /** As it is spelled. */
  readonly productNumber: string;
  readonly name: string;
  readonly salesPrice?: Decimal | undefined;
  readonly costPrice?: Decimal | undefined;
  readonly unitNumber?: number | undefined;
  readonly departmentNumber?: number | undefined;
  readonly departmentalDistributionNumber?: number | undefined;
  readonly barred: boolean;
  /** Whether its group has stock kept (§2.1). */
  readonly keepsStock: boolean;
  /** The account its group sells on in the VAT zone that was asked for. */
  readonly salesAccountNumber?: number | undefined;
};

/** What sales asks of products. Answered by the composition. */
export type Goods = {
  /** The products that exist, by folded number. */
  productsIn(
    vatZoneNumber: number,
    productNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, ProductTerms>>;
  /** Where is sold what no product group has an account for: the account of the first group that has one. */
  usualSalesAccount(vatZoneNumber: number): Promise<number | undefined>;
};

/** What an invoice has to know of a VAT code. */
export type InvoiceVatTerms = {
  readonly vatCode: string;
  /** What is charged: nothing under reverse charge, whatever the code's rate is. */
  readonly ratePercentage: Decimal;
  readonly barred: boolean;
  readonly accountNumber: number;
  /** As what it reports sales on which no VAT is charged, where it says so. */
  readonly soldWithoutVat?: SoldWithoutVat | undefined;
};

/** One line of an invoice on its way into the books. */
export type EntryToBook = {
  readonly accountNumber: number;
  readonly amount: Decimal;
  readonly amountInBaseCurrency: Decimal;
  readonly text?: string | undefined;
  readonly vatCode?: string | undefined;
  /** With a VAT code: what the VAT is of, or the VAT. */
  readonly vatPart?: 'base' | 'vat' | undefined;
  /** With a VAT code: what the invoice charges by it. */
  readonly vatRate?: Decimal | undefined;
  readonly departmentNumber?: number | undefined;
  readonly departmentalDistributionNumber?: number | undefined;
  /** Of a line of the invoice, which may name a department: what the service adds has none to name. */
  readonly isOfLine?: true;
  /** Of a line that could name a department and names none: its account may ask for one (§2.9). */
  readonly lacksDepartment?: 'notSaid';
  readonly customerNumber?: number | undefined;
  /** When it is to be paid, of what the customer owes. */
  readonly dueDate?: FullDate | undefined;
  /** Nobody writes a line on an account here: blocked direct entries do not refuse it (§2.9). */
  readonly isSystemMade: true;
  /** Where it comes from: `lines[0].product`. */
  readonly property: string;
};

/** What entries of booked invoices sum to that stand in the same place. */
export type BookedSum = Pick<
  EntryToBook,
  | 'accountNumber'
  | 'amount'
  | 'amountInBaseCurrency'
  | 'customerNumber'
  | 'departmentNumber'
  | 'departmentalDistributionNumber'
  | 'vatCode'
> & {
  /** How many entries it is the sum of. */
  readonly entries: number;
};

/** An invoice or credit note for the books: its entries, and under which series it is numbered. */
export type DocumentToBook = {
  /** Numbered as a credit note. */
  readonly isCreditNote: boolean;
  /**
   * The series, without gaps, that numbers booked invoices over all years: its next number is allocated with
   * those of the voucher.
   */
  readonly ownSeries: string;
  readonly date: FullDate;
  readonly dueDate: FullDate;
  readonly vatDate?: FullDate | undefined;
  readonly currency: string;
  readonly entries: readonly EntryToBook[];
};

/** The numbers an invoice got when it was booked. */
export type BookedVoucher = {
  /** The next number of its own series. */
  readonly ownNumber: number;
  readonly voucherId: number;
  readonly prefix: string;
  readonly voucherNumber: number;
};

/** Why the ledger takes an invoice not into the books. */
export type BookingRefusal =
  | AccountTakesNoEntries
  | DateNotBookable
  | ReferenceMissing
  | RuleBroken
  | SchemaViolation
  | VoucherDoesNotBalance;

/** What sales asks of the ledger. Answered by the composition, in the same unit of work. */
export type Bookkeeping = {
  /** The series that numbers sales invoices. */
  readonly salesInvoiceSeries: number;
  /** The series that numbers credit notes. */
  readonly creditNoteSeries: number;
  /** ISO 4217. */
  baseCurrency(): Promise<string>;
  /** Whether there is a currency of this code. */
  hasCurrency(code: string): Promise<boolean>;
  /** The default VAT codes of those accounts that have one. */
  vatCodesOf(accountNumbers: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** The VAT codes that exist, by folded code. */
  vatTermsOf(vatCodes: readonly string[]): Promise<ReadonlyMap<string, InvoiceVatTerms>>;
  /**
   * Books an invoice: the next number of the series in the accounting year of its date, its entries, and its
   * voucher.
   */
  book(document: DocumentToBook): TaskEither<BookingRefusal, BookedVoucher>;
  /** What the entries of booked invoices sum to, by their numbers; a place may have several sums. */
  sumsOf(bookedInvoiceNumbers: readonly number[]): Promise<readonly BookedSum[]>;
  /** Whether it would be booked: nothing is numbered and nothing written. */
  mayBook(document: Omit<DocumentToBook, 'ownSeries'>): Promise<boolean>;
  /**
   * Matches what two vouchers have left as far as both are open; gives what is left of the first.
   * `areOfOneRate`: both are of one exchange rate.
   */
  settle(
    voucherId: number,
    other: number,
    areOfOneRate: boolean,
  ): TaskEither<
    BookingRefusal | KeyExists | NotFound | RuleBroken,
    Pick<BookedInvoice, 'remainder' | 'remainderInBaseCurrency'>
  >;
};

/** By how much a document changes what is in stock and what customers have ordered. */
export type StockChange = {
  readonly productNumber: string;
  readonly orderedByCustomers: Decimal;
  readonly inStock: Decimal;
};

/** What an invoice moves: out of the stock is negative, what a credit note puts back positive. */
export type Sale = { readonly productNumber: string; readonly quantity: Decimal };

/** The booked document by which goods were sold. */
export type SoldBy = {
  readonly bookedInvoiceNumber: number;
  readonly voucherId: number;
  readonly date: FullDate;
};

/** The stock figures of products, for agreements with the inventory module. */
export type Stock = {
  /** Nobody else changes these products until the unit of work ends: before anything is read of them. */
  hold(productNumbers: readonly string[]): Promise<void>;
  move(changes: readonly StockChange[]): Promise<void>;
  /** Notes that goods left the stock by a booked invoice, or came back by a credit note. */
  note(sales: readonly Sale[], by: SoldBy): Promise<void>;
};

/** Where a draft becomes a booked invoice. */
export type InvoiceStore = {
  /** Takes a draft away, once: whoever comes later finds none. What it refers to is held until `keep`. */
  takeDraft(id: number): TaskEither<never, DraftInvoice | undefined>;
  /** The invoice that it becomes, with the names that its references show. */
  named(booked: BookedInvoice): TaskEither<never, BookedInvoice>;
  /** Stores what has become of it, named. */
  storeBooked(draft: DraftInvoice, booked: BookedInvoice): TaskEither<never, Stored<BookedInvoice>>;
  /**
   * Notes what is credited of an invoice; when that was changed since it was read, the unit of work runs
   * again.
   */
  noteCredit(
    invoice: Stored<BookedInvoice>,
    creditNotes: BookedInvoice['creditNotes'],
  ): TaskEither<never, void>;
};
