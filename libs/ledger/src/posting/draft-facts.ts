import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Decimal, FullDate, SchemaViolation } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import type { EntryToPost, Posting } from './posting.js';
import type { PostablePeriod, PostingFacts } from './posting-facts.js';
import { everyAccountTakesIts, periodToPostIn } from './posting.rules.js';

/** Where a draft names an account. */
export type AccountInDraft = {
  readonly property: string;
  readonly accountNumber: number;
  /**
   * What is booked on it by the line is to be credited to a department, where
   * the account asks for one; not so by this line.
   */
  readonly lacksDepartment?: boolean;
};

const NOTHING = '0' as Decimal;

/**
 * What is refused when a draft is booked is refused when it is made: a date on which nothing may be booked
 * (D155), an account that takes no entries (D27). Gives the period that the draft would be booked in.
 */
export function factsOfDraft(
  { posting }: Pick<LedgerRepositories, 'posting'>,
  date: FullDate,
  accounts: readonly AccountInDraft[],
): TaskEither<LedgerFailure, PostablePeriod> {
  const asIfPosted: Posting = { date, voucherId: 0, voucherNumber: 0, entries: accounts.map(asEntry) };
  return pipe(
    TE.fromTask<PostingFacts, LedgerFailure>(() => posting.factsFor([asIfPosted])),
    TE.tapEither((facts) => everyAccountTakesIts(asIfPosted, facts)),
    TE.tapEither((facts) => everyLineIsSharedOut(accounts, facts)),
    TE.flatMapEither((facts) => periodToPostIn(asIfPosted, facts)),
  );
}

/**
 * §2.9: an account may ask that what is booked on it is credited to a
 * department, or distributed over several.
 */
export function everyLineIsSharedOut(
  accounts: readonly AccountInDraft[],
  facts: Pick<PostingFacts, 'accounts'>,
): Either<SchemaViolation, void> {
  const unshared = accounts.find(
    ({ accountNumber, lacksDepartment }) =>
      lacksDepartment === true && facts.accounts.get(accountNumber)?.requiresDepartment === true,
  );
  if (unshared === undefined) return right(undefined);
  const missing = [unshared.property.replace(/\w+$/, 'departmentalDistribution')];
  return left({ kind: 'SchemaViolation', missing, violations: [] });
}

function asEntry({ property, accountNumber }: AccountInDraft): EntryToPost {
  return {
    property,
    accountNumber,
    amount: NOTHING,
    amountInBaseCurrency: NOTHING,
    currency: '',
    entryType: 'financeVoucher',
    isSystemMade: false,
  };
}
