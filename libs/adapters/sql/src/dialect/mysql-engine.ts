import type { PoolConnection } from 'mysql2';
import { statement, type Outcome, type Row, type Session, type Statement } from '../statement.js';
import { isEmpty, statementsOf } from '../write-set.js';
import { AnswerWatch } from './answer-watch.js';
import { CommitGroups } from './commit-groups.js';
import { CommitFailed, type Decision, type Engine, type QueryListener } from './dialect.js';
import { mysqlDialect } from './mysql.js';
import { connectToMysql, type MysqlConnections, type MysqlOptions } from './mysql-connections.js';

const BEGIN: readonly Statement[] = [
  statement('SET TRANSACTION ISOLATION LEVEL READ COMMITTED'),
  statement('START TRANSACTION'),
];
/** On a connection that is not used again: what is read there may take its time. */
const SNAPSHOT: readonly Statement[] = [
  statement(
    'SET SESSION innodb_lock_wait_timeout = 50 /*M! , max_statement_time = 0 */ /*!50708 , max_execution_time = 0 */',
  ),
  statement('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ'),
  statement('START TRANSACTION WITH CONSISTENT SNAPSHOT'),
];
const COMMIT = statement('COMMIT');
const ROLLBACK = statement('ROLLBACK');

/** Opens a database of the MySQL family. */
export async function openMysqlEngine(options: MysqlOptions): Promise<Engine> {
  const engine = mysqlEngine(await connectToMysql(options), options.onQuery);
  if (await canCheck(engine.reader)) return engine;
  const { mustHaveChanged: _, ...dialect } = mysqlDialect;
  return { ...engine, dialect };
}

/** Asks the server itself whether a batch stops where it must: where it would not, no unit of work trusts. */
async function canCheck(session: Session): Promise<boolean> {
  try {
    await session.run(statement('SET @kept = 0'), mysqlDialect.mustHaveChanged as Statement);
    return false;
  } catch (error) {
    if (mysqlDialect.troubleOf(error) === 'unmet') return true;
    throw error;
  }
}

/**
 * Statements go straight to the connections of TypeORM's pool: its query runner and the driver's promises would cost a
 * single look-up 22 us on top of 33 (measured).
 */
function mysqlEngine({ source, pool, ping }: MysqlConnections, onQuery: QueryListener | undefined): Engine {
  const watch = new AnswerWatch(ping);
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
        await send(
          [statement('SET SESSION innodb_lock_wait_timeout = 50 /*M! , max_statement_time = 0 */')],
          connection,
        );
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
