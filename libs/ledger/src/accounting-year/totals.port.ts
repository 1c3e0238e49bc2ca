import type { Cents, FullDate } from '@kontor/kernel';
import type { ChartOfAccounts } from '../account/account-sums.js';

/** What a year or one of its periods is asked about. */
export type TotalsRequest = { readonly year: string; readonly periodNumber?: number };

/** What is booked in a year or a period, and the sums of the chart over it. */
export type SpanTotals = {
  readonly fromDate: FullDate;
  readonly toDate: FullDate;
  /**
   * By account number, ascending; only accounts with entries. What closing has posted in the year is left out
   * (D17), so a closed year shows the income statement that it had before.
   */
  readonly booked: ReadonlyMap<number, Cents>;
  readonly chart: ChartOfAccounts;
};

/** The totals that posting keeps: what they cost is the number of accounts, not of entries. */
export type Totals = {
  /** Undefined when there is no such year or period. */
  of(asked: TotalsRequest): Promise<SpanTotals | undefined>;
};
