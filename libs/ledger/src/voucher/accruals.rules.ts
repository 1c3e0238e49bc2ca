import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  amountOf,
  centsOf,
  lastDayOfMonth,
  merge,
  negated,
  ruleBroken,
  type FullDate,
  type RuleBroken,
  ZERO,
} from '@kontor/kernel';
import { dayAfter, monthsTouched } from '../accounting-year/calendar.js';
import type { DateNotBookable } from '../posting/posting.failures.js';
import type { PostingFacts } from '../posting/posting-facts.js';
import { periodToPostIn } from '../posting/posting.rules.js';
import type { EntryToPost } from '../posting/posting.js';
import { netBookedBy, type EntryTerms } from './voucher-entries.rules.js';
import type { VoucherLine } from './voucher.resource.js';
import type { CompleteLine } from './line-completion.rules.js';

/**
 * The months that the accruals of one voucher touch, all lines together: so many entries are made at once.
 */
export const ACCRUAL_MONTHS_MAX = 12_000;

/** An accrual does not end before it starts, and is of a bounded length. */
export function everyAccrualRuns(lines: readonly VoucherLine[]): Either<RuleBroken, void> {
  let months = 0;
  for (const [index, { accruals }] of lines.entries()) {
    if (accruals === undefined) continue;
    const { startDate, endDate } = accruals;
    const refused = (is: string) => left(ruleBroken('E10420', `lines[${index}].accruals.endDate`, is));
    if (endDate < startDate) return refused('must not be before startDate');
    months += monthsTouched(startDate, endDate);
    if (months > ACCRUAL_MONTHS_MAX)
      return refused(
        `is too late: the accruals of a voucher touch at most ${ACCRUAL_MONTHS_MAX} months in all`,
      );
  }
  return right(undefined);
}

/** The accruals of all vouchers that are booked together have the same limit as those of one voucher. */
export function accrualsAreFew(
  vouchers: readonly { readonly lines: readonly VoucherLine[] }[],
  propertyPrefixes: readonly string[],
): Either<RuleBroken, void> {
  let months = 0;
  for (const [voucher, { lines }] of vouchers.entries()) {
    for (const [index, { accruals }] of lines.entries()) {
      if (accruals === undefined) continue;
      months += monthsTouched(accruals.startDate, accruals.endDate);
      if (months > ACCRUAL_MONTHS_MAX && voucher > 0) {
        const is =
          'is too late: the accruals of vouchers that are booked together ' +
          `touch at most ${ACCRUAL_MONTHS_MAX} months in all`;
        return left(
          ruleBroken('E10420', `${propertyPrefixes[voucher] ?? ''}lines[${index}].accruals.endDate`, is),
        );
      }
    }
  }
  return right(undefined);
}

/**
 * §2.11 as amended: what is accrued is what a line books on its account, or on its contra account where that
 * is the one of profit and loss, or the line is a customer's or supplier's. It is kept with the line.
 */
export function withAccruedSides(
  lines: readonly CompleteLine[],
  { accounts }: Pick<PostingFacts, 'accounts'>,
): Either<RuleBroken, readonly CompleteLine[]> {
  const placed: CompleteLine[] = [];
  for (const [index, line] of lines.entries()) {
    const { account, contraAccount, accruals, postsTo } = line;
    if (accruals === undefined) {
      placed.push(line);
      continue;
    }
    const isResult = (of: typeof account): boolean =>
      of !== undefined && accounts.get(of.accountNumber)?.accountType === 'profitAndLoss';
    const isContra = account === undefined || (isResult(contraAccount) && !isResult(account));
    const accrued = isContra ? contraAccount : account;
    const at = `lines[${index}].accruals`;
    if (accrued === undefined)
      return left(ruleBroken('E10420', at, 'needs an account, or a contraAccount, that is accrued'));
    if (accrued.accountNumber === accruals.account.accountNumber)
      return left(
        ruleBroken('E10420', `${at}.account`, 'must be another account than the one that is accrued'),
      );
    placed.push(merge(line, { postsTo: merge(postsTo ?? {}, { accruesContra: isContra }) }));
  }
  return right(placed);
}

/**
 * The days on which what lines accrue is posted: the last of each calendar month, or of the accrual. It ends
 * by the last of them and not by the day after: after December 9999 there is none that comes later as a text.
 */
function daysOf({ startDate, endDate }: NonNullable<VoucherLine['accruals']>): readonly FullDate[] {
  const days: FullDate[] = [];
  let last = lastDayOfMonth(startDate);
  while (last < endDate) {
    days.push(last);
    last = lastDayOfMonth(dayAfter(last));
  }
  return [...days, endDate];
}

