import {
  DEFAULT_PAGE_SIZE,
  merge,
  PAGE_BYTES_MAX,
  TooMuchAtOnce,
  type CollectionQuery,
} from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import type { ResourceTable } from '../entity/table-of.js';
import type { PageCache } from '../snapshot/page-cache.js';
import { rowsOf, type Cells, type Session } from '../statement.js';
import { BYTES, type RowScope } from '../statements/pages.js';
import { isCheapAnyway, foundPage, searchFor, type PageSearch, type RowPage } from './page-search.js';
import { PageTable, type State } from './page-table.js';
import { positionOf } from './position.js';
import { CachedPages } from './cached-pages.js';

/** A page with the version of the collection that it is a page of. */
type PageAtVersion = RowPage & { readonly version: number };

/** How often a page is asked for again when what was remembered turned out to be of another version. */
const ATTEMPTS_MAX = 5;

/** Before so many items are skipped it is looked whether there are as many. */
const FAR = 100_000;

/** Reads pages of one resource, for every agreement. */
export class PageReader {
  readonly #of: PageTable;
  readonly #memory: PageCache;
  readonly #cached: CachedPages;

  constructor(table: ResourceTable, dialect: Dialect, memory: PageCache) {
    this.#of = new PageTable(table, dialect);
    this.#memory = memory;
    this.#cached = new CachedPages(this.#of, memory);
  }

  /** A page of what is committed. Throws `TooMuchAtOnce` where its items hold too much. */
  async read(session: Session, scope: RowScope, query: CollectionQuery): Promise<RowPage> {
    const asked = searchFor(this.#of, session, scope, query);
    const ended = await this.#endsBefore(asked);
    if (ended !== undefined) return ended;
    const bytes = await this.#weigh(asked);
    const page = await this.#read(asked);
    return this.#of.isWeighty ? { ...page, bytes: bytes ?? this.#of.charactersIn(page.rows) } : page;
  }

  /**
   * A page that neither uses nor feeds what is remembered: within a transaction, whose changes others may not
   * see.
   */
  async readAlone(session: Session, scope: RowScope, query: CollectionQuery): Promise<PageAtVersion> {
    const asked = searchFor(this.#of, session, scope, query);
    const ended = await this.#endsBefore(asked);
    if (ended !== undefined) return ended;
    await this.#weigh(asked);
    return this.#found(asked);
  }

  /** Where a page ended. */
  positionAfter(row: Cells): string {
    return positionOf(this.#of.keyOf(row));
  }

  async #read(asked: PageSearch): Promise<RowPage> {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const page = (await this.#cached.find(asked)) ?? (await this.#bySearch(asked));
      if (page !== undefined) return page;
    }
    return this.#found(asked);
  }

  /** Before anything of a large page is read, how large it is: one item may be as large as a body. */
  async #weigh(asked: PageSearch): Promise<number | undefined> {
    const { session, scope, where, order, after, limit, offset } = asked;
    if (limit <= DEFAULT_PAGE_SIZE) return undefined;
    const plan = this.#of.isWeighty ? await asked.plan() : undefined;
    const weigh = this.#of.statements.weight(scope, { where, order, after, limit, offset, plan });
    if (weigh === undefined) return undefined;
    const bytes = Number((await rowsOf(session, weigh))[0]?.[BYTES] ?? 0);
    if (bytes > PAGE_BYTES_MAX) throw new TooMuchAtOnce('the items of the page hold too much');
    return bytes;
  }

  /**
   * The empty page far behind the end (D107), where all that passes is counted and nothing is skipped: a
   * database reads what it skips. Undefined where the page may hold something.
   */
  async #endsBefore(asked: PageSearch): Promise<PageAtVersion | undefined> {
    if (asked.offset < FAR) return undefined;
    const { version, items, counted } = await this.#stateAlone(asked);
    const results = asked.where === undefined ? items : counted;
    return asked.offset < results ? undefined : merge(foundPage(asked, [], results, items), { version });
  }

  /** A page by search alone, whatever is remembered. */
  async #found(asked: PageSearch): Promise<PageAtVersion> {
    const withCount = asked.where !== undefined;
    const rows = await this.#rows(asked, withCount);
    const { version, items, counted } = this.#of.stateWith(rows) ?? (await this.#stateAlone(asked));
    return merge(foundPage(asked, rows, withCount ? counted : items, items), { version });
  }

  /**
   * A page found by seeking or skipping. Its count is the collection's own, or remembered, or counted in the
   * same statement; undefined when the remembered one turned out to be of another version.
   */
  async #bySearch(asked: PageSearch): Promise<RowPage | undefined> {
    const { where, filterName, listName } = asked;
    const known = where === undefined ? undefined : this.#memory.countOf(filterName);
    const withCount = where !== undefined && known === undefined;
    const rows = await this.#rows(asked, withCount);
    const state = this.#of.stateWith(rows);
    if (state === undefined) return this.#emptyPage(asked);
    const { version, items, counted } = state;
    if (known !== undefined && known.version !== version) {
      this.#memory.forgetCount(filterName);
      return undefined;
    }
    const results = where === undefined ? items : (known?.results ?? counted);
    if (withCount) this.#memory.rememberCount(filterName, { version, results });
    if (!isCheapAnyway(asked)) this.#memory.see(listName, { version, results, follows: asked.isWhole });
    return foundPage(asked, rows, results, items);
  }

  /**
   * No row was found: nothing passes, or all that does comes before.
   * Undefined when by the time that is asked there should have been some.
   */
  async #emptyPage(asked: PageSearch): Promise<RowPage | undefined> {
    const { items, counted } = await this.#stateAlone(asked);
    const results = asked.where === undefined ? items : counted;
    if (asked.after === undefined && results > asked.offset) return undefined;
    return foundPage(asked, [], results, items);
  }

  async #rows(asked: PageSearch, withCount: boolean): Promise<readonly Cells[]> {
    const { session, scope, where, order, after, limit, offset } = asked;
    const plan = await asked.plan();
    const page = { where, order, after, limit, offset, withCount, plan };
    return this.#of.rows(session, this.#of.statements.rows(scope, page));
  }

  async #stateAlone({ session, scope, where, plan }: PageSearch): Promise<State> {
    const read = this.#of.statements.state(scope, where, await plan());
    return this.#of.stateAlone(await this.#of.rows(session, read)) ?? { version: 0, items: 0, counted: 0 };
  }
}
