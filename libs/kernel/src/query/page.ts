import type { Filter } from './filter.js';
import type { SortKey } from './sort.js';

/** §8: how many items a page has that was asked for without `pagesize`. */
export const DEFAULT_PAGE_SIZE = 20;
/** §8: the most items that a page may be asked to have. */
export const MAX_PAGE_SIZE = 1000;
/** What the lists and documents in the items of a page may hold together, in bytes as they are kept. */
export const PAGE_BYTES_MAX = 8 * 1024 * 1024;

/**
 * What a collection is asked for. `sort` is complete: the caller's keys or the declared default; the
 * repository itself breaks ties by identifier (D122).
 */
export type CollectionQuery = {
  readonly filter?: Filter;
  readonly sort: readonly SortKey[];
  /** 1 to MAX_PAGE_SIZE. */
  readonly pageSize: number;
  /** Pages to skip, from 0. */
  readonly skipPages: number;
  /**
   * Where the previous page ended: an opaque position from `Page.position`,
   * so that a walk may seek instead of skip.
   */
  readonly after?: string;
  /**
   * The members that are looked at, by their names: items may be answered with these and their identifiers
   * alone. All of them, where it is not said.
   */
  readonly only?: readonly string[] | undefined;
};

/** Items of a collection in the order that was asked for, and how many there are in all. */
export type Page<A> = {
  readonly items: readonly A[];
  /** Items that pass the filter, on all pages. */
  readonly results: number;
  /** Items of the collection. */
  readonly resultsWithoutFilter: number;
  /** What its lists and documents hold, where that was looked at. */
  readonly bytes?: number;
  /** The position behind the last item, where the repository can seek to it. */
  readonly position?: string;
  /**
   * Where the page was sought (`CollectionQuery.after`): whether something follows its last item. What was
   * added or removed before that place meanwhile is in `results`, which therefore cannot tell.
   */
  readonly hasMore?: boolean;
};
