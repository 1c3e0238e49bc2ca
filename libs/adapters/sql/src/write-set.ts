import { raiseStates } from './collection-state.js';
import type { AddUpParts, Dialect } from './dialect/dialect.js';
import { claiming, type NumberClaim } from './number-memory.js';
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
  /** Checks that what the unit rests on is as it has taken it to be. */
  readonly expected: readonly Statement[];
  /** Numbers that the unit has taken of counters, which are to be raised to them. */
  readonly claims: readonly NumberClaim[];
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
  expected: [],
  claims: [],
  writes: [],
  guards: [],
  sums: [],
  uses: [],
  messages: [],
  states: new Map(),
  last: [],
};

export function isEmpty({
  expected,
  claims,
  writes,
  guards,
  sums,
  uses,
  messages,
  states,
  last,
}: WriteSet): boolean {
  return (
    [expected, claims, writes, guards, sums, uses, messages, last].every(({ length }) => length === 0) &&
    states.size === 0
  );
}

/** How many statements a unit needs when it is alone, states of collections aside. */
export function sizeOf({ writes, guards, sums, uses, messages, last }: WriteSet): number {
  return writes.length + guards.length + sums.length + uses.length + messages.length + last.length;
}

/**
 * The statements of one or more units of the same agreement, the hot rows last: what they rest on, the numbers they have taken (which every
 * unit takes before all else), rows of their own, then what guards
 * them, sums, what they refer to, the outbox, then versions and counts of collections; each shared row once and always in the same order,
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
    ...eachOnce(all(({ expected }) => expected)),
    ...claiming(
      dialect,
      agreementNumber,
      all(({ claims }) => claims),
    ),
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
    ...(states.size === 0 ? [] : [raiseStates(dialect, agreementNumber, [...states].sort(byName))]),
  ];
}

/** Units that rest on the same check it once. */
function eachOnce(checks: readonly Statement[]): readonly Statement[] {
  if (checks.length < 2) return checks;
  return [...new Map(checks.map((check) => [`${check.sql} ${check.values.join()}`, check])).values()];
}

/**
 * Every unit's own rows in its own order; of units that write the same, the inserts of each place are one statement, and so are the
 * changes of rows that each must find.
 */
function writesOf(dialect: Dialect, units: readonly (readonly Write[])[]): readonly Statement[] {
  const byShape = new Map<string, (readonly Write[])[]>();
  for (const writes of units) {
    if (writes.length === 0) continue;
    const shape = writes.map(({ statement }) => shapeOf(statement).name).join(';');
    const same = byShape.get(shape);
    if (same === undefined) byShape.set(shape, [writes]);
    else same.push(writes);
  }
  return [...byShape.values()].flatMap((same) =>
    (same[0] as readonly Write[]).flatMap((_, place) => {
      const writes = same.map((one) => one[place] as Write);
      const statements = writes.map(({ statement }) => statement);
      if (writes.every(isPlainInsert)) return [joinedInsert(statements)];
      if (writes.every(isPlainUpdate)) return checked(dialect, joinedUpdate(statements), writes.length);
      return writes.flatMap(({ statement, mustChange }) =>
        mustChange ? checked(dialect, statement, 1) : [statement],
      );
    }),
  );
}

/** Texts are few, since nothing of a caller is in them, and looked at once. */
const SHAPES_MAX = 10_000;
const shapes = new Map<string, Shape>();

type Shape = {
  /** What is written, however many rows it has. */
  readonly name: string;
  readonly isInsert: boolean;
  readonly isUpdate: boolean;
};

function shapeOf({ sql }: Statement): Shape {
  let shape = shapes.get(sql);
  if (shape === undefined) {
    const isInsert = PLAIN_INSERT.test(sql);
    const name = isInsert ? sql.slice(0, sql.indexOf(VALUES)) : sql;
    shape = { name, isInsert, isUpdate: PLAIN_UPDATE.test(sql) };
    if (shapes.size < SHAPES_MAX) shapes.set(sql, shape);
  }
  return shape;
}

const PLAIN_INSERT = /^INSERT INTO [^?]* VALUES (\(\?(?:, \?)*\))(?:, \1)*$/;
const VALUES = ' VALUES ';

function isPlainInsert({ statement, mustChange }: Write): boolean {
  return !mustChange && shapeOf(statement).isInsert;
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

const WHERE = ' WHERE ';
/** What is set has no values, so that it is the same for every row. */
const PLAIN_UPDATE = /^UPDATE [^?]* WHERE [^()]*$/;

function isPlainUpdate({ statement, mustChange }: Write): boolean {
  return mustChange && shapeOf(statement).isUpdate;
}

/** The same change of several rows in one statement. */
function joinedUpdate(updates: readonly Statement[]): Statement {
  const [first] = updates as [Statement];
  if (updates.length === 1) return first;
  const from = first.sql.indexOf(WHERE) + WHERE.length;
  const row = `(${first.sql.slice(from)})`;
  return {
    sql: first.sql.slice(0, from) + updates.map(() => row).join(' OR '),
    values: updates.flatMap(({ values }) => values),
  };
}

function guardsOf(dialect: Dialect, guards: readonly Guard[]): readonly Statement[] {
  return inOrder(guards).flatMap((statement) => checked(dialect, statement, 1));
}

/** The writes of guards, each once, in the order in which every unit makes them. */
export function inOrder(guards: readonly Guard[]): readonly Statement[] {
  const byGuard = new Map(guards.map(({ name, statement }) => [name, statement]));
  return [...byGuard].sort(byName).map(([, statement]) => statement);
}

/** What units add to the same sum is one amount; sums in the order of their keys. */
function sumsOf({ addUp }: Pick<Dialect, 'addUp'>, sums: readonly AddUpParts[]): readonly Statement[] {
  const byTable = new Map<string, AddUpParts[]>();
  for (const one of sums) byTable.set(one.to.table, [...(byTable.get(one.to.table) ?? []), one]);
  return [...byTable]
    .sort(byName)
    .map(([, parts]) => addUp(parts.length === 1 ? (parts[0] as AddUpParts) : merged(parts)));
}

function merged(parts: readonly AddUpParts[]): AddUpParts {
  const [{ to }] = parts as [AddUpParts];
  const { columns, key, added } = to;
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
  return { to, rows: inOrder };
}

/** Things of the same kind that follow each other in the order of their names and are used as much more are one statement. */
function usesOf(dialect: Dialect, agreementNumber: number, uses: readonly UseChange[]): readonly Statement[] {
  const byItem = new Map<string, UseChange>();
  for (const use of uses) byItem.set(use.name, { ...use, by: use.by + (byItem.get(use.name)?.by ?? 0) });
  const runs: UseChange[][] = [];
  for (const [, use] of [...byItem].sort(byName)) {
    if (use.by === 0) continue;
    const run = runs.at(-1);
    if (run?.[0]?.table === use.table && run[0].by === use.by) run.push(use);
    else runs.push([use]);
  }
  return runs.flatMap((run) => {
    const [{ table, by }] = run as [UseChange];
    const raise = raiseUses(
      table,
      agreementNumber,
      run.map(({ forms }) => forms),
      by,
    );
    return by > 0 ? checked(dialect, raise, run.length) : [raise];
  });
}

/** The statement, and after it the one that fails when it did not change so many rows. */
function checked({ checks }: Dialect, statement: Statement, rows: number): readonly Statement[] {
  return checks === undefined ? [statement] : [statement, checks.changed(rows)];
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}
