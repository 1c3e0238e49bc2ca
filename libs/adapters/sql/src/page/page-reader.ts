import {
  DEFAULT_PAGE_SIZE,
  merge,
  PAGE_BYTES_MAX,
  positionOf,
  TooMuchAtOnce,
  type CollectionQuery,
} from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import type { ResourceTable } from '../entity/table-of.js';
import type { PageCaches } from '../snapshot/page-caches.js';
import { rowsOf, type Cells, type Session } from '../statement.js';
import { BYTES, type RowScope } from '../statements/pages.js';
import {
  isCheapAnyway,
  foundPage,
  limitOf,
  searchFor,
  type PageSearch,
  type RowPage,
} from './page-search.js';
import { PageTable, type State } from './page-table.js';
import { CachedPages } from './cached-pages.js';

/** A page with the version of the collection that it is a page of. */
type PageAtVersion = RowPage & { readonly version: number };

/** How often a page is asked for again when what was remembered turned out to be of another version. */
const ATTEMPTS_MAX = 5;

/** Before so many items are skipped it is looked whether there are as many. */
const FAR = 100_000;

/** Reads pages of one resource, for every agreement. */
export class PageReader {
  readonly #pageTable: PageTable;
  readonly #caches: PageCaches;
  readonly #cached: CachedPages;

  constructor(table: ResourceTable, dialect: Dialect, caches: PageCaches) {
    this.#pageTable = new PageTable(table, dialect);
    this.#caches = caches;
    this.#cached = new CachedPages(this.#pageTable, caches);
  }

  /** A page of what is committed. Throws `TooMuchAtOnce` where its items hold too much. */
  async read(session: Session, scope: RowScope, query: CollectionQuery): Promise<RowPage> {
    const search = searchFor(this.#pageTable, session, scope, query);
    const ended = await this.#endsBefore(search);
    if (ended !== undefined) return ended;
    const bytes = await this.#weigh(search);
    const page = await this.#read(search);
    return this.#pageTable.isWeighty
      ? { ...page, bytes: bytes ?? this.#pageTable.charactersIn(page.rows) }
      : page;
  }

  /**
   * A page that neither uses nor feeds what is remembered: within a transaction, whose changes others may not
   * see.
   */
  async readUncached(session: Session, scope: RowScope, query: CollectionQuery): Promise<PageAtVersion> {
    const search = searchFor(this.#pageTable, session, scope, query);
    const ended = await this.#endsBefore(search);
    if (ended !== undefined) return ended;
    await this.#weigh(search);
    return this.#found(search);
  }

  /** Where a page ended. */
  positionAfter(row: Cells): string {
    return positionOf(this.#pageTable.keyOf(row));
  }

  async #read(search: PageSearch): Promise<RowPage> {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const page = (await this.#cached.find(search)) ?? (await this.#bySearch(search));
      if (page !== undefined) return page;
    }
    return this.#found(search);
  }

  /** Before anything of a large page is read, how large it is: one item may be as large as a body. */
  async #weigh(search: PageSearch): Promise<number | undefined> {
    const { session, scope, where, order, after, limit, offset } = search;
    if (limit <= DEFAULT_PAGE_SIZE) return undefined;
    const plan = this.#pageTable.isWeighty ? await search.plan() : undefined;
    const weigh = this.#pageTable.statements.weight(scope, { where, order, after, limit, offset, plan });
    if (weigh === undefined) return undefined;
    const bytes = Number((await rowsOf(session, weigh))[0]?.[BYTES] ?? 0);
    if (bytes > PAGE_BYTES_MAX) throw new TooMuchAtOnce('the items of the page hold too much');
    return bytes;
  }

  /**
   * The empty page far behind the end (D107), where all that passes is counted and nothing is skipped: a
   * database reads what it skips. Undefined where the page may hold something.
   */
  async #endsBefore(search: PageSearch): Promise<PageAtVersion | undefined> {
    if (search.offset < FAR) return undefined;
    const { version, items, matching } = await this.#stateAlone(search);
    const results = search.where === undefined ? items : matching;
    return search.offset < results ? undefined : merge(foundPage(search, [], results, items), { version });
  }

  /** A page by search alone, whatever is remembered. */
  async #found(search: PageSearch): Promise<PageAtVersion> {
    const withCount = search.where !== undefined;
    const rows = await this.#rows(search, withCount);
    const { version, items, matching } = this.#pageTable.stateWith(rows) ?? (await this.#stateAlone(search));
    return merge(foundPage(search, rows, withCount ? matching : items, items), { version });
  }

  /**
   * A page found by seeking or skipping. Its count is the collection's own, or remembered, or counted in the
   * same statement; undefined when the remembered one turned out to be of another version.
   */
  async #bySearch(search: PageSearch): Promise<RowPage | undefined> {
    const { where, filterName, listName } = search;
    const { counts, lists } = this.#caches;
    const known = where === undefined ? undefined : counts.get(filterName);
    const withCount = where !== undefined && known === undefined;
    const rows = await this.#rows(search, withCount);
    const state = this.#pageTable.stateWith(rows);
    if (state === undefined) return this.#emptyPage(search);
    const { version, items, matching } = state;
    if (known !== undefined && known.version !== version) {
      counts.remove(filterName);
      return undefined;
    }
    const results = where === undefined ? items : (known?.results ?? matching);
    if (withCount) counts.put(filterName, { version, results });
    if (!isCheapAnyway(search)) lists.see(listName, { version, results, follows: search.isWhole });
    return foundPage(search, rows, results, items);
  }

  /**
   * No row was found: nothing passes, or all that does comes before.
   * Undefined when by the time that is asked there should have been some.
   */
  async #emptyPage(search: PageSearch): Promise<RowPage | undefined> {
    const { items, matching } = await this.#stateAlone(search);
    const results = search.where === undefined ? items : matching;
    if (search.after === undefined && results > search.offset) return undefined;
    return foundPage(search, [], results, items);
  }

  async #rows(search: PageSearch, withCount: boolean): Promise<readonly Cells[]> {
    const { session, scope, where, order, after, offset } = search;
    const plan = await search.plan();
    const page = { where, order, after, limit: limitOf(search), offset, withCount, plan };
    return this.#pageTable.rows(session, this.#pageTable.statements.rows(scope, page));
  }

  async #stateAlone({ session, scope, where, plan }: PageSearch): Promise<State> {
    const read = this.#pageTable.statements.state(scope, where, await plan());
    return (
      this.#pageTable.stateAlone(await this.#pageTable.rows(session, read)) ?? {
        version: 0,
        items: 0,
        matching: 0,
      }
    );
  }
}
