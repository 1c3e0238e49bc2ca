import { isLeft, isRight, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  compare,
  defined,
  negated,
  ruleBroken,
  type FullDate,
  type RuleBroken,
  type Stored,
  unfailing,
  ZERO,
} from '@kontor/kernel';
import type { Entry } from '../accounting-year/entry.resource.js';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { SERIES } from '../number-series/number-series.data.js';
import { matchAll } from '../open-post/match-posts.use-case.js';
import type { OpenPost } from '../open-post/open-post.resource.js';
import { postVoucher } from '../posting/post-voucher.js';
import type { EntryToPost, UnnumberedPosting } from '../posting/posting.js';
import { ACCRUAL_MONTHS_MAX } from './accruals.rules.js';
import { receivedGoodsHeld } from './goods-held.js';
import { Voucher, type VoucherLine } from './voucher.resource.js';
import { withLinesBooked } from './voucher-lines.js';

/** Which booked voucher is taken back, and on which day its opposite is dated. */
export type ReverseVoucher = { readonly voucherId: number; readonly date: FullDate };

/**
 * Amendment "Credit notes": a booked voucher is taken back by one whose entries are the opposite of its own,
 * on a date of an open period. Both name each other, and their posts are matched.
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
    await receivedGoodsHeld(repositories, [found.value])();
    const reversed = await takenBack(repositories, found, date);
    if (isLeft(reversed)) return reversed;
    const { value: reversal } = reversed.right;
    if (mayHave(found.value, ({ accruals }) => accruals !== undefined)) {
      const accruals = await accrualsTakenBack(repositories, voucherId, { date, by: reversal.voucherId });
      if (isLeft(accruals)) return accruals;
    }
    if (mayHave(found.value, ({ product }) => product !== undefined))
      await repositories.goodsReceived.takeBack(voucherId, reversal);
    const matched = await matchedWithEachOther(repositories, posts, reversal.voucherId);
    if (isLeft(matched)) return matched;
    const value = { ...reversal, remainder: ZERO, remainderInDefaultCurrency: ZERO };
    return right({ ...reversed.right, value: withLinesBooked(value) });
  };

/**
 * Whether lists of what a voucher accrues or receives are read: who reads a list expects that nobody else
 * adds to it meanwhile. A reversal has taken back what its voucher had, of which its own lines say nothing,
 * as those of a voucher that came in by its entries do.
 */
function mayHave(
  { lines, reverses, firstEntryNumber }: Voucher,
  isSaid: (line: VoucherLine) => boolean,
): boolean {
  return reverses !== undefined || firstEntryNumber !== undefined || lines.some(isSaid);
}

/** The opposite of one voucher, booked; both name each other. `accrues`: the reversal that it belongs to. */
export async function takenBack(
  repositories: LedgerRepositories,
  { value: voucher, version }: Stored<Voucher>,
  date: FullDate,
  accrues?: number,
): Promise<Either<LedgerFailure, Stored<Voucher>>> {
  const { voucherId } = voucher;
  const reversal = await postVoucher(
    repositories,
    voucher.numberSeries.numberSeriesNumber,
    await oppositeOf(repositories, voucher, date),
    {
      reverses: { voucherId },
      ...(accrues !== undefined && { accrues: { voucherId: accrues } }),
    },
  );
  if (isLeft(reversal)) return reversal;
  await repositories.bookedMarks.reverse({ voucherId, version }, reversal.right.value.voucherId);
  return reversal;
}

/**
 * What the voucher accrues is taken back with it: each day on itself, the days before the reversal with it.
 * So nothing changes before that date, and nothing is left after it.
 */
async function accrualsTakenBack(
  repositories: LedgerRepositories,
  voucherId: number,
  { date, by }: { readonly date: FullDate; readonly by: number },
): Promise<Either<LedgerFailure, void>> {
  for (const accrual of await accrualsOfVoucher(repositories, voucherId)) {
    const { date: day } = accrual.value;
    const back = await takenBack(repositories, accrual, day < date ? date : day, by);
    if (isLeft(back)) return back;
  }
  return right(undefined);
}

/**
 * The vouchers of what another accrues, in the order in which they were booked. Without their lines, which
 * may be many thousands: each is taken back by its entries.
 */
