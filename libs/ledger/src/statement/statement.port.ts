import type { Cents, Decimal, FullDate } from '@kontor/kernel';
import type { VatPart } from '../posting/posting.js';
import type { Aged } from './aged.rules.js';
import type { ChartOfAccounts } from '../account/account-sums.js';
import type { YearOfBooks } from '../accounting-year/accounting-year.port.js';

/** A part of one accounting year, both dates included. */
export type PartOfYear = {
  readonly year: YearOfBooks;
  /** The document by which the year before was carried into this one, if it was. */
  readonly carriedBy?: number | undefined;
  readonly fromDate: FullDate;
  readonly toDate: FullDate;
};

/** What was booked on an account in some parts, each sum apart. */
export type Turnover = {
  readonly accountNumber: number;
  /** By opening balances and by what the year before has carried on. */
  readonly opening: Cents;
  /** Of all other entries, those above zero, and those below it, as an amount above zero. */
  readonly debit: Cents;
  readonly credit: Cents;
};

/** What was booked with a VAT code on an account, as one of its sides, at one rate. */
export type VatBooked = {
  readonly vatCode: string;
  readonly accountNumber: number;
  /**
   * Undefined for entries that an older version booked, which did not keep it: then the accounts of the code
   * tell.
   */
  readonly part?: VatPart | undefined;
  /**
   * The rate at which it was booked. Undefined for entries of an older version, which did not keep it: then
   * the rate of the code counts.
   */
  readonly rate?: Decimal | undefined;
  readonly cents: Cents;
};

/** Whose posts an aged list is of. */
export type PartyKind = 'customer' | 'supplier';

/** What was open of a customer or supplier on a date, in base currency. */
export type AgedParty = {
  readonly number: number;
  readonly name: string;
  readonly aged: Aged;
  /**
   * Its posts were matched after that date, so what was left of them then can no longer be told from what is
   * left now.
   */
  readonly isMatchedSince: boolean;
};

/**
 * Sums of entries for statements, in base currency. What closing a year has posted in it is left out (D17),
 * so that closed years look as they did before.
 */
export type StatementFigures = {
  chart(): Promise<ChartOfAccounts>;
  /** By account; from the totals that are kept where a period is whole. */
  net(parts: readonly PartOfYear[]): Promise<ReadonlyMap<number, Cents>>;
  /** What the year before has carried on counts in the first of the parts only. */
  turnover(parts: readonly PartOfYear[]): Promise<readonly Turnover[]>;
  vat(parts: readonly PartOfYear[]): Promise<readonly VatBooked[]>;
  /**
   * Those of whom anything was open on a date, as matched on that date, by their numbers; also where debit
   * and credit of an age left nothing.
   */
  aged(kind: PartyKind, date: FullDate): Promise<readonly AgedParty[]>;
};
