import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Stored } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import type { PostedDocument } from '../posting/posting.port.js';
import type { AccountingYear } from './accounting-year.resource.js';
import { mayBeReopened, yearAfter } from './accounting-year.rules.js';
import { storeYearState } from './close-accounting-year.use-case.js';
import { existingYear, isOfVersion, type YearInChain } from './find-year.js';

/** Which year is to take entries again, by its name. */
export type ReopenAccountingYear = {
  readonly year: string;
  /** Only if this is still the stored version of the year. */
  readonly version?: number | undefined;
};

/**
 * D18, D19: the year takes bookings again, and exactly what closing it has posted is taken out of the books.
 */
export const reopenAccountingYear =
  (ledger: LedgerRepositories) =>
  ({ year: name, version }: ReopenAccountingYear): TaskEither<LedgerFailure, Stored<AccountingYear>> =>
    pipe(
      existingYear(ledger.accountingYears, name),
      TE.tapEither(({ year }) => isOfVersion(year, version)),
      TE.tapEither((found) => mayBeReopened(found)),
      TE.tap(({ year, seen }) => ledger.accountingYears.hold(year, seen)),
      TE.bind('reopened', ({ year: { closingVoucherId: _, openingVoucherId: __, ...year } }) =>
        storeYearState(ledger, { ...year, closed: false }),
      ),
      TE.tap((found) => ledger.posting.withdraw(automaticDocuments(found))),
      TE.map(({ reopened }) => reopened),
    );

/** What closing the year has posted. */
function automaticDocuments(found: YearInChain): readonly PostedDocument[] {
  const { year, toDate, closingVoucherId, openingVoucherId } = found.year;
  const next = yearAfter(found);
  return [
    ...(closingVoucherId === undefined ? [] : [{ year, date: toDate, voucherId: closingVoucherId }]),
    ...(openingVoucherId === undefined || next === undefined
      ? []
      : [{ year: next.year, date: next.fromDate, voucherId: openingVoucherId }]),
  ];
}
