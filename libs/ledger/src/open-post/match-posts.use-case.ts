import { isLeft, isRight, left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  defined,
  amountOf,
  centsOf,
  type Cents,
  existingHeld,
  type FullDate,
  type KeyExists,
  type NotFound,
  type ReferenceMissing,
  type RuleBroken,
  type Stored,
  withoutSign,
  ZERO,
  referenceMissing,
} from '@kontor/kernel';
import { SYSTEM_ACCOUNTS } from '../account/standard-chart.data.js';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { SERIES } from '../number-series/number-series.data.js';
import type { PostingRefusal } from '../posting/posting.failures.js';
import { mayBePosted } from '../posting/post.use-case.js';
import { madeEntry } from '../posting/made-entry.js';
import { nameOfVoucher, postVoucher } from '../posting/post-voucher.js';
import type { EntryToPost, UnnumberedPosting } from '../posting/posting.js';
import { Match, type MatchDraft } from './match.resource.js';
import { differenceOf, sharesOf, type Difference, type PostToMatch, type Share } from './matching.rules.js';
import { OpenPost } from './open-post.resource.js';

/** Which posts of one party are set off against each other, and by how much. */
export type MatchPosts = { readonly draft: MatchDraft };
/** Which match is taken back; with `version`, only as it was read (If-Match). */
export type Unmatch = { readonly matchNumber: number; readonly version?: number | undefined };

/** What matching needs from outside. */
export type MatchRepositories = Pick<
  LedgerRepositories,
  'baseCurrency' | 'numbers' | 'openPosts' | 'posting' | 'resources'
>;

/** Why posts are not matched. */
export type MatchRefusal = KeyExists | NotFound | PostingRefusal | ReferenceMissing | RuleBroken;

/** Amendment "Open posts": booked posts are set off against each other. */
export const matchPosts =
  (repositories: LedgerRepositories) =>
  ({ draft }: MatchPosts): TaskEither<LedgerFailure, Stored<Match>> =>
    pipe(
      postsNamedIn(repositories, draft),
      TE.flatMap((posts): TaskEither<LedgerFailure, readonly Stored<Match>[]> =>
        matchAll(repositories)([posts]),
      ),
      TE.map(([match]) => defined(match)),
    );

/** The posts that a request names. */
function postsNamedIn(
  { openPosts }: Pick<MatchRepositories, 'openPosts'>,
  { posts }: MatchDraft,
): TaskEither<LedgerFailure, readonly PostToMatch[]> {
  return async () => {
    const found = await openPosts.heldOfEntries(posts.map(({ entryNumber }) => entryNumber));
    const named: PostToMatch[] = [];
    for (const [index, { voucherId, entryNumber, amount }] of posts.entries()) {
      const property = `posts[${index}]`;
      const post = found.find(
        (one) => one.entryNumber === entryNumber && one.voucher.voucherId === voucherId,
      );
      if (post === undefined) {
        return left(referenceMissing(property, OpenPost.collection, entryNumber));
      }
      named.push({ post, amount, property });
    }
    return right(named);
  };
}

/**
 * Groups of posts, each a match, one after the other: what one has taken is no longer there for the next.
 * Differences in base currency are posted on the latest date of their posts; where all are `areOfOneRate`, as
 * rounding.
 */
export const matchAll =
  (repositories: MatchRepositories, areOfOneRate = false) =>
  (groups: readonly (readonly PostToMatch[])[]): TaskEither<MatchRefusal, readonly Stored<Match>[]> =>
    matchEach(repositories)(groups, (shares) => differencePosted(repositories, shares, areOfOneRate));

/** What a match has beside its posts: its number, where it has one already, and its difference. */
export type BesidePosts = Pick<Match, 'difference' | 'differenceAccount' | 'differenceVoucher'> &
  Partial<Pick<Match, 'matchNumber'>>;

/** The same, where `beside` says what the match of a group has beside its posts. */
export const matchEach =
  (repositories: MatchRepositories) =>
  (
    groups: readonly (readonly PostToMatch[])[],
    beside: (shares: readonly Share[], at: number) => Promise<Either<MatchRefusal, BesidePosts>>,
  ): TaskEither<MatchRefusal, readonly Stored<Match>[]> =>
  async () => {
    const shares = sharesInTurn(groups);
    if (isLeft(shares)) return shares;
    const made: Stored<Match>[] = [];
    for (const [at, group] of shares.right.groups.entries()) {
      const more = await beside(group, at);
      if (isLeft(more)) return more;
      const match = await matched(repositories, group, more.right);
      if (isLeft(match)) return match;
      made.push(match.right);
    }
    await changeAll(repositories, shares.right);
    return right(made);
  };

