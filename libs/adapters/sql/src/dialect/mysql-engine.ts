import type { PoolConnection } from 'mysql2';
import {
  isPlainRead,
  statement,
  type Outcome,
  type Row,
  type Session,
  type Statement,
} from '../statement.js';
import { HangDetector } from './mysql-hang-detector.js';
import { CommitFailed, type Checks, type Decision, type Engine, type QueryListener } from './dialect.js';
import {
  anonymousBlock,
  delimitersOf,
  multiStatement,
  type TransactionDelimiters,
} from './mysql-transaction.js';
import { isStopped, mysqlDialect, stoppedAnywhere } from './mysql.js';
import { connectToMysql, type MysqlConnections, type MysqlOptions } from './mysql-connections.js';

/** On a connection that is not used again: what is read there may take its time. */
const SNAPSHOT: readonly Statement[] = [
  statement(
    'SET SESSION innodb_lock_wait_timeout = 50 /*M! , max_statement_time = 0 */ /*!50708 , max_execution_time = 0 */',
  ),
  statement('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ'),
  statement('START TRANSACTION WITH CONSISTENT SNAPSHOT'),
];

/** Opens a database of the MySQL family. */
export async function openMysqlEngine(options: MysqlOptions): Promise<Engine> {
  const statements = statementsTo(await connectToMysql(options), options.onQuery);
  const engine = mysqlEngine(statements, await delimitersOf(statements.reader));
  if (await canCheck(engine.reader)) return engine;
  const { checks: _, ...dialect } = mysqlDialect;
  return { ...engine, dialect };
}

/** Asks the server itself whether a batch stops where it must: where it would not, no unit of work trusts. */
async function canCheck(session: Session): Promise<boolean> {
  const { changed, isStill } = mysqlDialect.checks as Checks;
  const stops = async (check: Statement): Promise<boolean> => {
    try {
      await session.run(statement('SET @kept = 0'), check);
      return false;
    } catch (error) {
      if (mysqlDialect.classify(error) === 'preconditionFailed') return true;
      throw error;
    }
  };
  return (await stops(changed(1))) && (await stops(isStill(statement('SELECT 1'), 2)));
}

/** The ways of sending statements. */
type Statements = {
  acquire(): Promise<PoolConnection>;
  /** Sends statements in one round trip; on a connection of the transaction, or on any. */
  send(statements: readonly Statement[], on?: PoolConnection): Promise<readonly Outcome[]>;
  /** Sends writes as one statement, of whose outcomes nothing is told but that all of them succeeded. */
  sendBlock(statements: readonly Statement[], on: PoolConnection): Promise<void>;
  readonly reader: Session;
  load: MysqlConnections['load'];
  openSource: MysqlConnections['openSource'];
  close(): Promise<void>;
};

/**
 * Statements go straight to the connections of TypeORM's pool: its query runner and the driver's promises
 * would cost a single look-up 22 us on top of 33 (measured).
 */
