import { readFileSync } from 'node:fs';
import type { SecureContextOptions } from 'node:tls';
import type { Connection, ConnectionOptions, Pool, PoolOptions, SslOptions } from 'mysql2';
import { DataSource } from 'typeorm/data-source/DataSource.js';
import { MAKE_OR_NAME, type Engine, type QueryListener, type SourceParts } from './dialect.js';
import { listeningLogger } from './query-logger.js';
import { mysqlDialect } from './mysql.js';

/** How many connections are kept open to which server, and who is told of each statement. */
export type MysqlOptions = {
  readonly url: URL;
  readonly poolSize: number;
  /** Throws where there is no such database, which is made otherwise. */
  readonly mustExist?: boolean | undefined;
  readonly onQuery?: QueryListener | undefined;
};

const CONNECT_TIMEOUT_MS = 2000;

/** How long a lock is waited for at most: as long as who asked is kept waiting altogether. */
export const LOCK_WAIT_SECONDS = 5;

/** What a transaction waits for may have to be read on another connection than its own. */
const CONNECTIONS_LEAST = 2;

/**
 * Set on every new connection. The SQL mode is ours whatever the server's is: the driver escapes values with
 * backslashes, which NO_BACKSLASH_ESCAPES would turn into an injection. So is `autocommit`: without it each
 * read would begin a transaction that nobody ends. And so is the character set, which the driver asks for as
 * it connects: a server with `skip-character-set-client-handshake` does not listen, one whose `init_connect`
 * says `SET NAMES` takes it back, and both would keep other characters than were sent. What a server lets
 * people do who type (`sql_safe_updates`, `sql_select_limit`, `max_join_size`) is not for us: lists would end
 * early without a word. Nor does a commit begin another transaction or end the connection
 * (`completion_type`). Sorting looks at whole values, a lock of a row or a table is waited for at most 5 s,
 * and a statement runs at most 5 s (the comments are read by MariaDB and by MySQL only).
 *
 * A process that freezes within a transaction (stopped, swapped out, its machine paused) keeps what it has
 * locked until the server ends it: after 4 s without a word, so that who waits for the lock still gets it.
 * MySQL has no such limit.
 */
const CONNECTION_SETTINGS =
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', " +
  'character_set_client = utf8mb4, character_set_results = utf8mb4, collation_connection = utf8mb4_bin, ' +
  'sql_safe_updates = 0, sql_select_limit = 18446744073709551615, sql_big_selects = 1, ' +
  `autocommit = 1, completion_type = 0, max_sort_length = 8192, innodb_lock_wait_timeout = ${LOCK_WAIT_SECONDS}, ` +
  `lock_wait_timeout = ${LOCK_WAIT_SECONDS} ` +
  '/*M! , max_statement_time = 5, idle_write_transaction_timeout = 4 */ /*!50708 , max_execution_time = 5000 */';

/** Whatever `transaction_read_only` says, which MariaDB calls otherwise before 11.1. */
const READ_WRITE = 'SET SESSION TRANSACTION READ WRITE';

/** Where migrations run, an index of a large table takes as long as it takes. */
const MIGRATION_SETTINGS = `${CONNECTION_SETTINGS}, innodb_lock_wait_timeout = 50, lock_wait_timeout = DEFAULT /*M! , max_statement_time = 0, idle_write_transaction_timeout = 0 */`;

/** MariaDB adds an index whatever `alter_algorithm` says; from 11.5 on it does so by itself. */
const ANY_ALGORITHM = "/*M! SET SESSION alter_algorithm = 'DEFAULT' */";

/** How a connection is asked for. */
export type Acquiring = {
  /** False where the server is to let statements on it take their time. */
  readonly isLimited?: boolean;
  /** By when it must be there: after that it is waited for no more (`Busy`). */
  readonly deadline?: number | undefined;
};

/** Connections to one database of a server. */
export type MysqlConnections = {
  readonly source: DataSource;
  /** The pool that the data source has made and ends. */
  readonly pool: Pool;
  /** How many connections the pool opens at most: two at least, one to write and one to read. */
  readonly size: number;
  load(): { readonly open: number; readonly used: number; readonly waiting: number };
  /** Resolves when the server answers on a new connection. */
  ping(timeoutMs: number): Promise<void>;
  openSource: Engine['openSource'];
};

/** Connects to a server of the MySQL family; makes the database when it is missing and we may. */
export async function connectToMysql(options: MysqlOptions): Promise<MysqlConnections> {
  const wanted = Math.max(CONNECTIONS_LEAST, options.poolSize);
  const connect = () => openSource({ ...options, poolSize: wanted }, CONNECTION_SETTINGS);
  const { source, pool } = await connect().catch(async (error: unknown) => {
    if (mysqlDialect.classify(error) !== 'missing') throw error;
    if (options.mustExist === true) throw new Error(`there is no such database; ${MAKE_OR_NAME}`);
    await createDatabase(await connectionTo(options.url, CONNECT_TIMEOUT_MS), databaseIn(options.url));
    return connect();
  });
  const size = await sizeAllowed(source, wanted).catch((error: unknown) => {
    pool.end(() => undefined);
    throw error;
  });
  pool.config.connectionLimit = size;
  return {
    source,
    pool,
    size,
    load: () => loadOf(pool),
    ping: async (timeoutMs) => pinged(await connectionTo(options.url, timeoutMs)),
    // TypeORM reads the columns of MariaDB rightly only where it is told that it is one.
    openSource: async (of) => {
      const type = (await isMariaDb(source)) ? 'mariadb' : 'mysql';
      return (await openSource({ ...options, poolSize: 1, type }, MIGRATION_SETTINGS, of)).source;
    },
  };
}