/** Whether groups of posts would be matched: nothing is posted and nothing written. */
export const mayMatchAll =
  (repositories: MatchRepositories) =>
  (groups: readonly (readonly PostToMatch[])[]): TaskEither<MatchRefusal, void> =>
  async () => {
    const shares = sharesInTurn(groups);
    if (isLeft(shares)) return shares;
    const currency = await repositories.baseCurrency();
    const differences = shares.right.groups.flatMap((group) => {
      const difference = differenceOf(group);
      return difference === undefined ? [] : [differenceToPost(group, difference)];
    });
    const postings = differences.map((one) => documentOfDifference(one, currency));
    return mayBePosted(repositories)(postings)();
  };

type SharesInTurn = {
  readonly groups: readonly (readonly Share[])[];
  readonly before: ReadonlyMap<number, OpenPost>;
  readonly now: ReadonlyMap<number, OpenPost>;
};

function sharesInTurn(groups: readonly (readonly PostToMatch[])[]): Either<RuleBroken, SharesInTurn> {
  const before = new Map<number, OpenPost>();
  const now = new Map<number, OpenPost>();
  const taken: (readonly Share[])[] = [];
  for (const group of groups) {
    for (const { post } of group) if (!before.has(post.entryNumber)) before.set(post.entryNumber, post);
    const shares = sharesOf(
      group.map((one) => ({ ...one, post: now.get(one.post.entryNumber) ?? one.post })),
    );
    if (isLeft(shares)) return shares;
    taken.push(shares.right);
    for (const { post, cents, baseCents } of shares.right) {
      now.set(post.entryNumber, withRemainders(post, -cents, -baseCents));
    }
  }
  return right({ groups: taken, before, now });
}

async function changeAll(
  { openPosts }: Pick<MatchRepositories, 'openPosts'>,
  { before, now }: SharesInTurn,
): Promise<void> {
  await openPosts.change(
    [...now.values()].map(({ entryNumber, remainder, remainderInBaseCurrency }) => ({
      post: defined(before.get(entryNumber)),
      remainder,
      remainderInBaseCurrency,
    })),
  );
}

function withRemainders(post: OpenPost, cents: Cents, baseCents: Cents): OpenPost {
  return {
    ...post,
    remainder: amountOf(centsOf(post.remainder) + cents),
    remainderInBaseCurrency: amountOf(centsOf(post.remainderInBaseCurrency) + baseCents),
  };
}

async function matched(
  repositories: MatchRepositories,
  shares: readonly Share[],
  beside: BesidePosts,
): Promise<Either<MatchRefusal, Stored<Match>>> {
  const [first] = shares;
  const { customer, supplier, currency } = defined(first).post;
  const date = latestOf(shares);
  const made = await repositories.resources.of(Match).create({
    date,
    customer,
    supplier,
    currency,
    posts: shares.map(({ post, cents, baseCents }) => ({
      voucherId: post.voucher.voucherId,
      entryNumber: post.entryNumber,
      amount: amountOf(withoutSign(cents)),
      amountInBaseCurrency: amountOf(baseCents),
    })),
    ...beside,
  })();
  if (isLeft(made)) return made;
  const { matchNumber } = made.right.value;
  await repositories.openPosts.noteMatched(
    shares.map(({ post, baseCents }) => ({
      ...{ matchNumber, date, post },
      amountInBaseCurrency: amountOf(baseCents),
    })),
  );
  return made;
}

function latestOf(shares: readonly Share[]): FullDate {
  return defined(
    shares
      .map(({ post }) => post.date)
      .sort()
      .at(-1),
  );
}

/**
 * What debit and credit differ by in base currency stays on no customer or supplier: it is a gain or a loss.
 */
async function differencePosted(
  repositories: MatchRepositories,
  shares: readonly Share[],
  areOfOneRate: boolean,
): Promise<Either<MatchRefusal, BesidePosts>> {
  const difference = differenceOf(shares, areOfOneRate);
  if (difference === undefined) return right({});
  const toPost = differenceToPost(shares, difference);
  return pipe(
    posting(repositories, toPost),
    TE.map((differenceVoucher): BesidePosts => ({
      difference: amountOf(toPost.cents),
      differenceAccount: { accountNumber: toPost.accountNumber },
      differenceVoucher,
    })),
  )();
}

function differenceToPost(shares: readonly Share[], { cents, reason }: Difference): DifferenceToPost {
  const accountNumber =
    reason === 'rounding' ? SYSTEM_ACCOUNTS.rounding : SYSTEM_ACCOUNTS.exchangeDifferences;
  const { post } = defined(shares.at(-1));
  return { date: latestOf(shares), post, accountNumber, cents };
}

