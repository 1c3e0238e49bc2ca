import { keyOfPosition, type CollectionQuery } from '@kontor/kernel';
import { orderOf, type Order } from '../query/order-by.js';
import { presentIn, whereOf } from '../query/where.js';
import { listByKey } from '../snapshot/page-cache.js';
import type { Cells, Session, SqlValue, Statement } from '../statement.js';
import { ROW, type RowScope, type SearchPlan } from '../statements/pages.js';
import type { PageTable } from './page-table.js';
import { planBySample } from './search-plan.js';

/** A page that is asked for: where it is read, and what is to be found, in the words of its table. */
export type PageSearch = {
  readonly session: Session;
  readonly scope: RowScope;
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
  /** The way to what passes the filter, found out once; undefined: the database's own. */
  readonly plan: () => Promise<SearchPlan | undefined>;
};

/** Rows of a page in their order, before they are values; counts with and without the filter. */
export type RowPage = {
  readonly rows: readonly Cells[];
  readonly results: number;
  readonly resultsWithoutFilter: number;
  /** True when the caller may seek behind the last row. */
  readonly isByKey: boolean;
  /** Of a page that was sought: whether a row follows its last. */
  readonly hasMore?: boolean;
  /** What its lists and documents hold, where that was looked at. */
  readonly bytes?: number;
};

const NOTHING: ReadonlySet<string> = new Set();

/** What a query asks of a table. */
export function searchFor(
  pageTable: PageTable,
  session: Session,
  scope: RowScope,
  { filter, sort, pageSize, skipPages, after }: CollectionQuery,
): PageSearch {
  const { table, dialect } = pageTable;
  const where = filter && whereOf(table, filter, ROW);
  const present = filter === undefined ? NOTHING : presentIn(filter);
  const order = orderOf(table, sort, { dialect, alias: ROW, present });
  const collection = `${scope.agreementNumber}\n${scope.versionName}`;
  const filterName =
    where === undefined ? collection : `${collection}\n${where.sql}\n${JSON.stringify(where.values)}`;
  const isWhole = where === undefined && order.isByKey;
  const isText = table.key.folded !== undefined;
  const seek = order.isByKey && after !== undefined ? keyOfPosition(after, isText) : undefined;
  let plan: Promise<SearchPlan | undefined> | undefined;
  const search: PageSearch = {
    session,
    scope,
    where,
    order,
    after: seek,
    limit: pageSize,
    // As large as a whole number can be: larger ones are written with an exponent.
    offset: seek === undefined ? Math.min(skipPages * pageSize, Number.MAX_SAFE_INTEGER) : 0,
    filterName,
    listName: isWhole ? listByKey(scope.agreementNumber, scope.versionName) : `${filterName}\n${order.sql}`,
    isWhole,
    plan: () => (plan ??= dialect.planned(async () => filter && planBySample(pageTable, filter, search))),
  };
  return search;
}

/** A page that is found by its index alone: nothing is gained by remembering. */
export function isCheapAnyway({ after, offset, isWhole }: PageSearch): boolean {
  return after !== undefined || (offset === 0 && isWhole);
}

/** Rows to read: of a page that is sought one more than is shown, which tells whether any follow. */
export function limitOf({ after, limit }: PageSearch): number {
  return after === undefined ? limit : limit + 1;
}

/** Rows and counts as they are answered, with whether one may seek behind the last, and finds something. */
export function foundPage(
  { order, after, limit }: PageSearch,
  rows: readonly Cells[],
  results: number,
  resultsWithoutFilter: number,
): RowPage {
  const counts = { results, resultsWithoutFilter, isByKey: order.isByKey };
  return after === undefined
    ? { rows, ...counts }
    : { rows: rows.slice(0, limit), ...counts, hasMore: rows.length > limit };
}
