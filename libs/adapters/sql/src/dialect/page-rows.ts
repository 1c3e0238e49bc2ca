import { defined } from '@kontor/kernel';
import type { Cells } from '../statement.js';

/** Where things stand in a row of a page: its columns first, then the state, then the count. */
export type PageLayout = {
  valueOf(cells: Cells, name: string): unknown;
  /** `before`: how many columns stand before the state; none in a row of the state alone. */
  stateOf(cells: Cells, name: string, before: number): unknown;
};

/** How the rows of pages come from a database. */
export type PageRows = {
  /** Under what a row holds a column; `at`: its place among the columns, counted from 0. */
  keyOf(column: string, at: number): string | number;
  /** `columns` and `states`: the names of its cells, in their order. */
  layout(columns: readonly string[], states: readonly string[]): PageLayout;
};

/** The driver's own objects, by the names of columns. */
export const ROWS_AS_OBJECTS: PageRows = {
  keyOf: (column) => column,
  layout: () => {
    const byName = (cells: Cells, name: string): unknown =>
      (cells as Readonly<Record<string, unknown>>)[name];
    return { valueOf: byName, stateOf: byName };
  },
};

/** Arrays that the database packs, in the order of columns. */
export const ROWS_AS_ARRAYS: PageRows = {
  keyOf: (_, at) => at,
  layout: (columns, states) => {
    const index = new Map(columns.map((column, at) => [column, at]));
    return {
      valueOf: (cells, name) => (cells as readonly unknown[])[defined(index.get(name))],
      stateOf: (cells, name, before) => (cells as readonly unknown[])[before + states.indexOf(name)],
    };
  },
};
