import type { Kind } from '@kontor/kernel';
import type { Column } from '../table/table.js';
import type { Row, Session, SqlValue, Statement } from '../statement.js';
import type { Cells } from '../table/row-mapper.js';
import type { WriteSet } from '../write-set.js';

/**
 * What an error of the database means to us (R10). `duplicate`: a unique key is taken. `conflict`: the transaction lost
 * against another and may run again. `lockWait`: it waited too long for a lock and may run again. `lost`: the
 * connection broke, so the outcome of what ran is unknown. `elsewhere`: this server has left its cluster or takes no writes any more, so
 * it may run again on a connection to another. `unavailable`: not reachable, or it takes no writes.
 * `tooSlow`: stopped by the limit on statements. `missing`: a table or database that is not there (yet). `defined`: a
 * column or index that is to be added is there already. `unmet`: something that was taken for granted is not so.
 */
export type Trouble =
  | 'duplicate'
  | 'conflict'
  | 'lockWait'
  | 'lost'
  | 'elsewhere'
  | 'unavailable'
  | 'tooSlow'
  | 'missing'
  | 'defined'
  | 'unmet'
  | 'other';

/** Everything about SQL that the two databases do not share. */
export type Dialect = {
  readonly name: 'mysql' | 'sqlite';
  /** The column's type in DDL, with its collation. */
  typeOf(column: Column): string;
  /** What follows the closing bracket of CREATE TABLE. */
  readonly tableOptions: string;
  /** True where an index can be declared inside CREATE TABLE (and, if not, needs a statement of its own). */
  readonly hasInlineIndexes: boolean;
  /** `INSERT` that raises columns when the row is there; `raised` are set to the given expressions then. */
  upsert(insert: UpsertParts): Statement;
  /** `INSERT` of several rows that adds to the `added` columns of those that are there. */
  addUp(insert: AddUpParts): Statement;
  /** A number column as the text a person would write. */
  plainText(column: string, kind: Kind): string;
  /** A bytes column as text. */
  asText(column: string): string;
  /** Locks the rows a SELECT finds until the transaction ends; only to spare a retry, never as a guard (R6). */
  readonly forUpdate: string;
  /** What stops a batch before its commit. Only where batches save round trips. */
  readonly checks?: Checks;
  /** How the rows of pages come: the driver's own objects, or arrays that the database packs. */
  readonly pageRows: 'objects' | 'arrays';
  /** The select list of a page's rows. */
  selectList(cells: readonly { readonly name: string; readonly sql: string }[]): string;
  unpack(rows: readonly Row[]): readonly Cells[];
  troubleOf(error: unknown): Trouble;
};

/** Statements that fail, as `unmet`, when something is not as a unit of work has taken it to be. */
export type Checks = {
  /** The statement before it changed so many rows. */
  changed(rows: number): Statement;
  /** A plain read of one whole number, 0 where it finds none, still gives this one. */
  isStill(read: Statement, number: number): Statement;
};

export type UpsertParts = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly values: readonly SqlValue[];
  readonly key: readonly string[];
  /** `column` → expression over the stored row, with its values: `items = items + ?`. */
  readonly raised: readonly {
    readonly column: string;
    readonly to: string;
    readonly values: readonly SqlValue[];
  }[];
};

/** A table whose rows many add to. */
export type SumTable = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
  readonly added: readonly string[];
};

export type AddUpParts = {
  /** Declared once, so that its texts are written once. */
  readonly to: SumTable;
  /** Whole numbers may be given as text, where they are too large for a number. */
  readonly rows: readonly (readonly SqlValue[])[];
};

/** What a unit of work decided: to keep what it did, or to undo it. */
export type Decision<A> =
  | { readonly keep: true; readonly closing: WriteSet; readonly result: A }
  | { readonly keep: false; readonly result: A };

/** What a database is busy with at this moment. */
export type Load = {
  /** Connections to a server; undefined where there is none. `waiting`: how many ask for one and have none. */
  readonly connections?: { readonly open: number; readonly used: number; readonly waiting: number };
  /** Units of work that have done their work and wait to be written. */
  readonly waitingWrites: number;
};

/** A database as the rest of this package sees it. */
export type Engine = {
  readonly dialect: Dialect;
  /** Reads outside a transaction. */
  readonly reader: Session;
  /**
   * Runs `work` once, in one READ COMMITTED transaction (R12); the `closing` writes go with the commit, so that
   * hot rows are held for the shortest time. Throws what the database threw; after a failed commit, `CommitFailed`.
   */
  transaction<A>(work: (session: Session) => Promise<Decision<A>>): Promise<A>;
  /**
   * Statements that are a transaction of their own, in as few round trips as there can be, and may be done twice when an answer is lost.
   * Only where round trips cost.
   */
  readonly atOnce?: Session;
  /** Reads one consistent state of everything, for as long as it takes: for checks and exports, not for requests. */
  snapshot<A>(work: (session: Session) => Promise<A>): Promise<A>;
  /** Runs DDL and its bookkeeping outside any limit on statements. */
  define(statements: readonly Statement[]): Promise<void>;
  load(): Load;
  /** How often a transaction ran again, by what it had met; counted by who runs them. */
  readonly ranAgain: Map<Trouble, number>;
  close(): Promise<void>;
};

/** The statement that ends a transaction failed: whether it was kept may be unknown. */
export class CommitFailed extends Error {
  override readonly name = 'CommitFailed';
  constructor(cause: unknown) {
    super('the transaction could not be committed', { cause });
  }
}

/** Told of every statement that is sent. */
export type QueryListener = (sql: string) => void;
