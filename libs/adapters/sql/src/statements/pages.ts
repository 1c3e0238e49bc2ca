import { isWeighty, flatMapped } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import type { Order } from '../query/order-by.js';
import { placeholders, quote, type Extent, type SqlValue, type Statement } from '../statement.js';
import type { ResourceTable } from '../entity/table-of.js';
import { isSum } from '../entity/column-encoding.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import { forceIndex, ownerCondition } from './rows.js';

/**
 * The statements of pages, counts, keys and bookmarks. Text, since each reads the state of the collection
 * with its rows, which no repository does, and gives rows that compiled code maps: a page of 1,000 rows is
 * mapped in 0.13 ms and hydrated in 0.56 (ADR 36). TypeORM's runner alone takes 22 µs on top of the 33 of a
 * read.
 */

/**
 * Of which rows a page is: those of one agreement, and of one item where the resource lives within another.
 */
export type RowScope = {
  readonly agreementNumber: number;
  readonly parents: readonly SqlValue[];
  /** Under which the collection's version and count are kept. */
  readonly versionName: string;
};

type Cell = Parameters<Dialect['selectList']>[0][number];

/** Of the collection, in every row of a page. */
export const VERSION = '_version';
/** How many items the collection has, without a filter. */
export const ITEMS = '_items';
/** How many items the filter finds. */
export const RESULTS = '_results';
/** The key of a row where only keys are read. */
export const KEY = '_key';
/** How many items a sample is of; `_0` is how many of them pass. */
export const SAMPLED = '_sampled';
/** How much the rows of a page weigh together, before any is read. */
export const BYTES = '_bytes';

/** The columns of lists and documents, where one row may hold as much as a body. */
export function largeColumns({ resource, columns }: ResourceTable): readonly string[] {
  if (!isWeighty(resource)) return [];
  return columns
    .filter(({ kind }) => kind.type === 'list' || kind.type === 'json')
    .map(({ column }) => column);
}

/** The alias of the resource's own table. */
export const ROW = 'p';

/** A page found by seeking or skipping: `after` a key, or `from` one on. */
export type SoughtPage = {
  readonly where?: Statement | undefined;
  readonly order: Order;
  readonly after?: SqlValue | undefined;
  readonly from?: SqlValue | undefined;
  readonly limit: number;
  readonly offset?: number;
  readonly withCount: boolean;
  readonly plan?: SearchPlan | undefined;
};

/** How rows that pass a filter are looked for, where the database is told: what follows the table's name. */
export type SearchPlan = {
  /** Where all of them are: to count them, or for their keys. */
  readonly all: string;
  /** Where those of a page are. */
  readonly page: string;
  /** The page is found along its order, before all that passes is gone through. */
  readonly isAlongOrder: boolean;
};

/**
 * The statements of pages. Each reads the collection's version and count in the same statement as its rows,
 * from the same snapshot: what a page says of itself is true of the instant of its rows, and what is
 * remembered of a version can be trusted exactly when the versions agree. The state is one row by primary
 * key, so the join costs a look-up (an inner one: MariaDB sorts all rows of an outer one). Where no row
 * passes, the state has to be asked for by itself.
 */
export class PageStatements {
  readonly #table: ResourceTable;
  readonly #dialect: Dialect;
  /** The rows of a page are of this agreement, and within this item. */
  readonly #own: string;
  readonly #columns: readonly Cell[];
  readonly #row: string;
  readonly #key: string;
  readonly #keyText: string;
  /** The bytes of what may be large in a row. */
  readonly #weighed: string;

