import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  groupedBy,
  amount,
  amountOf,
  centsOf,
  defined,
  described,
  group,
  integer,
  itemNumber,
  listOf,
  required,
  ruleBroken,
  type Cents,
  type DraftOf,
} from '@kontor/kernel';
import type { BookedEntry } from '../books/booked-document.port.js';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { numberIn } from '../number-series/number-in.js';
import { SERIES } from '../number-series/number-series.data.js';
import { matchEach, type BesidePosts, type MatchRefusal } from '../open-post/match-posts.use-case.js';
import { Match, POSTS_MAX } from '../open-post/match.resource.js';
import { differenceOf, type PostToMatch, type Share } from '../open-post/matching.rules.js';
import type { OpenPost } from '../open-post/open-post.resource.js';
import { seriesOf } from '../posting/voucher-of-entries.js';
import { documentName, voucherIdsByName, type VoucherIdsByName } from './document-name.js';
import { numberTaken } from './held-numbers.js';

/** A post of an imported match: those of a document are told apart by their order. */
const importedPost = group({
  voucher: required(documentName()),
  post: described(required(integer({ min: 1 })), 'which of the posts of the document, from 1'),
  amount: required(amount()),
  amountInBaseCurrency: described(amount(), 'with its sign; its part of what is open when left out'),
});

/** A match as a line of an import tells it. */
export const IMPORTED_MATCH = {
  matchNumber: described(itemNumber(), 'the next one when left out'),
  posts: required(listOf(importedPost, { max: POSTS_MAX })),
  differenceVoucher: described(documentName(), 'what has posted its difference in base currency'),
};
/** A match of a file, decoded and not yet looked at by any rule. */
export type ImportedMatch = DraftOf<typeof IMPORTED_MATCH>;

/** Matches of a file in its order. */
export type ImportMatches = { readonly matches: readonly ImportedMatch[] };
/** How many were made, and how many had been before, as the file was sent again. */
export type MatchesImported = { readonly created: number; readonly alreadyThere: number };

/** What matches refer to, looked up for all of them. */
type Found = {
  readonly ids: VoucherIdsByName;
  /** The posts of each document, in the order of their numbers. */
  readonly posts: ReadonlyMap<number, readonly OpenPost[]>;
  readonly entries: ReadonlyMap<number, readonly BookedEntry[]>;
};

/**
 * Matches that were made elsewhere, all or none, of posts that are in the books: each takes what it took
 * there. Their differences came in as vouchers, so nothing is posted: a match names the voucher of its own.
 * One whose number is that of a match of the same posts is taken for the same, and left out.
 */
export const importMatches =
  (repositories: LedgerRepositories) =>
  ({ matches }: ImportMatches): TaskEither<LedgerFailure, MatchesImported> =>
  async () => {
    const found = await foundFor(repositories, matches);
    const fresh: { readonly match: ImportedMatch; readonly group: readonly PostToMatch[] }[] = [];
    for (const match of matches) {
      const named = groupOf(match, found);
      if (isLeft(named)) return named;
      const isThere = await isAlreadyThere(repositories, match, named.right);
      if (isLeft(isThere)) return isThere;
      if (!isThere.right) fresh.push({ match, group: named.right });
    }
    const made = await matchEach(repositories)(
      fresh.map(({ group: posts }) => posts),
      (shares, at) => Promise.resolve(besideOf(defined(fresh[at]).match, shares, found)),
    )();
    if (isLeft(made)) return made;
    const highest = fresh.reduce((most, { match }) => Math.max(most, match.matchNumber ?? 0), 0);
    if (highest > 0) await numberTaken(repositories, Match.collection, highest)();
    return right({ created: fresh.length, alreadyThere: matches.length - fresh.length });
  };

