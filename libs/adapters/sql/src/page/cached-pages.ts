import { defined, RunningReads } from '@kontor/kernel';
import { numberAt } from '../row.js';
import type { PageCaches } from '../snapshot/page-caches.js';
import { worthReading, type PageStatistics } from '../snapshot/page-statistics.js';
import { rowsOf, type Cells, type SqlValue, type Statement } from '../statement.js';
import { KEY, VERSION } from '../statements/pages.js';
import { isCheapAnyway, foundPage, type PageSearch, type RowPage } from './page-search.js';
import type { PageTable, State } from './page-table.js';

/** How often rows are read again that were of another version than their list. */
const ATTEMPTS_MAX = 5;

/** Rows of larger pages are not kept: such pages belong to walks through a list, which see each row once. */
const KEPT_OF_A_PAGE = 100;

/** The distance of bookmarks: what is skipped from a bookmark on costs no more than a few pages. */
const BOOKMARK_EVERY = 250;

/** How rows are read, and what makes a page of them; nothing does where the list ends before it. */
type ByList = { readonly read: Statement; readonly arrange?: (rows: readonly Cells[]) => readonly Cells[] };

/**
 * Finds pages by what is remembered of their lists: keys, bookmarks, or rows. What is remembered is used only
 * where it is of the version that was read with the rows, and the keys of a list are read where that is worth
 * it.
 */
export class CachedPages {
  readonly #pageTable: PageTable;
  readonly #caches: Omit<PageCaches, 'counts'>;
  /** The keys of a list are read once, however many wait for them. */
  readonly #reading = new RunningReads<void>();

  constructor(pageTable: PageTable, caches: Omit<PageCaches, 'counts'>) {
    this.#pageTable = pageTable;
    this.#caches = caches;
  }

  /** The page; undefined where nothing is known of this version. */
  async find(search: PageSearch): Promise<RowPage | undefined> {
    if (isCheapAnyway(search)) return undefined;
    const seen = await this.#known(search);
    return (await this.#byRows(search)) ?? this.#byList(search, seen);
  }

  async #byList(search: PageSearch, known: PageStatistics | undefined): Promise<RowPage | undefined> {
    let seen = known;
    for (let attempt = 1; seen !== undefined && attempt <= ATTEMPTS_MAX; attempt += 1) {
      const of = seen;
      const first = of.keys?.at(search.offset);
      const { read, arrange } = this.#readBy(search, of);
      const rows = await this.#pageTable.rows(search.session, read);
      const state =
        arrange === undefined ? this.#pageTable.stateAlone(rows) : this.#pageTable.stateWith(rows);
      if (state === undefined) return undefined;
      const look = (): PageStatistics | undefined => this.#stillOf(search, of, first, state);
      const found = look() ?? (await this.#whenTold(search, state, look));
      if (found !== undefined) {
        this.#caches.lists.served(search.listName);
        const own = arrange?.(rows) ?? [];
        if (this.#keepsRows(search)) this.#keepRows(search, state, own);
        return foundPage(search, own, found.results, state.items);
      }
      seen = search.isWhole ? this.#followed(search, state) : undefined;
    }
    return undefined;
  }

  /**
   * A page of rows that are remembered, where the list is of the version that the collection is found to be
   * of; undefined where they are not, or something else was written.
   */
  async #byRows(search: PageSearch): Promise<RowPage | undefined> {
    const { session, scope, listName } = search;
    for (let attempt = 1; this.#keepsRows(search) && attempt <= ATTEMPTS_MAX; attempt += 1) {
      if (this.#rowsOf(search) === undefined) return undefined;
      const state = this.#pageTable.stateAlone(
        await this.#pageTable.rows(session, this.#pageTable.statements.state(scope)),
      );
      if (state === undefined) return undefined;
      const look = (): readonly Cells[] | undefined =>
        this.#versionOf(search) === state.version ? this.#rowsOf(search) : undefined;
      const rows = look() ?? (await this.#whenTold(search, state, look));
      if (rows !== undefined) {
        this.#caches.lists.served(listName);
        return foundPage(search, rows, state.items, state.items);
      }
      // Where the list is ahead by now, the state is asked for once more.
      if (this.#versionOf(search) <= state.version) return undefined;
    }
    return undefined;
  }

  /** Whole rows: those that may be large are read when they are shown, and so are those of large pages. */
  #keepsRows({ isWhole, limit }: PageSearch): boolean {
    return isWhole && !this.#pageTable.table.isPart && limit <= KEPT_OF_A_PAGE && !this.#pageTable.isWeighty;
  }

  #keepRows({ listName }: PageSearch, { version }: State, rows: readonly Cells[]): void {
    const byKey = rows.map((row) => [this.#pageTable.keyOf(row), row] as const);
    this.#caches.lists.rememberRows(listName, version, byKey);
  }

  /** The rows of the page as its list has them now; undefined where not all of them are remembered. */
  #rowsOf({ listName, offset, limit }: PageSearch): readonly Cells[] | undefined {
    const keys = this.#caches.lists.statisticsOf(listName)?.keys;
    return keys && this.#caches.lists.rowsOf(listName, keys.slice(offset, offset + limit));
  }

  #versionOf({ listName }: PageSearch): number {
    return this.#caches.lists.statisticsOf(listName)?.version ?? 0;
  }

  /**
   * What a look at the list finds once all is told that this process has written until the state was read:
   * between two groups of writes, so that the list is of that version then, unless others have written.
   * Undefined without a look where nothing is left to be told of.
   */
  async #whenTold<A>(
    search: PageSearch,
    { version }: State,
    look: () => A | undefined,
  ): Promise<A | undefined> {
    if (!search.isWhole || this.#versionOf(search) >= version) return undefined;
    return this.#caches.between(search.scope.agreementNumber, () => Promise.resolve(look()));
  }

  /**
   * What is known of a list whose rows turned out to be of another version, once all is told that this
   * process has written by then. Undefined where others have written too: nothing is known any more.
   */
  #followed({ listName }: PageSearch, { version, items }: State): PageStatistics | undefined {
    const followed = this.#caches.lists.statisticsOf(listName);
    if (followed?.keys === undefined) return undefined;
    if (followed.version >= version) return followed;
    this.#caches.lists.outdated(listName, version, items);
    return undefined;
  }

