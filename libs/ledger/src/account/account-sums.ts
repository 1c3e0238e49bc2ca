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
 * once, and only accounts that are booked on. What a sum adds up is found in an order, and not by a look at
 * each account: 29 sums of 100 intervals by display number over 1,000 accounts held a turn for a second.
 */
export function chartSums(chart: readonly AccountOfChart[]): ChartSums {
  const booked = chart.filter(({ accountType }) => takesEntries(accountType));
  const numbered = orderBy(
    booked,
    ({ accountNumber }) => accountNumber,
    (one, other) => one - other,
  );
  const displayed = orderBy(booked, displayOf, compareByCodePoint);
  const displays = new Map(chart.map((account) => [account.accountNumber, displayOf(account)]));
  const sums = new Map<number, Summed>();
  for (const account of chart) {
    const runs = runsOf(account, numbered, displayed, displays);
    const { accounts } = account.accountType === 'sumAlpha' ? displayed : numbered;
    if (runs !== undefined) sums.set(account.accountNumber, { accounts, runs });
  }
  return {
    isSum: (accountNumber) => sums.has(accountNumber),
    summedBy: (accountNumber) => rangesOf(sums.get(accountNumber), numbered.accounts),
    over: (totals) => {
      const running = new Map(
        [numbered, displayed].map(({ accounts }) => [accounts, runningSums(accounts, totals)]),
      );
      return new Map(
        [...sums].map(([number, { accounts, runs }]) => [
          number,
          sumOfRuns(runs, running.get(accounts) ?? []),
        ]),
      );
    },
  };
}

/** Accounts that follow each other in an order: from the one at an index to before another. */
type Run = readonly [from: number, to: number];

/** What a sum adds up: runs of accounts in one of their orders, none of which touch. */
type Summed = { readonly accounts: readonly AccountOfChart[]; readonly runs: readonly Run[] };

/** Accounts in the order of something that they have, and where in it something stands. */
type Order<K> = {
  readonly accounts: readonly AccountOfChart[];
  /** From the first that is not before one to before the first that is behind another. */
  between(from: K, to: K): Run;
};

function orderBy<K>(
  accounts: readonly AccountOfChart[],
  keyOf: (account: AccountOfChart) => K | undefined,
  compare: (one: K, other: K) => number,
): Order<K> {
  const keyed = accounts
    .flatMap((account) => {
      const key = keyOf(account);
      return key === undefined ? [] : [{ account, key }];
    })
    .sort((one, other) => compare(one.key, other.key));
  /** How many come before the first of which it is not true, which it is of none behind it. */
  const count = (isBefore: (key: K) => boolean): number => {
    let [low, high] = [0, keyed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(defined(keyed[middle]).key)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    accounts: keyed.map(({ account }) => account),
    between: (from, to) => [count((key) => compare(key, from) < 0), count((key) => compare(key, to) <= 0)],
  };
}

/** The runs of a sum; undefined of an account that is none. */
function runsOf(
  { accountNumber, accountType, totalFrom, intervals }: AccountOfChart,
  numbered: Order<number>,
  displayed: Order<string>,
  displays: ReadonlyMap<number, string | undefined>,
): readonly Run[] | undefined {
  switch (accountType) {
    case 'totalFrom':
      return apart([numbered.between(totalFrom ?? accountNumber, accountNumber)]);
    case 'sumInterval':
      return apart(intervals.map(({ from, to }) => numbered.between(from, to)));
    case 'sumAlpha':
      return apart(
        intervals.flatMap((interval) => {
          const [from, to] = [displays.get(interval.from), displays.get(interval.to)];
          return from === undefined || to === undefined ? [] : [displayed.between(from, to)];
        }),
      );
    default:
      return undefined;
  }
}

/** The same accounts in runs that do not touch, in their order. */
function apart(runs: readonly Run[]): readonly Run[] {
  const joined: [number, number][] = [];
  for (const [from, to] of runs.filter(([start, end]) => start < end).sort(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last === undefined || from > last[1]) joined.push([from, to]);
    else last[1] = Math.max(last[1], to);
  }
  return joined;
}

/** By number, whatever the order in which a sum adds them up. */
function rangesOf(
  summed: Summed | undefined,
  numbered: readonly AccountOfChart[],
): readonly { readonly from: number; readonly to: number }[] {
  if (summed === undefined) return [];
  const { accounts, runs } = summed;
  const members = new Set(runs.flatMap(([from, to]) => accounts.slice(from, to)));
  const singles = numbered.flatMap((account, at): Run[] => (members.has(account) ? [[at, at + 1]] : []));
  return apart(singles).map(([from, to]) => ({
    from: defined(numbered[from]).accountNumber,
    to: defined(numbered[to - 1]).accountNumber,
  }));
}

/** At each index, the sum of all accounts before it. */
function runningSums(accounts: readonly AccountOfChart[], totals: BookedTotals): readonly Cents[] {
  let sum = 0n;
  return [0n, ...accounts.map(({ accountNumber }) => (sum += totals.get(accountNumber) ?? 0n))];
}

function sumOfRuns(runs: readonly Run[], running: readonly Cents[]): Cents {
  return runs.reduce((sum, [from, to]) => sum + ((running[to] ?? 0n) - (running[from] ?? 0n)), 0n);
}

/** Display numbers are ordered as text, without regard to case (D119). */
function displayOf({ displayNumber }: AccountOfChart): string | undefined {
  return displayNumber === undefined ? undefined : folded(displayNumber);
}
