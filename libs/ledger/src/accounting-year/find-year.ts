import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { ChangedSince, NotFound } from '@kontor/kernel';
import type { AccountingYears, ChainOfYears, YearOfBooks } from './accounting-year.port.js';
import { AccountingYear } from './accounting-year.resource.js';

/** A year and the chain it stands in, as rules look at them. */
export type YearInChain = {
  readonly year: YearOfBooks;
  readonly chain: readonly YearOfBooks[];
  readonly seen: ChainOfYears;
};

/** The year of a name, among the others. */
export function yearIn(seen: ChainOfYears, name: string): Either<NotFound, YearInChain> {
  const year = seen.years.find((one) => one.year === name);
  if (year === undefined) return left({ kind: 'NotFound', resource: AccountingYear.collection, key: name });
  return right({ year, chain: seen.years, seen });
}

/** Every year of the agreement, held for a use case that changes one by what they are. */
export function wholeChain(accountingYears: AccountingYears): TaskEither<never, ChainOfYears> {
  return async () => right(await accountingYears.heldChain());
}

/** The year of a name, held with all others. */
export function existingYear(
  accountingYears: AccountingYears,
  name: string,
): TaskEither<NotFound, YearInChain> {
  return pipe(
    wholeChain(accountingYears),
    TE.flatMapEither((seen) => yearIn(seen, name)),
  );
}

/** The year is still of the version that the caller has named, if it has. */
export function isOfVersion(
  { year, version }: YearOfBooks,
  named: number | undefined,
): Either<ChangedSince, void> {
  if (named === undefined || named === version) return right(undefined);
  return left({ kind: 'ChangedSince', resource: AccountingYear.collection, key: year });
}
