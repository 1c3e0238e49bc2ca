import type { Outcome, SqlValue } from '../statement.js';
import type { ResourceTable } from '../entity/table-of.js';
import { numberAt, textAt } from '../row.js';

/**
 * The name of a collection's version: `products`, or `product-aliases/7` within an item of another resource.
 * It is ASCII, as its column is, even where an address names an item that no item can be called.
 */
export function versionName({ resource }: ResourceTable, parents: readonly SqlValue[]): string {
  return [resource.collection, ...parents].join('/').replace(/[^\x20-\x7e]/gu, encodeURIComponent);
}

/** A key of a collection that was made (`by` 1) or taken away (-1), or whose item was changed (0). */
export type KeyChange = { readonly key: SqlValue; readonly by: 1 | 0 | -1 };

/** By how much a version is raised, at most. */
const STEP_MAX = 2 ** 20;

/**
 * By how much a batch raises versions: at random, so that after a restore other writes than those that are
 * gone hardly ever lead to a version that a process remembers.
 */
export function versionStep(): number {
  return 1 + Math.floor(Math.random() * STEP_MAX);
}

/** The versions that were read, by their names: what was never written has none. */
export function versionsIn({ rows }: Outcome): ReadonlyMap<string, number> {
  return new Map(rows.map((row) => [textAt(row, 'collection'), numberAt(row, 'version')]));
}
