import type { Connection, Pool, PoolConnection, PoolOptions } from 'mysql2';
import type { DataSource } from 'typeorm';
import { statement, type Outcome, type Row, type Session, type Statement } from '../statement.js';
import { isEmpty, statementsOf } from '../write-set.js';
import { AnswerWatch } from './answer-watch.js';
import { CommitGroups } from './commit-groups.js';
import { CommitFailed, type Decision, type Engine, type QueryListener } from './dialect.js';
import { listeningLogger } from './listening-logger.js';
import { mysqlDialect } from './mysql.js';

export type MysqlOptions = {
  readonly url: URL;
  readonly poolSize: number;
  readonly onQuery?: QueryListener | undefined;
};

const CONNECT_TIMEOUT_MS = 2000;

/**
 * Set on every new connection. The SQL mode is ours whatever the server's is: the driver escapes values with
 * backslashes, which NO_BACKSLASH_ESCAPES would turn into an injection. Sorting looks at whole values, a lock is waited
 * for at most 5 s, and a statement runs at most 5 s (the comments are read by MariaDB and by MySQL only).
 */
const CONNECTION_SETTINGS =
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', " +
  'max_sort_length = 8192, innodb_lock_wait_timeout = 5 ' +
  '/*M! , max_statement_time = 5 */ /*!50708 , max_execution_time = 5000 */';

const BEGIN: readonly Statement[] = [
  statement('SET TRANSACTION ISOLATION LEVEL READ COMMITTED'),
  statement('START TRANSACTION'),
];
/** On a connection that is not used again: what is read there may take its time. */
const SNAPSHOT: readonly Statement[] = [
  statement('SET SESSION innodb_lock_wait_timeout = 50 /*M! , max_statement_time = 0 */ /*!50708 , max_execution_time = 0 */'),
  statement('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ'),
  statement('START TRANSACTION WITH CONSISTENT SNAPSHOT'),
];
const COMMIT = statement('COMMIT');
const ROLLBACK = statement('ROLLBACK');

/** Connects to a server of the MySQL family; makes the database when it is missing and we may. */
export async function openMysqlEngine({ url, poolSize, onQuery }: MysqlOptions): Promise<Engine> {
  const mysql = (await import('mysql2')).default;
  const { DataSource } = await import('typeorm/data-source/DataSource.js');
  const database = decodeURIComponent(url.pathname.slice(1));
  const credentials = {
    host: url.hostname,
    port: url.port === '' ? 3306 : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    connectTimeout: CONNECT_TIMEOUT_MS,
  };
  let pool: Pool | undefined;
  const createPool = (options: PoolOptions): Pool => {
    pool = mysql.createPool(options);
    pool.on('connection', (connection: PoolConnection) => {
      const raw = connection as unknown as Connection;
      // Whoever uses the connection is told of an error by the query; an idle one just leaves the pool.
      raw.on('error', () => undefined);
      raw.query(CONNECTION_SETTINGS, (error: unknown) => error && raw.destroy());
    });
    return pool;
  };
  const connect = async (): Promise<DataSource> => {
    const source = new DataSource({
      type: 'mysql',
      driver: { ...mysql, createPool },
      ...credentials,
      username: credentials.user,
      database,
      charset: 'utf8mb4_bin',
      timezone: 'Z',
      dateStrings: true,
      supportBigNumbers: true,
      bigNumberStrings: false,
      poolSize,
      extra: { multipleStatements: true, flags: ['-LOCAL_FILES'] },
      logging: onQuery === undefined ? false : ['query'],
      logger: listeningLogger(onQuery),
    });
    return source.initialize();
  };
  const raw = (timeoutMs: number): Connection => mysql.createConnection({ ...credentials, connectTimeout: timeoutMs });

  const source = await connect().catch(async (error: unknown) => {
    if (mysqlDialect.troubleOf(error) !== 'missing') throw error;
    await createDatabase(raw(CONNECT_TIMEOUT_MS), database);
    return connect();
  });
  return mysqlEngine({
    source,
    pool: pool as unknown as Pool,
    watch: new AnswerWatch((timeoutMs) => pinged(raw(timeoutMs))),
    onQuery,
  });
}

async function createDatabase(connection: Connection, name: string): Promise<void> {
  try {
    const sql = 'CREATE DATABASE IF NOT EXISTS ?? CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
    await connection.promise().query(sql, [name]);
  } finally {
    connection.destroy();
  }
}

/** Resolves when the server answers on a new connection, be it with a refusal such as too many connections. */
function pinged(connection: Connection): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    connection.on('error', reject);
    connection.connect((error: NodeJS.ErrnoException | null) => {
      if (error === null || typeof error.errno === 'number') resolve();
      else reject(error);
    });
  }).finally(() => connection.destroy());
}

type Parts = {
  readonly source: DataSource;
  /** The pool that the data source has made and ends. */
  readonly pool: Pool;
  readonly watch: AnswerWatch;
  readonly onQuery: QueryListener | undefined;
};

/**
 * Statements go straight to the connections of TypeORM's pool: its query runner and the driver's promises would cost a
 * single look-up 22 us on top of 33 (measured).
 */
