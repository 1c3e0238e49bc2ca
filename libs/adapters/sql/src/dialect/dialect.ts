import type {
  DataSource,
  DataSourceOptions,
  EntitySchema,
  EntitySchemaColumnOptions,
  MigrationInterface,
} from 'typeorm';
import type { Kind } from '@kontor/kernel';
import type { PageRows } from './page-rows.js';
import type { Column, ColumnType, Index, Table } from '../entity/table.js';
import type { Cells, Row, Session, SqlValue, Statement, Sums } from '../statement.js';

/**
 * What an error of the database means to us (R10). `duplicate`: a unique key is taken. `conflict`: the
 * transaction lost against another and may run again. `lockWait`: it waited too long for a lock and may run
 * again. `lost`: the connection broke, so the outcome of what ran is unknown. `failover`: this server has
 * left its cluster or takes no writes any more, so it may run again on a connection to another.
 * `unavailable`: not reachable, or it takes no writes. `tooSlow`: stopped by the limit on statements.
 * `missing`: a table or database that is not there (yet). `defined`: a column or index that is to be added is
 * there already. `preconditionFailed`: something that was taken for granted is not so.
 */
export type DatabaseErrorKind =
  | 'duplicate'
  | 'conflict'
  | 'lockWait'
  | 'lost'
  | 'failover'
  | 'unavailable'
  | 'tooSlow'
  | 'missing'
  | 'defined'
  | 'preconditionFailed'
  | 'other';

/** A column's type in TypeORM's words, with its collation where it is text of MySQL. */
export type StoredType = Readonly<
  Pick<EntitySchemaColumnOptions, 'type' | 'charset' | 'collation'> & { length?: number }
>;

/**
 * Statements that change a schema, in the order in which they run; none where there is nothing to do. A table
 * that is there is passed over; a column or an index that is there may be an error that is `defined`.
 */
export type SchemaChanges = {
  /** A table with its indexes. */
  createTable(table: Table): readonly string[];
  addColumns(table: string, columns: readonly Column[]): readonly string[];
  /** Room for longer text in columns that are there. */
  widenColumns(table: string, columns: readonly Column[]): readonly string[];
  addIndex(table: string, index: Index): readonly string[];
  /** Takes indexes away, which are there. */
  dropIndexes(table: string, names: readonly string[]): readonly string[];
};

/** Everything about SQL that the two databases do not share. */
export type Dialect = {
  readonly name: 'mysql' | 'sqlite';
  /** How a column is stored, as TypeORM says it. */
  typeOf(column: ColumnType): StoredType;
  /** What migrations do to a schema, as statements. */
  readonly schema: SchemaChanges;
  /** The `name` of each table that is there. */
  readonly tables: Statement;
  /** `INSERT` that raises columns when the row is there; `raised` are set to the given expressions then. */
  upsert(insert: UpsertParts): Statement;
  /** `INSERT` of several rows that adds to the `added` columns of those that are there. */
  addUp(sums: Sums): Statement;
  /** What the statements after an `addUp` number by: what it left, or else what a look-up of it finds. */
  lastSum(lookUp: Statement): Statement;
  /** A number column as the text a person would write. */
  plainText(column: string, kind: Kind): string;
  /** How many characters a text column holds. */
  charactersOf(column: string): string;
  /** A bytes column as text. */
  asText(column: string): string;
  /**
   * Locks the rows a SELECT finds until the transaction ends; only to spare a retry, never as a guard (R6).
   */
  readonly forUpdate: string;
  /** Whoever writes is alone from his first statement on, so that what he reads stays so until he commits. */
  readonly hasOneWriter: boolean;
  /**
   * Resolves when all that was read before is on the disk: a server may show a commit before it is. Then
   * `write` commits something, and with it all that was committed before gets there.
   */
  onDisk(write: () => Promise<void>): Promise<void>;
  /** What stops a batch before its commit. Only where batches save round trips. */
  readonly checks?: Checks;
  /**
   * After the name of a table: by which index its rows are looked for, the primary key where none is named;
   * nothing where the database keeps statistics, and knows whether a condition leaves few rows or most.
   */
  readonly indexHint: (table: string, index?: string) => string;
  /** What `plan` finds out, where the database cannot know it; undefined where it is left to it. */
  readonly planned: <A>(plan: () => Promise<A | undefined>) => Promise<A | undefined>;
  readonly pageRows: PageRows;
  /** A column of whole numbers as a cell that is exact beyond 2^53 too, as text then. */
  largeCell(column: string): string;
  /** The select list of a page's rows. `as`: what a cell is called that has not the name of its column. */
  selectList(cells: readonly { readonly sql: string; readonly as?: string }[]): string;
  unpack(rows: readonly Row[]): readonly Cells[];
  classify(error: unknown): DatabaseErrorKind;
  /** What TypeORM needs to write statements for it, without a connection. Loads the driver. */
  entityOptions(): Promise<DataSourceOptions>;
};

