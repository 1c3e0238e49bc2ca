import type { Connection, Pool, PoolConnection, PoolOptions } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import { statement, type Outcome, type Row, type Session, type SqlValue, type Statement } from '../statement.js';
import { AnswerWatch } from './answer-watch.js';
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
  const createPool = (options: PoolOptions): Pool => {
    const pool = mysql.createPool(options);
    pool.on('connection', (connection: PoolConnection) => {
      const raw = connection as unknown as Connection;
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
  return mysqlEngine(source, new AnswerWatch((timeoutMs) => pinged(raw(timeoutMs))));
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

function mysqlEngine(source: DataSource, watch: AnswerWatch): Engine {
  const send = async (runner: QueryRunner, statements: readonly Statement[]): Promise<readonly Outcome[]> => {
    const sql = statements.length === 1 ? (statements[0] as Statement).sql : statements.map((one) => one.sql).join('; ');
    const values: SqlValue[] = statements.flatMap((one) => one.values);
    const raw: unknown = await watch.over(runner.query(sql, values), () => abandon(runner));
    return statements.length === 1 ? [outcomeOf(raw)] : (raw as readonly unknown[]).map(outcomeOf);
  };

  /** A read has no effect, so one that lost its connection is simply sent again on another. */
  const read = async (statements: readonly Statement[], isRepeated = false): Promise<readonly Outcome[]> => {
    const runner = source.createQueryRunner();
    try {
      return await send(runner, statements);
    } catch (error) {
      if (isRepeated || mysqlDialect.troubleOf(error) !== 'lost') throw error;
    } finally {
      await runner.release();
    }
    return read(statements, true);
  };

  return {
    dialect: mysqlDialect,
    reader: { run: (...statements) => read(statements) },
    transaction: async <A>(work: (session: Session) => Promise<Decision<A>>): Promise<A> => {
      let runner: QueryRunner | undefined;
      // The transaction begins with its first statements, in the same round trip: a refusal before that costs nothing.
      const run = async (...statements: readonly Statement[]): Promise<readonly Outcome[]> => {
        if (runner !== undefined) return send(runner, statements);
        runner = source.createQueryRunner();
        return (await send(runner, [...BEGIN, ...statements])).slice(BEGIN.length);
      };
      try {
        const decision = await work({ run });
        if (runner === undefined && !(decision.keep && decision.closing.length > 0)) return decision.result;
        if (decision.keep) await commit(run, decision.closing);
        else await run(ROLLBACK);
        return decision.result;
      } catch (error) {
        if (runner !== undefined) await undo(runner, send);
        throw error;
      } finally {
        await (runner as QueryRunner | undefined)?.release();
      }
    },
    define: async (statements) => {
      const runner = source.createQueryRunner();
      try {
        await runner.query('SET SESSION innodb_lock_wait_timeout = 50 /*M! , max_statement_time = 0 */');
        for (const { sql, values } of statements) await runner.query(sql, [...values]);
      } finally {
        await abandon(runner);
        await runner.release();
      }
    },
    close: async () => {
      watch.stop();
      await source.destroy();
    },
  };
}

async function commit(run: Session['run'], closing: readonly Statement[]): Promise<void> {
  try {
    await run(...closing, COMMIT);
  } catch (error) {
    throw new CommitFailed(error);
  }
}

/** Rolls back what failed. A connection on which even that fails must not go back to the pool with its locks. */
async function undo(
  runner: QueryRunner,
  send: (runner: QueryRunner, statements: readonly Statement[]) => Promise<unknown>,
): Promise<void> {
  try {
    await send(runner, [ROLLBACK]);
  } catch {
    await abandon(runner);
  }
}

/** Cuts the connection, so that whatever hangs on it ends and the pool makes a new one. */
async function abandon(runner: QueryRunner): Promise<void> {
  try {
    const connection = (await runner.connect()) as PoolConnection;
    connection.destroy();
  } catch {
    // It never had one.
  }
}

function outcomeOf(raw: unknown): Outcome {
  if (Array.isArray(raw)) return { rows: raw as readonly Row[], affected: 0 };
  return { rows: [], affected: (raw as { readonly affectedRows: number }).affectedRows };
}