async function accrualsOfVoucher(
  { stored }: LedgerRepositories,
  voucherId: number,
): Promise<readonly Stored<Voucher>[]> {
  const vouchers = stored.of(Voucher);
  const { items } = await vouchers.page({
    filter: {
      kind: 'and',
      of: [compare('voucherType', 'eq', 'systemEntry'), compare('accrues.voucherId', 'eq', voucherId)],
    },
    sort: Voucher.defaultSort,
    pageSize: ACCRUAL_MONTHS_MAX + 1,
    skipPages: 0,
  });
  const found: Stored<Voucher>[] = [];
  for (const { voucherId: key } of items) found.push(defined(await vouchers.find(key)));
  return found;
}

/** An invoice is credited, a match is taken back: neither is reversed, nor is anything twice. */
function mayBeReversed(
  { numberSeries: { numberSeriesNumber }, accrues, reversedBy }: Voucher,
  posts: readonly OpenPost[],
): Either<RuleBroken, void> {
  const refused = (is: string): Either<RuleBroken, void> => left(ruleBroken('E10250', 'voucherId', is));
  if (numberSeriesNumber === SERIES.salesInvoice || numberSeriesNumber === SERIES.creditNote)
    return refused('must not be the voucher of an invoice: credit the invoice instead');
  if (numberSeriesNumber === SERIES.matching)
    return refused('must not be what a match has posted: take the match back instead');
  if (numberSeriesNumber === SERIES.vatSettlement)
    return refused('must not be what a VAT settlement has posted: take the settlement back instead');
  if (accrues !== undefined)
    return refused(`must not be an accrual: reverse the voucher it belongs to, ${accrues.voucherId}`);
  if (reversedBy !== undefined) return refused(`is reversed already, by ${reversedBy.voucherId}`);
  if (posts.some(({ amount, remainder }) => amount !== remainder))
    return refused('is matched: take its matches back first');
  return right(undefined);
}

/**
 * Amendment "15, metaData": whether a booked voucher may be reversed, on some date of an open period. The
 * posts of customers and suppliers are asked for, where it has any: what is left of it in all does not say
 * whether one of them is matched.
 */
export const voucherMayBeReversed =
  ({ openPosts }: LedgerRepositories) =>
  async (voucher: Voucher): Promise<boolean> => {
    if (isLeft(mayBeReversed(voucher, []))) return false;
    const hasPosts = voucher.lines.some(
      ({ customer, supplier }) => customer !== undefined || supplier !== undefined,
    );
    if (!hasPosts) return true;
    return isRight(mayBeReversed(voucher, await openPosts.ofVouchers([voucher.voucherId])));
  };

/** What takes back all that a voucher has booked. */
async function oppositeOf(
  repositories: LedgerRepositories,
  { voucherId, date: booked }: Voucher,
  date: FullDate,
): Promise<UnnumberedPosting> {
  const year = await unfailing(repositories.accountingYears.ofDate(booked));
  if (year === undefined) throw new Error(`voucher ${voucherId} is booked on ${booked}, in no year`);
  const entries = await repositories.bookedDocuments.wholeEntriesOf({
    year: year.year,
    date: booked,
    voucherId,
  });
  return { date, entries: entries.map(oppositeEntry) };
}

/** The service takes back what was booked, also on accounts that take no direct entries. */
function oppositeEntry(entry: Entry): EntryToPost {
  const { account, amount, amountInBaseCurrency, currency, entryType, text, vatAccount, dueDate } = entry;
  return {
    accountNumber: account.accountNumber,
    amount: negated(amount),
    amountInBaseCurrency: negated(amountInBaseCurrency),
    currency,
    entryType,
    text,
    vatCode: vatAccount?.vatCode,
    vatPart: entry.vatPart,
    vatRate: entry.vatRate,
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
  const open = posts.filter(({ remainder }) => remainder !== ZERO);
  if (open.length === 0) return right(undefined);
  const found = await repositories.openPosts.ofVouchers([reversal]);
  const opposite = found.filter(({ remainder }) => remainder !== ZERO);
  return matchAll(repositories)(
    open.map((post, index) => [
      { post, property: 'voucherId' },
      { post: defined(opposite[index]), property: 'voucherId' },
    ]),
  )();
}
