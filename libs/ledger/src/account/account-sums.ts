import { compareByCodePoint, defined, folded, type Cents } from '@kontor/kernel';
import type { AccountType } from '../posting/posting-facts.js';
import { takesEntries } from './account.rules.js';

/** An account as sums look at it. */
export type AccountOfChart = {
  readonly accountNumber: number;
  readonly name?: string | undefined;
  readonly accountType: AccountType;
  readonly displayNumber?: string | undefined;
  /** Takes its balance when the next accounting year is opened (§2.9). */
  readonly openingAccount?: number | undefined;
  /** Of totalFrom: where the sum starts. */
  readonly totalFrom?: number | undefined;
  /** Of sumInterval and sumAlpha. */
  readonly intervals: readonly { readonly from: number; readonly to: number }[];
};

/** The accounts of an agreement, by number, and their sums. */
export type ChartOfAccounts = { readonly accounts: readonly AccountOfChart[]; readonly sums: ChartSums };

/** What is booked on accounts, by number. */
export type BookedTotals = ReadonlyMap<number, Cents>;

/** The sums of a chart, prepared once: which accounts add up to which sum depends on the chart alone. */
export type ChartSums = {
  /** True for an account that is a sum. */
  isSum(accountNumber: number): boolean;
  /** The accounts that a sum adds up, by number, in as few ranges as hold no other that is booked on. */
  summedBy(accountNumber: number): readonly { readonly from: number; readonly to: number }[];
  /** Every sum over what is booked, by the number of the account that shows it (amendment 20). */
  over(booked: BookedTotals): BookedTotals;
};

/**
 * Amendment 20: totalFrom sums by number from its first account to itself, sumInterval by
 * number within its intervals, sumAlpha by display number within them. Every account counts
 * once, and only accounts that are booked on.
 */
export function chartSums(chart: readonly AccountOfChart[]): ChartSums {
  const booked = chart
    .filter(({ accountType }) => takesEntries(accountType))
    .sort((a, b) => a.accountNumber - b.accountNumber);
  const displayed = new Map(chart.map((account) => [account.accountNumber, displayOf(account)]));
  const runs = new Map<number, readonly Run[]>();
  for (const account of chart) {
    const isSummed = membershipOf(account, displayed);
    if (isSummed !== undefined) runs.set(account.accountNumber, runsOf(booked.map(isSummed)));
  }
  return {
    isSum: (accountNumber) => runs.has(accountNumber),
    summedBy: (accountNumber) =>
      (runs.get(accountNumber) ?? []).map(([from, to]) => ({
        from: defined(booked[from]).accountNumber,
        to: defined(booked[to - 1]).accountNumber,
      })),
    over: (totals) => {
      const running = [0n];
      let sum = 0n;
      for (const { accountNumber } of booked) running.push((sum += totals.get(accountNumber) ?? 0n));
      return new Map([...runs].map(([number, parts]) => [number, sumOfRuns(parts, running)]));
    },
  };
}

/** Accounts that follow each other in the chart: from the one at an index to before another. */
type Run = readonly [from: number, to: number];

function runsOf(isIn: readonly boolean[]): readonly Run[] {
  const runs: Run[] = [];
  let from: number | undefined;
  for (const [index, isMember] of [...isIn, false].entries()) {
    if (isMember) from ??= index;
    else if (from !== undefined) {
      runs.push([from, index]);
      from = undefined;
    }
  }
  return runs;
}

/** `running`: at each index, the sum of all accounts before it. */
function sumOfRuns(runs: readonly Run[], running: readonly Cents[]): Cents {
  return runs.reduce((sum, [from, to]) => sum + ((running[to] ?? 0n) - (running[from] ?? 0n)), 0n);
}

type Membership = (account: AccountOfChart) => boolean;

function membershipOf(
  { accountNumber, accountType, totalFrom, intervals }: AccountOfChart,
  displayed: ReadonlyMap<number, string | undefined>,
): Membership | undefined {
  switch (accountType) {
    case 'totalFrom': {
      const from = totalFrom ?? accountNumber;
      return (one) => one.accountNumber >= from && one.accountNumber <= accountNumber;
    }
    case 'sumInterval':
      return (one) => intervals.some(({ from, to }) => one.accountNumber >= from && one.accountNumber <= to);
    case 'sumAlpha': {
      const alphas = intervals.map(({ from, to }) => [displayed.get(from), displayed.get(to)] as const);
      return (one) => alphas.some(([from, to]) => liesBetween(displayOf(one), from, to));
    }
    default:
      return undefined;
  }
}

/** Display numbers are ordered as text, without regard to case (D119). */
function displayOf({ displayNumber }: AccountOfChart): string | undefined {
  return displayNumber === undefined ? undefined : folded(displayNumber);
}

function liesBetween(text: string | undefined, from: string | undefined, to: string | undefined): boolean {
  if (text === undefined || from === undefined || to === undefined) return false;
  return compareByCodePoint(text, from) >= 0 && compareByCodePoint(text, to) <= 0;
}
