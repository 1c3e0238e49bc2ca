import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { amountOf, centsOf, ruleBroken, type Decimal, type RuleBroken } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import type { Voucher, VoucherLine } from '../voucher/voucher.resource.js';
import { leftOfPosts } from './left-of-posts.js';
import { matchAll } from './match-posts.use-case.js';
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
    const lines = vouchers.flatMap(({ lines: own }, voucher) =>
      own.flatMap((line, index) => {
        const property = `${propertyPrefixes[voucher] ?? ''}lines[${index}]`;
        const paid = paidBy(line, property);
        return paid.length === 0 ? [] : [{ line, property, paid }];
      }),
    );
    if (lines.length === 0) return right(vouchers);
    const targets = await targetsOf(
      repositories,
      vouchers,
      lines.flatMap(({ paid }) => paid),
    );
    const groups: (readonly PostToMatch[])[] = [];
    for (const { line, property, paid } of lines) {
      const group = groupOf(line, { property, paid, targets });
      if (isLeft(group)) return group;
      groups.push(group.right);
    }
    const matched = await matchAll(repositories)(groups)();
    return isLeft(matched) ? matched : right(await withWhatIsLeft(repositories, vouchers));
  };
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
  if (own === undefined) {
    return left(ruleBroken('E10220', property, 'must be of a customer or supplier to pay something'));
  }
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
  { property, bookedInvoiceNumber, voucherId: named, amount }: Paid,
  { posts, voucherIds }: Targets,
): Either<LedgerFailure, readonly PostToMatch[]> {
  if ((bookedInvoiceNumber === undefined) === (named === undefined)) {
    return left(ruleBroken('E10220', property, 'must name either an invoice or a voucher'));
  }
  const voucherId = named ?? voucherIds.get(bookedInvoiceNumber ?? 0);
  if (voucherId === undefined) {
    const key = bookedInvoiceNumber as number;
    return left({ kind: 'ReferenceMissing', property, resource: 'booked-invoices', key });
  }
  const open = posts.filter((post) => post.voucher.voucherId === voucherId && mayPay(own, post));
  if (open.length === 0) {
    const is = `must have something open of ${partyOfPost(own)} in ${own.currency} on the other side`;
    return left(ruleBroken('E10220', property, is));
  }
  return sharedOut(open, amount, property);
}

function mayPay(own: OpenPost, other: OpenPost): boolean {
  return (
    partyOfPost(own) === partyOfPost(other) &&
    own.currency === other.currency &&
    (own.amount.startsWith('-') ? centsOf(other.remainder) > 0n : centsOf(other.remainder) < 0n)
  );
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