function statementsTo(
  { source, pool, load, ping, openSource }: MysqlConnections,
  onQuery: QueryListener | undefined,
): Statements {
  const watch = new HangDetector(ping);
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
    }, false);

  /** What the driver makes of the answer to a text; on a connection of the transaction, or on any. */
  const ask = ({ sql, values }: Statement, on?: PoolConnection): Promise<unknown> =>
    watch.over<unknown>((resolve, reject) => {
      const query = (connection: PoolConnection, isDone: () => void): void => {
        connection.query(sql, [...values], (error, raw) => {
          if (error !== null && mysqlDialect.classify(error) === 'failover') connection.destroy();
          isDone();
          if (error !== null) reject(error);
          else resolve(raw);
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

  const send = async (statements: readonly Statement[], on?: PoolConnection): Promise<readonly Outcome[]> => {
    const all = multiStatement(statements);
    onQuery?.(all.sql);
    const raw = await ask(all, on);
    return statements.length === 1 ? [outcomeOf(raw)] : (raw as readonly unknown[]).map(outcomeOf);
  };

  const sendBlock = async (statements: readonly Statement[], on: PoolConnection): Promise<void> => {
    onQuery?.(multiStatement(statements).sql);
    await ask(statements.length === 1 ? multiStatement(statements) : anonymousBlock(statements), on);
  };

  /**
   * A read has no effect, so one that lost its connection, or its server, is simply sent again on another.
   */
  const read = async (statements: readonly Statement[]): Promise<readonly Outcome[]> => {
    try {
      return await send(statements);
    } catch (error) {
      const kind = mysqlDialect.classify(error);
      if (kind !== 'lost' && kind !== 'failover') throw error;
      return send(statements);
    }
  };
  return {
    acquire,
    send,
    sendBlock,
    reader: { run: (...statements) => read(statements) },
    load,
    openSource,
    close: async () => {
      watch.stop();
      await source.destroy();
    },
  };
}

function mysqlEngine(
  { acquire, send, sendBlock, reader, load, openSource, close }: Statements,
  delimiters: TransactionDelimiters,
): Engine {
  const { begin, commit, rollBack, commitsTogether, answersOnce } = delimiters;

  /**
   * Ends a transaction for good; after the last words were sent it may be unknown whether it has ended so.
   */
  const closeOn = async (connection: PoolConnection, closing: readonly Statement[]): Promise<void> => {
    if (!commitsTogether && closing.length > 0) await send(closing, connection);
    const last = commitsTogether ? [...closing, ...commit] : commit;
    try {
      await (answersOnce ? sendBlock(last, connection) : send(last, connection));
    } catch (error) {
      throw new CommitFailed(await commitFailure(connection, error));
    }
  };

  /**
   * A block that was stopped may have been stopped after its commit: where no transaction is open any more,
   * it is not known whether it was kept, as when an answer is lost.
   */
  const commitFailure = async (connection: PoolConnection, error: unknown): Promise<unknown> => {
    if (!answersOnce || !isStopped(error)) return error;
    const [open] = await send([statement('SELECT @@in_transaction AS `open`')], connection).catch(() => []);
    return open?.rows[0]?.['open'] === 1 ? error : stoppedAnywhere(error);
  };

  /**
   * Rolls back what failed. A connection on which even that fails must not go
   * back to the pool with its locks.
   */
  const undo = async (acquiring: Promise<PoolConnection> | undefined, failed: unknown): Promise<void> => {
    const connection = await acquiring?.catch(() => undefined);
    if (connection === undefined) return;
    try {
      if (mysqlDialect.classify(failed instanceof CommitFailed ? failed.cause : failed) === 'failover')
        throw failed;
      await send(rollBack, connection);
      connection.release();
    } catch {
      connection.destroy();
    }
  };

  /** Work that is a whole transaction, on a connection of its own. */
  const inOneGo = async <A>(work: (connection: PoolConnection) => Promise<A>): Promise<A> => {
    const connection = await acquire();
    try {
      const result = await work(connection);
      connection.release();
      return result;
    } catch (error) {
      await undo(Promise.resolve(connection), error);
      throw error;
    }
  };

  const write = (statements: readonly Statement[]): Promise<void> =>
    inOneGo((connection) => closeOn(connection, [...begin, ...statements]));

  return {
    dialect: mysqlDialect,
    reader,
    transaction: async <A>(work: (session: Session) => Promise<Decision<A>>): Promise<A> => {
      let acquiring: Promise<PoolConnection> | undefined;
      let isOver = false;
      // The transaction begins with the first statement that writes or locks, in the same round trip. What is
      // read before sees what is committed, as it would within (R12), and a refusal then costs nothing.
      const run = async (...statements: readonly Statement[]): Promise<readonly Outcome[]> => {
        // What goes on beside what has failed must not reach a connection that others have by now.
        if (isOver) throw new Error('the transaction is over');
        if (acquiring !== undefined) return send(statements, await acquiring);
        if (statements.every(isPlainRead)) return reader.run(...statements);
        acquiring = acquire();
        return (await send([...begin, ...statements], await acquiring)).slice(begin.length);
      };
      try {
        const decision = await work({ run });
        if (acquiring === undefined) {
          // Nothing was written yet: all of it can go in one round trip, together with what others have.
          if (decision.keep && !decision.closing.isEmpty) {
            const { commitAlone, statements } = decision.closing;
            await (commitAlone?.() ?? write(statements()));
          }
          return decision.result;
        }
        const connection = await acquiring;
        isOver = true;
        if (decision.keep) await closeOn(connection, decision.closing.statements());
        else await send(rollBack, connection);
        connection.release();
        return decision.result;
      } catch (error) {
        isOver = true;
        await undo(acquiring, error);
        throw error;
      }
    },
    write,
    snapshot: async (work) => {
      const connection = await acquire();
      try {
        await send(SNAPSHOT, connection);
        return await work({ run: (...statements) => send(statements, connection) });
      } finally {
        connection.destroy();
      }
    },
    openSource,
    load: () => ({ connections: load(), waitingWrites: 0 }),
    ranAgain: new Map(),
    close,
  };
}

function outcomeOf(raw: unknown): Outcome {
  if (Array.isArray(raw)) return { rows: raw as readonly Row[], affected: 0 };
  return { rows: [], affected: (raw as { readonly affectedRows: number }).affectedRows };
}
