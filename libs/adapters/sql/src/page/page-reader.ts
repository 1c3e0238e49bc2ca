import type { CollectionQuery } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { orderOf, type Order } from '../query/order-by.js';
import { presentIn, whereOf } from '../query/where.js';
import { rowsOf, type Session, type SqlValue, type Statement } from '../statement.js';
import type { Cells } from '../table/row-mapper.js';
import type { ResourceTable } from '../table/table-of.js';
import { PageMemory, REMEMBERED_KEYS_MAX } from './page-memory.js';
import {
  ITEMS,
  KEY,
  RESULTS,
  ROW,
  VERSION,
  pageLayout,
  pageStatements,
  type PageLayout,
  type PageStatements,
  type RowScope,
} from './page-statements.js';
import { keyAt, positionOf } from './position.js';

/** A page as raw rows. */
export type RowPage = {
  readonly rows: readonly Cells[];
  readonly results: number;
  readonly resultsWithoutFilter: number;
  /** True when the caller may seek behind the last row. */
  readonly isByKey: boolean;
  /** The collection's version at the instant of the rows, where it came with them. */
  readonly version?: number;
};

type Asked = {
  readonly where: Statement | undefined;
  readonly order: Order;
  readonly after: SqlValue | undefined;
  readonly limit: number;
  readonly offset: number;
  /** The names under which this filter, and this filter in this order, are remembered. */
  readonly filterName: string;
  readonly listName: string;
};

/** What a collection is, at one instant, under one filter. */
type State = { readonly version: number; readonly items: number; readonly counted: number };

/** How often a page is asked for again when what was remembered turned out to be of another version. */
const ATTEMPTS_MAX = 5;

/** Reads pages of one resource, for every agreement. */
export class PageReader {
  readonly #table: ResourceTable;
  readonly #dialect: Dialect;
  readonly #memory: PageMemory;
  readonly #statements: PageStatements;
  readonly #layout: PageLayout;
  readonly #building = new Map<string, Promise<void>>();
  readonly #asking = new Map<string, Promise<number>>();

  constructor(table: ResourceTable, dialect: Dialect, memory: PageMemory) {
    this.#table = table;
    this.#dialect = dialect;
    this.#memory = memory;
    this.#statements = pageStatements(table, dialect);
    this.#layout = pageLayout(table, dialect);
  }

  /** A page of what is committed. */
  async read(session: Session, scope: RowScope, query: CollectionQuery): Promise<RowPage> {
    const asked = this.#understand(scope, query);
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const page =
        (await this.#fromMemory(session, scope, asked)) ?? (await this.#bySearch(session, scope, asked));
      if (page !== undefined) return page;
    }
    return this.readAlone(session, scope, query);
  }

  /** A page that neither uses nor feeds what is remembered: within a transaction, whose changes others may not see. */
  async readAlone(session: Session, scope: RowScope, query: CollectionQuery): Promise<RowPage> {
    const asked = this.#understand(scope, query);
    const withCount = asked.where !== undefined;
    const rows = await this.#rows(session, this.#statements.rows(scope, { ...asked, withCount }));
    const state =
      this.#stateOf(rows, this.#table.columns.length) ?? (await this.#stateAlone(session, scope, asked));
    return this.#pageOf(rows, withCount ? state.counted : state.items, state.items, asked);
  }

  /**
   * The collection's version now. Those who ask in the same turn of the event loop share one statement, which is sent after
   * all of them have asked, so nobody is told of a state before his question.
   */
  versionNow(session: Session, scope: RowScope): Promise<number> {
    const name = `${scope.agreementNumber}\n${scope.state}`;
    let asking = this.#asking.get(name);
    if (asking === undefined) {
      asking = new Promise((resolve) => setImmediate(resolve)).then(async () => {
        this.#asking.delete(name);
        const rows = await this.#rows(session, this.#statements.state(scope));
        return this.#stateOf(rows, 0)?.version ?? 0;
      });
      this.#asking.set(name, asking);
    }
    return asking;
  }

  /** Where a page ended. */
  positionAfter(row: Cells): string {
    return positionOf(this.#keyOf(row));
  }

  #keyOf(row: Cells): SqlValue {
    return this.#table.keyForm(this.#layout.valueOf(row, this.#table.key.column) as string | number);
  }