  constructor(table: ResourceTable, dialect: Dialect) {
    this.#table = table;
    this.#dialect = dialect;
    this.#own = ownerCondition(table, ROW);
    this.#columns = table.columns.map(({ column, kind }) => {
      const sql = `${ROW}.${quote(column)}`;
      return { sql: isSum(kind) ? dialect.largeCell(sql) : sql };
    });
    this.#weighed = largeColumns(table)
      .map((column) => `COALESCE(OCTET_LENGTH(${ROW}.${quote(column)}), 0)`)
      .join(' + ');
    this.#row = dialect.selectList([...this.#columns, ...STATE]);
    this.#key = `${ROW}.${quote(table.keyColumn)}`;
    this.#keyText = table.key.folded !== undefined ? dialect.asText(this.#key) : this.#key;
  }

  /**
   * The rows of a page, with the collection's version and count in each, and how many pass where it is asked.
   */
  rows(scope: RowScope, page: SoughtPage): Statement {
    const { where, withCount, plan } = page;
    const list = withCount
      ? this.#dialect.selectList([...this.#columns, ...STATE, this.#count(filteredBy(where), plan)])
      : this.#row;
    const { sql, values } = this.#ofPage(scope, page, list);
    return {
      sql,
      values: [...(withCount ? [...ownerOf(scope), ...(where?.values ?? [])] : []), ...values],
      ...throughItems(scope, page),
    };
  }

  /** What the lists and documents of a page hold, in bytes. Undefined where the resource has none. */
  weight(scope: RowScope, page: Omit<SoughtPage, 'withCount' | 'from'>): Statement | undefined {
    if (this.#weighed === '') return undefined;
    const { sql, values } = this.#ofPage(scope, page, `${this.#weighed} AS \`bytes\``);
    return {
      sql: `SELECT COALESCE(SUM(w.\`bytes\`), 0) AS ${BYTES} FROM (${sql}) AS w`,
      values,
      ...throughItems(scope, page),
    };
  }

  /**
   * What is selected of the rows of a page. Of one far from the beginning of an order the keys are found
   * first: what is put in order to be skipped would carry whole rows, more than either database holds in
   * memory for it. So they are of rows that may be as large as a body, however near: SQLite puts whole rows
   * in order, also those that are not on the page. The keys lead to the rows, which MariaDB has to be told.
   */
  #ofPage(scope: RowScope, page: Omit<SoughtPage, 'withCount'>, selected: string): Statement {
    const { where, order, after, from: first, limit, offset = 0 } = page;
    const behind = after === undefined ? '' : ` AND ${this.#key} > ?`;
    const passing = filteredBy(where) + (first === undefined ? behind : ` AND ${this.#key} >= ?`);
    const sought = first ?? after;
    const owner = ownerOf(scope);
    const values = [...owner, ...(where?.values ?? []), ...(sought === undefined ? [] : [sought])];
    const inOrder = ` ORDER BY ${order.sql}`;
    const cut = ` LIMIT ${limit}${offset === 0 ? '' : ` OFFSET ${offset}`}`;
    if (order.isAlongKey || (offset < FEW && this.#weighed === '')) {
      return {
        sql: `SELECT ${selected} ${this.#from(passing, indexHintOf(page))}${inOrder}${cut}`,
        values: [...values, ...collectionOf(scope)],
      };
    }
    const { name } = this.#table.table;
    const keys =
      `(SELECT ${this.#key} AS ${KEY} FROM ${quote(name)} AS ${ROW}${indexHintOf(page)} ` +
      `WHERE ${this.#own}${passing}${inOrder}${cut}) AS f`;
    const found = this.#from(` AND ${this.#key} = f.${KEY}`, BY_KEY, `${keys} JOIN `);
    return {
      sql: `SELECT /*! STRAIGHT_JOIN */ ${selected} ${found}${inOrder}`,
      values: [...values, ...owner, ...collectionOf(scope)],
    };
  }

  /** A page in the order of the key, from its first. */
  rowsFrom(scope: RowScope, first: SqlValue, limit: number): Statement {
    const key = this.#key;
    return {
      sql: `SELECT ${this.#row} ${this.#from(` AND ${key} >= ?`, BY_KEY)} ORDER BY ${key} LIMIT ${limit}`,
      values: [...ownerOf(scope), first, ...collectionOf(scope)],
    };
  }

  /** Rows by their keys, in no order. */
  rowsByKey(scope: RowScope, keys: readonly SqlValue[]): Statement {
    return {
      sql: `SELECT ${this.#row} ${this.#from(` AND ${this.#key} IN (${placeholders(keys.length)})`, BY_KEY)}`,
      values: [...ownerOf(scope), ...keys, ...collectionOf(scope)],
    };
  }

  /** All keys in order. */
  keys(
    scope: RowScope,
    {
      where,
      order,
      limit,
      plan,
    }: Pick<SoughtPage, 'where' | 'plan'> & { readonly order: Order; readonly limit: number },
  ): Statement {
    return {
      sql:
        `SELECT s.\`version\` AS ${VERSION}, ${this.#keyText} AS ${KEY} ` +
        `${this.#from(filteredBy(where), plan?.all)} ORDER BY ${order.sql} LIMIT ${limit}`,
      values: [...ownerOf(scope), ...(where?.values ?? []), ...collectionOf(scope)],
      ...throughAll(scope, where, TO_GIVE_A_KEY),
    };
  }

  /** The first key in order and every so many-th after it. */
  bookmarks(
    scope: RowScope,
    { where, every }: { readonly where?: Statement | undefined; readonly every: number },
  ): Statement {
    return {
      sql:
        `SELECT ${VERSION}, ${KEY} FROM (SELECT s.\`version\` AS ${VERSION}, ` +
        `${this.#keyText} AS ${KEY}, ROW_NUMBER() OVER (ORDER BY ${this.#key}) AS _at ` +
        `${this.#from(filteredBy(where))}) AS m WHERE _at % ${every} = 1 ORDER BY _at`,
      values: [...ownerOf(scope), ...(where?.values ?? []), ...collectionOf(scope)],
      ...throughAll(scope, where, TO_PUT_IN_ORDER),
    };
  }

  /** The collection's version and count without rows, and how many pass the filter. */
  state(scope: RowScope, where?: Statement, plan?: SearchPlan): Statement {
    const cells = where === undefined ? STATE : [...STATE, this.#count(filteredBy(where), plan)];
    return {
      sql:
        `SELECT ${this.#dialect.selectList(cells)} FROM \`collection_state\` AS s ` +
        `WHERE s.${quote(AGREEMENT_COLUMN)} = ? AND s.\`collection\` = ?`,
      values: [...(where === undefined ? [] : [...ownerOf(scope), ...where.values]), ...collectionOf(scope)],
      ...(where !== undefined && throughAll(scope, where)),
    };
  }

  /**
   * Of the first `most` items of a collection how many pass a filter (`_0`), and meet each of some conditions
   * (`_1` and so on), and how many there are of all; of a smaller collection a sample of none.
   */
  sample(scope: RowScope, conditions: readonly Statement[], most: number): Statement {
    const { name } = this.#table.table;
    const from = `FROM ${quote(name)} AS ${ROW}${this.#dialect.indexHint(name)} WHERE ${this.#own}`;
    const met = conditions.map(({ sql }, at) => `SUM(${sql}) AS _${at}`);
    return {
      sql:
        `SELECT COUNT(*) AS ${SAMPLED}, (SELECT s.\`items\` FROM \`collection_state\` AS s ` +
        `WHERE s.${quote(AGREEMENT_COLUMN)} = ? AND s.\`collection\` = ?) AS ${ITEMS}, ${met.join(', ')} ` +
        `${from} AND ${this.#key} <= (SELECT ${this.#key} ${from} ORDER BY ${this.#key} LIMIT 1 OFFSET ${most - 1})`,
      values: [
        ...collectionOf(scope),
        ...flatMapped(conditions, ({ values }) => values),
        ...ownerOf(scope),
        ...ownerOf(scope),
      ],
    };
  }

  #from(condition: string, index = '', before = ''): string {
    const rows = `${quote(this.#table.table.name)} AS ${ROW}${index}`;
    return (
      `FROM \`collection_state\` AS s JOIN ${before}${rows} ON ${this.#own}${condition} ` +
      `WHERE s.${quote(AGREEMENT_COLUMN)} = ? AND s.\`collection\` = ?`
    );
  }

  /** How many rows pass. */
  #count(filtered: string, plan: SearchPlan | undefined): Cell {
    const from = `${quote(this.#table.table.name)} AS ${ROW}${plan?.all ?? ''}`;
    return { as: RESULTS, sql: `(SELECT COUNT(*) FROM ${from} WHERE ${this.#own}${filtered})` };
  }
}

