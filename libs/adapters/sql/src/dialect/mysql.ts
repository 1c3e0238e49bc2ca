import { flatMapped, type Kind } from '@kontor/kernel';
import { AMOUNT_SCALE, SORTABLE_ZERO } from '../entity/column-encoding.js';
import type { ColumnType } from '../entity/table.js';
import { placeholders, quote, statement, type Statement } from '../statement.js';
import type { Checks, Dialect, DatabaseErrorKind, StoredType, UpsertParts } from './dialect.js';
import { changesOfOneStatement } from './schema-changes.js';
import { addingUp } from './adding-up.js';
import { ROWS_AS_OBJECTS } from './page-rows.js';

/** MySQL 8.4, MariaDB 10.11 and later, Galera, TiDB. */
export const mysqlDialect: Dialect & { readonly checks: Checks } = {
  name: 'mysql',
  typeOf: mysqlType,
  schema: changesOfOneStatement({
    typeOf: mysqlType,
    // Others keep the beginning of a long text in the row, where some tables have no room for so many.
    tableOptions: ' ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin',
    // A default of long text must be an expression.
    textByDefault: (text) => `('${text}')`,
  }),
  tables: statement(
    'SELECT `table_name` AS `name` FROM `information_schema`.`tables` WHERE `table_schema` = DATABASE()',
  ),
  upsert: ({ table, columns, values, raised }: UpsertParts) =>
    statement(
      `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')}) VALUES (${placeholders(values.length)}) ` +
        `ON DUPLICATE KEY UPDATE ${raised.map(({ column, to }) => `${quote(column)} = ${to}`).join(', ')}`,
      ...values,
      ...flatMapped(raised, (one) => one.values),
    ),
  addUp: addingUp(({ added, numbering, chained }) => {
    const sums = added.map((column) => {
      const sum = `${quote(column)} + VALUES(${quote(column)})`;
      const isNumbering = column === numbering?.column;
      return `${quote(column)} = ${isNumbering ? `IF(${numbering.where}, LAST_INSERT_ID(${sum}), ${sum})` : sum}`;
    });
    return `ON DUPLICATE KEY UPDATE ${[...sums, ...headOf(chained)].join(', ')}`;
  }, 'LAST_INSERT_ID(?)'),
  // A look-up instead costs the server 30 µs, and as much again for each row of a group.
  lastSum: () => ({ sql: 'LAST_INSERT_ID()', values: [] }),
  plainText: mysqlPlainText,
  charactersOf: (column) => `CHAR_LENGTH(${column})`,
  asText: (column) => `CONVERT(${column} USING utf8mb4)`,
  forUpdate: ' FOR UPDATE',
  hasOneWriter: false,
  // MariaDB and MySQL show a commit before it is on the disk, unless they keep a binary log and flush it.
  onDisk: (write) => write(),
  checks: {
    changed: (rows) => failingWhere(statement('ROW_COUNT() <> ?', rows)),
    reads: (...checks) =>
      failingWhere({
        sql: checks.map(({ read }) => `COALESCE((${read.sql}), 0) <> ?`).join(' OR '),
        values: flatMapped(checks, ({ read, number }) => [...read.values, number]),
      }),
  },
  indexHint: () => '',
  planned: () => Promise.resolve(undefined),
  pageRows: ROWS_AS_OBJECTS,
  // The driver gives text by itself.
  largeCell: (column) => column,
  selectList: (cells) =>
    cells.map(({ sql, as }) => (as === undefined ? sql : `${sql} AS ${quote(as)}`)).join(', '),
  unpack: (rows) => rows,
  classify: kindOfMysqlError,
  entityOptions: async () => {
    const { default: driver } = await import('mysql2');
    // TypeORM wants a name; what it writes does not hold it.
    return { type: 'mysql', driver, database: 'kontor' };
  },
};

/**
 * A row that is given no link keeps its head. The digest is text of the connection, and the column is ASCII.
 */
function headOf(chained: string | undefined): readonly string[] {
  if (chained === undefined) return [];
  const head = quote(chained);
  const next = `CONVERT(SHA2(CONCAT(${head}, VALUES(${head})), 256) USING ascii)`;
  return [`${head} = IF(VALUES(${head}) IS NULL, ${head}, IF(${head} IS NULL, VALUES(${head}), ${next}))`];
}

/** Arithmetic beyond a double is an error in every server; a division by zero would be a warning. */
function failingWhere({ sql, values }: Statement): Statement {
  return { sql: `SET @kept = EXP(1000 * (${sql}))`, values };
}

const UNICODE = { charset: 'utf8mb4', collation: 'utf8mb4_bin' } as const;
const ASCII = { charset: 'ascii', collation: 'ascii_bin' } as const;

function mysqlType(type: ColumnType): StoredType {
  switch (type.type) {
    case 'text':
      return { type: 'varchar', length: type.length, ...UNICODE };
    case 'bytes':
      // A row holds 65,535 bytes of all its VARBINARYs together.
      return type.length > 8_000 ? { type: 'blob' } : { type: 'varbinary', length: type.length };
    case 'ascii':
      return { type: 'varchar', length: type.length, ...ASCII };
    case 'integer':
      return { type: 'int' };
    case 'long':
      return { type: 'bigint' };
    case 'boolean':
      return { type: 'tinyint' };
    case 'document':
      return { type: 'longtext', ...UNICODE };
  }
}

