import { defined, RunningReads } from '@kontor/kernel';
import { numberAt } from '../row.js';
import { BOOKMARK_EVERY, type PageCache, type PageStatistics } from '../snapshot/page-cache.js';
import { rowsOf, type Cells, type SqlValue, type Statement } from '../statement.js';
import { KEY, VERSION } from '../statements/pages.js';
import { isCheapAnyway, foundPage, type PageSearch, type RowPage } from './page-search.js';
import type { PageTable, State } from './page-table.js';

/** How often a list is looked at again that was ahead of the rows, or they of it. */
const ATTEMPTS_MAX = 5;

/** Larger pages are asked for by who walks through a list and sees each row once. */
const KEPT_OF_A_PAGE = 100;

/** How rows are read, and what makes a page of them; nothing does where the list ends before it. */
type ByList = { readonly read: Statement; readonly arrange?: (rows: readonly Cells[]) => readonly Cells[] };

/**
 * Finds pages by what is remembered of their lists: keys, bookmarks, or rows. What is remembered is used only
 * where it is of the version that was read with the rows, and a list is learned where that is worth it.
 */
export class CachedPages {
  readonly #of: PageTable;
  readonly #memory: PageCache;
  /** A list is learned once, however many wait for it. */
  readonly #learning = new RunningReads<void>();

  constructor(of: PageTable, memory: PageCache) {
    this.#of = of;
    this.#memory = memory;
  }

