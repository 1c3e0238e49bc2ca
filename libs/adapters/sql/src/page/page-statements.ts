import type { Dialect } from '../dialect/dialect.js';
import type { Order } from '../query/order-by.js';
import { placeholders, quote, type SqlValue, type Statement } from '../statement.js';
import type { ResourceTable } from '../table/table-of.js';
import { AGREEMENT_COLUMN } from '../table/table.js';

/** Of which rows a page is: those of one agreement, and of one item where the resource lives within another. */
export type RowScope = {
  readonly agreementNumber: number;
  readonly parents: readonly SqlValue[];
  /** Under which the collection's version and count are kept. */
  readonly state: string;
};

export const VERSION = '_version';
export const ITEMS = '_items';
export const RESULTS = '_results';
export const KEY = '_key';

/** The alias of the resource's own table. */
export const ROW = 'p';

/**
 * The statements of pages. Each reads the collection's version and count in the same statement as its rows, from the
 * same snapshot: what a page says of itself is true of the instant of its rows, and what is remembered of a version can
 * be trusted exactly when the versions agree. The state is one row by primary key, so the join costs a look-up.
 */
export function pageStatements(table: ResourceTable, dialect: Dialect): PageStatements {
  const own = (alias: string): string =>
    [AGREEMENT_COLUMN, ...table.parents.map(({ column }) => column)]
      .map((column) => `${alias}.${quote(column)} = ?`)
      .join(' AND ');
  const columns = table.columns.map(({ column }) => `${ROW}.${quote(column)}`).join(', ');
  const from = (condition: string): string =>
    `FROM \`collection_state\` AS s LEFT JOIN ${quote(table.table.name)} AS ${ROW} ON ${own(ROW)}${condition} ` +
    `WHERE s.${quote(AGREEMENT_COLUMN)} = ? AND s.\`collection\` = ?`;
  const state = `s.\`version\` AS ${VERSION}, s.\`items\` AS ${ITEMS}`;
  const key = `${ROW}.${quote(table.keyColumn)}`;
  const scoped = ({ agreementNumber, parents }: RowScope): readonly SqlValue[] => [agreementNumber, ...parents];
  const stated = ({ agreementNumber, state: name }: RowScope): readonly SqlValue[] => [agreementNumber, name];

  return {
    rows: (scope, { where, order, after, limit, offset = 0, withCount }) => {
      const filtered = where === undefined ? '' : ` AND ${where.sql}`;
      const values = where?.values ?? [];
      const count = withCount
        ? `, (SELECT COUNT(*) FROM ${quote(table.table.name)} AS ${ROW} WHERE ${own(ROW)}${filtered}) AS ${RESULTS}`
        : '';
      const seek = after === undefined ? '' : ` AND ${key} > ?`;
      const skip = offset === 0 ? '' : ` OFFSET ${offset}`;
      return {
        sql: `SELECT ${state}${count}, ${columns} ${from(filtered + seek)} ORDER BY ${order.sql} LIMIT ${limit}${skip}`,
        values: [
          ...(withCount ? [...scoped(scope), ...values] : []),
          ...scoped(scope),
          ...values,
          ...(after === undefined ? [] : [after]),
          ...stated(scope),
        ],
      };
    },
    rowsFrom: (scope, first, limit) => ({
      sql: `SELECT ${state}, ${columns} ${from(` AND ${key} >= ?`)} ORDER BY ${key} LIMIT ${limit}`,
      values: [...scoped(scope), first, ...stated(scope)],
    }),
    rowsByKey: (scope, keys) => ({
      sql: `SELECT ${state}, ${columns} ${from(` AND ${key} IN (${placeholders(keys.length)})`)}`,
      values: [...scoped(scope), ...keys, ...stated(scope)],
    }),
    keys: (scope, { where, order, limit }) => ({
      sql:
        `SELECT s.\`version\` AS ${VERSION}, ${table.key.folded === undefined ? key : dialect.asText(key)} AS ${KEY} ` +
        `${from(where === undefined ? '' : ` AND ${where.sql}`)} ORDER BY ${order.sql} LIMIT ${limit}`,
      values: [...scoped(scope), ...(where?.values ?? []), ...stated(scope)],
    }),
    state: (scope) => ({
      sql:
        `SELECT ${state} FROM \`collection_state\` AS s ` +
        `WHERE s.${quote(AGREEMENT_COLUMN)} = ? AND s.\`collection\` = ?`,
      values: stated(scope),
    }),
  };
}

export type PageStatements = {
  /** A page found by seeking or skipping. */
  rows(
    scope: RowScope,
    page: {
      readonly where?: Statement | undefined;
      readonly order: Order;
      readonly after?: SqlValue | undefined;
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
  /** The collection's version and count alone. */
  state(scope: RowScope): Statement;
};