async function foundFor(repositories: LedgerRepositories, matches: readonly ImportedMatch[]): Promise<Found> {
  const ofPosts = matches.flatMap(({ posts }) => posts.map(({ voucher }) => voucher));
  const ofDifferences = matches.flatMap(({ differenceVoucher }) => differenceVoucher ?? []);
  const ids = await voucherIdsByName(repositories, [...ofPosts, ...ofDifferences]);
  const idsIn = (names: typeof ofPosts): readonly number[] => [
    ...new Set(
      names.flatMap((name) => {
        const id = ids.of(name, '');
        return isLeft(id) ? [] : id.right;
      }),
    ),
  ];
  const inOrder = [...(await repositories.openPosts.ofVouchers(idsIn(ofPosts)))].sort(
    (one, other) => one.entryNumber - other.entryNumber,
  );
  const posts = groupedBy(inOrder, ({ voucher }) => voucher.voucherId);
  const differences = idsIn(ofDifferences);
  const entries =
    differences.length === 0
      ? new Map<number, readonly BookedEntry[]>()
      : await repositories.bookedDocuments.entriesOfVouchers(differences);
  return { ids, posts, entries };
}

function groupOf(
  { posts: named }: ImportedMatch,
  { ids, posts }: Found,
): Either<LedgerFailure, readonly PostToMatch[]> {
  const found: PostToMatch[] = [];
  for (const [index, { voucher, post: at, ...taken }] of named.entries()) {
    const property = `posts[${index}]`;
    const voucherId = ids.of(voucher, `${property}.voucher`);
    if (isLeft(voucherId)) return voucherId;
    const own = posts.get(voucherId.right) ?? [];
    const post = own[at - 1];
    if (post === undefined) {
      const is = `must be a post of its document, which has ${own.length} of them`;
      return left(ruleBroken('E10220', `${property}.post`, is));
    }
    found.push({ post, property, ...taken });
  }
  return right(found);
}

/** Whether the match is there; another one under its number refuses it. */
async function isAlreadyThere(
  { resources }: LedgerRepositories,
  { matchNumber }: ImportedMatch,
  group_: readonly PostToMatch[],
): Promise<Either<LedgerFailure, boolean>> {
  if (matchNumber === undefined) return right(false);
  const found = await resources.of(Match).find(matchNumber);
  if (found === undefined) return right(false);
  const { posts } = found.value;
  const isSame =
    posts.length === group_.length &&
    group_.every(({ post, amount: taken, amountInBaseCurrency: base }) =>
      posts.some(
        (one) =>
          one.entryNumber === post.entryNumber &&
          one.amount === taken &&
          (base === undefined || one.amountInBaseCurrency === base),
      ),
    );
  return isSame
    ? right(true)
    : left(ruleBroken('E06010', 'matchNumber', 'must not be that of another match'));
}

/** The number of the match, and the voucher by which its difference was posted. */
function besideOf(
  { matchNumber, differenceVoucher: name }: ImportedMatch,
  shares: readonly Share[],
  { ids, entries }: Found,
): Either<MatchRefusal, BesidePosts> {
  const own = matchNumber === undefined ? {} : { matchNumber };
  const difference = differenceOf(shares);
  if (difference === undefined) return right(own);
  const { cents } = difference;
  const is = `must name what has posted the difference of ${amountOf(cents)} in base currency`;
  const refused = left(ruleBroken('E10220', 'differenceVoucher', is));
  if (name?.numberSeries.numberSeriesNumber !== SERIES.matching) return refused;
  const voucherId = ids.of(name, 'differenceVoucher');
  if (isLeft(voucherId)) return voucherId;
  const account = accountOfDifference(entries.get(voucherId.right) ?? [], shares, cents);
  if (account === undefined) return refused;
  const { displayVoucherNumber } = numberIn(seriesOf(SERIES.matching), name.voucherNumber);
  return right({
    ...own,
    difference: amountOf(cents),
    differenceAccount: { accountNumber: account },
    differenceVoucher: { voucherId: voucherId.right, displayVoucherNumber },
  });
}

/** The account that took a difference from whom the posts are of; undefined where these entries did not. */
function accountOfDifference(
  entries: readonly BookedEntry[],
  shares: readonly Share[],
  cents: Cents,
): number | undefined {
  const { customer, supplier } = defined(shares[0]).post;
  const isOfParty = ({ customerNumber, supplierNumber }: BookedEntry): boolean =>
    customerNumber === customer?.customerNumber && supplierNumber === supplier?.supplierNumber;
  const isFromParty = entries.some(
    (entry) => isOfParty(entry) && centsOf(entry.amountInBaseCurrency) === -cents,
  );
  if (!isFromParty || entries.length !== 2) return undefined;
  return entries.find((entry) => !isOfParty(entry))?.accountNumber;
}
