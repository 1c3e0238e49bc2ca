import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { ChangedSince } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import type { AccountingYearStays } from './accounting-year.failures.js';
import type { ChainOfYears, YearOfBooks } from './accounting-year.port.js';
import { AccountingYear } from './accounting-year.resource.js';
import { yearMayBeRemoved } from './accounting-year.rules.js';
import { yearIn } from './find-year.js';

export type RemoveAccountingYear = {
  readonly year: string;
  /** Only if this is still the stored version. */
  readonly version?: number | undefined;
};

/** D148: the last year goes, with its periods, while it is open and nothing is in it. */
export const removeAccountingYear =
  ({ accountingYears, drafts }: LedgerRepositories) =>
  ({ year: name, version }: RemoveAccountingYear): TaskEither<LedgerFailure, void> =>
    pipe(
      TE.fromTask<ChainOfYears, LedgerFailure>(() => accountingYears.chain()),
      TE.flatMapEither((seen) => yearIn(seen, name)),
      TE.tapEither(({ year }) => isOfVersion(year, version)),
      TE.bind('held', ({ year, seen }) => TE.fromTask(() => accountingYears.hold(year, seen))),
      TE.bind('drafts', ({ year }) => TE.fromTask(() => drafts.countBetween(year.fromDate, year.toDate))),
      TE.tapEither((found) => yearMayBeRemoved(found, found.drafts)),
      TE.bind('isRemoved', ({ year, held }) => TE.fromTask(() => accountingYears.remove(year, held))),
      TE.flatMapEither(({ year, isRemoved }) => (isRemoved ? right(undefined) : left(hasEntries(year)))),
    );

function isOfVersion({ year, version }: YearOfBooks, named: number | undefined): Either<ChangedSince, void> {
  if (named === undefined || named === version) return right(undefined);
  return left({ kind: 'ChangedSince', resource: AccountingYear.collection, key: year });
}

/** Whether anything is booked in it is seen by the removal itself, so that no booking comes in between. */
function hasEntries({ year }: YearOfBooks): AccountingYearStays {
  return { kind: 'AccountingYearStays', year, wanted: 'remove', reason: 'hasEntries' };
}
