import { raiseState } from './collection-state.js';
import type { Dialect } from './dialect/dialect.js';
import type { SqlValue, Statement } from './statement.js';
import type { ResourceTable } from './table/table-of.js';
import { raiseUses } from './use-counts.js';

/** By how much an item is referred to more, or less. */
export type UseChange = {
  /** What the item is called among all of an agreement's: also the order in which items are written. */
  readonly name: string;
  readonly table: ResourceTable;
  /** The key, and before it that of the item it lives within. */
  readonly forms: readonly SqlValue[];
  readonly by: number;
};

/** A write that is expected to succeed; `mustChange`: it counts as failed when it changes no row. */
export type Write = { readonly statement: Statement; readonly mustChange: boolean };

/** What a unit of work still has to write when it is done. */
export type WriteSet = {
  readonly agreementNumber: number;
  readonly writes: readonly Write[];
  readonly uses: readonly UseChange[];
  /** Collections that have changed, and how many items more they have. */
  readonly states: ReadonlyMap<string, number>;
  readonly last: readonly Statement[];
};

export const NO_WRITES: WriteSet = { agreementNumber: 0, writes: [], uses: [], states: new Map(), last: [] };

export function isEmpty({ writes, uses, states, last }: WriteSet): boolean {
  return writes.length === 0 && uses.length === 0 && states.size === 0 && last.length === 0;
}

/**
 * The statements of one or more units of the same agreement, the hot rows last: rows of their own, then what they refer
 * to, then versions and counts of collections, each row once and always in the order of names.
 */
export function statementsOf(dialect: Dialect, sets: readonly WriteSet[]): readonly Statement[] {
  const states = new Map<string, number>();
  for (const set of sets) {
    for (const [name, items] of set.states) states.set(name, (states.get(name) ?? 0) + items);
  }
  const agreementNumber = sets[0]?.agreementNumber ?? 0;
  return [
    ...writesOf(
      dialect,
      sets.flatMap(({ writes }) => writes),
    ),
    ...usesOf(
      dialect,
      agreementNumber,
      sets.flatMap(({ uses }) => uses),
    ),
    ...sets.flatMap(({ last }) => last),
    ...[...states].sort(byName).map(([name, items]) => raiseState(dialect, agreementNumber, name, items)),
  ];
}

function writesOf(dialect: Dialect, writes: readonly Write[]): readonly Statement[] {
  if (writes.every(({ statement }) => SINGLE_INSERT.test(statement.sql))) {
    return joinedInserts(writes.map(({ statement }) => statement));
  }
  return writes.flatMap(({ statement, mustChange }) =>
    mustChange ? checked(dialect, statement) : [statement],
  );
}

const SINGLE_INSERT = /^INSERT INTO [^?]* VALUES \(\?(?:, \?)*\)$/;

/** Rows of the same table in one statement each. */
function joinedInserts(inserts: readonly Statement[]): readonly Statement[] {
  const byText = new Map<string, Statement[]>();
  for (const insert of inserts) {
    const same = byText.get(insert.sql);
    if (same === undefined) byText.set(insert.sql, [insert]);
    else same.push(insert);
  }
  return [...byText].map(([sql, same]) => {
    const row = sql.slice(sql.lastIndexOf('('));
    return {
      sql: `${sql}${`, ${row}`.repeat(same.length - 1)}`,
      values: same.flatMap(({ values }) => values),
    };
  });
}

function usesOf(dialect: Dialect, agreementNumber: number, uses: readonly UseChange[]): readonly Statement[] {
  const byItem = new Map<string, UseChange>();
  for (const use of uses) byItem.set(use.name, { ...use, by: use.by + (byItem.get(use.name)?.by ?? 0) });
  return [...byItem].sort(byName).flatMap(([, { table, forms, by }]) => {
    if (by === 0) return [];
    const raise = raiseUses(table, [agreementNumber, ...forms.slice(0, -1)], forms.at(-1) as SqlValue, by);
    return by > 0 ? checked(dialect, raise) : [raise];
  });
}

/** The statement, and after it the one that fails when it changed nothing. */
function checked({ mustHaveChanged }: Dialect, statement: Statement): readonly Statement[] {
  return mustHaveChanged === undefined ? [statement] : [statement, mustHaveChanged];
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}
