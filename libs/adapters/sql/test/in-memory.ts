import { SqliteDatabase } from '../src/dialect/sqlite-driver.js';
import { SQLITE_FUNCTIONS, sqliteDialect } from '../src/dialect/sqlite.js';
import type { Table } from '../src/entity/table.js';
import { isPlainRead, type Outcome, type Row, type Session, type Statement } from '../src/statement.js';

/** A database that is in memory, of some tables: for specs of what the statements of the core do. */
export class InMemory implements Session {
  /** All that was sent to it. */
  readonly sent: Statement[] = [];
  readonly #database = new SqliteDatabase(':memory:');

  constructor(...tables: readonly Table[]) {
    for (const [name, compute] of Object.entries(SQLITE_FUNCTIONS)) this.#database.define(name, compute);
    for (const table of tables)
      for (const sql of sqliteDialect.schema.createTable(table)) this.#database.prepare(sql).run();
  }

  run(...statements: readonly Statement[]): Promise<readonly Outcome[]> {
    this.sent.push(...statements);
    return new Promise((resolve) => resolve(statements.map((one) => this.#outcomeOf(one))));
  }

  /** The rows of a read, as lists of cells. */
  read(sql: string, ...values: readonly unknown[]): readonly (readonly unknown[])[] {
    return this.#database.readAll(sql, values).rows;
  }

  close(): void {
    this.#database.close();
  }

  #outcomeOf(one: Statement): Outcome {
    const prepared = this.#database.prepare(one.sql);
    if (isPlainRead(one)) return { rows: prepared.all(...one.values) as readonly Row[], affected: 0 };
    return { rows: [], affected: (prepared.run(...one.values) as { readonly changes: number }).changes };
  }
}
