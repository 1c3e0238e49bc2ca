import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  defined,
  amountOf,
  centsOf,
  namedTwice,
  ruleBroken,
  type Decimal,
  type RuleBroken,
  flatMapped,
  withoutSign,
  referenceMissing,
} from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { Voucher, type VoucherLine } from '../voucher/voucher.resource.js';
import { linesOf, type CompleteLine } from '../voucher/line-completion.rules.js';
import { leftOfPosts } from './left-of-posts.js';
import { matchAll, mayMatchAll } from './match-posts.use-case.js';
import { partyOfPost, type PostToMatch } from './matching.rules.js';
import type { OpenPost } from './open-post.resource.js';

/** What a line says it pays: an invoice by its number, or a voucher. */
type Paid = NonNullable<VoucherLine['matches']>[number] & { readonly property: string };

type Targets = {
  readonly posts: readonly OpenPost[];
  readonly voucherIds: ReadonlyMap<number, number>;
};

/**
 * Amendment "Open posts": what the lines of vouchers say they pay is matched with them when they are booked,
 * once their posts are there. Gives the vouchers with what is left of them.
 */
export function matchLines(
  repositories: LedgerRepositories,
  vouchers: readonly Voucher[],
  propertyPrefixes: readonly string[],
): TaskEither<LedgerFailure, readonly Voucher[]> {
  return async () => {
    const groups = await groupsOf(repositories, vouchers, propertyPrefixes);
    if (isLeft(groups)) return groups;
    if (groups.right.length === 0) return right(vouchers);
    const matched = await matchAll(repositories)(groups.right)();
    return isLeft(matched) ? matched : right(await withWhatIsLeft(repositories, vouchers));
  };
}

/**
 * Amendment "15, metaData": whether the posts that the lines of a draft pay could be matched with these lines
 * now. `posts`: the open posts that booking the draft would make.
 */
export function linesMayBeMatched(
  repositories: LedgerRepositories,
  voucher: Voucher,
  posts: readonly OpenPost[],
): TaskEither<LedgerFailure, void> {
  return async () => {
    const groups = await groupsOf(repositories, [voucher], [''], posts);
    if (isLeft(groups)) return groups;
    return groups.right.length === 0 ? right(undefined) : mayMatchAll(repositories)(groups.right)();
  };
}

/**
 * What a line says it pays and never can is refused when it is written: what is not there, is named twice,
 * has nothing of its party in its currency on the other side, or is together more than the line comes to.
 * What is open of it is looked at when the line is booked.
 */
export function linesMayPay(
  repositories: LedgerRepositories,
  lines: readonly CompleteLine[],
): TaskEither<LedgerFailure, void> {
  return async () => {
    const paying = payingIn(lines);
    if (paying.length === 0) return right(undefined);
    const paid = flatMapped(paying, (one) => one.paid);
    const targets = await targetsOf(repositories, [], paid);
    for (const { line, property, paid: named } of paying) {
      const { customer, supplier } = line;
      if (customer === undefined && supplier === undefined) return left(paysForNobody(property));
      const amounts = mayTake(line, named);
      if (isLeft(amounts)) return amounts;
      const seen = new Set<number>();
      for (const one of named) {
        const voucherId = voucherPaidBy(one, targets);
        if (isLeft(voucherId)) return voucherId;
        if (seen.has(voucherId.right)) return left(namedTwice(one.property));
        seen.add(voucherId.right);
        const posts = targets.posts.filter(({ voucher }) => voucher.voucherId === voucherId.right);
        const pays = posts.length === 0 ? await mayHavePosts(repositories, one) : right(undefined);
        if (isLeft(pays)) return pays;
        const own = { ...line, customer, supplier };
        if (posts.length > 0 && !posts.some((post) => isOnOtherSide(own, post, post.amount))) {
          return left(nothingToPay(own, one.property));
        }
      }
    }
    return right(undefined);
  };
}

