import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  amountOf,
  defined,
  centsOf,
  ruleBroken,
  type Cents,
  type Decimal,
  type RuleBroken,
  namedTwice,
  withoutSign,
} from '@kontor/kernel';
import type { OpenPost } from './open-post.resource.js';

/** A post and how much of it is set off; without an amount, as much as goes. */
export type PostToMatch = {
  readonly post: OpenPost;
  /** Positive; all that both sides allow when left out. */
  readonly amount?: Decimal | undefined;
  /**
   * What it takes in base currency, with the sign of the remainder, where that was settled before; else its
   * part of the remainder.
   */
  readonly amountInBaseCurrency?: Decimal | undefined;
  /** Where the request names it: `posts[1]`. */
  readonly property: string;
};

/** What a match takes of a post, with the sign of its remainder. */
export type Share = { readonly post: OpenPost; readonly cents: Cents; readonly baseCents: Cents };

type Wanted = PostToMatch & { readonly left: Cents; readonly most: Cents };

/**
 * Amendment "Open posts": posts of one customer or supplier in one currency, debit against credit. What is
 * not given is all that both sides allow, in the order of the request; the rest stays open.
 */
export function sharesOf(posts: readonly PostToMatch[]): Either<RuleBroken, readonly Share[]> {
  const agreed = agree(posts);
  if (isLeft(agreed)) return agreed;
  const wanted: Wanted[] = [];
  for (const one of posts) {
    const allowed = mostOf(one);
    if (isLeft(allowed)) return allowed;
    wanted.push(allowed.right);
  }
  const debits = wanted.filter(({ left }) => left > 0n);
  const credits = wanted.filter(({ left }) => left < 0n);
  const total = least(sum(debits), sum(credits));
  if (total === 0n) {
    return left(ruleBroken('E10220', 'posts', 'must be debits and credits: one side is missing'));
  }
  const shared = new Map<PostToMatch, Cents>();
  for (const side of [debits, credits]) {
    const taken = taking(side, total);
    if (taken === undefined) {
      return left(ruleBroken('E10220', 'posts', 'must have amounts that sum to the same on both sides'));
    }
    for (const [one, cents] of taken) shared.set(one, cents);
  }
  return right(wanted.map((one) => shareOf(one, shared.get(one) ?? 0n)).filter(({ cents }) => cents !== 0n));
}

function agree(posts: readonly PostToMatch[]): Either<RuleBroken, void> {
  const [first] = posts;
  if (first === undefined) return left(ruleBroken('E10220', 'posts', 'must name two posts or more'));
  const seen = new Set<number>();
  for (const { post, property } of posts) {
    if (seen.has(post.entryNumber)) return left(namedTwice(property));
    seen.add(post.entryNumber);
    if (partyOfPost(post) !== partyOfPost(first.post)) {
      return left(ruleBroken('E10220', property, `must be of ${partyOfPost(first.post)}, as the first is`));
    }
    if (post.currency !== first.post.currency) {
      return left(ruleBroken('E10220', property, `must be in ${first.post.currency}, as the first is`));
    }
  }
  return right(undefined);
}

/** Whose post it is, as a text that no other party has: `customer 4`. */
export function partyOfPost({ customer, supplier }: Pick<OpenPost, 'customer' | 'supplier'>): string {
  return customer === undefined
    ? `supplier ${supplier?.supplierNumber}`
    : `customer ${customer.customerNumber}`;
}

function mostOf(one: PostToMatch): Either<RuleBroken, Wanted> {
  const { post, amount, amountInBaseCurrency, property } = one;
  const left_ = centsOf(post.remainder);
  const open = withoutSign(left_);
  if (open === 0n) return left(ruleBroken('E10220', property, 'must be open: nothing is left of it'));
  const most = amount === undefined ? open : centsOf(amount);
  if (most <= 0n) return left(ruleBroken('E10220', `${property}.amount`, 'must be positive'));
  if (most > open) {
    return left(
      ruleBroken('E10220', `${property}.amount`, `must be at most what is open: ${amountOf(open)}`),
    );
  }
  if (amountInBaseCurrency !== undefined && !mayTake(post, centsOf(amountInBaseCurrency), most)) {
    const is = `must be its part of the ${post.remainderInBaseCurrency} that are open`;
    return left(ruleBroken('E10220', `${property}.amountInBaseCurrency`, is));
  }
  return right({ ...one, left: left_, most });
}

