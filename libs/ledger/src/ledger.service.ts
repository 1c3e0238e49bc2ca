import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Stored } from '@kontor/kernel';
import {
  keepDepartmentalDistribution,
  type KeepDepartmentalDistribution,
} from './department/keep-departmental-distribution.use-case.js';
import type { DepartmentalDistribution } from './department/departmental-distribution.resource.js';
import type { LedgerFailure } from './ledger.failures.js';
import type { LedgerRepositories } from './ledger.repositories.js';

/** The use cases of the ledger context, for one agreement in one unit of work. */
export type LedgerService = {
  keepDepartmentalDistribution(
    command: KeepDepartmentalDistribution,
  ): TaskEither<LedgerFailure, Stored<DepartmentalDistribution>>;
};

export function ledgerService(repositories: LedgerRepositories): LedgerService {
  return { keepDepartmentalDistribution: keepDepartmentalDistribution(repositories) };
}