/**
 * Rows in the order of the key or by their keys are led to by it. MariaDB left alone weighs all other indexes
 * for each page: of 20 products 560 µs instead of 410 of the server, by 20 keys 800 instead of 520.
 */
const BY_KEY = ` ${forceIndex('PRIMARY')}`;

function indexHintOf({ where, order, plan }: Pick<SoughtPage, 'where' | 'order' | 'plan'>): string {
  if (where === undefined) return order.isAlongKey ? BY_KEY : '';
  return plan?.page ?? '';
}

const STATE: readonly Cell[] = [
  { as: VERSION, sql: 's.`version`' },
  { as: ITEMS, sql: 's.`items`' },
];

function filteredBy(where: Statement | undefined): string {
  return where === undefined ? '' : ` AND ${where.sql}`;
}

/** What it costs to look at an item, to give its key, and to put items in order, as `Extent.each` counts. */
const OF_AN_ITEM = 2;
const TO_GIVE_A_KEY = 25;
const TO_PUT_IN_ORDER = 10;
/** So many items may be skipped as if there were none: from a bookmark on. */
const FEW = 1_000;

/** A page along the key is led to by its index, unless it leaves out what is before or between. */
function throughItems(
  scope: RowScope,
  { where, order, offset = 0, plan }: Pick<SoughtPage, 'where' | 'order' | 'offset' | 'plan'>,
): Pick<Statement, 'goesThrough'> {
  const isLedTo = where === undefined && order.isAlongKey && offset < FEW;
  const isInOrder = order.isAlongKey || plan?.isAlongOrder === true;
  return isLedTo ? {} : throughAll(scope, where, isInOrder ? 0 : TO_PUT_IN_ORDER);
}

function throughAll(
  { agreementNumber, versionName }: RowScope,
  where: Statement | undefined,
  more = 0,
): { readonly goesThrough: Extent } {
  const each = OF_AN_ITEM + (where?.values.length ?? 0) + more;
  return { goesThrough: { agreementNumber, collections: [versionName], each } };
}

function ownerOf({ agreementNumber, parents }: RowScope): readonly SqlValue[] {
  return [agreementNumber, ...parents];
}

function collectionOf({ agreementNumber, versionName }: RowScope): readonly SqlValue[] {
  return [agreementNumber, versionName];
}
