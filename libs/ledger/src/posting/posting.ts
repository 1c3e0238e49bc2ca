import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Decimal, FullDate } from '@kontor/kernel';
import type { LineWithParty } from './party.rules.js';

/** §2.7: what kind of document an entry comes from. */
export const ENTRY_TYPES = [
  'customerInvoice',
  'customerPayment',
  'supplierInvoice',
  'supplierPayment',
  'financeVoucher',
  'reminder',
  'openingEntry',
  'transferredOpeningEntry',
  'systemEntry',
  'manualDebtorInvoice',
] as const;
/** What kind of document an entry is of (§2.7). */
export type EntryType = (typeof ENTRY_TYPES)[number];

/**
 * Which side of a VAT code an entry is: what the VAT is of, the VAT, or what reverse charge deducts of it
 * again.
 */
export const VAT_PARTS = ['base', 'vat', 'contraVat'] as const;
/** What an entry is to VAT: the base that it is charged on, or the VAT itself. */
export type VatPart = (typeof VAT_PARTS)[number];

/** One line on its way into the books. Debit is positive, credit negative (D159). */
export type EntryToPost = {
  readonly accountNumber: number;
  /** In `currency`. */
  readonly amount: Decimal;
  readonly amountInBaseCurrency: Decimal;
  /** ISO 4217. */
  readonly currency: string;
  readonly entryType: EntryType;
  /** Kept from the line it comes from; the next one of the agreement when left out (amendment 153). */
  readonly entryNumber?: number | undefined;
  readonly text?: string | undefined;
  readonly vatCode?: string | undefined;
  /** With a VAT code: kept with the entry, for the code may lead to other accounts later. */
  readonly vatPart?: VatPart | undefined;
  /** With a VAT code: what it charges by the document, for the code may have another rate later. */
  readonly vatRate?: Decimal | undefined;
  readonly departmentNumber?: number | undefined;
  readonly departmentalDistributionNumber?: number | undefined;
  readonly customerNumber?: number | undefined;
  readonly supplierNumber?: number | undefined;
  /** When it is to be paid, of an entry on a customer or supplier. */
  readonly dueDate?: FullDate | undefined;
  /**
   * Made by the service itself (all of an invoice, a VAT line, a control account): blocked direct entries do
   * not refuse it (§2.9).
   */
  readonly isSystemMade: boolean;
  /**
   * What the line books on its account is credited to no department, although the account may ask for one
   * (§2.9): because the line names none, or because the one it names is that of its other account.
   */
  readonly lacksDepartment?: 'notSaid' | 'cannotBeSaid';
  /** Where the line stands in the document it comes from, to name it in a refusal: `lines[2].account`. */
  readonly property: string;
};

/** A document that has no numbers yet: all that the rules of posting look at. */
export type UnnumberedPosting = {
  readonly date: FullDate;
  readonly entries: readonly EntryToPost[];
  /** An opening balance sets one balance and need not sum to zero (D154). */
  readonly mayBeUnbalanced?: true;
  /** Made by matching: what it posts on customers and suppliers is no post of theirs. */
  readonly settlesPosts?: true;
  /** Made by closing a year, which carries what stands on barred accounts as well, in barred periods too. */
  readonly closesYear?: true;
  /** Where it stands in a request that books several, for refusals: `[1].`. */
  readonly propertyPrefix?: string;
};

/** What goes into the books at once: one booked document, whose entries balance in base currency. */
export type Posting = UnnumberedPosting & {
  readonly voucherId: number;
  readonly voucherNumber: number;
  /** The series that has numbered it. */
  readonly numberSeriesNumber?: number | undefined;
};

/** An entry that stands in the books. */
export type PostedEntry = Omit<
  EntryToPost,
  'isSystemMade' | 'lacksDepartment' | 'property' | 'entryNumber'
> & {
  readonly entryNumber: number;
  readonly date: FullDate;
  /** The accounting year's name and the period's number it was posted into. */
  readonly year: string;
  readonly periodNumber: number;
};

/**
 * When what customers owe and suppliers are owed is to be paid: by their payment terms. Answered by the
 * composition.
 */
export type DueDates = {
  /** `given`: what a document says itself, which counts where the payment terms are of type dueDate. */
  of(party: LineWithParty, date: FullDate, given: FullDate | undefined): TaskEither<never, FullDate>;
};

/**
 * The accounts behind customers and suppliers: the control account of their
 * group (D157). Answered by the composition.
 */
export type ControlAccounts = {
  /** The account number; undefined when there is no such customer. */
  ofCustomer(customerNumber: number): Promise<number | undefined>;
  ofSupplier(supplierNumber: number): Promise<number | undefined>;
};
