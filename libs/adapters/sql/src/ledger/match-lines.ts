import { centsOf, type FullDate } from '@kontor/kernel';
import type { MatchedLine, PartyKind } from '@kontor/ledger';
import type { SqlValue } from '../statement.js';
import type { Insert } from '../transaction/effect.js';
import { MATCH_LINES, type ClassOfLines } from '../statements/open-posts.js';

/** So many months apart a post and its match are below, of each class but the last. */
const BELOW = [1, 2, 4, 8, 16, 32, 64] as const;

/**
 * Into which class a line goes by the months between its post and its match. What was open on a day and
 * matched after it has its post at most so many months before that day: a class is a range of the index
 * that holds little else, however much was matched since.
 */
export function monthsApart(postDate: FullDate, matchDate: FullDate): number {
  const months = monthOf(matchDate) - monthOf(postDate);
  const found = BELOW.findIndex((below) => months < below);
  return found === -1 ? BELOW.length : found;
}

function monthOf(date: FullDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** The first day on which what is open on a date can stand, of a class; undefined: any. */
function firstOf(apart: number, date: FullDate): string | undefined {
  const below = BELOW[apart];
  if (below === undefined) return undefined;
  const month = Math.max(0, monthOf(date) - below + 1);
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

/** The classes in which lines of what was open on a date can be. */
export function classesOn(date: FullDate): readonly ClassOfLines[] {
  return [...BELOW.keys(), BELOW.length].map((apart) => ({ apart, from: firstOf(apart, date) }));
}

/** What matches have taken of posts, as rows. */
export function matchLineRows(agreementNumber: number, lines: readonly MatchedLine[]): Insert {
  return {
    kind: 'insert',
    into: MATCH_LINES,
    rows: lines.map(({ matchNumber, date, post, amountInBaseCurrency }): readonly SqlValue[] => [
      agreementNumber,
      matchNumber,
      post.entryNumber,
      ...partyOf(post),
      post.date,
      post.dueDate ?? null,
      date,
      monthsApart(post.date, date),
      Number(centsOf(amountInBaseCurrency)),
    ]),
  };
}

function partyOf({ customer, supplier }: MatchedLine['post']): readonly [PartyKind, number] {
  if (customer !== undefined) return ['customer', customer.customerNumber];
  return ['supplier', supplier?.supplierNumber ?? 0];
}
