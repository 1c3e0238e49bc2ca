import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { existing, existingHeld, type Stored } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { mayBeOpened } from '../vat-settlement/vat-settlement.rules.js';
import { AccountingYear, Period } from './accounting-year.resource.js';

/** Whether anything may be booked in a period from now on. */
export type BarPeriod = {
  readonly year: string;
  readonly periodNumber: number;
  readonly barred: boolean;
  /** Only if this is still the stored version of the period. */
  readonly version?: number | undefined;
};

/**
 * D22: a period is locked and unlocked by itself while its year is open. Whatever books in it writes its row
 * only while it is not barred, so a booking comes before the lock or is refused; whoever drafts in it expects
 * the years as he has read them.
 */
export const barPeriod =
  ({ resources, accountingYears }: LedgerRepositories) =>
  ({ year, periodNumber, barred, version }: BarPeriod): TaskEither<LedgerFailure, Stored<Period>> =>
    pipe(
      existing(resources, AccountingYear, year),
      TE.flatMap(() => existingHeld(resources, Period, periodNumber, year)),
      TE.tapEither(({ value }): Either<LedgerFailure, void> => mayBeOpened(value, barred)),
      TE.flatMap(({ value }) =>
        resources.of(Period, year).replace(periodNumber, { ...value, barred }, version),
      ),
      TE.tap(() => accountingYears.haveChanged()),
    );
