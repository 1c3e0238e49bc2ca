import { left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { everyItem, type RepositoryProvider } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import type { AccountingYearStays } from './accounting-year.failures.js';
import type { AccountingYears, DraftsInYear, YearOfBooks } from './accounting-year.port.js';
import { Period } from './accounting-year.resource.js';
import { namingDrafts, noVatIsSettled, yearMayBeRemoved } from './accounting-year.rules.js';
import { existingYear, isOfVersion, type YearInChain } from './find-year.js';

/** Which year goes: the last, and only while nothing is dated in it. */
export type RemoveAccountingYear = {
  readonly year: string;
  /** Only if this is still the stored version. */
  readonly version?: number | undefined;
};

/** D148: the last year goes, with its periods, while it is open and nothing is in it. */
export const removeAccountingYear =
  ({ accountingYears, drafts, resources }: LedgerRepositories) =>
  ({ year: name, version }: RemoveAccountingYear): TaskEither<LedgerFailure, void> =>
    pipe(
      existingYear(accountingYears, name),
      TE.tapEither(({ year }) => isOfVersion(year, version)),
      TE.flatMap((found) => held(accountingYears, found)),
      TE.tap((found) => isRemovable(drafts, found)),
      TE.tap(({ year }) => isUnsettled(resources, year)),
      TE.flatMap(({ year, seen }) => accountingYears.remove(year, seen)),
      TE.flatMapEither((isRemoved) => (isRemoved ? right(undefined) : left(hasEntries(name)))),
    );

/** Nobody drafts or books in it from now on. */
function held(accountingYears: AccountingYears, found: YearInChain): TaskEither<never, YearInChain> {
  return pipe(
    accountingYears.hold(found.year, found.seen),
    TE.map((seen) => ({ ...found, seen })),
  );
}

function isRemovable(drafts: DraftsInYear, found: YearInChain): TaskEither<LedgerFailure, void> {
  return pipe(
    drafts.between(found.year.fromDate, found.year.toDate),
    TE.flatMapEither((dated) => namingDrafts(yearMayBeRemoved(found, dated.count), dated)),
  );
}

function isUnsettled(resources: RepositoryProvider, year: YearOfBooks): TaskEither<LedgerFailure, void> {
  return async () => noVatIsSettled(year, await everyItem(Period, resources.of(Period, year.year)));
}

/** Whether anything is booked in it is seen by the removal itself, so that no booking comes in between. */
function hasEntries(year: string): AccountingYearStays {
  return { kind: 'AccountingYearStays', year, wanted: 'remove', reason: 'hasEntries' };
}
