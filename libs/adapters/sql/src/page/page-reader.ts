import type { CollectionQuery } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { orderOf, type Order } from '../query/order-by.js';
import { presentIn, whereOf } from '../query/where.js';
import { rowsOf, type Row, type Session, type SqlValue, type Statement } from '../statement.js';
import type { ResourceTable } from '../table/table-of.js';
import { PageMemory, REMEMBERED_KEYS_MAX } from './page-memory.js';
import {
  ITEMS,
  KEY,
  RESULTS,
  ROW,
  VERSION,
  pageStatements,
  type PageStatements,
  type RowScope,
} from './page-statements.js';
import { keyAt, positionOf } from './position.js';

/** A page as raw rows. */
export type RowPage = {
  readonly rows: readonly Row[];
  readonly results: number;
  readonly resultsWithoutFilter: number;
  /** True when the caller may seek behind the last row. */
  readonly isByKey: boolean;
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

/** How often a page is asked for again when what was remembered turned out to be of another version. */
const ATTEMPTS_MAX = 5;
const NOTHING_YET: RowPage = { rows: [], results: 0, resultsWithoutFilter: 0, isByKey: false };

/** Reads pages of one resource, for every agreement. */
export class PageReader {
  readonly #table: ResourceTable;
  readonly #dialect: Dialect;
  readonly #memory: PageMemory;
  readonly #statements: PageStatements;
  readonly #building = new Map<string, Promise<void>>();

  constructor(table: ResourceTable, dialect: Dialect, memory: PageMemory) {
    this.#table = table;
    this.#dialect = dialect;
    this.#memory = memory;
    this.#statements = pageStatements(table, dialect);
  }

  /** A page of what is committed. */
  async read(session: Session, scope: RowScope, query: CollectionQuery): Promise<RowPage> {
    const asked = this.#understand(scope, query);
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const page = (await this.#fromMemory(session, scope, asked)) ?? (await this.#bySearch(session, scope, asked));
      if (page !== undefined) return page;
    }
    return this.readAlone(session, scope, query);
  }

  /** A page that neither uses nor feeds what is remembered: within a transaction, whose changes others may not see. */
  async readAlone(session: Session, scope: RowScope, query: CollectionQuery): Promise<RowPage> {
    const asked = this.#understand(scope, query);
    const rows = await rowsOf(session, this.#statements.rows(scope, { ...asked, withCount: true }));
    const head = rows[0] ?? (await rowsOf(session, this.#statements.state(scope)))[0];
    if (head === undefined) return { ...NOTHING_YET, isByKey: asked.order.isByKey };
    const results = rows[0]?.[RESULTS] ?? (await this.#countAlone(session, scope, asked));
    return this.#pageOf(rows, results as number, head[ITEMS] as number, asked);
  }

  /** Where a page ended. */
  positionAfter(row: Row): string {
    return positionOf(this.#table.keyForm(row[this.#table.key.column] as string | number));
  }

  async #countAlone(session: Session, scope: RowScope, asked: Asked): Promise<number> {
    const first = { ...asked, after: undefined, offset: 0, limit: 1, withCount: true };
    const [row] = await rowsOf(session, this.#statements.rows(scope, first));
    return row?.[RESULTS] as number;
  }

  #understand(scope: RowScope, { filter, sort, pageSize, skipPages, after }: CollectionQuery): Asked {
    const where = filter && whereOf(this.#table, filter, ROW);
    const order = orderOf(this.#table, sort, {
      dialect: this.#dialect,
      alias: ROW,
      present: filter === undefined ? new Set() : presentIn(filter),
    });
    const isText = this.#table.key.folded !== undefined;
    const filterName = [
      scope.agreementNumber,
      scope.state,
      ...(where === undefined ? [] : [where.sql, JSON.stringify(where.values)]),
    ].join('\n');
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
    const { after, offset, limit, where, order, listName } = asked;
    const isCheapAnyway = after !== undefined || (offset === 0 && where === undefined && order.isByKey);
    if (isCheapAnyway) return undefined;
    let seen = this.#memory.sightingOf(listName);
    if (seen !== undefined && seen.keys === undefined && PageMemory.isWorthIt(seen)) {
      await this.#build(session, scope, asked);
      seen = this.#memory.sightingOf(listName);
    }
    if (seen?.keys === undefined) return undefined;
    const keys = seen.keys.slice(offset, offset + limit);
    const rows = await rowsOf(session, this.#byKeys(scope, asked, keys));
    const head = rows[0];
    if (head === undefined || head[VERSION] !== seen.version) return undefined;
    const found = keys.length === 0 ? [] : this.#inOrder(rows, keys, asked);
    return this.#pageOf(found, seen.keys.length, head[ITEMS] as number, asked);
  }

  #byKeys(scope: RowScope, { where, order, limit }: Asked, keys: readonly SqlValue[]): Statement {
    const [first] = keys;
    if (first === undefined) return this.#statements.state(scope);
    if (where === undefined && order.isByKey) return this.#statements.rowsFrom(scope, first, limit);
    // The last page is filled up with its last key, so that the text of the statement is that of every page.
    const filled = [...keys, ...Array<SqlValue>(limit - keys.length).fill(keys.at(-1) as SqlValue)];
    return this.#statements.rowsByKey(scope, filled);
  }

  #inOrder(rows: readonly Row[], keys: readonly SqlValue[], { where, order }: Asked): readonly Row[] {
    if (where === undefined && order.isByKey) return rows;
    const { key, keyForm } = this.#table;
    const byKey = new Map(rows.map((row) => [keyForm(row[key.column] as string | number), row]));
    return keys.map((one) => byKey.get(one) as Row);
  }

  /**
   * A page found by seeking or skipping. Its count is the collection's own, or remembered, or counted in the same
   * statement; undefined when the remembered one turned out to be of another version.
   */
  async #bySearch(session: Session, scope: RowScope, asked: Asked): Promise<RowPage | undefined> {
    const { where, order, filterName, listName } = asked;
    const known = where === undefined ? undefined : this.#memory.countOf(filterName);
    const withCount = where !== undefined && known === undefined;
    const rows = await rowsOf(session, this.#statements.rows(scope, { ...asked, withCount }));
    const head = rows[0];
    // Skipping went past the end, or nothing was ever written: one more statement tells which.
    if (head === undefined) return this.#pastTheEnd(session, scope, asked);
    const version = head[VERSION] as number;
    if (known !== undefined && known.version !== version) {
      this.#memory.forgetCount(filterName);
      return undefined;
    }
    const results = (where === undefined ? head[ITEMS] : withCount ? head[RESULTS] : known?.results) as number;
    if (withCount) this.#memory.rememberCount(filterName, { version, results });
    if (asked.after === undefined && !(asked.offset === 0 && where === undefined && order.isByKey)) {
      this.#memory.see(listName, version, results);
    }
    return this.#pageOf(rows, results, head[ITEMS] as number, asked);
  }

  async #pastTheEnd(session: Session, scope: RowScope, asked: Asked): Promise<RowPage> {
    const first = { ...asked, after: undefined, offset: 0, limit: 1, withCount: asked.where !== undefined };
    const [head] = await rowsOf(session, this.#statements.rows(scope, first));
    if (head === undefined) return { ...NOTHING_YET, isByKey: asked.order.isByKey };
    const results = asked.where === undefined ? head[ITEMS] : head[RESULTS];
    return this.#pageOf([], results as number, head[ITEMS] as number, asked);
  }

  /** Reads the whole list of keys once, however many wait for it. */
  #build(session: Session, scope: RowScope, asked: Asked): Promise<void> {
    const running = this.#building.get(asked.listName);
    if (running !== undefined) return running;
    const reading = this.#readKeys(session, scope, asked).finally(() => this.#building.delete(asked.listName));
    this.#building.set(asked.listName, reading);
    return reading;
  }

  async #readKeys(session: Session, scope: RowScope, { where, order, listName }: Asked): Promise<void> {
    const list = { where, order, limit: REMEMBERED_KEYS_MAX + 1 };
    const rows = await rowsOf(session, this.#statements.keys(scope, list));
    const version = rows[0]?.[VERSION] as number | undefined;
    if (version === undefined || rows.length > REMEMBERED_KEYS_MAX) return;
    const keys = rows.map((row) => row[KEY] as SqlValue | null).filter((key) => key !== null);
    this.#memory.rememberKeys(listName, version, keys);
  }

  #pageOf(rows: readonly Row[], results: number, resultsWithoutFilter: number, { order }: Asked): RowPage {
    // The state is joined from the left: where no row passes, it stands alone.
    const isAlone = rows.length === 1 && rows[0]?.[this.#table.key.column] === null;
    return { rows: isAlone ? [] : rows, results, resultsWithoutFilter, isByKey: order.isByKey };
  }
}
