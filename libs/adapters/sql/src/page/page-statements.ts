import type { Dialect } from '../dialect/dialect.js';
import type { Order } from '../query/order-by.js';
import { placeholders, quote, type SqlValue, type Statement } from '../statement.js';
import type { Cells } from '../entity/row-mapper.js';
import type { ResourceTable } from '../entity/table-of.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';

/**
 * Of which rows a page is: those of one agreement, and of one item where the resource lives within another.
 */
export type RowScope = {
  readonly agreementNumber: number;
  readonly parents: readonly SqlValue[];
  /** Under which the collection's version and count are kept. */
  readonly state: string;
};

type Cell = { readonly name: string; readonly sql: string };

export const VERSION = '_version';
export const ITEMS = '_items';
export const RESULTS = '_results';
export const KEY = '_key';

/** Where things stand in a row of a page: its columns first, then the state, then the count. */
export type PageLayout = {
  valueOf(cells: Cells, name: string): unknown;
  /** `before`: how many columns stand before the state; none in a row of the state alone. */
  stateOf(cells: Cells, name: string, before: number): unknown;
};

export function pageLayout({ columns }: ResourceTable, { pageRows }: Dialect): PageLayout {
  if (pageRows === 'objects') {
    const byName = (cells: Cells, name: string): unknown =>
      (cells as Readonly<Record<string, unknown>>)[name];
    return { valueOf: byName, stateOf: byName };
  }
  const states = [VERSION, ITEMS, RESULTS];
  const index = new Map(columns.map(({ column }, at) => [column, at]));
  return {
    valueOf: (cells, name) => (cells as readonly unknown[])[index.get(name) as number],
    stateOf: (cells, name, before) => (cells as readonly unknown[])[before + states.indexOf(name)],
  };
}

/** The alias of the resource's own table. */
export const ROW = 'p';

/**
 * The statements of pages. Each reads the collection's version and count in the same statement as its rows,
 * from the same snapshot: what a page says of itself is true of the instant of its rows, and what is
 * remembered of a version can be trusted exactly when the versions agree. The state is one row by primary
 * key, so the join costs a look-up (an inner one: MariaDB sorts all rows of an outer one). Where no row
 * passes, the state has to be asked for by itself.
 */