function mysqlEngine({ source, pool, watch, onQuery }: Parts): Engine {
  const acquire = (): Promise<PoolConnection> =>
    watch.over((resolve, reject) => {
      let isGivenUp = false;
      pool.getConnection((error, connection) => {
        if (error !== null) reject(error);
        else if (isGivenUp) connection.release();
        else resolve(connection);
      });
      return () => {
        isGivenUp = true;
      };
    });

  /** Sends statements in one round trip; on a connection of the transaction, or on any. */
  const send = (statements: readonly Statement[], on?: PoolConnection): Promise<readonly Outcome[]> => {
    const [first] = statements as [Statement];
    const isOne = statements.length === 1;
    const sql = isOne ? first.sql : statements.map((one) => one.sql).join('; ');
    const values = isOne ? [...first.values] : statements.flatMap((one) => one.values);
    onQuery?.(sql);
    return watch.over<readonly Outcome[]>((resolve, reject) => {
      const query = (connection: PoolConnection, isDone: () => void): void => {
        connection.query(sql, values, (error, raw) => {
          isDone();
          if (error !== null) reject(error);
          else resolve(isOne ? [outcomeOf(raw)] : (raw as readonly unknown[]).map(outcomeOf));
        });
      };
      if (on !== undefined) {
        query(on, () => undefined);
        return () => on.destroy();
      }
      let used: PoolConnection | undefined;
      let isGivenUp = false;
      pool.getConnection((error, connection) => {
        if (error !== null) return reject(error);
        used = connection;
        if (isGivenUp) return connection.release();
        query(connection, () => connection.release());
      });
      return () => {
        isGivenUp = true;
        used?.destroy();
      };
    });
  };

  /** A read has no effect, so one that lost its connection is simply sent again on another. */
  const read = async (statements: readonly Statement[]): Promise<readonly Outcome[]> => {
    try {
      return await send(statements);
    } catch (error) {
      if (mysqlDialect.troubleOf(error) !== 'lost') throw error;
      return send(statements);
    }
  };

  const groups = new CommitGroups(
    async (sets) => {
      const connection = await acquire();
      try {
        await send([...BEGIN, ...statementsOf(mysqlDialect, sets), COMMIT], connection);
        connection.release();
      } catch (error) {
        await undo(Promise.resolve(connection), send);
        throw new CommitFailed(error);
      }
    },
    (error) => isOfOneUnit(error as CommitFailed),
  );

  return {
    dialect: mysqlDialect,
    reader: { run: (...statements) => read(statements) },
    transaction: async <A>(work: (session: Session) => Promise<Decision<A>>): Promise<A> => {
      let acquiring: Promise<PoolConnection> | undefined;
      // The transaction begins with its first statements, in the same round trip: a refusal before that costs nothing.
      const run = async (...statements: readonly Statement[]): Promise<readonly Outcome[]> => {
        if (acquiring !== undefined) return send(statements, await acquiring);
        acquiring = acquire();
        return (await send([...BEGIN, ...statements], await acquiring)).slice(BEGIN.length);
      };
      try {
        const decision = await work({ run });
        if (acquiring === undefined) {
          // Nothing was sent yet: all of it can go in one round trip, together with what others have.
          if (decision.keep && !isEmpty(decision.closing)) await groups.commit(decision.closing);
          return decision.result;
        }
        if (decision.keep) await commit(run, statementsOf(mysqlDialect, [decision.closing]));
        else await run(ROLLBACK);
        await release(acquiring);
        return decision.result;
      } catch (error) {
        await undo(acquiring, send);
        throw error;
      }
    },
    snapshot: async (work) => {
      const connection = await acquire();
      try {
        await send(SNAPSHOT, connection);
        return await work({ run: (...statements) => send(statements, connection) });
      } finally {
        connection.destroy();
      }
    },
    define: async (statements) => {
      const connection = await acquire();
      try {
        await send([statement('SET SESSION innodb_lock_wait_timeout = 50 /*M! , max_statement_time = 0 */')], connection);
        for (const one of statements) await send([one], connection).catch(passOverDefined);
      } finally {
        connection.destroy();
      }
    },
    close: async () => {
      watch.stop();
      await source.destroy();
    },
  };
}

/** A migration that was cut off after it had added columns runs again. */
function passOverDefined(error: unknown): void {
  if (mysqlDialect.troubleOf(error) !== 'defined') throw error;
}

/** An error that one unit of a group has made for all of them. */
function isOfOneUnit({ cause }: CommitFailed): boolean {
  const trouble = mysqlDialect.troubleOf(cause);
  return trouble !== 'lost' && trouble !== 'unavailable' && trouble !== 'conflict';
}

async function commit(run: Session['run'], closing: readonly Statement[]): Promise<void> {
  try {
    await run(...closing, COMMIT);
  } catch (error) {
    throw new CommitFailed(error);
  }
}

async function release(acquiring: Promise<PoolConnection> | undefined): Promise<void> {
  (await acquiring)?.release();
}

/** Rolls back what failed. A connection on which even that fails must not go back to the pool with its locks. */
async function undo(
  acquiring: Promise<PoolConnection> | undefined,
  send: (statements: readonly Statement[], on: PoolConnection) => Promise<unknown>,
): Promise<void> {
  const connection = await acquiring?.catch(() => undefined);
  if (connection === undefined) return;
  try {
    await send([ROLLBACK], connection);
    connection.release();
  } catch {
    connection.destroy();
  }
}

function outcomeOf(raw: unknown): Outcome {
  if (Array.isArray(raw)) return { rows: raw as readonly Row[], affected: 0 };
  return { rows: [], affected: (raw as { readonly affectedRows: number }).affectedRows };
}
