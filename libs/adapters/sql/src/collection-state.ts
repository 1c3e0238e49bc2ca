import type { Dialect } from './dialect/dialect.js';
import type { SqlValue, Statement } from './statement.js';
import { AGREEMENT_COLUMN } from './table/table.js';
import type { ResourceTable } from './table/table-of.js';

/**
 * The name under which a collection's state is kept: `products`, or `product-aliases/7` within an item of another
 * resource. It is ASCII, as its column is, even where an address names an item that no item can be called.
 */
export function stateName({ resource }: ResourceTable, parents: readonly SqlValue[]): string {
  return [resource.collection, ...parents].join('/').replace(/[^\x20-\x7e]/gu, encodeURIComponent);
}

/**
 * Raises a collection's version and its count of items. The row is narrow and hot: it gives counts without counting
 * and tells every process whether what it remembers of the collection still holds.
 */
export function raiseState(
  dialect: Dialect,
  agreementNumber: number,
  name: string,
  items: number,
): Statement {
  return dialect.upsert({
    table: 'collection_state',
    columns: [AGREEMENT_COLUMN, 'collection', 'version', 'items'],
    values: [agreementNumber, name, 1, items],
    key: [AGREEMENT_COLUMN, 'collection'],
    raised: [
      { column: 'version', to: '`version` + 1', values: [] },
      { column: 'items', to: '`items` + ?', values: [items] },
    ],
  });
}
