import type { Decimal, FullDate } from '@kontor/kernel';

/** A supplied VAT amount is not what the rate makes of the line's amount (E10020). */
export type IncorrectVatAmount = {
  readonly kind: 'IncorrectVatAmount';
  /** `additionalExpenseLines[0].vatAmount`. */
  readonly property: string;
  readonly expected: Decimal;
  readonly supplied: Decimal;
};

/** A VAT account that is barred is named by no new line (E10090). */
export type VatAccountBarred = {
  readonly kind: 'VatAccountBarred';
  readonly property: string;
  readonly vatCode: string;
};

/** §3 rule 3: a product that is barred cannot be booked on an invoice (E06600). */
export type ProductBarred = {
  readonly kind: 'ProductBarred';
  /** `lines[0].product`. */
  readonly property: string;
  readonly productNumber: string;
};

/** The books take nothing on that date (E10080). */
export type DateNotBookable = {
  readonly kind: 'DateNotBookable';
  readonly date: FullDate;
  readonly reason: 'noAccountingYear' | 'accountingYearClosed' | 'periodBarred';
  readonly year?: string;
  /** The VAT settlement that barred the period, where one did. */
  readonly settlementNumber?: number;
  readonly property?: string;
};

/** An account of a line takes no entries (E10090). */
export type AccountTakesNoEntries = {
  readonly kind: 'AccountTakesNoEntries';
  readonly property: string;
  readonly accountNumber: number;
  readonly reason: 'barred' | 'directEntriesBlocked' | 'accountType';
  readonly accountType: string;
};

/** The entries of an invoice do not sum to zero, which its rules rule out (E10120). */
export type VoucherDoesNotBalance = {
  readonly kind: 'VoucherDoesNotBalance';
  readonly voucherId?: number;
  readonly difference: Decimal;
  readonly property?: string;
};

/** There is nothing to book, and so nothing that balances (E10120). */
export type DraftHasNoLines = {
  readonly kind: 'DraftHasNoLines';
  readonly draft: number;
  readonly property?: string;
};

/** Why an invoice cannot be drafted or booked, beyond what every document may be refused for. */
export type InvoiceRefusal =
  | AccountTakesNoEntries
  | DateNotBookable
  | DraftHasNoLines
  | IncorrectVatAmount
  | ProductBarred
  | VatAccountBarred
  | VoucherDoesNotBalance;
