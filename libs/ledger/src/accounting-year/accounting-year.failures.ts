import type { FullDate, Referrer } from '@kontor/kernel';

/** The dates do not continue the chain of accounting years (E10100, D142 to D146). */
export type AccountingYearBreaksChain = {
  readonly kind: 'AccountingYearBreaksChain';
  readonly property: 'fromDate' | 'toDate';
  /** What is wrong, to be read after the property's name. */
  readonly is: string;
};

/** Why a year stays as it is (D16, D18, D19, D148). */
export type YearStaysReason =
  | 'notTheLast'
  | 'closed'
  | 'hasEntries'
  | 'hasDrafts'
  | 'vatSettled'
  | 'alreadyClosed'
  | 'notClosed'
  | 'noNextYear'
  | 'nextYearClosed'
  | 'earlierYearOpen';

/** The year cannot be removed, closed or reopened now (E10110). */
export type AccountingYearStays = {
  readonly kind: 'AccountingYearStays';
  readonly year: string;
  readonly wanted: 'remove' | 'close' | 'reopen';
  readonly reason: YearStaysReason;
  /** The other year it is about, or how many documents. */
  readonly otherYear?: string;
  readonly count?: number;
  /** Some of the documents. */
  readonly usedBy?: readonly Referrer[];
};

/** Why a year is not made, closed, opened or removed. */
export type AccountingYearRefusal = AccountingYearBreaksChain | AccountingYearStays;

/** A refusal about the dates, for the rules. */
export function breaksChain(property: 'fromDate' | 'toDate', is: string): AccountingYearBreaksChain {
  return { kind: 'AccountingYearBreaksChain', property, is };
}

/** The dates as the rules take them. */
export type YearDates = { readonly fromDate: FullDate; readonly toDate: FullDate };
