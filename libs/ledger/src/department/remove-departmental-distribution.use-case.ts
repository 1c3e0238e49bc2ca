import { isLeft, left } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { existing } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { Department } from './department.resource.js';
import { DepartmentalDistribution } from './departmental-distribution.resource.js';
import { departmentShownBy } from './distributions-of-departments.js';

/** Which distribution is removed; with `version`, only as it was read (If-Match). */
export type RemoveDepartmentalDistribution = {
  readonly departmentalDistributionNumber: number;
  readonly version?: number | undefined;
};

/**
 * What booked entries show is in use (E10150), also where their lines have named the department alone: the
 * entries would lose it.
 */
export const removeDepartmentalDistribution =
  ({ resources }: LedgerRepositories) =>
  (command: RemoveDepartmentalDistribution): TaskEither<LedgerFailure, void> =>
  async () => {
    const { departmentalDistributionNumber: key, version } = command;
    const found = await existing(resources, DepartmentalDistribution, key)();
    if (isLeft(found)) return found;
    const department = await departmentShownBy(resources, found.right.value, 'held');
    if (department !== undefined) {
      const usedBy = [{ resource: Department.collection, keys: [department] }];
      const { collection } = DepartmentalDistribution;
      return left({ kind: 'ThingInUse', resource: collection, key, usedBy, isBooked: true });
    }
    return resources.of(DepartmentalDistribution).remove(key, version)();
  };