  /** The page; undefined where nothing is known of this version. */
  async find(asked: PageSearch): Promise<RowPage | undefined> {
    if (isCheapAnyway(asked)) return undefined;
    const seen = await this.#known(asked);
    return (await this.#byRows(asked)) ?? this.#byList(asked, seen);
  }

  async #byList(asked: PageSearch, known: PageStatistics | undefined): Promise<RowPage | undefined> {
    let seen = known;
    for (let attempt = 1; seen !== undefined && attempt <= ATTEMPTS_MAX; attempt += 1) {
      const of = seen;
      const first = of.keys?.at(asked.offset);
      const { read, arrange } = this.#readBy(asked, of);
      const rows = await this.#of.rows(asked.session, read);
      const state = arrange === undefined ? this.#of.stateAlone(rows) : this.#of.stateWith(rows);
      if (state === undefined) return undefined;
      const look = (): PageStatistics | undefined => this.#stillOf(asked, of, first, state);
      const found = look() ?? (await this.#whenTold(asked, state, look));
      if (found !== undefined) {
        this.#memory.served(asked.listName);
        const own = arrange?.(rows) ?? [];
        if (this.#keepsRows(asked)) this.#keepRows(asked, state, own);
        return foundPage(asked, own, found.results, state.items);
      }
      seen = asked.isWhole ? this.#followed(asked, state) : undefined;
    }
    return undefined;
  }

  /**
   * A page of rows that are remembered, where the list is of the version that the collection is found to be
   * of; undefined where they are not, or something else was written.
   */
  async #byRows(asked: PageSearch): Promise<RowPage | undefined> {
    const { session, scope, listName } = asked;
    for (let attempt = 1; this.#keepsRows(asked) && attempt <= ATTEMPTS_MAX; attempt += 1) {
      if (this.#rowsOf(asked) === undefined) return undefined;
      const state = this.#of.stateAlone(await this.#of.rows(session, this.#of.statements.state(scope)));
      if (state === undefined) return undefined;
      const look = (): readonly Cells[] | undefined =>
        this.#versionOf(asked) === state.version ? this.#rowsOf(asked) : undefined;
      const rows = look() ?? (await this.#whenTold(asked, state, look));
      if (rows !== undefined) {
        this.#memory.served(listName);
        return foundPage(asked, rows, state.items, state.items);
      }
      // Where the list is ahead by now, the state is asked for once more.
      if (this.#versionOf(asked) <= state.version) return undefined;
    }
    return undefined;
  }

  /** Whole rows: those that may be large are read when they are shown, and so are those of large pages. */
  #keepsRows({ isWhole, limit }: PageSearch): boolean {
    return isWhole && !this.#of.table.isPart && limit <= KEPT_OF_A_PAGE && !this.#of.isWeighty;
  }

  #keepRows({ listName }: PageSearch, { version }: State, rows: readonly Cells[]): void {
    const byKey = rows.map((row) => [this.#of.keyOf(row), row] as const);
    this.#memory.rememberRows(listName, version, byKey);
  }

  /** The rows of the page as its list has them now; undefined where not all of them are remembered. */
  #rowsOf({ listName, offset, limit }: PageSearch): readonly Cells[] | undefined {
    const keys = this.#memory.statisticsOf(listName)?.keys;
    return keys && this.#memory.rowsOf(listName, keys.slice(offset, offset + limit));
  }

  #versionOf({ listName }: PageSearch): number {
    return this.#memory.statisticsOf(listName)?.version ?? 0;
  }

  /**
   * What a look at the list finds once all is told that this process has written until the state was read:
   * between two groups of writes, so that the list is of that version then, unless others have written.
   * Undefined without a look where nothing is left to be told of.
   */
  async #whenTold<A>(
    asked: PageSearch,
    { version }: State,
    look: () => A | undefined,
  ): Promise<A | undefined> {
    if (!asked.isWhole || this.#versionOf(asked) >= version) return undefined;
    return this.#memory.between(asked.scope.agreementNumber, () => Promise.resolve(look()));
  }

  /**
   * What is known of a list whose rows turned out to be of another version, once all is told that this
   * process has written by then. Undefined where others have written too: nothing is known any more.
   */
  #followed({ listName }: PageSearch, { version, items }: State): PageStatistics | undefined {
    const followed = this.#memory.statisticsOf(listName);
    if (followed?.keys === undefined) return undefined;
    if (followed.version >= version) return followed;
    this.#memory.outdated(listName, version, items);
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
    const followed = isWhole ? this.#memory.statisticsOf(listName) : undefined;
    if (followed?.version !== version || first === undefined) return undefined;
    return followed.keys?.at(offset) === first ? followed : undefined;
  }

  /** How rows are read by what is known of their list. */
  #readBy(asked: PageSearch, { keys, bookmarks, results }: PageStatistics): ByList {
    const { scope, order, where, offset, limit, isWhole } = asked;
    const { statements } = this.#of;
    if (offset >= results) return { read: statements.state(scope) };
    if (keys === undefined) {
      const from = bookmarks?.[Math.floor(offset / BOOKMARK_EVERY)];
      const page = { where, order, limit, from, offset: offset % BOOKMARK_EVERY, withCount: false };
      return { read: statements.rows(scope, page), arrange: (rows) => rows };
    }
    const own = keys.slice(offset, offset + limit);
    if (isWhole)
      return { read: statements.rowsFrom(scope, own[0] as SqlValue, limit), arrange: (rows) => rows };
    // The last page is filled up with its last key, so that the text of the statement is that of every page.
    const filled = [...own, ...Array<SqlValue>(limit - own.length).fill(own.at(-1) as SqlValue)];
    return { read: statements.rowsByKey(scope, filled), arrange: (rows) => this.#inOrder(rows, own) };
  }

  #inOrder(rows: readonly Cells[], keys: readonly SqlValue[]): readonly Cells[] {
    const byKey = new Map(rows.map((row) => [this.#of.keyOf(row), row]));
    return keys.map((key) => defined(byKey.get(key)));
  }

  /** What is remembered of the list, learned now where that is worth it. */
  async #known(asked: PageSearch): Promise<PageStatistics | undefined> {
    const { listName, order } = asked;
    const seen = this.#memory.statisticsOf(listName);
    if (seen === undefined || hasLearned(seen)) return seen;
    if (this.#memory.isWorthIt(seen)) await this.#learning.join(listName, () => this.#readKeys(asked));
    else if (order.isByKey && this.#memory.isWorthMarking(seen)) {
      await this.#learning.join(listName, () => this.#readBookmarks(asked));
    } else return undefined;
    const learned = this.#memory.statisticsOf(listName);
    return learned !== undefined && hasLearned(learned) ? learned : undefined;
  }

  #readKeys(asked: PageSearch): Promise<void> {
    const read = (): Promise<void> => this.#readAllKeys(asked);
    return asked.isWhole ? this.#memory.between(asked.scope.agreementNumber, read) : read();
  }

  async #readAllKeys({ session, scope, where, order, listName, plan }: PageSearch): Promise<void> {
    const { keysMax } = this.#memory;
    const wanted = { where, order, limit: keysMax + 1, plan: await plan() };
    const rows = await rowsOf(session, this.#of.statements.keys(scope, wanted));
    const version = rows[0] && numberAt(rows[0], VERSION);
    if (version === undefined || rows.length > keysMax) return;
    const keys = rows.map((row) => row[KEY] as SqlValue);
    this.#memory.rememberKeys(listName, version, keys);
  }

  async #readBookmarks({ session, scope, where, listName }: PageSearch): Promise<void> {
    const read = this.#of.statements.bookmarks(scope, { where, every: BOOKMARK_EVERY });
    const rows = await rowsOf(session, read);
    const version = rows[0] && numberAt(rows[0], VERSION);
    if (version === undefined) return;
    const bookmarks = rows.map((row) => row[KEY] as SqlValue);
    this.#memory.rememberBookmarks(listName, version, bookmarks);
  }
}

function hasLearned({ keys, bookmarks }: PageStatistics): boolean {
  return keys !== undefined || bookmarks !== undefined;
}
