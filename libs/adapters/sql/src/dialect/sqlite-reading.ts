import { deserialize, serialize } from 'node:v8';
import { SQLITE_FUNCTIONS } from './sqlite.js';
import type { SqliteDatabase } from './sqlite-driver.js';
import { inPieces, type Statement } from '../statement.js';

/** Reads of a database file, for a process that has the time. */
export type LongRead = {
  readonly file: string;
  readonly statements: readonly Pick<Statement, 'sql' | 'values'>[];
};

/** What a read gave: its columns, and the rows as bytes, some rows in each piece. */
export type ReadRows = { readonly columns: readonly string[]; readonly pieces: readonly Uint8Array[] };

/** What the reads gave, in their order, or how the database failed. */
export type LongReadDone =
  | { readonly found: readonly ReadRows[] }
  | { readonly failed: { readonly message: string; readonly errcode: number | undefined } };

/** Cells in the order of the columns. */
export type ReadCells = readonly unknown[];

/** So many rows become bytes together, and rows again in one go: a millisecond, of rows with many columns. */
const ROWS_AT_ONCE = 200;
/** KiB of the file that the connection keeps. */
const CACHE_KIB = 4_096;

/** The connection of this process, which serves one database. */
let opened: { readonly file: string; readonly database: SqliteDatabase } | undefined;

/**
 * Reads in the process that calls it, over a connection that it keeps and that writes nothing: it sees what
 * was committed when it begins. Makes no file where there is none.
 */
export async function readLong({ file, statements }: LongRead): Promise<LongReadDone> {
  try {
    const database = await connectedTo(file);
    return { found: statements.map(({ sql, values }) => asBytes(database.readAll(sql, values))) };
  } catch (error) {
    const { message, errcode } = error as { readonly message?: string; readonly errcode?: number };
    // By its parts: of an error that goes to another process only the words arrive.
    return { failed: { message: String(message), errcode } };
  }
}

function asBytes({ columns, rows }: ReturnType<SqliteDatabase['readAll']>): ReadRows {
  return { columns, pieces: inPieces(rows, ROWS_AT_ONCE).map((some) => serialize(some)) };
}

/** Makes rows of the bytes that one piece of a read is, cells in the order of its columns. */
export function rowsOfPiece(piece: Uint8Array): readonly ReadCells[] {
  return deserialize(piece) as readonly ReadCells[];
}

async function connectedTo(file: string): Promise<SqliteDatabase> {
  if (opened?.file === file) return opened.database;
  opened?.database.close();
  opened = undefined;
  // The driver is loaded only where there is such a database.
  const { SqliteDatabase: Opened } = await import('./sqlite-driver.js');
  const database = new Opened(file, { readonly: true });
  database.pragma(`cache_size = -${CACHE_KIB}`);
  for (const [name, compute] of Object.entries(SQLITE_FUNCTIONS)) database.define(name, compute);
  opened = { file, database };
  return database;
}
