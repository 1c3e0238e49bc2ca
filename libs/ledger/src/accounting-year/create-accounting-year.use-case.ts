import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { KeyExists, Stored } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import type { ChainOfYears, YearOfBooks } from './accounting-year.port.js';
import { AccountingYear, type AccountingYearDraft } from './accounting-year.resource.js';
import { wholeChain } from './find-year.js';
import {
  continuesTheChain,
  hasRightLength,
  isNamedRightly,
  nameOfYear,
  periodsOf,
} from './accounting-year.rules.js';

/** The year that is to follow the last one. */
export type CreateAccountingYear = { readonly draft: AccountingYearDraft };

/** §2.6, D20, D142 to D147: the next accounting year, with its periods. */
export const createAccountingYear =
  ({ accountingYears }: LedgerRepositories) =>
  ({ draft }: CreateAccountingYear): TaskEither<LedgerFailure, Stored<AccountingYear>> =>
    pipe(
      wholeChain(accountingYears),
      TE.tapEither((chain) => continuesTheChain(draft, chain.years.at(-1))),
      TE.tapEither(() => hasRightLength(draft)),
      TE.tapEither(() => isNamedRightly(draft, draft.year)),
      TE.tapEither((chain) => isFirstOfItsName(nameOfYear(draft), chain)),
      TE.flatMap((chain) => {
        const { fromDate, toDate, closed } = draft;
        const year = { year: nameOfYear(draft), fromDate, toDate, closed };
        return accountingYears.add(year, periodsOf(draft, chain.lastPeriodNumber), chain);
      }),
      TE.map(storedYear),
    );

/**
 * Two short years within one calendar year would have the same name (D142,
 * D144): the second cannot be told from the first.
 */
function isFirstOfItsName(name: string, { years }: ChainOfYears): Either<KeyExists, void> {
  if (!years.some(({ year }) => year === name)) return right(undefined);
  return left({ kind: 'KeyExists', resource: AccountingYear.collection, key: name });
}

/** The year as the resource has it. */
function storedYear({ version, ...year }: YearOfBooks): Stored<AccountingYear> {
  return { value: year, version };
}
