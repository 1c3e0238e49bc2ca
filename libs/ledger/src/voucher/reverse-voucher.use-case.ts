import { isLeft, isRight, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { negated, ruleBroken, sumOf, type FullDate, type RuleBroken, type Stored } from '@kontor/kernel';
import type { Entry } from '../accounting-year/entry.resource.js';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { SERIES } from '../number-series/number-series.data.js';
import { matchAll } from '../open-post/match-posts.use-case.js';
import type { OpenPost } from '../open-post/open-post.resource.js';
import { postNext } from '../posting/post.use-case.js';
import type { EntryToPost } from '../posting/posting.js';
import type { PostingToWrite } from '../posting/posting.port.js';
import { voucherOfEntries } from '../posting/voucher-of-entries.js';
import { Voucher } from './voucher.resource.js';
import { withLinesBooked } from './voucher-lines.js';

export type ReverseVoucher = { readonly voucherId: number; readonly date: FullDate };

/**
 * Amendment "Credit notes": a booked voucher is taken back by one whose entries are the opposite of its own, on a date
 * of an open period. Both name each other, and their posts are matched.
 */
export const reverseVoucher =
  (repositories: LedgerRepositories) =>
  ({ voucherId, date }: ReverseVoucher): TaskEither<LedgerFailure, Stored<Voucher>> =>
  async () => {
    const found = await repositories.resources.of(Voucher).find(voucherId);
    if (found === undefined || !found.value.booked) {
      return left({ kind: 'NotFound', resource: `${Voucher.collection}/booked`, key: voucherId });
    }
    const posts = await repositories.openPosts.ofVouchers([voucherId]);
    const allowed = mayBeReversed(found.value, posts);
    if (isLeft(allowed)) return allowed;
    const posted = await postedOpposite(repositories, found.value, date);
    if (isLeft(posted)) return posted;
    const reversal = { ...voucherOfEntries(posted.right), reverses: { voucherId } };
    const stored = await repositories.resources.of(Voucher).create(reversal)();
    if (isLeft(stored)) throw new Error(`a reversal was not kept: ${stored.left.kind}`);
    await repositories.bookedMarks.reverse({ voucherId, version: found.version }, reversal.voucherId);
    const matched = await matchedWithEachOther(repositories, posts, reversal.voucherId);
    if (isLeft(matched)) return matched;
    const nothing = sumOf([]);
    const value = { ...reversal, remainder: nothing, remainderInDefaultCurrency: nothing };
    return right({ ...stored.right, value: withLinesBooked({ ...value, lines: stored.right.value.lines }) });
  };

/** An invoice is credited, a match is taken back: neither is reversed, nor is anything twice. */
export function mayBeReversed(
  { numberSeries: { numberSeriesNumber }, reversedBy }: Voucher,
  posts: readonly OpenPost[],
): Either<RuleBroken, void> {
  const refused = (is: string): Either<RuleBroken, void> => left(ruleBroken('E10250', 'voucherId', is));
  if (numberSeriesNumber === SERIES.salesInvoice || numberSeriesNumber === SERIES.creditNote)
    return refused('must not be the voucher of an invoice: credit the invoice instead');
  if (numberSeriesNumber === SERIES.matching)
    return refused('must not be what a match has posted: take the match back instead');
  if (reversedBy !== undefined) return refused(`is reversed already, by ${reversedBy.voucherId}`);
  if (posts.some(({ amount, remainder }) => amount !== remainder))
    return refused('is matched: take its matches back first');
  return right(undefined);
}

/** The same as a booked voucher shows it: what is left of it is what its lines of customers and suppliers say. */
export function mayReverse(voucher: Voucher): boolean {
  const owed = voucher.lines.filter(
    ({ customer, supplier }) => customer !== undefined || supplier !== undefined,
  );
  const isWhole = sumOf(owed.map(({ amount }) => amount)) === voucher.remainder;
  return isWhole && isRight(mayBeReversed(voucher, []));
}

async function postedOpposite(
  repositories: LedgerRepositories,
  { voucherId, date: booked, numberSeries }: Voucher,
  date: FullDate,
): Promise<Either<LedgerFailure, PostingToWrite>> {
  const year = await repositories.accountingYears.ofDate(booked);
  if (year === undefined) throw new Error(`voucher ${voucherId} is booked on ${booked}, in no year`);
  const entries = await repositories.bookedDocuments.wholeEntriesOf({
    year: year.year,
    date: booked,
    voucherId,
  });
  const opposite = { date, entries: entries.map(oppositeOf) };
  const posted = await postNext(repositories)(numberSeries.numberSeriesNumber, opposite)();
  return isLeft(posted) ? posted : right(posted.right.document);
}

/** The service takes back what was booked, also on accounts that take no direct entries. */
function oppositeOf(entry: Entry): EntryToPost {
  const { account, amount, amountInBaseCurrency, currency, entryType, text, vatAccount, dueDate } = entry;
  return {
    accountNumber: account.accountNumber,
    amount: negated(amount),
    amountInBaseCurrency: negated(amountInBaseCurrency),
    currency,
    entryType,
    text,
    vatCode: vatAccount?.vatCode,
    departmentNumber: entry.department?.departmentNumber,
    departmentalDistributionNumber: entry.departmentalDistribution?.departmentalDistributionNumber,
    customerNumber: entry.customer?.customerNumber,
    supplierNumber: entry.supplier?.supplierNumber,
    dueDate,
    isSystemMade: true,
    property: 'lines.account',
  };
}

/** Each post with the one that takes it back: both were made in the order of their entries. */
async function matchedWithEachOther(
  repositories: LedgerRepositories,
  posts: readonly OpenPost[],
  reversal: number,
): Promise<Either<LedgerFailure, unknown>> {
  const open = posts.filter(({ remainder }) => remainder !== '0');
  if (open.length === 0) return right(undefined);
  const found = await repositories.openPosts.ofVouchers([reversal]);
  const opposite = found.filter(({ remainder }) => remainder !== '0');
  return matchAll(repositories)(
    open.map((post, index) => [
      { post, property: 'voucherId' },
      { post: opposite[index] as OpenPost, property: 'voucherId' },
    ]),
  )();
}