/** Nothing of less than a cent is ever taken of what is paid, nor more in all than the line comes to. */
function mayTake(line: CompleteLine, named: readonly Paid[]): Either<RuleBroken, void> {
  const own = centsOf(line.amount);
  let most = withoutSign(own);
  for (const { amount, property } of named) {
    if (amount === undefined) continue;
    if (centsOf(amount) <= 0n) return left(ruleBroken('E10220', `${property}.amount`, 'must be positive'));
    if (centsOf(amount) > most) {
      const is = `must be at most what is left of what the line comes to: ${amountOf(most)}`;
      return left(ruleBroken('E10220', `${property}.amount`, is));
    }
    most -= centsOf(amount);
  }
  return right(undefined);
}

/** A voucher that is still a draft may be booked together with what pays it. */
async function mayHavePosts(
  { resources }: LedgerRepositories,
  { voucherId: key, property }: Paid,
): Promise<Either<LedgerFailure, void>> {
  if (key === undefined || (await resources.of(Voucher).find(key)) !== undefined) return right(undefined);
  return left(referenceMissing(property, Voucher.collection, key));
}

type Paying = { readonly line: CompleteLine; readonly property: string; readonly paid: readonly Paid[] };

/** The lines that say what they pay. */
function payingIn(lines: readonly CompleteLine[], propertyPrefix = ''): readonly Paying[] {
  return flatMapped(lines, (line, index) => {
    const property = `${propertyPrefix}lines[${index}]`;
    const paid = paidBy(line, property);
    return paid.length === 0 ? [] : [{ line, property, paid }];
  });
}

/** For each line that pays something: its own post, together with the posts that it pays. */
async function groupsOf(
  repositories: LedgerRepositories,
  vouchers: readonly Voucher[],
  propertyPrefixes: readonly string[],
  more: readonly OpenPost[] = [],
): Promise<Either<LedgerFailure, readonly (readonly PostToMatch[])[]>> {
  const lines = flatMapped(vouchers, (one, voucher) => payingIn(linesOf(one), propertyPrefixes[voucher]));
  if (lines.length === 0) return right([]);
  const found = await targetsOf(
    repositories,
    vouchers,
    flatMapped(lines, ({ paid }) => paid),
  );
  const targets = { ...found, posts: [...found.posts, ...more] };
  const groups: (readonly PostToMatch[])[] = [];
  for (const { line, property, paid } of lines) {
    const group = groupOf(line, { property, paid, targets });
    if (isLeft(group)) return group;
    groups.push(group.right);
  }
  return right(groups);
}

async function withWhatIsLeft(
  { openPosts }: LedgerRepositories,
  vouchers: readonly Voucher[],
): Promise<readonly Voucher[]> {
  const posts = await openPosts.ofVouchers(vouchers.map(({ voucherId }) => voucherId));
  return vouchers.map((voucher) => {
    const own = posts.filter((post) => post.voucher.voucherId === voucher.voucherId);
    const { remainder, remainderInBaseCurrency } = leftOfPosts(own);
    return { ...voucher, remainder, remainderInDefaultCurrency: remainderInBaseCurrency };
  });
}

function paidBy({ matches = [], invoiceNumber }: VoucherLine, property: string): readonly Paid[] {
  const named = matches.map((match, index) => ({ ...match, property: `${property}.matches[${index}]` }));
  if (invoiceNumber === undefined) return named;
  return [...named, { bookedInvoiceNumber: invoiceNumber, property: `${property}.invoiceNumber` }];
}

async function targetsOf(
  { openPosts, vouchersOfInvoices }: LedgerRepositories,
  vouchers: readonly Voucher[],
  paid: readonly Paid[],
): Promise<Targets> {
  const invoices = paid.flatMap(({ bookedInvoiceNumber }) => bookedInvoiceNumber ?? []);
  const voucherIds = await vouchersOfInvoices.voucherIdsOf([...new Set(invoices)]);
  const named = [
    ...vouchers.map(({ voucherId }) => voucherId),
    ...paid.flatMap(({ voucherId }) => voucherId ?? []),
    ...voucherIds.values(),
  ];
  return { posts: await openPosts.ofVouchers([...new Set(named)]), voucherIds };
}

