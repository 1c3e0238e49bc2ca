import { LRUCache } from 'lru-cache';
import type { Cells, SqlValue } from '../statement.js';
import type { WrittenCollection } from '../transaction/write-batch.js';
import { ListRows } from './list-rows.js';
import { searchesBefore, type PageStatistics, type ServedList } from './page-statistics.js';
import { bytesOfKeys, SortedKeys } from './sorted-keys.js';

/** What is known of a list, with what its keys or bookmarks take in memory. */
type ListStatistics = ServedList & { readonly listBytes: number };

/** Rows, and the keys of which list they are: once its keys are others, they are of no use. */
type RowsOfKeys = { readonly keys: SortedKeys; readonly rows: ListRows };

/** A list as a search has found it; `follows`: its keys follow what this process writes. */
type SeenList = { readonly version: number; readonly results: number; readonly follows?: boolean };

/** Of keys or bookmarks that have served no page yet. */
const UNSERVED = { served: 0, listBytes: 0 };

/** All lists together, with their names. */
const LISTS_BYTES_MAX = 48 * 1024 * 1024;
/** The rows of all lists together. */
const ROWS_BYTES_MAX = 32 * 1024 * 1024;
/** What a list takes beside its name and its keys. */
const LIST_BYTES = 250;

/**
 * What this process remembers of lists whose pages it has served: their keys or bookmarks, and rows. Every
 * page reads the version of its collection together with its rows, and what was remembered of another version
 * is not used: so a write of any process is seen at once. Lists of a whole collection in the order of its key
 * outlive writes of this process: their keys follow, and so does the version they are of, and rows that were
 * not written stay. Whatever else was written raises the version by more than that, and no list is of it.
 */
export class PageCache {
  readonly #statistics = new LRUCache<string, ListStatistics>({
    maxSize: LISTS_BYTES_MAX,
    sizeCalculation: ({ listBytes }, list) => LIST_BYTES + 2 * list.length + listBytes,
  });
  readonly #rows = new LRUCache<string, RowsOfKeys>({
    maxSize: ROWS_BYTES_MAX,
    sizeCalculation: ({ rows }, list) => LIST_BYTES + 2 * list.length + rows.bytes,
  });

  /** How much its lists hold now, at most 48 MiB. */
  get listsBytes(): number {
    return this.#statistics.calculatedSize;
  }

  /** How much the rows of its lists hold now, at most 32 MiB. */
  get rowsBytes(): number {
    return this.#rows.calculatedSize;
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
      this.#statistics.set(list, {
        ...UNSERVED,
        version,
        times: 1,
        results,
        worthAfter: searchesBefore(seen),
      });
    }
  }

  /** The list is of another version now, which it cannot follow to: somebody else has written. */
  outdated(list: string, version: number, results: number): void {
    const worthAfter = searchesBefore(this.#statistics.get(list));
    this.#statistics.set(list, { ...UNSERVED, version, times: 0, results, worthAfter });
  }

  /** Notes that the keys or bookmarks of a list have served one page more. */
  served(list: string): void {
    const seen = this.#statistics.get(list);
    if (seen !== undefined) seen.served += 1;
  }

  /** Remembers the keys of a list, in their order. */
  rememberKeys(list: string, version: number, inOrder: readonly SqlValue[]): void {
    const worthAfter = this.#statistics.get(list)?.worthAfter ?? searchesBefore(undefined);
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
}

/** The name of the list of a whole collection in the order of its key. */
export function listByKey(agreementNumber: number, versionName: string): string {
  return `${agreementNumber}\n${versionName}\n`;
}
