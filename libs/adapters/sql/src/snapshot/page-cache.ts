import { LRUCache } from 'lru-cache';
import type { Cells, SqlValue } from '../statement.js';
import type { BetweenWrites } from '../transaction/unit-of-work.js';
import type { WrittenCollection } from '../transaction/write-batch.js';
import { ListRows } from './list-rows.js';
import { bytesOfKeys, SortedKeys } from './sorted-keys.js';

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
  readonly keys?: SortedKeys;
  readonly bookmarks?: readonly SqlValue[];
  /**
   * From how many pages at one version on its keys are read: more of a list whose keys did not repay that.
   */
  readonly worthAfter: number;
};

/** The same with how many pages its keys or bookmarks have served, and what these take. */
type ListStatistics = PageStatistics & { served: number; readonly listBytes: number };

/** Rows, and the keys of which list they are: once its keys are others, they are of no use. */
type RowsOfKeys = { readonly keys: SortedKeys; readonly rows: ListRows };

/** A list as a search has found it; `follows`: its keys follow what this process writes. */
type SeenList = { readonly version: number; readonly results: number; readonly follows?: boolean };

/** Of keys or bookmarks that have served no page yet. */
const UNSERVED = { served: 0, listBytes: 0 };

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
const BOOKMARKED_AFTER = 4;
/** Finding the bookmarks of a longer list may take longer than a statement may. */
const BOOKMARKED_KEYS_MAX = 2_000_000;
/** The distance of bookmarks: what is skipped from a bookmark on costs no more than a few pages. */
export const BOOKMARK_EVERY = 250;
/** All lists together, with their names. */
const LISTS_BYTES_MAX = 48 * 1024 * 1024;
/** The rows of all lists together. */
const ROWS_BYTES_MAX = 32 * 1024 * 1024;
/** Of filters, whose texts callers choose, and what they count. */
const COUNTS_BYTES_MAX = 4 * 1024 * 1024;
const COUNT_BYTES = 150;
/** What a list takes beside its name and its keys. */
const LIST_BYTES = 250;