export function pageStatements(table: ResourceTable, dialect: Dialect): PageStatements {
  const own = (alias: string): string =>
    [AGREEMENT_COLUMN, ...table.parents.map(({ column }) => column)]
      .map((column) => `${alias}.${quote(column)} = ?`)
      .join(' AND ');
  const columns = table.columns.map(({ column }) => ({ name: column, sql: `${ROW}.${quote(column)}` }));
  const from = (condition: string): string =>
    `FROM \`collection_state\` AS s JOIN ${quote(table.table.name)} AS ${ROW} ON ${own(ROW)}${condition} ` +
    `WHERE s.${quote(AGREEMENT_COLUMN)} = ? AND s.\`collection\` = ?`;
  const state = [
    { name: VERSION, sql: 's.`version`' },
    { name: ITEMS, sql: 's.`items`' },
  ];
  const row = dialect.selectList([...columns, ...state]);
  const hasTextKey = table.key.folded !== undefined;
  const key = `${ROW}.${quote(table.keyColumn)}`;
  const scoped = ({ agreementNumber, parents }: RowScope): readonly SqlValue[] => [
    agreementNumber,
    ...parents,
  ];
  const stated = ({ agreementNumber, state: name }: RowScope): readonly SqlValue[] => [agreementNumber, name];

  const countOf = (filtered: string): Cell => ({
    name: RESULTS,
    sql: `(SELECT COUNT(*) FROM ${quote(table.table.name)} AS ${ROW} WHERE ${own(ROW)}${filtered})`,
  });

  return {
    rows: (scope, { where, order, after, from: first, limit, offset = 0, withCount }) => {
      const filtered = where === undefined ? '' : ` AND ${where.sql}`;
      const values = where?.values ?? [];
      const list = withCount ? dialect.selectList([...columns, ...state, countOf(filtered)]) : row;
      const behind = after === undefined ? '' : ` AND ${key} > ?`;
      const seek = first === undefined ? behind : ` AND ${key} >= ?`;
      const sought = first ?? after;
      const skip = offset === 0 ? '' : ` OFFSET ${offset}`;
      return {
        sql: `SELECT ${list} ${from(filtered + seek)} ORDER BY ${order.sql} LIMIT ${limit}${skip}`,
        values: [
          ...(withCount ? [...scoped(scope), ...values] : []),
          ...scoped(scope),
          ...values,
          ...(sought === undefined ? [] : [sought]),
          ...stated(scope),
        ],
      };
    },
    rowsFrom: (scope, first, limit) => ({
      sql: `SELECT ${row} ${from(` AND ${key} >= ?`)} ORDER BY ${key} LIMIT ${limit}`,
      values: [...scoped(scope), first, ...stated(scope)],
    }),
    rowsByKey: (scope, keys) => ({
      sql: `SELECT ${row} ${from(` AND ${key} IN (${placeholders(keys.length)})`)}`,
      values: [...scoped(scope), ...keys, ...stated(scope)],
    }),
    keys: (scope, { where, order, limit }) => ({
      sql:
        `SELECT s.\`version\` AS ${VERSION}, ${hasTextKey ? dialect.asText(key) : key} AS ${KEY} ` +
        `${from(where === undefined ? '' : ` AND ${where.sql}`)} ORDER BY ${order.sql} LIMIT ${limit}`,
      values: [...scoped(scope), ...(where?.values ?? []), ...stated(scope)],
    }),
    marks: (scope, { where, every }) => ({
      sql:
        `SELECT ${VERSION}, ${KEY} FROM (SELECT s.\`version\` AS ${VERSION}, ` +
        `${hasTextKey ? dialect.asText(key) : key} AS ${KEY}, ROW_NUMBER() OVER (ORDER BY ${key}) AS _at ` +
        `${from(where === undefined ? '' : ` AND ${where.sql}`)}) AS m WHERE _at % ${every} = 1 ORDER BY _at`,
      values: [...scoped(scope), ...(where?.values ?? []), ...stated(scope)],
    }),
    state: (scope, where) => ({
      sql:
        `SELECT ${dialect.selectList(where === undefined ? state : [...state, countOf(` AND ${where.sql}`)])} ` +
        'FROM `collection_state` AS s ' +
        `WHERE s.${quote(AGREEMENT_COLUMN)} = ? AND s.\`collection\` = ?`,
      values: [...(where === undefined ? [] : [...scoped(scope), ...where.values]), ...stated(scope)],
    }),
  };
}

export type PageStatements = {
  /** A page found by seeking or skipping: `after` a key, or `from` one on. */
  rows(
    scope: RowScope,
    page: {
      readonly where?: Statement | undefined;
      readonly order: Order;
      readonly after?: SqlValue | undefined;
      readonly from?: SqlValue | undefined;
      readonly limit: number;
      readonly offset?: number;
      readonly withCount: boolean;
    },
  ): Statement;
  /** A page in the order of the key, from its first. */
  rowsFrom(scope: RowScope, first: SqlValue, limit: number): Statement;
  /** Rows by their keys, in no order. */
  rowsByKey(scope: RowScope, keys: readonly SqlValue[]): Statement;
  /** All keys in order. */
  keys(
    scope: RowScope,
    list: { readonly where?: Statement | undefined; readonly order: Order; readonly limit: number },
  ): Statement;
  /** The first key in order and every so many-th after it. */
  marks(scope: RowScope, list: { readonly where?: Statement | undefined; readonly every: number }): Statement;
  /** The collection's version and count without rows, and how many pass the filter. */
  state(scope: RowScope, where?: Statement): Statement;
};
