import { raiseState } from './collection-state.js';
import type { AddUpParts, Dialect } from './dialect/dialect.js';
import { tellOutbox } from './outbox.js';
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

/**
 * A write to a row that others of the agreement write too, expected to find it as it must be. The same by several units is written
 * once for all of them.
 */
export type Guard = {
  /** What is written and as what: also the order in which guards are written. */
  readonly name: string;
  readonly statement: Statement;
};

/** What readers of the outbox are told. */
export type Message = { readonly kind: string; readonly payload: string };

/** What a unit of work still has to write when it is done. */
export type WriteSet = {
  readonly agreementNumber: number;
  /** Rows of its own, in the order in which they were written. */
  readonly writes: readonly Write[];
  readonly guards: readonly Guard[];
  /** What is added to sums that many share. */
  readonly sums: readonly AddUpParts[];
  readonly uses: readonly UseChange[];
  readonly messages: readonly Message[];
  /** Collections that have changed, and how many items more they have. */
  readonly states: ReadonlyMap<string, number>;
  readonly last: readonly Statement[];
};

export const NO_WRITES: WriteSet = {
  agreementNumber: 0,
  writes: [],
  guards: [],
  sums: [],
  uses: [],
  messages: [],
  states: new Map(),
  last: [],
};

export function isEmpty({ writes, guards, sums, uses, messages, states, last }: WriteSet): boolean {
  return (
    [writes, guards, sums, uses, messages, last].every(({ length }) => length === 0) && states.size === 0
  );
}

/** How many statements a unit needs when it is alone, states of collections aside. */
export function sizeOf({ writes, guards, sums, uses, messages, last }: WriteSet): number {
  return writes.length + guards.length + sums.length + uses.length + messages.length + last.length;
}

/**
 * The statements of one or more units of the same agreement, the hot rows last: rows of their own, then what guards them, sums,
 * what they refer to, the outbox, then versions and counts of collections; each shared row once and always in the same order,
 * so that no two transactions wait for each other.
 */
export function statementsOf(dialect: Dialect, sets: readonly WriteSet[]): readonly Statement[] {
  const states = new Map<string, number>();
  for (const set of sets) {
    for (const [name, items] of set.states) states.set(name, (states.get(name) ?? 0) + items);
  }
  const agreementNumber = sets[0]?.agreementNumber ?? 0;
  const all = <A>(of: (set: WriteSet) => readonly A[]): readonly A[] =>
    sets.length === 1 ? of(sets[0] as WriteSet) : sets.flatMap(of);
  return [
    ...writesOf(
      dialect,
      sets.map(({ writes }) => writes),
    ),
    ...guardsOf(
      dialect,
      all(({ guards }) => guards),
    ),
    ...sumsOf(
      dialect,
      all(({ sums }) => sums),
    ),
    ...usesOf(
      dialect,
      agreementNumber,
      all(({ uses }) => uses),
    ),
    ...all(({ last }) => last),
    ...tellOutbox(
      dialect,
      agreementNumber,
      all(({ messages }) => messages),
    ),
    ...[...states].sort(byName).map(([name, items]) => raiseState(dialect, agreementNumber, name, items)),
  ];
}

/** Every unit's own rows in its own order; of units that write the same, the inserts of each place are one statement. */
function writesOf(dialect: Dialect, units: readonly (readonly Write[])[]): readonly Statement[] {
  const byShape = new Map<string, (readonly Write[])[]>();
  for (const writes of units) {
    if (writes.length === 0) continue;
    const shape = writes.map(({ statement }) => shapeOf(statement)).join(';');
    const same = byShape.get(shape);
    if (same === undefined) byShape.set(shape, [writes]);
    else same.push(writes);
  }
  return [...byShape.values()].flatMap((same) =>
    (same[0] as readonly Write[]).flatMap((_, place) => {
      const writes = same.map((one) => one[place] as Write);
      if (writes.every(isPlainInsert)) return [joinedInsert(writes.map(({ statement }) => statement))];
      return writes.flatMap(({ statement, mustChange }) =>
        mustChange ? checked(dialect, statement) : [statement],
      );
    }),
  );
}

const PLAIN_INSERT = /^INSERT INTO [^?]* VALUES (\(\?(?:, \?)*\))(?:, \1)*$/;
const VALUES = ' VALUES ';

function isPlainInsert({ statement, mustChange }: Write): boolean {
  return !mustChange && PLAIN_INSERT.test(statement.sql);
}

/** What is written, however many rows it has. */
function shapeOf({ sql }: Statement): string {
  return PLAIN_INSERT.test(sql) ? sql.slice(0, sql.indexOf(VALUES)) : sql;
}

/** Rows of the same table in one statement. */
function joinedInsert(inserts: readonly Statement[]): Statement {
  const [first] = inserts as [Statement];
  if (inserts.length === 1) return first;
  const from = first.sql.indexOf(VALUES) + VALUES.length;
  return {
    sql: first.sql.slice(0, from) + inserts.map(({ sql }) => sql.slice(from)).join(', '),
    values: inserts.flatMap(({ values }) => values),
  };
}

function guardsOf(dialect: Dialect, guards: readonly Guard[]): readonly Statement[] {
  return inOrder(guards).flatMap((statement) => checked(dialect, statement));
}

/** The writes of guards, each once, in the order in which every unit makes them. */
export function inOrder(guards: readonly Guard[]): readonly Statement[] {
  const byGuard = new Map(guards.map(({ name, statement }) => [name, statement]));
  return [...byGuard].sort(byName).map(([, statement]) => statement);
}

/** What units add to the same sum is one amount; sums in the order of their keys. */
function sumsOf({ addUp }: Pick<Dialect, 'addUp'>, sums: readonly AddUpParts[]): readonly Statement[] {
  const byTable = new Map<string, AddUpParts[]>();
  for (const one of sums) byTable.set(one.table, [...(byTable.get(one.table) ?? []), one]);
  return [...byTable]
    .sort(byName)
    .map(([, parts]) => addUp(parts.length === 1 ? (parts[0] as AddUpParts) : merged(parts)));
}

function merged(parts: readonly AddUpParts[]): AddUpParts {
  const [{ columns, key, added }] = parts as [AddUpParts];
  const keys = key.map((column) => columns.indexOf(column));
  const sums = added.map((column) => columns.indexOf(column));
  const byKey = new Map<string, SqlValue[]>();
  for (const row of parts.flatMap(({ rows }) => rows)) {
    const name = JSON.stringify(keys.map((index) => row[index]));
    const seen = byKey.get(name);
    if (seen === undefined) byKey.set(name, [...row]);
    else for (const index of sums) seen[index] = String(BigInt(seen[index] ?? 0) + BigInt(row[index] ?? 0));
  }
  const inOrder = [...byKey.values()].sort((one, other) => {
    const index = keys.find((at) => one[at] !== other[at]) ?? 0;
    return (one[index] ?? 0) < (other[index] ?? 0) ? -1 : 1;
  });
  return { ...(parts[0] as AddUpParts), rows: inOrder };
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
