import type { PoolConnection } from 'mysql2';
import {
  isPlainRead,
  statement,
  type Outcome,
  type Row,
  type Session,
  type Statement,
} from '../statement.js';
import { troubleOf } from '../failures.js';
import { wereNotWritten, wereWritten } from '../number-memory.js';
import { isEmpty, statementsOf, type WriteSet } from '../write-set.js';
import { AnswerWatch } from './answer-watch.js';
import { CommitGroups } from './commit-groups.js';
import {
  CommitFailed,
  type Checks,
  type Decision,
  type Engine,
  type QueryListener,
  type Trouble,
} from './dialect.js';
import { asOne, bracketsOn, inARow, type Brackets } from './mysql-brackets.js';
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
  const engine = mysqlEngine(statements, await bracketsOn(statements.reader));
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
      if (mysqlDialect.troubleOf(error) === 'unmet') return true;
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
  sendAsOne(statements: readonly Statement[], on: PoolConnection): Promise<void>;
  readonly reader: Session;
  load: MysqlConnections['load'];
  close(): Promise<void>;
};

/**
 * Statements go straight to the connections of TypeORM's pool: its query runner and the driver's promises would cost a
 * single look-up 22 us on top of 33 (measured).
 */
function statementsTo(
  { source, pool, load, ping }: MysqlConnections,
  onQuery: QueryListener | undefined,
): Statements {
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
    }, false);

  /** What the driver makes of the answer to a text; on a connection of the transaction, or on any. */
  const ask = ({ sql, values }: Statement, on?: PoolConnection): Promise<unknown> =>
    watch.over<unknown>((resolve, reject) => {
      const query = (connection: PoolConnection, isDone: () => void): void => {
        connection.query(sql, [...values], (error, raw) => {
          if (error !== null && mysqlDialect.troubleOf(error) === 'elsewhere') connection.destroy();
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
    const all = inARow(statements);
    onQuery?.(all.sql);
    const raw = await ask(all, on);
    return statements.length === 1 ? [outcomeOf(raw)] : (raw as readonly unknown[]).map(outcomeOf);
  };

  const sendAsOne = async (statements: readonly Statement[], on: PoolConnection): Promise<void> => {
    onQuery?.(inARow(statements).sql);
    await ask(statements.length === 1 ? inARow(statements) : asOne(statements), on);
  };

  /** A read has no effect, so one that lost its connection, or its server, is simply sent again on another. */
  const read = async (statements: readonly Statement[]): Promise<readonly Outcome[]> => {
    try {
      return await send(statements);
    } catch (error) {
      const trouble = mysqlDialect.troubleOf(error);
      if (trouble !== 'lost' && trouble !== 'elsewhere') throw error;
      return send(statements);
    }
  };
  return {
    acquire,
    send,
    sendAsOne,
    reader: { run: (...statements) => read(statements) },
    load,
    close: async () => {
      watch.stop();
      await source.destroy();
    },
  };
}

function mysqlEngine(
  { acquire, send, sendAsOne, reader, load, close }: Statements,
  brackets: Brackets,
): Engine {
  const { begin, commit, rollBack, commitsTogether, answersOnce } = brackets;

  /** Ends a transaction for good; after the last words were sent it may be unknown whether it has ended so. */
  const closeOn = async (connection: PoolConnection, closing: readonly Statement[]): Promise<void> => {
    if (!commitsTogether && closing.length > 0) await send(closing, connection);
    const last = commitsTogether ? [...closing, ...commit] : commit;
    try {
      await (answersOnce ? sendAsOne(last, connection) : send(last, connection));
    } catch (error) {
      throw new CommitFailed(await commitFailure(connection, error));
    }
  };

  /**
   * A block that was stopped may have been stopped after its commit: where no transaction is open any more, it is not known whether it was kept,
   * as when an answer is lost.
   */
  const commitFailure = async (connection: PoolConnection, error: unknown): Promise<unknown> => {
    if (!answersOnce || !isStopped(error)) return error;
    const [open] = await send([statement('SELECT @@in_transaction AS `open`')], connection).catch(() => []);
    return open?.rows[0]?.['open'] === 1 ? error : stoppedAnywhere(error);
  };

  /** Rolls back what failed. A connection on which even that fails must not go back to the pool with its locks. */
  const undo = async (acquiring: Promise<PoolConnection> | undefined, failed: unknown): Promise<void> => {
    const connection = await acquiring?.catch(() => undefined);
    if (connection === undefined) return;
    try {
      if (troubleOf(mysqlDialect, failed) === 'elsewhere') throw failed;
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

  /** Whatever is written tells whether the numbers in it are used up. */
  const writing = async (sets: readonly WriteSet[], write: () => Promise<void>): Promise<void> => {
    const claims = sets.length === 1 ? (sets[0] as WriteSet).claims : sets.flatMap((set) => set.claims);
    try {
      await write();
      wereWritten(claims);
    } catch (error) {
      wereNotWritten(claims, troubleOf(mysqlDialect, error) === 'unmet');
      throw error;
    }
  };

  const groups = new CommitGroups(
    (sets) =>
      writing(sets, async () => {
        const closing = [...begin, ...statementsOf(mysqlDialect, sets)];
        await inOneGo((connection) => closeOn(connection, closing));
      }),
    isOfOneUnit,
  );

  return {
    dialect: mysqlDialect,
    reader,
    transaction: async <A>(work: (session: Session) => Promise<Decision<A>>): Promise<A> => {
      let acquiring: Promise<PoolConnection> | undefined;
      let isOver = false;
      // The transaction begins with the first statement that writes or locks, in the same round trip. What is read before sees what
      // is committed, as it would within (R12), and a refusal then costs nothing.
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
          if (decision.keep && !isEmpty(decision.closing)) await groups.commit(decision.closing);
          return decision.result;
        }
        const connection = await acquiring;
        isOver = true;
        if (decision.keep) {
          const { closing } = decision;
          await writing([closing], () => closeOn(connection, statementsOf(mysqlDialect, [closing])));
        } else await send(rollBack, connection);
        connection.release();
        return decision.result;
      } catch (error) {
        isOver = true;
        await undo(acquiring, error);
        throw error;
      }
    },
    // Whether it was kept does not matter when an answer is lost: it may be done again.
    atOnce: {
      run: (...statements) =>
        inOneGo(async (connection) => {
          const together = commitsTogether ? commit : [];
          const outcomes = await send([...begin, ...statements, ...together], connection);
          if (!commitsTogether) await send(commit, connection);
          return outcomes.slice(begin.length, begin.length + statements.length);
        }),
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
    load: () => ({ connections: load(), waitingWrites: groups.waiting }),
    ranAgain: new Map(),
    close,
  };
}

/** A migration that was cut off after it had added columns runs again. */
function passOverDefined(error: unknown): void {
  if (mysqlDialect.troubleOf(error) !== 'defined') throw error;
}

const OF_ALL: ReadonlySet<Trouble> = new Set(['lost', 'unavailable', 'elsewhere', 'conflict']);

/** An error that one unit of a group has made for all of them. */
function isOfOneUnit(error: unknown): boolean {
  return !OF_ALL.has(troubleOf(mysqlDialect, error));
}

function outcomeOf(raw: unknown): Outcome {
  if (Array.isArray(raw)) return { rows: raw as readonly Row[], affected: 0 };
  return { rows: [], affected: (raw as { readonly affectedRows: number }).affectedRows };
}
