import type { FullDate, KeyValue } from '@kontor/kernel';
import type { Account } from '../account/account.resource.js';

/** What an account is for (§2.4): only some take entries that people make. */
export type AccountType = Account['accountType'];

/** What posting must know of an account. */
export type PostableAccount = {
  readonly accountNumber: number;
  readonly accountType: AccountType;
  readonly barred: boolean;
  readonly blockDirectEntries: boolean;
  /** `requireDepartmentalDistributionOnEntries` (§2.9). */
  readonly requiresDepartment: boolean;
  /** What lines that name it take where they leave it out (§2.11). */
  readonly vatCode?: string | undefined;
  readonly contraAccountNumber?: number | undefined;
};

/** The period a date lies in, and whether it takes entries. */
export type PostablePeriod = {
  readonly year: string;
  readonly periodNumber: number;
  readonly fromDate: FullDate;
  readonly toDate: FullDate;
  /** Closed with its accounting year (D21). */
  readonly closed: boolean;
  /** Barred by itself while the year is open (D22). */
  readonly barred: boolean;
  /** The VAT settlement that barred it: it stays barred until that is taken back (E10260). */
  readonly settlementNumber?: number;
};

/** What the rules of posting look at: read in one round trip. */
export type PostingFacts = {
  /** The accounts that were asked for and exist. */
  readonly accounts: ReadonlyMap<number, PostableAccount>;
  /** The periods that the dates asked for lie in. */
  readonly periods: readonly PostablePeriod[];
  /** What else the entries name (VAT accounts, departments) and is not there. */
  readonly missing: readonly { readonly resource: string; readonly key: KeyValue }[];
};

/** The period a date lies in. */
export function periodOf(
  { periods }: Pick<PostingFacts, 'periods'>,
  date: FullDate,
): PostablePeriod | undefined {
  return periods.find(({ fromDate, toDate }) => fromDate <= date && date <= toDate);
}
