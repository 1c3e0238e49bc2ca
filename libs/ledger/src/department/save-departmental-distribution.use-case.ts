import { left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type RepositoryProvider, ruleBroken, createOrReplace, type Stored } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import {
  fitsItsType,
  namesEachDepartmentOnce,
  sharesOutEverything,
} from './departmental-distribution.rules.js';
import {
  DepartmentalDistribution,
  type DepartmentalDistributionDraft,
} from './departmental-distribution.resource.js';
import { departmentShownBy } from './distributions-of-departments.js';

/** One that is to be made, or, with a number, to be replaced. */
export type SaveDepartmentalDistribution = {
  readonly draft: DepartmentalDistributionDraft;
  /** The one to replace; a new one when left out. */
  readonly departmentalDistributionNumber?: number;
  readonly version?: number | undefined;
};

/**
 * A departmental distribution, new or replaced: everything is shared out,
 * over departments that are named once.
 */
export const saveDepartmentalDistribution =
  ({ resources }: LedgerRepositories) =>
  (command: SaveDepartmentalDistribution): TaskEither<LedgerFailure, Stored<DepartmentalDistribution>> => {
    const { draft, departmentalDistributionNumber: number, version } = command;
    const distributions = resources.of(DepartmentalDistribution);
    return pipe(
      TE.fromEither<LedgerFailure, void>(sharesOutEverything(draft)),
      TE.tapEither(() => namesEachDepartmentOnce(draft)),
      TE.tapEither(() => fitsItsType(draft)),
      TE.tap(() => staysAsShown(resources, draft, number)),
      TE.flatMap(() => createOrReplace(distributions, draft, number, version)),
    );
  };

/** Booked entries that show it for their department go on doing so (§2.7 as amended). */
function staysAsShown(
  resources: RepositoryProvider,
  { distributionType, distributions }: DepartmentalDistributionDraft,
  number: number | undefined,
): TaskEither<LedgerFailure, void> {
  return async () => {
    const found =
      number === undefined ? undefined : await resources.of(DepartmentalDistribution).find(number);
    const shown = found && (await departmentShownBy(resources, found.value, 'held'));
    if (shown === undefined) return right(undefined);
    const refused = (property: string, is: string) =>
      left(ruleBroken('E10390', property, `${is}: booked entries of that department show it`));
    if (distributionType !== 'department')
      return refused('distributionType', `must stay department, of department ${shown}`);
    if (distributions[0]?.department.departmentNumber !== shown)
      return refused('distributions[0].department', `must stay ${shown}`);
    return right(undefined);
  };
}