/**
 * What this process remembers of pages it has served. Nothing in here is trusted by itself: every page reads
 * the version of its collection together with its rows, and what was remembered of another version is
 * not used. So a write of any process is seen at once. Lists of a whole collection in the order of its key
 * outlive writes of this process: their keys follow, and so does the version they are of, and rows that were
 * not written stay. Whatever else was written raises the version by more than that, and no list is of it.
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
  readonly #rows = new LRUCache<string, RowsOfKeys>({
    maxSize: ROWS_BYTES_MAX,
    sizeCalculation: ({ rows }, list) => LIST_BYTES + 2 * list.length + rows.bytes,
  });
  readonly keysMax: number;
  /** How keys are to be read that follow writes. */
  readonly between: BetweenWrites;

  constructor({
    keysMax = REMEMBERED_KEYS_MAX,
    between = (_, read) => read(),
  }: { readonly keysMax?: number | undefined; readonly between?: BetweenWrites } = {}) {
    this.keysMax = keysMax;
    this.between = between;
  }

  /** How much its lists hold now, at most 48 MiB. */
  get listsBytes(): number {
    return this.#statistics.calculatedSize;
  }

  /** How much the rows of its lists hold now, at most 32 MiB. */
  get rowsBytes(): number {
    return this.#rows.calculatedSize;
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
   * Notes that a page of the list was searched for at this version. What was known of another version is
   * forgotten, but for how well it has repaid: a list that is written all the time is not read whole. The
   * keys of a list that follows writes are given up by `outdated` alone: they may be ahead of the search
   * meanwhile. Without keys a list may stay ahead: it is told of a write that an earlier search had seen.
   */
  see(list: string, { version, results, follows = false }: SeenList): void {
    const seen = this.#statistics.get(list);
    if (seen?.version === version) this.#statistics.set(list, { ...seen, times: seen.times + 1 });
    else if (!follows || seen?.keys === undefined) {
      this.#statistics.set(list, { ...UNSERVED, version, times: 1, results, worthAfter: worthOf(seen) });
    }
  }

  /** The list is of another version now, which it cannot follow to: somebody else has written. */
  outdated(list: string, version: number, results: number): void {
    const worthAfter = worthOf(this.#statistics.get(list));
    this.#statistics.set(list, { ...UNSERVED, version, times: 0, results, worthAfter });
  }

  /** Notes that the keys or bookmarks of a list have served one page more. */
  served(list: string): void {
    const seen = this.#statistics.get(list);
    if (seen !== undefined) seen.served += 1;
  }

  /** Remembers the keys of a list, in their order. */
  rememberKeys(list: string, version: number, inOrder: readonly SqlValue[]): void {
    const worthAfter = this.#statistics.get(list)?.worthAfter ?? REMEMBERED_AFTER;
    const keys = new SortedKeys(inOrder);
    const results = keys.length;
    this.#statistics.set(list, {
      ...UNSERVED,
      version,
      times: worthAfter,
      results,
      keys,
      worthAfter,
      listBytes: keys.bytes,
    });
  }

  /**
   * This process has written to a collection: its list in the order of its key follows. To be told of each
   * such write once, in the order of their commits, and of none that the keys of the list were read after
   * (`between`): else the list is of a version that the collection never has.
   */
  follow({ agreementNumber, versionName, step, keys: changes, namesAll }: WrittenCollection): void {
    const list = listByKey(agreementNumber, versionName);
    const seen = this.#statistics.peek(list);
    if (seen === undefined || changes === undefined) return;
    const { keys, bookmarks } = seen;
    if (bookmarks !== undefined && changes.some(({ by }) => by !== 0)) return;
    const isFollowed = changes.every(({ key, by }) => {
      if (by === 0) return true;
      return by > 0 ? (keys?.add(key) ?? true) : (keys?.remove(key) ?? true);
    });
    if (!isFollowed) {
      this.#statistics.delete(list);
      return;
    }
    this.#statistics.set(list, {
      ...seen,
      version: seen.version + step,
      results: changes.reduce((sum, { by }) => sum + by, seen.results),
      listBytes: keys?.bytes ?? seen.listBytes,
    });
    const rows = this.#rowsKnown(list);
    for (const { key } of changes) rows?.remove(key);
    if (!namesAll) this.#rows.delete(list);
  }

  /** The rows of these keys of a list, which are of its version; undefined where not all are known. */
  rowsOf(list: string, keys: readonly SqlValue[]): readonly Cells[] | undefined {
    return this.#rowsKnown(list)?.of(keys);
  }

  /** Remembers rows that were read at this version, unless the list is of another by now. */
  rememberRows(list: string, version: number, rows: readonly (readonly [key: SqlValue, row: Cells])[]): void {
    const seen = this.#statistics.peek(list);
    if (seen?.version !== version || seen.keys === undefined) return;
    const known = this.#rowsKnown(list) ?? new ListRows();
    for (const [key, row] of rows) known.put(key, row);
    this.#rows.set(list, { keys: seen.keys, rows: known });
  }

  #rowsKnown(list: string): ListRows | undefined {
    const known = this.#rows.get(list);
    return known !== undefined && known.keys === this.#statistics.peek(list)?.keys ? known.rows : undefined;
  }

  /**
   * Remembers the bookmarks of a list that was seen at this version; of any other it is not known how long
   * it is.
   */
  rememberBookmarks(list: string, version: number, bookmarks: readonly SqlValue[]): void {
    const seen = this.#statistics.get(list);
    if (seen?.version !== version) return;
    this.#statistics.set(list, { ...seen, ...UNSERVED, bookmarks, listBytes: bytesOfKeys(bookmarks) });
  }

  /**
   * True when the list is worth reading whole: asked for again and again
   * since the last write, and not too long.
   */
  isWorthIt({ times, results, worthAfter }: PageStatistics): boolean {
    return times >= worthAfter && results <= this.keysMax;
  }

  /** True when a list too long to be read whole is worth bookmarks. */
  isWorthBookmarking({ times, results, worthAfter }: PageStatistics): boolean {
    return (
      times >= Math.max(BOOKMARKED_AFTER, worthAfter) &&
      results > this.keysMax &&
      results <= BOOKMARKED_KEYS_MAX
    );
  }
}

/** The name of the list of a whole collection in the order of its key. */
export function listByKey(agreementNumber: number, versionName: string): string {
  return `${agreementNumber}\n${versionName}\n`;
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