  #understand(scope: RowScope, { filter, sort, pageSize, skipPages, after }: CollectionQuery): Asked {
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
    const seek = order.isByKey && after !== undefined ? keyAt(after, isText) : undefined;
    return {
      where,
      order,
      after: seek,
      limit: pageSize,
      offset: seek === undefined ? skipPages * pageSize : 0,
      filterName,
      listName: `${filterName}\n${order.sql}`,
    };
  }

  /** A page found by the remembered keys of its list; undefined when there are none of this version. */
  async #fromMemory(session: Session, scope: RowScope, asked: Asked): Promise<RowPage | undefined> {
    if (isCheapAnyway(asked)) return undefined;
    const { offset, limit, listName } = asked;
    let seen = this.#memory.sightingOf(listName);
    if (seen !== undefined && seen.keys === undefined && PageMemory.isWorthIt(seen)) {
      await this.#build(session, scope, asked);
      seen = this.#memory.sightingOf(listName);
    }
    if (seen?.keys === undefined) return undefined;
    const keys = seen.keys.slice(offset, offset + limit);
    const rows = await this.#rows(session, this.#byKeys(scope, asked, keys));
    const state = this.#stateOf(rows, keys.length === 0 ? 0 : this.#table.columns.length);
    if (state?.version !== seen.version) return undefined;
    const found = keys.length === 0 ? [] : this.#inOrder(rows, keys, asked);
    return { ...this.#pageOf(found, seen.keys.length, state.items, asked), version: seen.version };
  }

  #byKeys(scope: RowScope, { where, order, limit }: Asked, keys: readonly SqlValue[]): Statement {
    const [first] = keys;
    if (first === undefined) return this.#statements.state(scope);
    if (where === undefined && order.isByKey) return this.#statements.rowsFrom(scope, first, limit);
    // The last page is filled up with its last key, so that the text of the statement is that of every page.
    const filled = [...keys, ...Array<SqlValue>(limit - keys.length).fill(keys.at(-1) as SqlValue)];
    return this.#statements.rowsByKey(scope, filled);
  }

  #inOrder(rows: readonly Cells[], keys: readonly SqlValue[], { where, order }: Asked): readonly Cells[] {
    if (where === undefined && order.isByKey) return rows;
    const byKey = new Map(rows.map((row) => [this.#keyOf(row), row]));
    return keys.map((key) => byKey.get(key) as Cells);
  }

  /**
   * A page found by seeking or skipping. Its count is the collection's own, or remembered, or counted in the same
   * statement; undefined when the remembered one turned out to be of another version.
   */
  async #bySearch(session: Session, scope: RowScope, asked: Asked): Promise<RowPage | undefined> {
    const { where, filterName, listName } = asked;
    const known = where === undefined ? undefined : this.#memory.countOf(filterName);
    const withCount = where !== undefined && known === undefined;
    const rows = await this.#rows(session, this.#statements.rows(scope, { ...asked, withCount }));
    const state = this.#stateOf(rows, this.#table.columns.length);
    if (state === undefined) return this.#emptyPage(session, scope, asked);
    const { version, items, counted } = state;
    if (known !== undefined && known.version !== version) {
      this.#memory.forgetCount(filterName);
      return undefined;
    }
    const results = where === undefined ? items : (known?.results ?? counted);
    if (withCount) this.#memory.rememberCount(filterName, { version, results });
    if (!isCheapAnyway(asked)) this.#memory.see(listName, version, results);
    return { ...this.#pageOf(rows, results, items, asked), version };
  }

  /**
   * No row was found: nothing passes, or all that does comes before. Undefined when by the time that is asked there
   * should have been some.
   */
  async #emptyPage(session: Session, scope: RowScope, asked: Asked): Promise<RowPage | undefined> {
    const { items, counted } = await this.#stateAlone(session, scope, asked);
    const results = asked.where === undefined ? items : counted;
    if (asked.after === undefined && results > asked.offset) return undefined;
    return this.#pageOf([], results, items, asked);
  }

  async #stateAlone(session: Session, scope: RowScope, { where }: Asked): Promise<State> {
    const rows = await this.#rows(session, this.#statements.state(scope, where));
    return this.#stateOf(rows, 0) ?? { version: 0, items: 0, counted: 0 };
  }

  /** Reads the whole list of keys once, however many wait for it. */
  #build(session: Session, scope: RowScope, asked: Asked): Promise<void> {
    const running = this.#building.get(asked.listName);
    if (running !== undefined) return running;
    const reading = this.#readKeys(session, scope, asked).finally(() =>
      this.#building.delete(asked.listName),
    );
    this.#building.set(asked.listName, reading);
    return reading;
  }

  async #readKeys(session: Session, scope: RowScope, { where, order, listName }: Asked): Promise<void> {
    const list = { where, order, limit: REMEMBERED_KEYS_MAX + 1 };
    const rows = await rowsOf(session, this.#statements.keys(scope, list));
    const version = rows[0]?.[VERSION] as number | undefined;
    if (version === undefined || rows.length > REMEMBERED_KEYS_MAX) return;
    const keys = rows.map((row) => row[KEY] as SqlValue);
    this.#memory.rememberKeys(listName, version, keys);
  }

  async #rows(session: Session, read: Statement): Promise<readonly Cells[]> {
    return this.#dialect.unpack(await rowsOf(session, read));
  }

  /** The state that came with the rows; `columns` of the resource stand before it. */
  #stateOf([head]: readonly Cells[], columns: number): State | undefined {
    if (head === undefined) return undefined;
    const at = (name: string): number => this.#layout.stateOf(head, name, columns) as number;
    return { version: at(VERSION), items: at(ITEMS), counted: at(RESULTS) };
  }

  #pageOf(rows: readonly Cells[], results: number, resultsWithoutFilter: number, { order }: Asked): RowPage {
    return { rows, results, resultsWithoutFilter, isByKey: order.isByKey };
  }
}

const NOTHING: ReadonlySet<string> = new Set();

/** A page that is found by its index alone: nothing is gained by remembering. */
function isCheapAnyway({ after, offset, where, order }: Asked): boolean {
  return after !== undefined || (offset === 0 && where === undefined && order.isByKey);
}
