import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type FullDate, type RuleBroken, ruleBroken, ZERO } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import type { EntryToPost, UnnumberedPosting } from './posting.js';
import type { PostablePeriod, PostingFacts } from './posting-facts.js';
import { everyAccountTakesIts, periodToPostIn } from './posting.rules.js';

/** Who gives the facts that a draft is decided on. */
export type FactsSource = {
  readonly posting: Pick<LedgerRepositories['posting'], 'factsFor'>;
};

/** Where a draft names an account. */
export type AccountInDraft = Pick<EntryToPost, 'property' | 'accountNumber' | 'lacksDepartment'>;

/**
 * What is refused when a draft is booked is refused when it is made: a date on which nothing may be booked
 * (D155), an account that takes no entries (D27). Gives the period that the draft would be booked in.
 */
export function factsOfDraft(
  { posting }: FactsSource,
  date: FullDate,
  accounts: readonly AccountInDraft[],
): TaskEither<LedgerFailure, PostablePeriod> {
  return pipe(
    readFactsOfDraft({ posting }, [date], accounts),
    TE.flatMapEither((facts) => draftMayStand(date, accounts, facts)),
  );
}

/**
 * What a draft of these dates on these accounts is decided on: it is expected to be so when the draft is
 * written.
 */
export function readFactsOfDraft(
  { posting }: FactsSource,
  dates: readonly FullDate[],
  accounts: readonly AccountInDraft[],
): TaskEither<LedgerFailure, PostingFacts> {
  return posting.factsFor(dates.map((date, index) => asIfPosted(date, index === 0 ? accounts : [])));
}

/** What is decided on it: the period that the draft would be booked in, or why it would not be. */
export function draftMayStand(
  date: FullDate,
  accounts: readonly AccountInDraft[],
  facts: PostingFacts,
): Either<LedgerFailure, PostablePeriod> {
  const posting = asIfPosted(date, accounts);
  const taken = everyAccountTakesIts(posting, facts);
  if (isLeft(taken)) return taken;
  const shared = everyLineIsSharedOut(accounts, facts);
  return isLeft(shared) ? shared : periodToPostIn(posting, facts);
}

function asIfPosted(date: FullDate, accounts: readonly AccountInDraft[]): UnnumberedPosting {
  return { date, entries: accounts.map(asEntry) };
}

/**
 * §2.9: an account may ask that what people book on it is credited to a department, or distributed over
 * several.
 */
export function everyLineIsSharedOut(
  accounts: readonly AccountInDraft[],
  facts: Pick<PostingFacts, 'accounts'>,
): Either<RuleBroken, void> {
  const unshared = accounts.find(
    ({ accountNumber, lacksDepartment }) =>
      lacksDepartment !== undefined && facts.accounts.get(accountNumber)?.requiresDepartment === true,
  );
  if (unshared === undefined) return right(undefined);
  const { accountNumber, lacksDepartment } = unshared;
  const because = `account ${accountNumber} takes entries of departments only`;
  if (lacksDepartment === 'cannotBeSaid') {
    return left(
      ruleBroken('E10160', unshared.property, `must be the account of a line of its own: ${because}`),
    );
  }
  const property = unshared.property.replace(/\w+$/, 'departmentalDistribution');
  return left(ruleBroken('E10160', property, `is missing: ${because}`));
}

function asEntry({ property, accountNumber }: AccountInDraft): EntryToPost {
  return {
    property,
    accountNumber,
    amount: ZERO,
    amountInBaseCurrency: ZERO,
    currency: '',
    entryType: 'financeVoucher',
    isSystemMade: false,
  };
}
