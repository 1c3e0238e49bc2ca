import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { wholeNumber } from '../entity/column-encoding.js';

type Options = { readonly readonly?: boolean; readonly timeout?: number };
type Binding = never;

/**
 * All rows. The driver refuses whole numbers beyond 2^53, which few books have: then they are read again with
 * those as text, as the other driver gives them.
 */
function allOf(statement: StatementSyncInstance, values: readonly unknown[]): readonly unknown[] {
  try {
    return statement.all(...(values as readonly Binding[]));
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('Value is too large'))) throw error;
    return allByBigInts(statement, values);
  }
}

function allByBigInts(statement: StatementSyncInstance, values: readonly unknown[]): readonly unknown[] {
  statement.setReadBigInts(true);
  try {
    const rows = statement.all(...(values as readonly Binding[])) as readonly object[];
    return rows.map((row) =>
      Array.isArray(row)
        ? row.map(shortened)
        : Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, shortened(cell)])),
    );
  } finally {
    statement.setReadBigInts(false);
  }
}

function shortened(cell: unknown): unknown {
  return typeof cell === 'bigint' ? wholeNumber(cell) : cell;
}

/** A sum of whole numbers of any size, as text. */
const EXACT_SUM = 'exact_sum';

/**
 * What `read` gives, and where a sum has become larger than 64 bits, which SQLite does not add up, what
 * `readExactly` does, given the text with a sum of ours: it takes longer for each row.
 */
function whereSumsFit<A>(sql: string, read: () => A, readExactly: (exact: string) => A): A {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error && error.message === 'integer overflow')) throw error;
    return readExactly(sql.replaceAll('SUM(', `${EXACT_SUM}(`));
  }
}

/** The part of better-sqlite3's statement that TypeORM calls. */
class EmbeddedStatement {
  readonly reader: boolean;
  readonly #database: DatabaseSyncInstance;
  readonly #sql: string;
  readonly #statement: StatementSyncInstance;

  constructor(database: DatabaseSyncInstance, sql: string) {
    this.#database = database;
    this.#sql = sql;
    this.#statement = database.prepare(sql);
    this.reader = this.#statement.columns().length > 0;
  }

  all(...values: readonly unknown[]): unknown {
    return whereSumsFit(
      this.#sql,
      () => allOf(this.#statement, values),
      (exact) => allOf(this.#database.prepare(exact), values),
    );
  }

  run(...values: readonly unknown[]): unknown {
    return this.#statement.run(...(values as readonly Binding[]));
  }
}

/**
 * The slice of better-sqlite3 that TypeORM's driver of that name calls, over an SQLite whose binaries come
 * inside the npm package: nothing is compiled or downloaded on installation.
 */
export class SqliteDatabase {
  readonly #raw: DatabaseSyncInstance;

  constructor(file: string, { readonly = false, timeout = 0 }: Options = {}) {
    this.#raw = new DatabaseSync(file, { readOnly: readonly, timeout, enableForeignKeyConstraints: true });
    this.#raw.aggregate(EXACT_SUM, {
      // The driver keeps what it is given between rows, of whole numbers 64 bits.
      start: '0',
      useBigIntArguments: true,
      step: (sum: string, value: bigint | null) => String(BigInt(sum) + (value ?? 0n)),
    });
  }

  prepare(sql: string): EmbeddedStatement {
    return new EmbeddedStatement(this.#raw, sql);
  }

  /** All rows of a read, as lists of cells in the order of its columns. */
  readAll(
    sql: string,
    values: readonly unknown[],
  ): { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] } {
    const read = this.#raw.prepare(sql);
    read.setReturnArrays(true);
    const columns = read.columns().map(({ name }) => name);
    return whereSumsFit(
      sql,
      () => ({ columns, rows: allOf(read, values) as readonly (readonly unknown[])[] }),
      (exact) => this.readAll(exact, values),
    );
  }

  /** A read of one number that is often done: gives what answers it, undefined where it finds no row. */
  numberBy(sql: string): (...values: readonly (string | number)[]) => number | undefined {
    const read = this.#raw.prepare(sql);
    read.setReturnArrays(true);
    return (...values) => (read.get(...values) as readonly [number] | undefined)?.[0];
  }

  pragma(text: string): unknown {
    return this.#raw.prepare(`PRAGMA ${text}`).all();
  }

  define(name: string, compute: (stored: unknown) => string | null): void {
    this.#raw.function(name, { deterministic: true }, compute);
  }

  close(): void {
    this.#raw.close();
  }
}