/** Exact arithmetic only: DECIMAL × DECIMAL keeps every digit, division would not. */
function mysqlPlainText(column: string, kind: Kind): string {
  if (kind.type !== 'decimal') return `CAST(${column} AS CHAR)`;
  const exact =
    kind.scale <= AMOUNT_SCALE
      ? `CAST(${column} AS DECIMAL(20, 0)) * 0.01`
      : `(CAST(${column} AS DECIMAL(30, 0)) - ${SORTABLE_ZERO}) * 0.0000000001`;
  return `TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(${exact} AS CHAR)))`;
}

type DriverError = {
  readonly errno?: unknown;
  readonly code?: unknown;
  readonly fatal?: unknown;
  readonly driverError?: DriverError;
};

/** R10, one table. Not 1062's neighbours 1264, 1406, 1452: those are defects. */
const BY_NUMBER: Readonly<Record<number, DatabaseErrorKind>> = {
  1062: 'duplicate',
  1213: 'conflict', // deadlock; on Galera also a lost certification
  1020: 'conflict', // MariaDB: changed since the snapshot
  1412: 'conflict', // a table was altered since the snapshot
  1205: 'lockWait',
  1047: 'failover', // Galera: this node has left the primary component
  1290: 'failover', // read-only after a failover
  1836: 'failover',
  1036: 'failover', // the whole of InnoDB is read-only
  1105: 'conflict', // Vitess: aborted, transaction pool full, not serving
  1317: 'conflict', // Vitess: killed
  8002: 'conflict', // TiDB
  8005: 'conflict',
  8022: 'conflict',
  8028: 'conflict',
  9001: 'conflict',
  9002: 'conflict',
  9003: 'conflict',
  9004: 'conflict',
  9005: 'conflict',
  9007: 'conflict',
  1180: 'lost', // Galera: cut off during the commit, which the others may have
  1053: 'lost', // server shutting down
  1152: 'lost',
  1158: 'lost',
  1159: 'lost',
  1160: 'lost',
  1161: 'lost',
  1927: 'lost', // connection killed
  2006: 'lost',
  2013: 'lost',
  1021: 'unavailable', // disk full
  1026: 'unavailable',
  1114: 'unavailable', // table is full
  1004: 'unavailable', // a file cannot be made, or written to: temporary ones, and the binary log
  1878: 'unavailable',
  1: 'unavailable', // the same, as MariaDB's library of files says it
  3: 'unavailable',
  20: 'unavailable',
  27: 'unavailable',
  1030: 'unavailable', // what the storage engine was told by the system, such as "no space left"
  5: 'unavailable', // out of memory
  1037: 'unavailable',
  1041: 'unavailable',
  23: 'unavailable', // out of file handles
  1135: 'unavailable', // no thread for a connection
  1040: 'unavailable', // too many connections
  1129: 'unavailable',
  1044: 'unavailable', // the database lets this user in no more: another password, rights that were taken
  1045: 'unavailable',
  1142: 'unavailable',
  1143: 'unavailable',
  1130: 'unavailable',
  1698: 'unavailable',
  1820: 'unavailable',
  1862: 'unavailable',
  3118: 'unavailable', // MySQL: the account is locked
  4151: 'unavailable', // MariaDB: the same
  1203: 'unavailable',
  1226: 'unavailable',
  1969: 'tooSlow', // MariaDB max_statement_time
  3024: 'tooSlow', // MySQL max_execution_time
  1049: 'missing', // no such database
  1146: 'missing', // no such table
  1109: 'missing', // no such table of the server's own, as of information_schema
  1060: 'defined', // duplicate column name
  1061: 'defined', // duplicate key name
  1690: 'preconditionFailed', // out of range: see checks
};

const BY_CODE: Readonly<Record<string, DatabaseErrorKind>> = {
  PROTOCOL_CONNECTION_LOST: 'lost',
  PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR: 'lost',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
  ECONNREFUSED: 'unavailable',
  ECONNABORTED: 'unavailable',
  ETIMEDOUT: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENETUNREACH: 'unavailable',
  ENOTFOUND: 'unavailable',
  EAI_AGAIN: 'unavailable',
  ENOENT: 'unavailable',
  POOL_CLOSED: 'unavailable',
  KONTOR_NOT_ANSWERING: 'unavailable',
  KONTOR_STOPPED_ANYWHERE: 'lost',
};

/** What stops a statement from outside: a kill, and the limits on its time. */
const STOPPED: readonly unknown[] = [1317, 1969, 3024];

/** The statement was stopped from outside, wherever it was. */
export function isStopped(error: unknown): boolean {
  return STOPPED.includes((error as DriverError | undefined)?.errno);
}

/** It was stopped, and nobody knows whether it was before or after its commit. */
export function stoppedAnywhere(cause: unknown): Error {
  const error = new Error('stopped, perhaps after the commit', { cause });
  return Object.assign(error, { code: 'KONTOR_STOPPED_ANYWHERE' });
}

function kindOfMysqlError(thrown: unknown): DatabaseErrorKind {
  const outer = (thrown ?? {}) as DriverError;
  const { errno, code, fatal } = outer.driverError ?? outer;
  const byNumber = typeof errno === 'number' ? BY_NUMBER[errno] : undefined;
  const byCode = typeof code === 'string' ? BY_CODE[code] : undefined;
  return byNumber ?? byCode ?? (fatal === true ? 'lost' : 'other');
}