  /**
   * What is known of the list at the version that its rows were read at, where the page begins there with the
   * same key as it did when they were asked for.
   */
  #stillOf(
    { isWhole, listName, offset }: PageSearch,
    seen: PageStatistics,
    first: SqlValue | undefined,
    { version }: State,
  ): PageStatistics | undefined {
    if (version === seen.version) return seen;
    const followed = isWhole ? this.#caches.lists.statisticsOf(listName) : undefined;
    if (followed?.version !== version || first === undefined) return undefined;
    return followed.keys?.at(offset) === first ? followed : undefined;
  }

  /** How rows are read by what is known of their list. */
  #readBy(search: PageSearch, { keys, bookmarks, results }: PageStatistics): ByList {
    const { scope, order, where, offset, limit, isWhole } = search;
    const { statements } = this.#pageTable;
    if (offset >= results) return { read: statements.state(scope) };
    if (keys === undefined) {
      const from = bookmarks?.[Math.floor(offset / BOOKMARK_EVERY)];
      const page = { where, order, limit, from, offset: offset % BOOKMARK_EVERY, withCount: false };
      return { read: statements.rows(scope, page), arrange: (rows) => rows };
    }
    const own = keys.slice(offset, offset + limit);
    if (isWhole) return { read: statements.rowsFrom(scope, defined(own[0]), limit), arrange: (rows) => rows };
    // The last page is filled up with its last key, so that the text of the statement is that of every page.
    const filled = [...own, ...Array<SqlValue>(limit - own.length).fill(defined(own.at(-1)))];
    return { read: statements.rowsByKey(scope, filled), arrange: (rows) => this.#inOrder(rows, own) };
  }

  #inOrder(rows: readonly Cells[], keys: readonly SqlValue[]): readonly Cells[] {
    const byKey = new Map(rows.map((row) => [this.#pageTable.keyOf(row), row]));
    return keys.map((key) => defined(byKey.get(key)));
  }

  /** What is remembered of the list; its keys are read now where that is worth it. */
  async #known(search: PageSearch): Promise<PageStatistics | undefined> {
    const { listName, order } = search;
    const seen = this.#caches.lists.statisticsOf(listName);
    if (seen === undefined || hasKeys(seen)) return seen;
    const worth = worthReading(seen, order.isByKey, this.#caches.keysMax);
    if (worth === undefined) return undefined;
    await this.#reading.join(listName, () =>
      worth === 'keys' ? this.#readKeys(search) : this.#readBookmarks(search),
    );
    const found = this.#caches.lists.statisticsOf(listName);
    return found !== undefined && hasKeys(found) ? found : undefined;
  }

  #readKeys(search: PageSearch): Promise<void> {
    const read = (): Promise<void> => this.#readAllKeys(search);
    return search.isWhole ? this.#caches.between(search.scope.agreementNumber, read) : read();
  }

  async #readAllKeys({ session, scope, where, order, listName, plan }: PageSearch): Promise<void> {
    const { keysMax, lists } = this.#caches;
    const wanted = { where, order, limit: keysMax + 1, plan: await plan() };
    const rows = await rowsOf(session, this.#pageTable.statements.keys(scope, wanted));
    const version = rows[0] && numberAt(rows[0], VERSION);
    if (version === undefined || rows.length > keysMax) return;
    const keys = rows.map((row) => row[KEY] as SqlValue);
    lists.rememberKeys(listName, version, keys);
  }

  async #readBookmarks({ session, scope, where, listName }: PageSearch): Promise<void> {
    const read = this.#pageTable.statements.bookmarks(scope, { where, every: BOOKMARK_EVERY });
    const rows = await rowsOf(session, read);
    const version = rows[0] && numberAt(rows[0], VERSION);
    if (version === undefined) return;
    const bookmarks = rows.map((row) => row[KEY] as SqlValue);
    this.#caches.lists.rememberBookmarks(listName, version, bookmarks);
  }
}

function hasKeys({ keys, bookmarks }: PageStatistics): boolean {
  return keys !== undefined || bookmarks !== undefined;
}
