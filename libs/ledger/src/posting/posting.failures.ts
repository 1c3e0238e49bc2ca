import type { Decimal, FullDate, ReferenceMissing, RuleBroken } from '@kontor/kernel';
import type { AccountType } from './posting-facts.js';

/** The entries of a document do not sum to zero in base currency (E10120). */
export type VoucherDoesNotBalance = {
  readonly kind: 'VoucherDoesNotBalance';
  /** None of a document that has no identifier before it is in the books, as one of an import. */
  readonly voucherId?: number;
  /** The sum of its entries in base currency: debit minus credit. */
  readonly difference: Decimal;
  /** Where the request names it: `[1].lines` in a list. */
  readonly property?: string;
};

/** The date lies in no accounting year, or nothing more may be booked on it (E10080, D23). */
export type DateNotBookable = {
  readonly kind: 'DateNotBookable';
  readonly date: FullDate;
  readonly reason: 'noAccountingYear' | 'accountingYearClosed' | 'periodBarred';
  /** The accounting year the date lies in. */
  readonly year?: string;
  /** The VAT settlement that barred the period, where one did. */
  readonly settlementNumber?: number;
  /** Where the request names it: `[1].date` in a list. */
  readonly property?: string;
};

/**
 * The account takes no entries: it is barred or blocks direct entries
 * (E10090), or is a heading or a sum (E10160).
 */
export type AccountTakesNoEntries = {
  readonly kind: 'AccountTakesNoEntries';
  /** Where the line that names it stands: `lines[2].account`. */
  readonly property: string;
  readonly accountNumber: number;
  readonly reason: 'barred' | 'directEntriesBlocked' | 'accountType';
  readonly accountType: AccountType;
};

/** Everything that may keep a document out of the books. */
export type PostingRefusal =
  | VoucherDoesNotBalance
  | DateNotBookable
  | AccountTakesNoEntries
  | ReferenceMissing
  | RuleBroken;