/**
 * Where the server gives its user fewer connections than are wanted (`max_user_connections`), all but one of
 * them, which is left to what asks beside the pool: who finds them in use waits instead of being refused.
 */
async function sizeAllowed(source: DataSource, wanted: number): Promise<number> {
  const [row] = await source.query<readonly { readonly Value: string }[]>(
    "SHOW VARIABLES LIKE 'max_user_connections'",
  );
  const allowed = Number(row?.Value ?? 0);
  return allowed === 0 ? wanted : Math.max(CONNECTIONS_LEAST, Math.min(wanted, allowed - 1));
}

async function isMariaDb(source: DataSource): Promise<boolean> {
  const [row] = await source.query<readonly { readonly version: string }[]>('SELECT VERSION() AS version');
  return row?.version.includes('MariaDB') === true;
}

const databaseIn = (url: URL): string => decodeURIComponent(url.pathname.slice(1));

function credentialsIn(url: URL): Required<Pick<ConnectionOptions, 'host' | 'port' | 'user' | 'password'>> {
  return {
    // An address of IPv6 stands in brackets in a URL only.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 3306 : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

/**
 * What stands behind the `?` of a database's address: `tls=on` encrypts and asks whose certificate it is
 * (`tls-ca`: the file of who may have signed it; the system's otherwise), `tls-cert` and `tls-key` show ours.
 * Without `tls` nothing is encrypted. A server that cannot do it is not connected to.
 */
function tlsIn(url: URL): SecureContextOptions | undefined {
  if (url.searchParams.get('tls')?.toLowerCase() !== 'on') return undefined;
  const [ca, cert, key] = ['tls-ca', 'tls-cert', 'tls-key'].map((name) => {
    const path = url.searchParams.get(name);
    return path === null ? undefined : readFileSync(path);
  });
  return {
    minVersion: 'TLSv1.2',
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  };
}

/** The encryption as the driver takes it. */
function encryptionIn(url: URL): Pick<ConnectionOptions, 'ssl'> {
  const tls = tlsIn(url);
  return tls === undefined
    ? {}
    : { ssl: { ...tls, rejectUnauthorized: true, verifyIdentity: true } as SslOptions };
}

async function connectionTo(url: URL, connectTimeout: number): Promise<Connection> {
  const { default: mysql } = await import('mysql2');
  return mysql.createConnection({ ...credentialsIn(url), ...encryptionIn(url), connectTimeout });
}

async function openSource(
  { url, poolSize, onQuery, type = 'mysql' }: MysqlOptions & { readonly type?: 'mysql' | 'mariadb' },
  settings: string,
  { migrations = [], entities = [] }: SourceParts = {},
): Promise<Pick<MysqlConnections, 'source' | 'pool'>> {
  const { default: mysql } = await import('mysql2');
  const made: Pool[] = [];
  const createPool = (options: PoolOptions): Pool => {
    // Nothing is prepared: the driver would take 0.4 MiB for each connection to remember 16,000 statements.
    const pool = mysql.createPool({ ...options, maxPreparedStatements: 1 });
    made.push(pool);
    pool.on('connection', (raw: Connection) => {
      // Whoever uses the connection is told of an error by the query; an idle one just leaves the pool.
      raw.on('error', () => undefined);
      for (const sql of [settings, READ_WRITE])
        raw.query(sql, (error: unknown) => {
          if (error !== null) raw.destroy();
        });
      // A later version may know the word no more.
      if (settings === MIGRATION_SETTINGS) raw.query(ANY_ALGORITHM, () => undefined);
    });
    return pool;
  };
  const { user, ...credentials } = credentialsIn(url);
  const source = new DataSource({
    type,
    driver: { ...mysql, createPool },
    ...credentials,
    ...encryptionIn(url),
    username: user,
    database: databaseIn(url),
    connectTimeout: CONNECT_TIMEOUT_MS,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: false,
    poolSize,
    // Migrations send each statement by itself; only the pool of the books sends several in one text.
    extra: { multipleStatements: settings !== MIGRATION_SETTINGS, flags: ['-LOCAL_FILES'] },
    migrations: [...migrations],
    entities: [...entities],
    logging: onQuery === undefined ? false : ['query'],
    logger: listeningLogger(onQuery),
  });
  try {
    await source.initialize();
  } catch (error) {
    // TypeORM leaves the pool open where the server takes the connection and refuses what is asked on it.
    for (const pool of made) pool.end(() => undefined);
    throw error;
  }
  const [pool] = made;
  if (pool === undefined) throw new Error('TypeORM has opened no pool');
  return { source, pool };
}

/** What the driver's pool knows of itself and does not tell. */
type PoolInternals = Readonly<
  Record<'_allConnections' | '_freeConnections' | '_connectionQueue', { readonly length: number }>
>;

function loadOf(pool: Pool): ReturnType<MysqlConnections['load']> {
  // The driver counts them for itself, and its types do not tell.
  const { _allConnections, _freeConnections, _connectionQueue } = pool as unknown as PoolInternals;
  const open = _allConnections.length;
  return { open, used: open - _freeConnections.length, waiting: _connectionQueue.length };
}

async function createDatabase(connection: Connection, name: string): Promise<void> {
  try {
    const sql = 'CREATE DATABASE IF NOT EXISTS ?? CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
    await connection.promise().query(READ_WRITE);
    await connection.promise().query(sql, [name]);
  } finally {
    connection.destroy();
  }
}

/**
 * Resolves when the server answers on a new connection, be it with a refusal such as too many connections.
 */
function pinged(connection: Connection): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    connection.on('error', reject);
    connection.connect((error: NodeJS.ErrnoException | null) => {
      if (error === null || typeof error.errno === 'number') resolve();
      else reject(error);
    });
  }).finally(() => connection.destroy());
}
