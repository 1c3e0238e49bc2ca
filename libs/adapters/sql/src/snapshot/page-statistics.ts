import type { SqlValue } from '../statement.js';
import type { SortedKeys } from './sorted-keys.js';

/**
 * What is known of a list, a filter and an order, at one version: how often it was asked for, and its keys in
 * order, or, of a long list in the order of its key, every so many-th of them.
 */
export type PageStatistics = {
  readonly version: number;
  /** How many of its pages were searched for at this version. */
  readonly times: number;
  readonly results: number;
  readonly keys?: SortedKeys;
  readonly bookmarks?: readonly SqlValue[];
  /** After how many searches at one version its keys are read: more where they did not repay that before. */
  readonly worthAfter: number;
};

/** The same, with how many pages its keys or bookmarks have served. */
export type ServedList = PageStatistics & { served: number };

/** Pages of a list that are searched for, at one version, before its keys are read whole. */
const SEARCHES_FIRST = 2;
/** And at most, of a list that changes all the time: as if nothing was remembered of it. */
const SEARCHES_MOST = 64;
/** So many pages repay the reading of all keys: it costs as much as a few searches. */
const REPAID_BY = 8;
/** Of longer lists only bookmarks are remembered. */
export const KEYS_MAX = 200_000;
/** Finding the bookmarks costs as much as skipping to the end a few times. */
const BOOKMARKED_AFTER = 4;
/** Finding the bookmarks of a longer list may take longer than a statement may. */
const BOOKMARKED_KEYS_MAX = 2_000_000;

/**
 * What of a list is worth reading now: all of its keys, where it was searched again and again since the last
 * write and is not too long (`keysMax`); of a longer one in the order of its key (`isByKey`) bookmarks;
 * undefined where another search costs less.
 */
export function worthReading(
  { times, results, worthAfter }: PageStatistics,
  isByKey: boolean,
  keysMax: number,
): 'keys' | 'bookmarks' | undefined {
  if (results <= keysMax) return times >= worthAfter ? 'keys' : undefined;
  const isWorth = times >= Math.max(BOOKMARKED_AFTER, worthAfter) && results <= BOOKMARKED_KEYS_MAX;
  return isByKey && isWorth ? 'bookmarks' : undefined;
}

/**
 * How many searches it takes before the keys of a list are read again, after a write that made what was known
 * of it worthless (`seen`; undefined where nothing was): twice as many where its keys had not repaid their
 * reading by then, half as many where they had.
 */
export function searchesBefore(seen: ServedList | undefined): number {
  if (seen === undefined) return SEARCHES_FIRST;
  const { keys, bookmarks, served, worthAfter } = seen;
  if (keys === undefined && bookmarks === undefined) return worthAfter;
  return served < REPAID_BY
    ? Math.min(SEARCHES_MOST, 2 * worthAfter)
    : Math.max(SEARCHES_FIRST, Math.floor(worthAfter / 2));
}
