import { isLeft, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { breathe, defined, type FullDate, type Stored } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { documentNumbers } from '../number-series/document-numbers.js';
import { SERIES } from '../number-series/number-series.data.js';
import { post } from '../posting/post.use-case.js';
import type { EntryToPost } from '../posting/posting.js';
import type { YearOfBooks } from './accounting-year.port.js';
import type { AccountingYear } from './accounting-year.resource.js';
import { mayBeClosed, namingDrafts, yearAfter } from './accounting-year.rules.js';
import { closingEntries, takesResult, type ClosingEntries } from './closing.rules.js';
import { existingYear, type YearInChain } from './find-year.js';

/** Which year ends, by its name. */
export type CloseAccountingYear = { readonly year: string };

/**
 * Amendment 15, D16, D17: the result is carried to its account, the balance sheet into the next year, and
 * nothing more is booked in this one.
 */
export const closeAccountingYear =
  (ledger: LedgerRepositories) =>
  ({ year: name }: CloseAccountingYear): TaskEither<LedgerFailure, Stored<AccountingYear>> =>
    pipe(
      existingYear(ledger.accountingYears, name),
      // Held first: nobody drafts in it between the looking for drafts and the end.
      TE.tap(({ year, seen }) => ledger.accountingYears.hold(year, seen)),
      TE.tap((found) => isClosable(ledger, found)),
      TE.bind('entries', (found) => whatToPost(ledger, found)),
      TE.flatMap((found) => postBoth(ledger, found, found.entries)),
      TE.flatMap((closed) => storeYearState(ledger, closed)),
    );

/** D16, asked of the drafts as well. */
export function isClosable(
  { drafts }: Pick<LedgerRepositories, 'drafts'>,
  found: YearInChain,
): TaskEither<LedgerFailure, void> {
  const { fromDate, toDate } = found.year;
  return pipe(
    drafts.between(fromDate, toDate),
    TE.flatMapEither((dated) => namingDrafts(mayBeClosed(found, dated.count), dated)),
  );
}

function whatToPost(
  ledger: LedgerRepositories,
  found: YearInChain,
): TaskEither<LedgerFailure, ClosingEntries> {
  const { year } = found.year;
  const nextYear = defined(yearAfter(found)).year;
  return async () => {
    const totals = defined(await ledger.totals.of({ year }));
    const fits = takesResult(totals.chart);
    if (isLeft(fits)) return fits;
    const baseCurrency = await ledger.baseCurrency();
    // There may be many accounts, which have just been summed up: others have their turn between.
    await breathe();
    return right(closingEntries(totals, { year, nextYear, baseCurrency }));
  };
}

function postBoth(
  ledger: LedgerRepositories,
  found: YearInChain,
  { closing, opening }: ClosingEntries,
): TaskEither<LedgerFailure, YearOfBooks> {
  const { year } = found;
  const next = defined(yearAfter(found));
  return pipe(
    TE.Do,
    TE.bind('closingVoucherId', () => postAutomatic(ledger, year, year.toDate, closing)),
    TE.bind('openingVoucherId', () => postAutomatic(ledger, next, next.fromDate, opening)),
    TE.map((voucherIds) => ({ ...year, ...voucherIds, closed: true })),
  );
}

/**
 * Posts what the service itself makes, under numbers of its own series; gives the document's id, if there is
 * anything to post.
 */
function postAutomatic(
  ledger: LedgerRepositories,
  { year }: YearOfBooks,
  date: FullDate,
  entries: readonly EntryToPost[],
): TaskEither<LedgerFailure, number | undefined> {
  if (entries.length === 0) return TE.right(undefined);
  const wanted = { series: SERIES.closing, year, entries: entries.length };
  return pipe(
    documentNumbers(ledger.numbers, wanted),
    TE.tap(({ voucherId, voucherNumber, firstEntryNumber }) => {
      const numbered = entries.map((entry, index) => ({ ...entry, entryNumber: firstEntryNumber + index }));
      // What opening balances have left unbalanced (D154) is carried on as it is.
      const numberSeriesNumber = SERIES.closing;
      const document = { date, voucherId, voucherNumber, numberSeriesNumber, entries: numbered };
      return post(ledger)({ ...document, mayBeUnbalanced: true, closesYear: true });
    }),
    TE.map(({ voucherId }) => voucherId),
  );
}

/** Stores a year as closed or open again, only while the chain of years has the version that was read. */
export function storeYearState(
  { accountingYears }: Pick<LedgerRepositories, 'accountingYears'>,
  { version, ...year }: YearOfBooks,
): TaskEither<LedgerFailure, Stored<AccountingYear>> {
  return pipe(
    accountingYears.mark({ ...year, version }),
    TE.map(() => ({ value: year, version: version + 1 })),
  );
}
