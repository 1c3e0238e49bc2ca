import { defined } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import type { Cells } from '../entity/row-mapper.js';
import type { ResourceTable } from '../entity/table-of.js';
import { ITEMS, RESULTS, VERSION } from '../statements/pages.js';

/** Where things stand in a row of a page: its columns first, then the state, then the count. */
export type PageLayout = {
  valueOf(cells: Cells, name: string): unknown;
  /** `before`: how many columns stand before the state; none in a row of the state alone. */
  stateOf(cells: Cells, name: string, before: number): unknown;
};

/** How the rows of a page are read out of what the driver of this database gives. */
export function pageLayout({ columns }: ResourceTable, { pageRows }: Dialect): PageLayout {
  if (pageRows === 'objects') {
    const byName = (cells: Cells, name: string): unknown =>
      (cells as Readonly<Record<string, unknown>>)[name];
    return { valueOf: byName, stateOf: byName };
  }
  const states = [VERSION, ITEMS, RESULTS];
  const index = new Map(columns.map(({ column }, at) => [column, at]));
  return {
    valueOf: (cells, name) => (cells as readonly unknown[])[defined(index.get(name))],
    stateOf: (cells, name, before) => (cells as readonly unknown[])[before + states.indexOf(name)],
  };
}