/** What matches that were taken back since may have rounded otherwise, in base currency. */
const ROUNDED_MAX = 100n;

/**
 * Whether so much may be taken of a remainder in base currency: its part of what other matches had left then.
 * All of it goes with the last of the amount; an amount in base currency is its own part.
 */
function mayTake(post: OpenPost, cents: Cents, most: Cents): boolean {
  const [open, base] = [centsOf(post.remainder), centsOf(post.remainderInBaseCurrency)];
  const part = baseShare(post, open < 0n ? -most : most);
  if (withoutSign(open) === most || open === base) return cents === part;
  const isWithin = base < 0n ? cents <= 0n && cents >= base : cents >= 0n && cents <= base;
  return isWithin && withoutSign(cents - part) <= ROUNDED_MAX;
}

/** What is given is taken whole; the others take what is left of the total, the first ones first. */
function taking(side: readonly Wanted[], total: Cents): readonly (readonly [Wanted, Cents])[] | undefined {
  let rest = total - sum(side.filter(({ amount }) => amount !== undefined));
  if (rest < 0n) return undefined;
  const taken = side.map((one): readonly [Wanted, Cents] => {
    if (one.amount !== undefined) return [one, one.most];
    const own = least(one.most, rest);
    rest -= own;
    return [one, own];
  });
  return rest === 0n ? taken : undefined;
}

function shareOf({ post, left: open, amountInBaseCurrency }: Wanted, most: Cents): Share {
  const cents = open < 0n ? -most : most;
  const baseCents =
    amountInBaseCurrency === undefined ? baseShare(post, cents) : centsOf(amountInBaseCurrency);
  return { post, cents, baseCents };
}

/** Its part of what is left in base currency: all of it with the last, so that nothing ever stays behind. */
function baseShare({ remainder, remainderInBaseCurrency }: OpenPost, cents: Cents): Cents {
  const [all, base] = [centsOf(remainder), centsOf(remainderInBaseCurrency)];
  return cents === all ? base : divided(base * cents, all);
}

/** Half is rounded away from zero (§5.4 as amended). */
function divided(units: bigint, by: bigint): bigint {
  const isNegative = units < 0n !== by < 0n;
  const [top, bottom] = [withoutSign(units), withoutSign(by)];
  const rounded = (top * 2n + bottom) / (bottom * 2n);
  return isNegative ? -rounded : rounded;
}

/** What a match leaves over in base currency, and why: other rates, or the rounding of one. */
export type Difference = { readonly cents: Cents; readonly reason: 'exchange' | 'rounding' };

/**
 * Nothing where debit and credit were worth the same. `areOfOneRate`: that is known, as of an invoice and its
 * credit note; else their amounts tell whether it may be.
 */
export function differenceOf(shares: readonly Share[], areOfOneRate = false): Difference | undefined {
  const cents = shares.reduce((total, { baseCents }) => total + baseCents, 0n);
  if (cents === 0n) return undefined;
  const [first] = shares;
  const isOneRate = areOfOneRate || shares.every(({ post }) => mayBeOfOneRate(post, defined(first).post));
  return { cents, reason: isOneRate ? 'rounding' : 'exchange' };
}

/** Whether one rate would have made both amounts in base currency, each rounded to a cent. */
function mayBeOfOneRate(one: OpenPost, other: OpenPost): boolean {
  const [amount, base] = [centsOf(one.amount), centsOf(one.amountInBaseCurrency)];
  const [otherAmount, otherBase] = [centsOf(other.amount), centsOf(other.amountInBaseCurrency)];
  return (
    withoutSign(base * otherAmount - otherBase * amount) * 2n <=
    withoutSign(amount) + withoutSign(otherAmount)
  );
}

function sum(side: readonly Wanted[]): Cents {
  return side.reduce((total, { most }) => total + most, 0n);
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
