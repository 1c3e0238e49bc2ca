import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { saved, type Stored } from '@kontor/kernel';
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
      TE.flatMap(() => saved(distributions, draft, number, version)),
    );
  };
