import type { Decimal } from '@kontor/kernel';

/** What stands on accounts, in base currency. */
export type Balances = {
  /**
   * The balance of each account asked for (of all when left out): its totals in the accounting years that are
   * not closed, since a closed year is carried into the next by its opening entries. Sum accounts have the
   * sum of theirs (amendment 20); headings have none. An account without entries has 0.
   */
  ofAccounts(accountNumbers?: readonly number[]): Promise<ReadonlyMap<number, Decimal>>;
};