/** Every day on which something is accrued, with the line that does. */
export function accrualDays(
  lines: readonly VoucherLine[],
): readonly { readonly date: FullDate; readonly property: string }[] {
  const byDate = new Map<FullDate, string>();
  for (const [index, { accruals }] of lines.entries()) {
    if (accruals === undefined) continue;
    for (const date of daysOf(accruals)) {
      if (!byDate.has(date)) byDate.set(date, `lines[${index}].accruals`);
    }
  }
  return [...byDate].map(([date, property]) => ({ date, property }));
}

/** §2.11 as amended: accruals are posted when the voucher is booked, so each month must take entries. */
export function everyAccrualIsInOpenPeriods(
  lines: readonly VoucherLine[],
  facts: PostingFacts,
): Either<DateNotBookable, void> {
  for (const { date, property } of accrualDays(lines)) {
    const period = periodToPostIn({ date, entries: [] }, facts);
    if (isLeft(period)) return left({ ...period.left, property });
  }
  return right(undefined);
}

/**
 * Entries that move a part of accrued lines to the month of the day, and the line that is at fault if
 * they cannot be posted.
 */
export type AccrualOnDay = {
  readonly date: FullDate;
  readonly property: string;
  readonly entries: readonly EntryToPost[];
};

/**
 * §2.11 as amended: what a line books net on the account that is accrued goes to the account of the accrual
 * on the date of the voucher, and comes back in equal parts in the calendar months that it touches, the rest
 * with the last. Each day balances by itself; days are in their order.
 */
export function accrualsOf(
  { date, lines }: { readonly date: FullDate; readonly lines: readonly CompleteLine[] },
  terms: EntryTerms,
  propertyPrefix = '',
): readonly AccrualOnDay[] {
  const byDate = new Map<FullDate, AccrualOnDay & { readonly entries: EntryToPost[] }>();
  const onDay = (day: FullDate, property: string, entries: readonly EntryToPost[]): void => {
    const known = byDate.get(day) ?? { date: day, property, entries: [] };
    known.entries.push(...entries);
    byDate.set(day, known);
  };
  for (const [index, line] of lines.entries()) {
    const { accruals } = line;
    if (accruals === undefined) continue;
    const at = `${propertyPrefix}lines[${index}]`;
    const moved = movesOf(line, accruals.account.accountNumber, terms, at);
    const days = daysOf(accruals);
    onDay(
      date,
      `${at}.accruals`,
      moved(({ whole }) => -whole),
    );
    for (const [part, day] of days.entries()) {
      const isLast = part === days.length - 1;
      const parts = BigInt(days.length);
      onDay(
        day,
        `${at}.accruals`,
        moved(({ whole }) => (isLast ? whole - (parts - 1n) * (whole / parts) : whole / parts)),
      );
    }
  }
  return [...byDate.values()]
    .filter(({ entries }) => entries.length > 0)
    .sort((one, other) => (one.date < other.date ? -1 : 1));
}

type Whole = { readonly whole: bigint };

/**
 * Entries that move a part of what the line has booked onto the accrued account, and the same off the
 * accrual.
 */
function movesOf(line: CompleteLine, accrualAccount: number, terms: EntryTerms, at: string) {
  const { account, contraAccount, postsTo, department, departmentalDistribution } = line;
  const isContra = postsTo?.accruesContra ?? account === undefined;
  const accrued = isContra ? contraAccount : account;
  const net = netBookedBy(line, isContra, terms);
  const wholes = { amount: centsOf(net.amount), base: centsOf(net.amountInBaseCurrency) };
  return (part: (of: Whole) => bigint): readonly EntryToPost[] => {
    const amount = amountOf(part({ whole: wholes.amount }));
    const amountInBaseCurrency = amountOf(part({ whole: wholes.base }));
    if (accrued === undefined || (amount === ZERO && amountInBaseCurrency === ZERO)) return [];
    const entry = (accountNumber: number, member: string): EntryToPost => ({
      accountNumber,
      amount,
      amountInBaseCurrency,
      currency: line.currency,
      entryType: 'systemEntry',
      text: line.text,
      departmentNumber: department?.departmentNumber,
      departmentalDistributionNumber: departmentalDistribution?.departmentalDistributionNumber,
      isSystemMade: false,
      property: `${at}.${member}`,
    });
    return [
      entry(accrued.accountNumber, isContra ? 'contraAccount' : 'account'),
      opposite(entry(accrualAccount, 'accruals.account')),
    ];
  };
}

function opposite(entry: EntryToPost): EntryToPost {
  return {
    ...entry,
    amount: negated(entry.amount),
    amountInBaseCurrency: negated(entry.amountInBaseCurrency),
  };
}