type OfLine = { readonly property: string; readonly paid: readonly Paid[]; readonly targets: Targets };

/** The post of the line, and those that it pays. */
function groupOf(
  { entryNumber }: VoucherLine,
  { property, paid, targets }: OfLine,
): Either<LedgerFailure, readonly PostToMatch[]> {
  const own = targets.posts.find((post) => post.entryNumber === entryNumber);
  if (own === undefined) return left(paysForNobody(property));
  const group: PostToMatch[] = [{ post: own, property }];
  for (const one of paid) {
    const posts = postsPaidBy(own, one, targets);
    if (isLeft(posts)) return posts;
    group.push(...posts.right);
  }
  return right(group);
}

function postsPaidBy(
  own: OpenPost,
  paid: Paid,
  targets: Targets,
): Either<LedgerFailure, readonly PostToMatch[]> {
  const { property, amount } = paid;
  const voucherId = voucherPaidBy(paid, targets);
  if (isLeft(voucherId)) return voucherId;
  const open = targets.posts.filter(
    (post) => post.voucher.voucherId === voucherId.right && isOnOtherSide(own, post, post.remainder),
  );
  return open.length === 0 ? left(nothingToPay(own, property)) : sharedOut(open, amount, property);
}

/** The voucher that is paid, also that of an invoice. */
function voucherPaidBy(
  { property, bookedInvoiceNumber, voucherId: named }: Paid,
  { voucherIds }: Targets,
): Either<LedgerFailure, number> {
  if ((bookedInvoiceNumber === undefined) === (named === undefined)) {
    return left(ruleBroken('E10220', property, 'must name either an invoice or a voucher'));
  }
  const voucherId = named ?? voucherIds.get(bookedInvoiceNumber ?? 0);
  if (voucherId !== undefined) return right(voucherId);
  const key = defined(bookedInvoiceNumber);
  return left(referenceMissing(property, 'booked-invoices', key));
}

/** What pays, as far as it decides what may be paid. */
type Payment = Pick<OpenPost, 'amount' | 'currency' | 'customer' | 'supplier'>;

function isOnOtherSide(own: Payment, other: OpenPost, left_: Decimal): boolean {
  return (
    partyOfPost(own) === partyOfPost(other) &&
    own.currency === other.currency &&
    (own.amount.startsWith('-') ? centsOf(left_) > 0n : centsOf(left_) < 0n)
  );
}

function paysForNobody(property: string): RuleBroken {
  return ruleBroken('E10220', property, 'must be of a customer or supplier to pay something');
}

function nothingToPay(own: Payment, property: string): RuleBroken {
  const is = `must have something open of ${partyOfPost(own)} in ${own.currency} on the other side`;
  return ruleBroken('E10220', property, is);
}

/** An amount goes to the first post of the voucher as far as that is open, and so on. */
function sharedOut(
  open: readonly OpenPost[],
  amount: Decimal | undefined,
  property: string,
): Either<RuleBroken, readonly PostToMatch[]> {
  const [only, ...more] = open as [OpenPost, ...OpenPost[]];
  if (amount === undefined || more.length === 0) {
    return right(open.map((post) => ({ post, amount: post === only ? amount : undefined, property })));
  }
  let rest = centsOf(amount);
  const shared: PostToMatch[] = [];
  for (const post of open) {
    const left_ = centsOf(post.remainder);
    const most = left_ < 0n ? -left_ : left_;
    const own = rest < most ? rest : most;
    if (own > 0n) shared.push({ post, amount: amountOf(own), property });
    rest -= own;
  }
  return rest === 0n
    ? right(shared)
    : left(ruleBroken('E10220', `${property}.amount`, 'must be at most what is open'));
}