type DifferenceToPost = {
  readonly date: FullDate;
  readonly post: Pick<OpenPost, 'account' | 'customer' | 'supplier'>;
  readonly accountNumber: number;
  /** What the account of differences takes; the control account takes the same on the other side. */
  readonly cents: Cents;
};

/** A document that settles posts and opens none. */
function documentOfDifference(
  { date, post, accountNumber, cents }: DifferenceToPost,
  currency: string,
): UnnumberedPosting {
  const said = { entryType: 'systemEntry', property: 'posts' } as const;
  const ofParty: EntryToPost = {
    ...madeEntry(currency, { ...said, accountNumber: post.account.accountNumber, cents: -cents }),
    customerNumber: post.customer?.customerNumber,
    supplierNumber: post.supplier?.supplierNumber,
  };
  const ofDifference = madeEntry(currency, { ...said, accountNumber, cents });
  return { date, entries: [ofParty, ofDifference], settlesPosts: true };
}

function posting(
  repositories: MatchRepositories,
  difference: DifferenceToPost,
): TaskEither<MatchRefusal, NonNullable<Match['differenceVoucher']>> {
  return async () => {
    const document = documentOfDifference(difference, await repositories.baseCurrency());
    const voucher = await postVoucher(repositories, SERIES.matching, document);
    return isLeft(voucher) ? voucher : right(nameOfVoucher(voucher.right));
  };
}

/** What was matched is open again; what was posted for it is taken back the same way. */
export const unmatch =
  (repositories: LedgerRepositories) =>
  ({ matchNumber, version }: Unmatch): TaskEither<LedgerFailure, void> =>
  async () => {
    const found = await existingHeld(repositories.resources, Match, matchNumber)();
    if (isLeft(found)) return found;
    const { value: match, version: present } = found.right;
    const removed = await repositories.resources.of(Match).remove(matchNumber, version ?? present)();
    if (isLeft(removed)) return removed;
    const posts = await repositories.openPosts.heldOfEntries(
      match.posts.map(({ entryNumber }) => entryNumber),
    );
    const back = await differenceTakenBack(repositories, match, posts);
    if (isLeft(back)) return back;
    await repositories.openPosts.change(posts.map((post) => openAgain(post, match)));
    await repositories.openPosts.forgetMatched(matchNumber);
    return right(undefined);
  };

function openAgain(post: OpenPost, { posts }: Match) {
  const taken = posts.find(({ entryNumber }) => entryNumber === post.entryNumber);
  const cents = centsOf(taken?.amount ?? ZERO);
  const signed = centsOf(post.amount) < 0n ? -cents : cents;
  const base = centsOf(taken?.amountInBaseCurrency ?? ZERO);
  const { remainder, remainderInBaseCurrency } = withRemainders(post, signed, base);
  return { post, remainder, remainderInBaseCurrency };
}

async function differenceTakenBack(
  repositories: MatchRepositories,
  match: Match,
  posts: readonly OpenPost[],
): Promise<Either<MatchRefusal, unknown>> {
  const difference = differenceToTakeBack(match);
  if (difference === undefined) return right(undefined);
  const { last, ...opposite } = difference;
  const post = defined(posts.find(({ entryNumber }) => entryNumber === last));
  return posting(repositories, { ...opposite, post })();
}

type DifferenceToTakeBack = Omit<DifferenceToPost, 'post'> & {
  /** The post on whose account the difference is. */
  readonly last: number;
};

/** The opposite of what a match has posted, on the same day; undefined where it has posted nothing. */
function differenceToTakeBack({
  date,
  difference,
  differenceAccount,
  posts,
}: Match): DifferenceToTakeBack | undefined {
  if (difference === undefined || differenceAccount === undefined) return undefined;
  const { accountNumber } = differenceAccount;
  return { date, accountNumber, cents: -centsOf(difference), last: defined(posts.at(-1)).entryNumber };
}

/** Amendment "15, metaData": whether a match may be taken back now: always where it has posted nothing. */
export const matchMayBeTakenBack =
  (repositories: LedgerRepositories) =>
  async (match: Match): Promise<boolean> => {
    const difference = differenceToTakeBack(match);
    if (difference === undefined) return true;
    const { last, ...opposite } = difference;
    const post = await repositories.resources.of(OpenPost).find(last);
    if (post === undefined) return false;
    const baseCurrency = await repositories.baseCurrency();
    const document = documentOfDifference({ ...opposite, post: post.value }, baseCurrency);
    return isRight(await mayBePosted(repositories)([document])());
  };
