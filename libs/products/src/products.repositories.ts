import type { RepositoryProvider } from '@kontor/kernel';
import type { StockOnHand } from './stock/stock-on-hand.port.js';

/**
 * What the products context asks the ledger: whether a distribution key shares out over several departments.
 */
export type DistributionKeys = {
  /** `distribution` or `department`; undefined when there is no such departmental distribution. */
  typeOf(distributionKeyNumber: number): Promise<'distribution' | 'department' | undefined>;
};

/** What the products context needs from outside, for one agreement. */
export type ProductsRepositories = {
  readonly resources: RepositoryProvider;
  /** The same for what names accounts: a new reference must fit its use (E10160). */
  readonly fitting: RepositoryProvider;
  readonly distributionKeys: DistributionKeys;
  readonly stockOnHand: StockOnHand;
};
