import {
  defined,
  breathe,
  type Filter,
  PAGE_BYTES_MAX,
  DEFAULT_PAGE_SIZE,
  TooMuchAtOnce,
  type CollectionQuery,
  merge,
} from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import type { PageLayout } from '../dialect/page-rows.js';
import { orderOf, type Order } from '../query/order-by.js';
import { indexOn, leadingConditions } from '../query/leading.js';
import { presentIn, whereOf } from '../query/where.js';
import { numberAt } from '../row.js';
import { rowsOf, type Cells, type Session, type SqlValue, type Statement } from '../statement.js';
import type { ResourceTable } from '../entity/table-of.js';
import { BOOKMARK_EVERY, listByKey, type PageCache, type PageStatistics } from '../snapshot/page-cache.js';
import {
  BYTES,
  ITEMS,
  KEY,
  RESULTS,
  ROW,
  SAMPLED,
  VERSION,
  largeColumns,
  PageStatements,
  type RowScope,
  type SearchPlan,
} from '../statements/pages.js';
import { keyOfPosition, positionOf } from './position.js';

/** Rows of a page in their order, before they are values; counts with and without the filter. */
export type RowPage = {
  readonly rows: readonly Cells[];
  readonly results: number;
  readonly resultsWithoutFilter: number;
  /** True when the caller may seek behind the last row. */
  readonly isByKey: boolean;
  /** What its lists and documents hold, where that was looked at. */
  readonly bytes?: number;
};

type PageRequest = {
  readonly filter: Filter | undefined;
  readonly where: Statement | undefined;
  readonly order: Order;
  readonly after: SqlValue | undefined;
  readonly limit: number;
  readonly offset: number;
  /** The names under which this filter, and this filter in this order, are remembered. */
  readonly filterName: string;
  readonly listName: string;
  /** Whether it is of the whole collection in the order of its key: what is known of it follows writes. */
  readonly isWhole: boolean;
};

/** What a collection is, at one instant, under one filter. */
type State = { readonly version: number; readonly items: number; readonly counted: number };

/** Where rows were looked for: what was known of their list, and the key at the place of the first. */
type ReadPlace = {
  readonly asked: PageRequest;
  readonly seen: PageStatistics;
  readonly first: SqlValue | undefined;
};

/** How often a page is asked for again when what was remembered turned out to be of another version. */
const ATTEMPTS_MAX = 5;

/** Reads pages of one resource, for every agreement. */
export class PageReader {
  readonly #table: ResourceTable;
  readonly #dialect: Dialect;
  readonly #memory: PageCache;
  readonly #statements: PageStatements;
  readonly #layout: PageLayout;
  /** The columns of what may be large in a row. */
  readonly #large: readonly string[];
  readonly #building = new Map<string, Promise<void>>();

