import { defined } from '@kontor/kernel';

/** What may be bound to a placeholder. Everything else is turned into one of these by a column's codec. */
export type SqlValue = string | number | null;

/**
 * Constant SQL text and the values bound to its placeholders: nothing of a caller is ever in the text (R10).
 */
export type Statement = {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** Of a read whose cost grows with what there is; where it is not said, an index leads to all it gives. */
  readonly goesThrough?: Extent;
};

/** What a read may have to go through until it has found what it gives. */
export type Extent = {
  readonly agreementNumber: number;
  /** All items of these collections, by the names of their versions (`versionName`). */
  readonly collections: readonly string[];
  /**
   * How much is looked at or made of each item: 2 for itself, 1 for a condition of a filter or a total of an
   * account; less than 1 in all where an index leads past most items.
   */
  readonly each: number;
  /** Where all of this is gone through once for each item of one more collection: its name. */
  readonly forEachOf?: string;
};

/** What was read of a row, by column; `row.ts` reads it as the types that columns have. */
export type Row = Readonly<Record<string, unknown>>;

/** A row as it came: an object by column names, or an array in the order of the columns. */
export type Cells = Readonly<Record<string, unknown>> | readonly unknown[];

/** What one statement gave: the rows it read, or how many it changed. */
export type Outcome = { readonly rows: readonly Row[]; readonly affected: number };

/** Something that runs statements: a connection inside a transaction, or a pool outside one. */
export type Session = {
  /**
   * Runs the statements in order and stops at the first that fails; one round trip where the database can.
   */
  run(...statements: readonly Statement[]): Promise<readonly Outcome[]>;
};

/** A table whose rows many add to. */
export type SumTable = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
  readonly added: readonly string[];
  /** The sum that the statements after it number by, `Dialect.lastSum`: in the last row that is given. */
  readonly numbering?: { readonly column: string; readonly where: string };
  /** A column that becomes the digest of what it was and of what is given, where something is given. */
  readonly chained?: string;
};

/** What is added to the rows of such a table. */
export type Sums = {
  /** Declared once, so that its texts are written once. */
  readonly to: SumTable;
  /** Whole numbers may be given as text, where they are too large for a number. */
  readonly rows: readonly (readonly SqlValue[])[];
};

/** Puts pieces of SQL and their values together. */
export function statement(sql: string, ...values: readonly SqlValue[]): Statement {
  return { sql, values };
}

/** What each of some statements gave, in one round trip where the database can. */
export function outcomesOf<S extends readonly Statement[]>(
  session: Session,
  ...statements: S
): Promise<{ readonly [Place in keyof S]: Outcome }> {
  return session.run(...statements) as Promise<{ readonly [Place in keyof S]: Outcome }>;
}

/** The rows of a single read. */
export async function rowsOf(session: Session, read: Statement): Promise<readonly Row[]> {
  const [outcome] = await session.run(read);
  return defined(outcome).rows;
}

/** Something that is asked for before it is wanted: where it fails, who awaits it is told, nobody else. */
export function aheadOf<A>(asked: Promise<A>): Promise<A> {
  asked.catch(() => undefined);
  return asked;
}

/** How many rows a single write changed. */
export async function affectedBy(session: Session, write: Statement): Promise<number> {
  const [outcome] = await session.run(write);
  return defined(outcome).affected;
}

/** Whether a statement leaves everything as it is; it may lock. */
export function isRead({ sql }: Statement): boolean {
  return sql.startsWith('SELECT ');
}

/** Whether a statement leaves everything as it is and locks nothing. */
export function isPlainRead(one: Statement): boolean {
  return isRead(one) && !one.sql.endsWith(' FOR UPDATE');
}

/** Lists up to this long are written once. */
const LISTS_KEPT = 100;
const lists: string[] = [];

/** `?, ?, ?`: so many as there are values to bind; none for 0. */
export function placeholders(count: number): string {
  return count > LISTS_KEPT ? listOf(count) : (lists[count] ??= listOf(count));
}

/** A list in pieces of so many, the last of fewer; the list itself where it is one piece. */
export function inPieces<A>(all: readonly A[], most: number): readonly (readonly A[])[] {
  if (all.length <= most) return all.length === 0 ? [] : [all];
  const pieces: (readonly A[])[] = [];
  for (let from = 0; from < all.length; from += most) pieces.push(all.slice(from, from + most));
  return pieces;
}

function listOf(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}

/**
 * Which of two names comes first. Every unit locks rows that others write too in the order of their names, so
 * that no two units wait for each other.
 */
export function byLockOrder(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** An identifier of ours, quoted as both dialects read it. */
export function quote(identifier: string): string {
  return `\`${identifier}\``;
}
