import { LRUCache } from 'lru-cache';
import type { SqlValue } from '../statement.js';

/** What is known of a filter at one version of its collection. */
type Count = { readonly version: number; readonly results: number };

/**
 * What is known of a filter and an order at one version: how often it was asked for, and its keys in order,
 * or, of a long list in the order of its key, every so many-th of them.
 */
export type PageStatistics = {
  readonly version: number;
  readonly times: number;
  readonly results: number;
  readonly keys?: readonly SqlValue[];
  readonly bookmarks?: readonly SqlValue[];
  /**
   * From how many pages at one version on its keys are read: more of a list whose keys did not repay that.
   */
  readonly worthAfter: number;
};

/** The same with how many pages its keys or bookmarks have served, and what these take. */
type ListStatistics = PageStatistics & { served: number; readonly listBytes: number };

/** Pages of a list that are searched for, at one version, before its keys are read whole. */
const REMEMBERED_AFTER = 2;
/**
 * And at most, of a list that changes all the time: then pages are searched for, as if nothing was
 * remembered.
 */
const REMEMBERED_AFTER_MOST = 64;
/** So many pages repay the reading of all keys: it costs as much as a few searches. */
const REPAID_BY = 8;
/** Of longer lists only bookmarks are remembered. */
const REMEMBERED_KEYS_MAX = 200_000;
/** Finding the bookmarks costs as much as skipping to the end a few times. */
const MARKED_AFTER = 4;
/** Finding the bookmarks of a longer list may take longer than a statement may. */
const MARKED_KEYS_MAX = 2_000_000;
/** The distance of bookmarks: what is skipped from a bookmark on costs no more than a few pages. */
export const BOOKMARK_EVERY = 250;
/** All lists together, with their names. */
const LISTS_BYTES_MAX = 48 * 1024 * 1024;
/** What a key takes in its list, and what holds its text where it is one. */
const KEY_BYTES = 8;
const TEXT_BYTES = 24;
/** Of filters, whose texts callers choose, and what they count. */
const COUNTS_BYTES_MAX = 4 * 1024 * 1024;
const COUNT_BYTES = 150;
/** What a list takes beside its name and its keys. */
const LIST_BYTES = 250;

/**
 * What this process remembers of pages it has served. Nothing in here is trusted by itself: every page reads
 * the version of its collection together with its rows, and what was remembered of another version is
 * forgotten. So a write of any process is seen at once.
 */
export class PageCache {
  readonly #counts = new LRUCache<string, Count>({
    maxSize: COUNTS_BYTES_MAX,
    sizeCalculation: (_, filter) => COUNT_BYTES + 2 * filter.length,
  });
  readonly #statistics = new LRUCache<string, ListStatistics>({
    maxSize: LISTS_BYTES_MAX,
    sizeCalculation: ({ listBytes }, list) => LIST_BYTES + 2 * list.length + listBytes,
  });
  readonly keysMax: number;

  constructor({ keysMax = REMEMBERED_KEYS_MAX }: { readonly keysMax?: number | undefined } = {}) {
    this.keysMax = keysMax;
  }

  /** How much its lists hold now, at most 48 MiB. */
  get listsBytes(): number {
    return this.#statistics.calculatedSize;
  }

  countOf(filter: string): Count | undefined {
    return this.#counts.get(filter);
  }

  rememberCount(filter: string, count: Count): void {
    this.#counts.set(filter, count);
  }

  forgetCount(filter: string): void {
    this.#counts.delete(filter);
  }

  statisticsOf(list: string): PageStatistics | undefined {
    return this.#statistics.get(list);
  }

  /**
   * Notes that a page of the list was asked for at this version. What was known of another version is
   * forgotten, but for how well it has repaid: a list that is written all the time is not read whole.
   */
  see(list: string, version: number, results: number): void {
    const seen = this.#statistics.get(list);
    const again = seen?.version === version ? { ...seen, times: seen.times + 1 } : undefined;
    const worthAfter = worthOf(seen);
    this.#statistics.set(list, again ?? { version, times: 1, results, worthAfter, served: 0, listBytes: 0 });
  }

  /** Notes that the keys or bookmarks of a list have served one page more. */
  served(list: string): void {
    const seen = this.#statistics.get(list);
    if (seen !== undefined) seen.served += 1;
  }

  rememberKeys(list: string, version: number, keys: readonly SqlValue[]): void {
    const worthAfter = this.#statistics.get(list)?.worthAfter ?? REMEMBERED_AFTER;
    const results = keys.length;
    const listBytes = bytesOfKeys(keys);
    this.#statistics.set(list, {
      version,
      times: worthAfter,
      results,
      keys,
      worthAfter,
      served: 0,
      listBytes,
    });
  }

  /**
   * Remembers the bookmarks of a list that was seen at this version; of any other it is not known how long
   * it is.
   */
  rememberBookmarks(list: string, version: number, bookmarks: readonly SqlValue[]): void {
    const seen = this.#statistics.get(list);
    if (seen?.version !== version) return;
    this.#statistics.set(list, { ...seen, bookmarks, served: 0, listBytes: bytesOfKeys(bookmarks) });
  }

  /**
   * True when the list is worth reading whole: asked for again and again
   * since the last write, and not too long.
   */
  isWorthIt({ times, results, worthAfter }: PageStatistics): boolean {
    return times >= worthAfter && results <= this.keysMax;
  }

  /** True when a list too long to be read whole is worth marking. */
  isWorthMarking({ times, results, worthAfter }: PageStatistics): boolean {
    return (
      times >= Math.max(MARKED_AFTER, worthAfter) && results > this.keysMax && results <= MARKED_KEYS_MAX
    );
  }
}

function bytesOfKeys(keys: readonly SqlValue[]): number {
  let bytes = KEY_BYTES * keys.length;
  for (const key of keys) if (typeof key === 'string') bytes += TEXT_BYTES + 2 * key.length;
  return bytes;
}

/** Keys that were given up before they had repaid their reading make the next wait longer, others shorter. */
function worthOf(seen: ListStatistics | undefined): number {
  if (seen === undefined) return REMEMBERED_AFTER;
  const { keys, bookmarks, served, worthAfter } = seen;
  if (keys === undefined && bookmarks === undefined) return worthAfter;
  return served < REPAID_BY
    ? Math.min(REMEMBERED_AFTER_MOST, 2 * worthAfter)
    : Math.max(REMEMBERED_AFTER, Math.floor(worthAfter / 2));
}
