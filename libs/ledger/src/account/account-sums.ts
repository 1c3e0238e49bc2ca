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
  /**
   * The accounts that a sum adds up, by number, in as few ranges as hold no other that is booked on: the
   * first ranges, so many at most.
   */
  summedBy(accountNumber: number, most: number): readonly { readonly from: number; readonly to: number }[];
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
  const displayed = orderBy(numbered.accounts, displayOf, compareByCodePoint);
  const displays = new Map(chart.map((account) => [account.accountNumber, displayOf(account)]));
  const sums = new Map<number, Summed>();
  for (const account of chart) {
    const runs = runsOf(account, numbered, displayed, displays);
    const order = account.accountType === 'sumAlpha' ? displayed : numbered;
    if (runs !== undefined) sums.set(account.accountNumber, { order, runs });
  }
  return {
    isSum: (accountNumber) => sums.has(accountNumber),
    summedBy: (accountNumber, most) => {
      const summed = sums.get(accountNumber);
      return (summed ? runsByNumber(summed, numbered, most) : []).map(([from, to]) => ({
        from: defined(numbered.accounts[from]).accountNumber,
        to: defined(numbered.accounts[to - 1]).accountNumber,
      }));
    },
    over: (totals) => {
      const running = new Map<Places, readonly Cents[]>(
        [numbered, displayed].map((order) => [order, runningSums(order.accounts, totals)]),
      );
      return new Map(
        [...sums].map(([number, { order, runs }]) => [number, sumOfRuns(runs, running.get(order) ?? [])]),
      );
    },
  };
}

/** Accounts that follow each other in an order: from the one at an index to before another. */
type Run = readonly [from: number, to: number];

/** What a sum adds up: runs of accounts in one of their orders, none of which touch. */
type Summed = { readonly order: Places; readonly runs: readonly Run[] };

/** Accounts in an order, and where each of them stood among those that were ordered. */
type Places = { readonly accounts: readonly AccountOfChart[]; readonly places: readonly number[] };

/** Accounts in the order of something that they have, and where in it something stands. */
type Order<K> = Places & {
  /** From the first that is not before one to before the first that is behind another. */
  between(from: K, to: K): Run;
};

function orderBy<K>(
  accounts: readonly AccountOfChart[],
  keyOf: (account: AccountOfChart) => K | undefined,
  compare: (one: K, other: K) => number,
): Order<K> {
  const keyed = accounts
    .flatMap((account, place) => {
      const key = keyOf(account);
      return key === undefined ? [] : [{ account, place, key }];
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
    places: keyed.map(({ place }) => place),
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

/**
 * By number, whatever the order in which a sum adds them up. A statement asks it for each sum, so accounts
 * are looked at only where they stand in another order, and marked there without an object for each.
 */
function runsByNumber({ runs, order }: Summed, numbered: Places, most: number): readonly Run[] {
  if (order === numbered) return runs.slice(0, most);
  const isSummed = new Uint8Array(numbered.accounts.length + 1);
  for (const [from, to] of runs)
    for (let at = from; at < to; at += 1) isSummed[defined(order.places[at])] = 1;
  const byNumber: Run[] = [];
  for (let from = isSummed.indexOf(1); from >= 0 && byNumber.length < most;) {
    const to = isSummed.indexOf(0, from);
    byNumber.push([from, to]);
    from = isSummed.indexOf(1, to);
  }
  return byNumber;
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
