import { defined, flatMapped } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { inPieces, placeholders, type SqlValue, type Statement, type Sums } from '../statement.js';
import type { ResourceTable } from '../entity/table-of.js';
import type { InsertInto } from '../statements/writes.js';

/**
 * One thing that a unit of work does to the database. Repositories say what they want and
 * what it means when it does not come about; a writer decides when it is sent and how that is
 * found out. `F`: what the caller is told then.
 *
 * `otherwise`: what is refused when the row is there already, or when no row is changed; `'retry'`: what was
 * read has been changed by another since, and the unit runs again from the start.
 */
export type Effect<F = never> = Insert<F> | Change<F> | Fence | Addition<F> | Reference<F>;

/** Rows of the unit's own. Inserts into the same columns are one statement. */
export type Insert<F = never> = {
  readonly kind: 'insert';
  readonly into: InsertInto;
  readonly rows: readonly (readonly SqlValue[])[];
  readonly otherwise?: F;
};

/** A change of one row, which must be there as it was read. */
export type Change<F = never> = {
  readonly kind: 'change';
  /** `UPDATE … SET …` or `DELETE FROM …`. */
  readonly head: string;
  /**
   * What is set, in the order of the placeholders in `head`. Changes that set
   * none and have the same text are one statement.
   */
  readonly set: readonly SqlValue[];
  /** Which row it is, and as what it must be found. */
  readonly where: Statement;
  /** The item that is changed: what the unit expects of it holds from then on by this condition. */
  readonly item?: Item;
  readonly otherwise: F | 'retry';
};

/** A row of a unit's own that is made or changed. */
export type OwnWrite = Insert<unknown> | Change<unknown>;

/**
 * An item of an agreement: its table, and its key with those of the items it
 * lives within before it, as columns hold them.
 */
export type Item = { readonly table: ResourceTable; readonly encoded: readonly SqlValue[] };

/**
 * A write to a row that others of the agreement write too, expected to find it as it must be,
 * such as a period that is open. The same by several units is written once for all of them;
 * when it finds nothing the unit runs again.
 */
export type Fence = {
  readonly kind: 'fence';
  /** What is written and as what: also the order in which fences are written. */
  readonly name: string;
  readonly statement: Statement;
};

/** What is added to sums that many share. */
export type Addition<F = never> = {
  readonly kind: 'add';
  readonly sums: Sums;
  /** When a sum would be larger than its column holds. */
  readonly otherwise?: F;
};

/** By how much an item is referred to more, or less. */
export type Reference<F = never> = Item & {
  readonly kind: 'refer';
  /** What the item is called among all of an agreement's: also the order in which items are written. */
  readonly name: string;
  readonly by: number;
  /** When an item that is to be referred to is not there. */
  readonly otherwise?: F;
};

/** The statement of an insert, or of several into the same columns. */
export function insertStatement(inserts: readonly Insert<unknown>[]): Statement {
  const first = defined(inserts[0]);
  const rows = inserts.length === 1 ? first.rows : flatMapped(inserts, (one) => one.rows);
  const row = `(${placeholders(defined(rows[0]).length)})`;
  const values: SqlValue[] = [];
  for (const one of rows) for (const value of one) values.push(value);
  return { sql: `${first.into.head}${row}${`, ${row}`.repeat(rows.length - 1)}`, values };
}

/**
 * So many sums are added to by one statement: SQLite takes 32,766 values for one, and closing a year adds to
 * as many sums of a day, with ten values each, as there are accounts.
 */
const SUMS_AT_ONCE = 1_000;

/** The statements of an addition, each of so many sums. */
export function additionStatements(dialect: Pick<Dialect, 'addUp'>, sums: Sums): readonly Statement[] {
  return inPieces(sums.rows, SUMS_AT_ONCE).map((rows) => dialect.addUp({ to: sums.to, rows }));
}

/** The statement of a change, or of several that set no values and have the same text. */
export function changeStatement(changes: readonly Change<unknown>[]): Statement {
  const { head, set, where } = defined(changes[0]);
  if (changes.length === 1) return { sql: `${head} WHERE ${where.sql}`, values: [...set, ...where.values] };
  const rows = changes.map(() => `(${where.sql})`).join(' OR ');
  return { sql: `${head} WHERE ${rows}`, values: flatMapped(changes, (one) => one.where.values) };
}

/** The statement of one row, whether it is made or changed. */
export function statementOf(write: OwnWrite): Statement {
  return write.kind === 'insert' ? insertStatement([write]) : changeStatement([write]);
}

/** Whether effects of the same place in several units can be one statement. */
export function isAlike(one: OwnWrite, other: OwnWrite): boolean {
  if (one.kind === 'insert' || other.kind === 'insert')
    return one.kind === 'insert' && other.kind === 'insert' && one.into.head === other.into.head;
  return (
    one.set.length === 0 &&
    other.set.length === 0 &&
    one.head === other.head &&
    one.where.sql === other.where.sql
  );
}
