import { centsOf, type FullDate } from '@kontor/kernel';
import type { MatchedLine, PartyKind } from '@kontor/ledger';
import type { SqlValue, Statement } from '../statement.js';
import type { Insert } from '../transaction/effect.js';
import { insertInto } from '../statements/writes.js';

const LINES = insertInto('match_line', [
  ...['agreement_number', 'match_number', 'entry_number', 'party', 'party_number', 'post_date', 'due_date'],
  ...['match_date', 'apart', 'taken'],
]);

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

/** What matches have taken of posts, as rows. */
export function matchLineRows(agreementNumber: number, lines: readonly MatchedLine[]): Insert {
  return {
    kind: 'insert',
    into: LINES,
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

/** A match that is taken back has taken nothing. */
export function withoutLines(agreementNumber: number, matchNumber: number): Statement {
  return {
    sql: 'DELETE FROM `match_line` WHERE `agreement_number` = ? AND `match_number` = ?',
    values: [agreementNumber, matchNumber],
  };
}

/**
 * What was open of each party on a date and was matched after it: `number`, and the sums of `sums` over
 * `due_date` and `taken`, whose values are `values`.
 */
export function takenSince(
  agreementNumber: number,
  { kind, date }: { readonly kind: PartyKind; readonly date: FullDate },
  { sums, values }: { readonly sums: string; readonly values: readonly SqlValue[] },
): Statement {
  const classes = [...BELOW.keys(), BELOW.length].map((apart) => {
    const from = firstOf(apart, date);
    return {
      sql:
        'SELECT `party_number` AS number, `due_date`, `taken` FROM `match_line` ' +
        '/*! FORCE INDEX (`match_line_open_between`) */ WHERE `agreement_number` = ? AND `party` = ? ' +
        `AND \`apart\` = ${apart}${from === undefined ? '' : ' AND `post_date` >= ?'} ` +
        'AND `post_date` <= ? AND `match_date` > ?',
      values: [agreementNumber, kind, ...(from === undefined ? [] : [from]), date, date],
    };
  });
  return {
    sql:
      `SELECT number, ${sums} FROM (${classes.map(({ sql }) => sql).join(' UNION ALL ')}) AS open_then ` +
      'GROUP BY number',
    values: [...values, ...classes.flatMap((one) => one.values)],
  };
}
