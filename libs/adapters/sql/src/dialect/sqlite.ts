import { hash } from 'node:crypto';
import { decimalFromUnits, type Kind } from '@kontor/kernel';
import { AMOUNT_SCALE, decimalFromSortable } from '../entity/column-encoding.js';
import type { ColumnType } from '../entity/table.js';
import { placeholders, quote, statement, type Cells } from '../statement.js';
import type { Dialect, DatabaseErrorKind, StoredType, UpsertParts } from './dialect.js';
import { changesOneByOne } from './schema-changes.js';
import { textAt } from '../row.js';
import { addingUp } from './adding-up.js';
import { ROWS_AS_ARRAYS } from './page-rows.js';

/** SQLite inside this process. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  typeOf: sqliteType,
  schema: changesOneByOne({
    typeOf: sqliteType,
    // Rows lie in the order of their key, as InnoDB keeps them; STRICT refuses what the column's type is not.
    tableOptions: ' STRICT, WITHOUT ROWID',
    // A default of an added column must be a literal.
    textByDefault: (text) => `'${text}'`,
  }),
  tables: statement("SELECT `name` FROM `sqlite_master` WHERE `type` = 'table'"),
  upsert: ({ table, columns, values, key, raised }: UpsertParts) =>
    statement(
      `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')}) VALUES (${placeholders(values.length)}) ` +
        `ON CONFLICT (${key.map(quote).join(', ')}) ` +
        `DO UPDATE SET ${raised.map(({ column, to }) => `${quote(column)} = ${to}`).join(', ')}`,
      ...values,
      ...raised.flatMap((one) => one.values),
    ),
  addUp: addingUp(({ key, added, chained }) => {
    const sums = added.map((column) => `${quote(column)} = ${quote(column)} + excluded.${quote(column)}`);
    return `ON CONFLICT (${key.map(quote).join(', ')}) DO UPDATE SET ${[...sums, ...headOf(chained)].join(', ')}`;
  }),
  lastSum: (lookUp) => lookUp,
  plainText: embeddedPlainText,
  charactersOf: (column) => `LENGTH(${column})`,
  asText: (column) => column,
  forUpdate: '',
  hasOneWriter: true,
  // It shows only what it has flushed.
  onDisk: () => Promise.resolve(),
  // The name that SQLite gives to the index of a primary key, also where that is the table itself.
  indexHint: (table, index = `sqlite_autoindex_${table}_1`) => ` INDEXED BY ${quote(index)}`,
  // It keeps no statistics here.
  planned: (plan) => plan(),
  // Making an object of 23 columns a row costs the driver 3.4 us; one text of
  // them 0.9, and reading it 0.4 (measured).
  pageRows: ROWS_AS_ARRAYS,
  largeCell,
  selectList: (cells) => `json_array(${cells.map(({ sql }) => sql).join(', ')}) AS \`_row\``,
  unpack: (rows) => JSON.parse(`[${rows.map((row) => textAt(row, '_row')).join(',')}]`) as readonly Cells[],
  classify: kindOfSqliteError,
  entityOptions: async () => {
    const { SqliteDatabase: driver } = await import('./sqlite-driver.js');
    return { type: 'better-sqlite3', driver, database: ':memory:' };
  },
};

/** A row that is given no link keeps its head. */
function headOf(chained: string | undefined): readonly string[] {
  if (chained === undefined) return [];
  const [head, link] = [quote(chained), `excluded.${quote(chained)}`];
  return [
    `${head} = CASE WHEN ${link} IS NULL THEN ${head} WHEN ${head} IS NULL THEN ${link} ` +
      `ELSE sha256(${head} || ${link}) END`,
  ];
}

function sqliteType({ type }: ColumnType): StoredType {
  switch (type) {
    case 'text':
    case 'bytes':
    case 'ascii':
    case 'document':
      return { type: 'text' };
    case 'integer':
    case 'long':
    case 'boolean':
      return { type: 'integer' };
  }
}

/** Functions of ours that SQL may call: SQLite has no exact decimals, and no digests. */
export const SQLITE_FUNCTIONS: Readonly<Record<string, (stored: unknown) => string | null>> = {
  plain_price: (stored) => (stored === null ? null : decimalFromSortable(stored as string)),
  sha256: (stored) => (stored === null ? null : hash('sha256', stored as string)),
  plain_amount: (stored) =>
    stored === null ? null : decimalFromUnits(BigInt(stored as number | string), AMOUNT_SCALE),
};

function largeCell(column: string): string {
  return `iif(abs(${column}) > ${Number.MAX_SAFE_INTEGER}, CAST(${column} AS TEXT), ${column})`;
}

function embeddedPlainText(column: string, kind: Kind): string {
  if (kind.type !== 'decimal') return `CAST(${column} AS TEXT)`;
  return kind.scale <= AMOUNT_SCALE ? `plain_amount(${largeCell(column)})` : `plain_price(${column})`;
}

type DriverError = {
  readonly errcode?: unknown;
  readonly message?: unknown;
  readonly driverError?: DriverError;
};

/** Primary result codes; the extended code is the primary one in its low byte. */
const BY_PRIMARY_CODE: Readonly<Record<number, DatabaseErrorKind>> = {
  5: 'conflict', // SQLITE_BUSY: another process writes
  6: 'conflict', // SQLITE_LOCKED
  8: 'unavailable', // SQLITE_READONLY
  10: 'unavailable', // SQLITE_IOERR
  13: 'unavailable', // SQLITE_FULL
  14: 'unavailable', // SQLITE_CANTOPEN
  9: 'tooSlow', // SQLITE_INTERRUPT
};
/** What SQLite calls them. Of some errors, such as those of reads, the driver tells no code. */
const CODE_BY_TEXT: Readonly<Record<string, number>> = {
  'database is locked': 5,
  'database table is locked': 6,
  'attempt to write a readonly database': 8,
  interrupted: 9,
  'disk I/O error': 10,
  'database or disk is full': 13,
  'unable to open database file': 14,
};
const CONSTRAINT_PRIMARY_KEY = 1555;
const CONSTRAINT_UNIQUE = 2067;
/** What is no whole number of 64 bits in a column of those: a sum that has become larger. */
const CONSTRAINT_DATATYPE = 3091;

function kindOfSqliteError(thrown: unknown): DatabaseErrorKind {
  const outer = (thrown ?? {}) as DriverError;
  const { errcode: told, message } = outer.driverError ?? outer;
  const text = String(message);
  if (text.startsWith('duplicate column name')) return 'defined';
  const errcode = typeof told === 'number' ? told : CODE_BY_TEXT[text];
  if (errcode === undefined) return 'other';
  if (errcode === CONSTRAINT_PRIMARY_KEY || errcode === CONSTRAINT_UNIQUE) return 'duplicate';
  if (errcode === CONSTRAINT_DATATYPE) return 'preconditionFailed';
  if (errcode === 1 && text.includes('no such table')) return 'missing';
  return BY_PRIMARY_CODE[errcode & 0xff] ?? 'other';
}