/**
 * Statements that fail, as `preconditionFailed`, when something is not as a unit of work has taken it to be.
 */
export type Checks = {
  /** The statement before it changed so many rows. */
  changed(rows: number): Statement;
  /** Plain reads of one whole number each, 0 where one finds none, still give these. */
  reads(...checks: readonly Check[]): Statement;
};

/** The checks of a database on which something rests that only they find out; throws where it has none. */
export function batchChecks({ checks }: Pick<Dialect, 'checks'>): Checks {
  if (checks === undefined) throw new Error('something was taken for granted that no batch can check');
  return checks;
}

/** A plain read of one whole number, and what it must still give when a batch is written. */
export type Check = { readonly read: Statement; readonly number: number };

/** An `INSERT` of one row that raises columns of the row that is there already by its key. */
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

/** What a unit of work has still to write when its work is done. */
export type PendingWrites = {
  readonly isEmpty: boolean;
  /** Its statements, made when they are sent. */
  statements(): readonly Statement[];
  /**
   * Commits it where nothing of the unit was sent yet, together with what others have (`GroupCommit`). Where
   * it is not given, these writes are a transaction of their own.
   */
  readonly commitWithOthers?: () => Promise<void>;
};

/** Of a unit that wrote all it had before its end, or nothing at all. */
export const NOTHING_PENDING: PendingWrites = { isEmpty: true, statements: () => [] };

/** What a unit of work decided: to commit what it did, or to roll it back. */
export type Decision<A> =
  | { readonly commit: true; readonly pending: PendingWrites; readonly result: A }
  | { readonly commit: false; readonly result: A };

/** What a database is busy with at this moment. */
export type Load = {
  /**
   * Connections to a server; undefined where there is none. `waiting`: how many ask for one and have none.
   */
  readonly connections:
    | { readonly open: number; readonly used: number; readonly waiting: number }
    | undefined;
  /** Units of work that wait to be written; on a file, before they have done their work. */
  readonly waitingWrites: number;
};

/** What TypeORM is told of: migrations by their classes, entities by their schemas. */
export type SourceParts = {
  readonly migrations?: readonly (new () => MigrationInterface)[];
  readonly entities?: readonly EntitySchema[];
};

/** A database as the rest of this package sees it. */
export type Engine = {
  readonly dialect: Dialect;
  /** Reads outside a transaction. */
  readonly reader: Session;
  /**
   * Runs `work` in one READ COMMITTED transaction (R12); the `pending` writes go with the commit, so that
   * hot rows are held for the shortest time. Where it shared a transaction with other work of which something
   * had to be undone, it is run once more, when nothing is left of the first time. Throws what the database
   * threw; after a failed commit, `CommitFailed`. After `deadline`, by the clock of `performance`, it waits
   * for nothing any more.
   */
  transaction<A>(work: (session: Session) => Promise<Decision<A>>, deadline?: number): Promise<A>;
  /** Writes statements that are a transaction of their own. Only where units may share one. */
  readonly write?: (statements: readonly Statement[], deadline?: number) => Promise<void>;
  /**
   * Reads one consistent state of everything, for as long as it takes: for
   * checks and exports, not for requests.
   */
  snapshot<A>(work: (session: Session) => Promise<A>): Promise<A>;
  /**
   * Opens connections of their own, without any limit on statements, over which TypeORM runs these
   * migrations, or compares these entities with what is there. Whoever opens them destroys them.
   */
  openSource(of: SourceParts): Promise<DataSource>;
  load(): Load;
  /** `told`: called each time that the server was found to hang. A file does not. */
  readonly onHang?: (told: () => void) => void;
  /** Whether the file of the database is still where it was opened; a server has no such file. */
  readonly isInPlace?: () => boolean;
  /** What the file of the database is damaged by, found by reading all of it; undefined where it is whole. */
  readonly damage?: () => Promise<string | undefined>;
  /** How often a transaction ran again, by what it had met; counted by who runs them. */
  readonly ranAgain: Map<DatabaseErrorKind, number>;
  close(): Promise<void>;
};

/** The statement that ends a transaction failed: whether it was kept may be unknown. */
export class CommitFailed extends Error {
  override readonly name = 'CommitFailed';
  constructor(cause: unknown) {
    super('the transaction could not be committed', { cause });
  }
}

/**
 * A table of ours, which every version makes before all else. What other programs call their tables as well,
 * such as `agreement`, tells nothing.
 */
const TABLE_OF_OURS = 'schema_lock';

/** Whether a database with these tables is ours, or an empty one that may become ours. */
export const isOursOrEmpty = (tables: readonly string[]): boolean =>
  tables.length === 0 || tables.includes(TABLE_OF_OURS);

/** What to do where a database is not there that must be. */
export const MAKE_OR_NAME = 'name another one in DATABASE_URL, or make it with `kontor migrate`';

/** Told of every statement that is sent. */
export type QueryListener = (sql: string) => void;
