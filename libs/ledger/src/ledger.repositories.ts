import type { RepositoryProvider } from '@kontor/kernel';

/** What the ledger needs from outside, for one agreement. */
export type LedgerRepositories = {
  readonly resources: RepositoryProvider;
};