  constructor(table: ResourceTable, dialect: Dialect, memory: PageCache) {
    this.#table = table;
    this.#dialect = dialect;
    this.#memory = memory;
    this.#statements = new PageStatements(table, dialect);
    this.#layout = dialect.pageRows.layout(
      table.columns.map(({ column }) => column),
      [VERSION, ITEMS, RESULTS],
    );
    this.#large = largeColumns(table);
  }

  /** A page of what is committed. Throws `TooMuchAtOnce` where its items hold too much. */
  async read(session: Session, scope: RowScope, query: CollectionQuery): Promise<RowPage> {
    const asked = this.#understand(scope, query);
    const ended = await this.#endsBefore(session, scope, asked);
    if (ended !== undefined) return ended;
    const bytes = await this.#weigh(session, scope, asked);
    const page = await this.#read(session, scope, asked, query);
    return this.#large.length === 0 ? page : { ...page, bytes: bytes ?? this.#charactersIn(page) };
  }

  /** What lists and documents hold in rows that are here already. */
  #charactersIn({ rows }: RowPage): number {
    let characters = 0;
    for (const row of rows) {
      for (const column of this.#large)
        characters += (this.#layout.valueOf(row, column) as string | null)?.length ?? 0;
    }
    return characters;
  }

  /** Before anything of a large page is read, how large it is: one item may be as large as a body. */
  async #weigh(session: Session, scope: RowScope, asked: PageRequest): Promise<number | undefined> {
    const weigh = asked.limit > DEFAULT_PAGE_SIZE ? this.#statements.weight(scope, asked) : undefined;
    if (weigh === undefined) return undefined;
    const bytes = Number((await rowsOf(session, weigh))[0]?.[BYTES] ?? 0);
    if (bytes > PAGE_BYTES_MAX) throw new TooMuchAtOnce('the items of the page hold too much');
    return bytes;
  }

  /**
   * The empty page far behind the end (D107), where all that passes is counted and nothing is skipped: a
   * database reads what it skips. Undefined where the page may hold something.
   */
  async #endsBefore(
    session: Session,
    scope: RowScope,
    asked: PageRequest,
  ): Promise<(RowPage & { readonly version: number }) | undefined> {
    if (asked.offset < FAR) return undefined;
    const plan = await this.#planOf(session, scope, asked);
    const { version, items, counted } = await this.#stateAlone(session, scope, asked, plan);
    const results = asked.where === undefined ? items : counted;
    return asked.offset < results ? undefined : merge(this.#pageOf([], results, items, asked), { version });
  }

  async #read(
    session: Session,
    scope: RowScope,
    asked: PageRequest,
    query: CollectionQuery,
  ): Promise<RowPage> {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const page =
        (await this.#fromMemory(session, scope, asked)) ?? (await this.#bySearch(session, scope, asked));
      if (page !== undefined) return page;
    }
    return this.readAlone(session, scope, query);
  }

  /**
   * A page that neither uses nor feeds what is remembered: within a transaction, whose changes others may not
   * see. With the version of the collection that it is a page of.
   */
  async readAlone(
    session: Session,
    scope: RowScope,
    query: CollectionQuery,
  ): Promise<RowPage & { readonly version: number }> {
    const asked = this.#understand(scope, query);
    const withCount = asked.where !== undefined;
    const ended = await this.#endsBefore(session, scope, asked);
    if (ended !== undefined) return ended;
    await this.#weigh(session, scope, asked);
    const plan = await this.#planOf(session, scope, asked);
    const rows = await this.#rows(session, this.#statements.rows(scope, { withCount, plan, ...asked }));
    const state =
      this.#stateOf(rows, this.#table.columns.length) ??
      (await this.#stateAlone(session, scope, asked, plan));
    const page = this.#pageOf(rows, withCount ? state.counted : state.items, state.items, asked);
    return merge(page, { version: state.version });
  }

  /** Where a page ended. */
  positionAfter(row: Cells): string {
    return positionOf(this.#keyOf(row));
  }

  #keyOf(row: Cells): SqlValue {
    return this.#table.encodeKey(this.#layout.valueOf(row, this.#table.key.column) as string | number);
  }

  #understand(scope: RowScope, { filter, sort, pageSize, skipPages, after }: CollectionQuery): PageRequest {
    const where = filter && whereOf(this.#table, filter, ROW);
    const order = orderOf(this.#table, sort, {
      dialect: this.#dialect,
      alias: ROW,
      present: filter === undefined ? NOTHING : presentIn(filter),
    });
    const isText = this.#table.key.folded !== undefined;
    const collection = `${scope.agreementNumber}\n${scope.state}`;
    const filterName =
      where === undefined ? collection : `${collection}\n${where.sql}\n${JSON.stringify(where.values)}`;
    const isWhole = where === undefined && order.isByKey;
    const seek = order.isByKey && after !== undefined ? keyOfPosition(after, isText) : undefined;
    return {
      filter,
      where,
      order,
      after: seek,
      limit: pageSize,
      // As large as a whole number can be: larger ones are written with an exponent.
      offset: seek === undefined ? Math.min(skipPages * pageSize, Number.MAX_SAFE_INTEGER) : 0,
      filterName,
      listName: isWhole ? listByKey(scope.agreementNumber, scope.state) : `${filterName}\n${order.sql}`,
      isWhole,
    };
  }

  /**
   * A page found by the remembered keys or bookmarks of its list; undefined when there are none of this
   * version.
   */
  async #fromMemory(session: Session, scope: RowScope, asked: PageRequest): Promise<RowPage | undefined> {
    if (isCheapAnyway(asked)) return undefined;
    let seen = await this.#known(session, scope, asked);
    const kept = await this.#fromRows(session, scope, asked);
    if (kept !== undefined) return kept;
    for (let attempt = 1; seen !== undefined && attempt <= ATTEMPTS_MAX; attempt += 1) {
      const { read, arrange } = this.#withStatistics(scope, asked, seen);
      const place = { asked, seen, first: seen.keys?.at(asked.offset) };
      const rows = await this.#rows(session, read);
      const state = this.#stateOf(rows, arrange === undefined ? 0 : this.#table.columns.length);
      if (state === undefined) return undefined;
      const look = (): PageStatistics | undefined => this.#stillOf(state, place);
      const found = look() ?? (await this.#whenTold(scope, asked, state, look));
      if (found !== undefined) {
        this.#memory.served(asked.listName);
        const own = arrange?.(rows) ?? [];
        if (this.#keepsRows(asked)) this.#keepRows(asked, state, own);
        return this.#pageOf(own, found.results, state.items, asked);
      }
      seen = asked.isWhole ? this.#followed(asked, state) : undefined;
    }
    return undefined;
  }

  /** Whole rows: those that may be large are read when they are shown, and so are those of large pages. */
  #keepsRows({ isWhole, limit }: PageRequest): boolean {
    return isWhole && !this.#table.isPart && limit <= KEPT_OF_A_PAGE && this.#large.length === 0;
  }

  #keepRows({ listName }: PageRequest, { version }: State, rows: readonly Cells[]): void {
    const byKey = rows.map((row) => [this.#keyOf(row), row] as const);
    this.#memory.rememberRows(listName, version, byKey);
  }

  /**
   * A page of rows that are remembered, where the list is of the version that the collection is found to be
   * of; undefined where they are not, or something else was written.
   */
  async #fromRows(session: Session, scope: RowScope, asked: PageRequest): Promise<RowPage | undefined> {
    const { listName } = asked;
    for (let attempt = 1; this.#keepsRows(asked) && attempt <= ATTEMPTS_MAX; attempt += 1) {
      if (this.#rowsRemembered(asked) === undefined) return undefined;
      const state = this.#stateOf(await this.#rows(session, this.#statements.state(scope)), 0);
      if (state === undefined) return undefined;
      const listIsOf = (): number => this.#memory.statisticsOf(listName)?.version ?? 0;
      const look = (): readonly Cells[] | undefined =>
        listIsOf() === state.version ? this.#rowsRemembered(asked) : undefined;
      const rows = look() ?? (await this.#whenTold(scope, asked, state, look));
      if (rows !== undefined) {
        this.#memory.served(listName);
        return this.#pageOf(rows, state.items, state.items, asked);
      }
      // Where the list is ahead by now, the state is asked for once more.
      if (listIsOf() <= state.version) return undefined;
    }
    return undefined;
  }

  /** The rows of the page as its list has them now; undefined where not all of them are remembered. */
  #rowsRemembered({ listName, offset, limit }: PageRequest): readonly Cells[] | undefined {
    const keys = this.#memory.statisticsOf(listName)?.keys;
    return keys && this.#memory.rowsOf(listName, keys.slice(offset, offset + limit));
  }

  /**
   * What a look at the list finds once all is told that this process has written until the state was read:
   * between two groups of writes, so that the list is of that version then, unless others have written.
   * Undefined without a look where nothing is left to be told of.
   */
  async #whenTold<A>(
    { agreementNumber }: RowScope,
    { isWhole, listName }: PageRequest,
    state: State,
    look: () => A | undefined,
  ): Promise<A | undefined> {
    if (!isWhole || (this.#memory.statisticsOf(listName)?.version ?? 0) >= state.version) return undefined;
    return this.#memory.between(agreementNumber, () => Promise.resolve(look()));
  }

  /**
   * What is known of a list whose rows turned out to be of another version, once all is told that this
   * process has written by then. Undefined where others have written too: nothing is known any more.
   */
  #followed({ listName }: PageRequest, { version, items }: State): PageStatistics | undefined {
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
  #stillOf({ version }: State, { asked, seen, first }: ReadPlace): PageStatistics | undefined {
    if (version === seen.version) return seen;
    const followed = asked.isWhole ? this.#memory.statisticsOf(asked.listName) : undefined;
    if (followed?.version !== version || first === undefined) return undefined;
    return followed.keys?.at(asked.offset) === first ? followed : undefined;
  }

  /** What is remembered of the list, learned now where that is worth it. */
  async #known(session: Session, scope: RowScope, asked: PageRequest): Promise<PageStatistics | undefined> {
    const seen = this.#memory.statisticsOf(asked.listName);
    if (seen === undefined || hasLearned(seen)) return seen;
    if (this.#memory.isWorthIt(seen)) await this.#build(asked, () => this.#readKeys(session, scope, asked));
    else if (asked.order.isByKey && this.#memory.isWorthMarking(seen)) {
      await this.#build(asked, () => this.#readBookmarks(session, scope, asked));
    } else return undefined;
    const learned = this.#memory.statisticsOf(asked.listName);
    return learned !== undefined && hasLearned(learned) ? learned : undefined;
  }

  /**
   * How the rows are read, and what makes a page of them; nothing does when the list ends before the page.
   */
  #withStatistics(
    scope: RowScope,
    asked: PageRequest,
    { keys, bookmarks, results }: PageStatistics,
  ): { readonly read: Statement; readonly arrange?: (rows: readonly Cells[]) => readonly Cells[] } {
    const { offset, limit } = asked;
    if (offset >= results) return { read: this.#statements.state(scope) };
    if (keys !== undefined) {
      const own = keys.slice(offset, offset + limit);
      return {
        read: this.#byKeys(scope, asked, own),
        arrange: (rows) => this.#inOrder(rows, own, asked),
      };
    }
    const from = bookmarks?.[Math.floor(offset / BOOKMARK_EVERY)];
    const page = { ...asked, from, offset: offset % BOOKMARK_EVERY, withCount: false };
    return { read: this.#statements.rows(scope, page), arrange: (rows) => rows };
  }

  #byKeys(scope: RowScope, { isWhole, limit }: PageRequest, keys: readonly SqlValue[]): Statement {
    if (isWhole) {
      return this.#statements.rowsFrom(scope, keys[0] as SqlValue, limit);
    }
    // The last page is filled up with its last key, so that the text of the statement is that of every page.
    const filled = [...keys, ...Array<SqlValue>(limit - keys.length).fill(keys.at(-1) as SqlValue)];
    return this.#statements.rowsByKey(scope, filled);
  }

  #inOrder(rows: readonly Cells[], keys: readonly SqlValue[], { isWhole }: PageRequest): readonly Cells[] {
    if (isWhole) return rows;
    const byKey = new Map(rows.map((row) => [this.#keyOf(row), row]));
    return keys.map((key) => defined(byKey.get(key)));
  }

  /**
   * A page found by seeking or skipping. Its count is the collection's own, or remembered, or counted in the
   * same statement; undefined when the remembered one turned out to be of another version.
   */
  async #bySearch(session: Session, scope: RowScope, asked: PageRequest): Promise<RowPage | undefined> {
    const { where, filterName, listName } = asked;
    const known = where === undefined ? undefined : this.#memory.countOf(filterName);
    const withCount = where !== undefined && known === undefined;
    const plan = await this.#planOf(session, scope, asked);
    const rows = await this.#rows(session, this.#statements.rows(scope, { withCount, plan, ...asked }));
    const state = this.#stateOf(rows, this.#table.columns.length);
    if (state === undefined) return this.#emptyPage(session, scope, asked, plan);
    const { version, items, counted } = state;
    if (known !== undefined && known.version !== version) {
      this.#memory.forgetCount(filterName);
      return undefined;
    }
    const results = where === undefined ? items : (known?.results ?? counted);
    if (withCount) this.#memory.rememberCount(filterName, { version, results });
    if (!isCheapAnyway(asked)) this.#memory.see(listName, { version, results, follows: asked.isWhole });
    return this.#pageOf(rows, results, items, asked);
  }

  /**
   * No row was found: nothing passes, or all that does comes before.
   * Undefined when by the time that is asked there should have been some.
   */
  async #emptyPage(
    session: Session,
    scope: RowScope,
    asked: PageRequest,
    plan: SearchPlan | undefined,
  ): Promise<RowPage | undefined> {
    const { items, counted } = await this.#stateAlone(session, scope, asked, plan);
    const results = asked.where === undefined ? items : counted;
    if (asked.after === undefined && results > asked.offset) return undefined;
    return this.#pageOf([], results, items, asked);
  }

  async #stateAlone(
    session: Session,
    scope: RowScope,
    { where }: PageRequest,
    plan: SearchPlan | undefined,
  ): Promise<State> {
    const rows = await this.#rows(session, this.#statements.state(scope, where, plan));
    return this.#stateOf(rows, 0) ?? { version: 0, items: 0, counted: 0 };
  }

  /** The way to what passes a filter; undefined: the database's own. */
  #planOf(session: Session, scope: RowScope, asked: PageRequest): Promise<SearchPlan | undefined> {
    return this.#dialect.planned(() => this.#planBySample(session, scope, asked));
  }

  /**
   * How what passes a filter is looked for, where the database cannot know: SQLite takes any range of an
   * index for a short one. Of 38,000 products most cost more than a pound: to count those with a word in
   * their names took 70 ms by the index of prices, and takes 7 by the primary key. What a sample of items
   * says decides the way and nothing else.
   */
  async #planBySample(
    session: Session,
    scope: RowScope,
    { filter, where, order, offset, limit }: PageRequest,
  ): Promise<SearchPlan | undefined> {
    if (filter === undefined || where === undefined) return undefined;
    const leading = leadingConditions(this.#table, filter, ROW);
    const index = order.along && indexOn(this.#table, order.along);
    // Nothing but the primary key can lead.
    if (leading.length === 0 && index === undefined) return undefined;
    const read = this.#statements.sample(scope, [where, ...leading], SAMPLE);
    const [sample = {}] = await rowsOf(session, read);
    if (Number(sample[SAMPLED]) < SAMPLE) return undefined;
    const [passes = 0, ...met] = [where, ...leading].map((_, at) => Number(sample[`_${at}`]) / SAMPLE);
    if (met.some((share) => share < SHORTER_BY_INDEX)) return undefined;
    const { name } = this.#table.table;
    const isAlongOrder = (offset + limit) / passes < Number(sample[ITEMS]) * SHORTER_BY_INDEX;
    const all = this.#dialect.ledBy(name);
    return index === undefined || !isAlongOrder
      ? { all, page: all, isAlongOrder: false }
      : { all, page: this.#dialect.ledBy(name, index), isAlongOrder };
  }

  /** Learns a list once, however many wait for it. */
  #build({ listName }: PageRequest, learn: () => Promise<void>): Promise<void> {
    const running = this.#building.get(listName);
    if (running !== undefined) return running;
    const reading = learn().finally(() => this.#building.delete(listName));
    this.#building.set(listName, reading);
    return reading;
  }

  #readKeys(session: Session, scope: RowScope, asked: PageRequest): Promise<void> {
    const read = (): Promise<void> => this.#readAllKeys(session, scope, asked);
    return asked.isWhole ? this.#memory.between(scope.agreementNumber, read) : read();
  }

  async #readAllKeys(session: Session, scope: RowScope, asked: PageRequest): Promise<void> {
    const { keysMax } = this.#memory;
    const { where, order, listName } = asked;
    const plan = await this.#planOf(session, scope, asked);
    const limit = keysMax + 1;
    const rows = await rowsOf(session, this.#statements.keys(scope, { where, order, limit, plan }));
    const version = rows[0] && numberAt(rows[0], VERSION);
    if (version === undefined || rows.length > keysMax) return;
    const keys = rows.map((row) => row[KEY] as SqlValue);
    this.#memory.rememberKeys(listName, version, keys);
  }

  async #readBookmarks(session: Session, scope: RowScope, { where, listName }: PageRequest): Promise<void> {
    const rows = await rowsOf(session, this.#statements.bookmarks(scope, { where, every: BOOKMARK_EVERY }));
    const version = rows[0] && numberAt(rows[0], VERSION);
    if (version === undefined) return;
    const bookmarks = rows.map((row) => row[KEY] as SqlValue);
    this.#memory.rememberBookmarks(listName, version, bookmarks);
  }

  async #rows(session: Session, read: Statement): Promise<readonly Cells[]> {
    const rows = await rowsOf(session, read);
    const atOnce = this.#large.length > 0 ? 1 : UNPACKED_AT_ONCE;
    if (rows.length <= atOnce) return this.#dialect.unpack(rows);
    const unpacked: Cells[] = [];
    for (let from = 0; from < rows.length; from += atOnce) {
      unpacked.push(...this.#dialect.unpack(rows.slice(from, from + atOnce)));
      const pause = breathe();
      if (pause !== undefined) await pause;
    }
    return unpacked;
  }

  /** The state that came with the rows; `columns` of the resource stand before it. */
  #stateOf([head]: readonly Cells[], columns: number): State | undefined {
    if (head === undefined) return undefined;
    const at = (name: string): number => this.#layout.stateOf(head, name, columns) as number;
    return { version: at(VERSION), items: at(ITEMS), counted: at(RESULTS) };
  }

  #pageOf(
    rows: readonly Cells[],
    results: number,
    resultsWithoutFilter: number,
    { order }: PageRequest,
  ): RowPage {
    return { rows, results, resultsWithoutFilter, isByKey: order.isByKey };
  }
}

/** Before so many items are skipped it is looked whether there are as many. */
const FAR = 100_000;

/** So many items are looked at to learn how many pass a filter: 0.1 ms. */
const SAMPLE = 256;
/** A row that an index leads to costs ten times one that comes next by the primary key (2.0 and 0.2 us). */
const SHORTER_BY_INDEX = 1 / 10;

/** Larger pages are asked for by who walks through a list and sees each row once. */
const KEPT_OF_A_PAGE = 100;
/** Rows whose cells are made out in one go. */
const UNPACKED_AT_ONCE = 100;

const NOTHING: ReadonlySet<string> = new Set();

function hasLearned({ keys, bookmarks }: PageStatistics): boolean {
  return keys !== undefined || bookmarks !== undefined;
}

/** A page that is found by its index alone: nothing is gained by remembering. */
function isCheapAnyway({ after, offset, isWhole }: PageRequest): boolean {
  return after !== undefined || (offset === 0 && isWhole);
}
