import { isLeft, isRight, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { defined, type Stored } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { controlAccountsOf } from '../posting/control-accounts.js';
import { mayBePosted, post } from '../posting/post.use-case.js';
import { draftsToBook, type Booking } from '../voucher/drafts-to-book.js';
import { OpeningBalance } from './opening-balance.resource.js';
import { openingPosting, type OpeningTerms } from './opening-balance.rules.js';

/** §4.2: the body of the request. */
export type BookOpeningBalance = Booking;

/**
 * §3: a draft becomes booked and is readable among the booked. It is booked once: who marks it first has it.
 */
export const bookOpeningBalance =
  (repositories: LedgerRepositories) =>
  (command: BookOpeningBalance): TaskEither<LedgerFailure, Stored<OpeningBalance>> =>
    pipe(
      theDraft(repositories, command),
      TE.bindTo('draft'),
      TE.bind('terms', ({ draft: { value } }) => termsOf(repositories, value)),
      TE.tap(({ draft: { value, version } }) =>
        repositories.bookedMarks.put(OpeningBalance, [{ voucherId: value.voucherId, version }]),
      ),
      TE.tap(({ draft: { value }, terms }) => post(repositories)(openingPosting(value, terms))),
      TE.map(({ draft: { value, version } }) => ({
        value: { ...value, booked: true },
        version: version + 1,
      })),
    );

/** Amendment "15, metaData": whether a draft may be booked now. */
export const openingBalanceMayBeBooked =
  (repositories: LedgerRepositories) =>
  async (draft: OpeningBalance): Promise<boolean> => {
    if (draft.booked || draft.lines.length === 0) return false;
    const terms = await termsOf(repositories, draft)();
    if (isLeft(terms)) return false;
    return isRight(await mayBePosted(repositories)([openingPosting(draft, terms.right)])());
  };

function theDraft(
  { bookedMarks }: LedgerRepositories,
  command: BookOpeningBalance,
): TaskEither<LedgerFailure, Stored<OpeningBalance>> {
  return async () => {
    const found = await draftsToBook(OpeningBalance, bookedMarks, [command], [''])();
    return isLeft(found) ? found : right(defined(found.right[0]));
  };
}

function termsOf(
  { controlAccounts, baseCurrency }: LedgerRepositories,
  { lines }: OpeningBalance,
): TaskEither<LedgerFailure, OpeningTerms> {
  return async (): Promise<Either<LedgerFailure, OpeningTerms>> => {
    // Drafts of before their accounts were kept with them, and theirs alone, are asked for here.
    const unplaced = lines.flatMap((line, index) =>
      line.control === undefined ? [{ ...line, property: `lines[${index}]` }] : [],
    );
    const controlAccountOf = await controlAccountsOf(controlAccounts, unplaced)();
    if (isLeft(controlAccountOf)) return controlAccountOf;
    return right({ baseCurrency: await baseCurrency(), controlAccountOf: controlAccountOf.right });
  };
}
