import { isPlainRead, statement, type Outcome, type Session, type Statement } from '../statement.js';
import { CommitFailed, type Decision, type Dialect, type Engine } from './dialect.js';
import { connectToMysql, type Acquiring, type MysqlOptions } from './mysql-connections.js';
import { withFewLongReads } from './mysql-long-reads.js';
import { MysqlSender, type HeldConnection } from './mysql-sender.js';
import { delimitersOf, inRoundTrips, type TransactionDelimiters } from './mysql-transaction.js';
import { isStopped, mysqlDialect, stoppedAnywhere } from './mysql.js';

/** On a connection that is not used again: what is read there may take its time. */
const SNAPSHOT: readonly Statement[] = [
  statement(
    'SET SESSION innodb_lock_wait_timeout = 50, lock_wait_timeout = 50 /*M! , max_statement_time = 0 */ /*!50708 , max_execution_time = 0 */',
  ),
  statement('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ'),
  statement('START TRANSACTION WITH CONSISTENT SNAPSHOT'),
];

/** Opens a database of the MySQL family. No connection stays where the server refuses what it is asked. */
export async function openMysqlEngine(options: MysqlOptions): Promise<Engine> {
  const connections = await connectToMysql(options);
  const sender = new MysqlSender(connections, options.onQuery);
  const { checks: _, ...withoutChecks } = mysqlDialect;
  try {
    const dialect = (await canCheck(sender.reader)) ? mysqlDialect : withoutChecks;
    return {
      ...serverEngine<HeldConnection>(sender, await delimitersOf(sender.reader), dialect),
      // What a unit of work reads waits for no other: it may hold what they wait for.
      reader: withFewLongReads(sender.reader, sender.aside, connections.size),
      openSource: connections.openSource,
      onHang: (told) => sender.onHang(told),
      load: () => ({ connections: sender.load(), waitingWrites: 0 }),
      close: () => sender.close(),
    };
  } catch (error) {
    await sender.close();
    throw error;
  }
}

/** A connection to a server, for one transaction at a time. */
export type ServerConnection = {
  /** Gives it back, to be used again. */
  release(): void;
  /** Ends it, and on the server whatever it had begun. */
  destroy(): void;
  /** What is sent before statements that wait for locks until a deadline, and no longer. */
  readonly waitingUntil?: (deadline: number) => readonly Statement[];
};

/** What sends statements to a server. */
export type ServerSender<C extends ServerConnection> = {
  /** Reads outside a transaction. */
  readonly reader: Session;
  /** The same, which after a deadline waits for nothing any more. */
  readonly readerUntil?: (deadline: number) => Session;
  acquire(of?: Acquiring): Promise<C>;
  /** In one round trip; it stops at the first that fails. */
  send(statements: readonly Statement[], on: C): Promise<readonly Outcome[]>;
  /** Writes as one statement, of whose outcomes nothing is told but that all of them succeeded. */
  sendBlock(statements: readonly Statement[], on: C): Promise<void>;
};

/** A server as an engine, without what depends on how it is reached: that is a simulated one's own, too. */
export function serverEngine<C extends ServerConnection>(
  sender: ServerSender<C>,
  delimiters: TransactionDelimiters,
  dialect: Dialect,
): Omit<Engine, 'openSource' | 'load' | 'close'> {
  const transactions = new ServerTransactions(sender, delimiters);
  return {
    dialect,
    reader: sender.reader,
    transaction: (work, deadline) => transactions.run(work, deadline),
    write: (statements, deadline) => transactions.write(statements, deadline),
    snapshot: (work) => snapshot(sender, work),
    ranAgain: new Map(),
  };
}

/** Asks the server itself whether a batch stops where it must: where it would not, every unit is eager. */
async function canCheck(session: Session): Promise<boolean> {
  const { changed, reads } = mysqlDialect.checks;
  const stops = async (check: Statement): Promise<boolean> => {
    try {
      await session.run(statement('SET @kept = 0'), check);
      return false;
    } catch (error) {
      if (mysqlDialect.classify(error) === 'preconditionFailed') return true;
      throw error;
    }
  };
  return (await stops(changed(1))) && (await stops(reads({ read: statement('SELECT 1'), number: 2 })));
}

async function snapshot<A, C extends ServerConnection>(
  sender: ServerSender<C>,
  work: (session: Session) => Promise<A>,
): Promise<A> {
  const connection = await sender.acquire({ isLimited: false });
  try {
    await sender.send(SNAPSHOT, connection);
    return await work({ run: (...statements) => sender.send(statements, connection) });
  } finally {
    connection.destroy();
  }
}

/**
 * A transaction may wait for one lock after another: each only for as long as is left. Empty where the
 * connection waits so already, as mostly.
 */
function waitingOn(connection: ServerConnection, deadline = Infinity): readonly Statement[] {
  return connection.waitingUntil?.(deadline) ?? [];
}

/** Runs transactions, each on a connection of its own. */
class ServerTransactions<C extends ServerConnection> {
  readonly #sender: ServerSender<C>;
  readonly #delimiters: TransactionDelimiters;

  constructor(sender: ServerSender<C>, delimiters: TransactionDelimiters) {
    this.#sender = sender;
    this.#delimiters = delimiters;
  }

  /** Statements that are a whole transaction. */
  async write(statements: readonly Statement[], deadline?: number): Promise<void> {
    const connection = await this.#sender.acquire({ deadline });
    try {
      await this.#commit(connection, [...this.#begin(connection, deadline), ...statements]);
      connection.release();
    } catch (error) {
      await this.#undo(Promise.resolve(connection), error);
      throw error;
    }
  }

  /** Runs `work` once; keeps or undoes what it sent, as it decides. */
  async run<A>(work: (session: Session) => Promise<Decision<A>>, deadline?: number): Promise<A> {
    const sender = this.#sender;
    const reader = (deadline === undefined ? undefined : sender.readerUntil?.(deadline)) ?? sender.reader;
    let acquiring: Promise<C> | undefined;
    let isOver = false;
    // The transaction begins with the first statement that writes or locks, in the same round trip. What is
    // read before sees what is committed, as it would within (R12), and a refusal then costs nothing.
    const run = async (...statements: readonly Statement[]): Promise<readonly Outcome[]> => {
      // What goes on beside what has failed must not reach a connection that others have by now.
      if (isOver) throw new Error('the transaction is over');
      if (acquiring !== undefined) {
        const held = await acquiring;
        return this.#sendAfter(waitingOn(held, deadline), statements, held);
      }
      if (statements.every(isPlainRead)) return reader.run(...statements);
      acquiring = sender.acquire({ deadline });
      const connection = await acquiring;
      return this.#sendAfter(this.#begin(connection, deadline), statements, connection);
    };
    try {
      const decision = await work({ run });
      if (acquiring === undefined) {
        await this.#commitUnsent(decision, deadline);
        return decision.result;
      }
      const connection = await acquiring;
      isOver = true;
      if (decision.commit) {
        const pending = decision.pending.statements();
        const before = pending.length === 0 ? [] : waitingOn(connection, deadline);
        await this.#commit(connection, [...before, ...pending]);
      } else await sender.send(this.#delimiters.rollBack, connection);
      connection.release();
      return decision.result;
    } catch (error) {
      isOver = true;
      await this.#undo(acquiring, error);
      throw error;
    }
  }

  #begin(connection: C, deadline: number | undefined): readonly Statement[] {
    return [...waitingOn(connection, deadline), ...this.#delimiters.begin];
  }

  /** The outcomes of the statements, and not those of what goes before them in the same round trip. */
  async #sendAfter(
    before: readonly Statement[],
    statements: readonly Statement[],
    connection: C,
  ): Promise<readonly Outcome[]> {
    return (await this.#send([...before, ...statements], connection)).slice(before.length);
  }

  /** In one round trip, or in as many as what is sent is too large for one. */
  async #send(statements: readonly Statement[], connection: C): Promise<readonly Outcome[]> {
    const trips = inRoundTrips(statements);
    if (trips.length === 1) return this.#sender.send(statements, connection);
    const outcomes: Outcome[] = [];
    for (const trip of trips) outcomes.push(...(await this.#sender.send(trip, connection)));
    return outcomes;
  }

  /** Nothing was written yet: all of it can go in one round trip, together with what others have. */
  async #commitUnsent<A>(decision: Decision<A>, deadline?: number): Promise<void> {
    if (!decision.commit || decision.pending.isEmpty) return;
    const { commitWithOthers, statements } = decision.pending;
    await (commitWithOthers?.() ?? this.write(statements(), deadline));
  }

  /**
   * Ends a transaction for good; after the last words were sent it may be unknown whether it has ended so.
   */
  async #commit(connection: C, pending: readonly Statement[]): Promise<void> {
    const { commit, commitsTogether, answersOnce } = this.#delimiters;
    const trips = pending.length === 0 ? [] : inRoundTrips(pending);
    const together = commitsTogether ? trips.at(-1) : undefined;
    for (const trip of trips) if (trip !== together) await this.#sender.send(trip, connection);
    const last = together === undefined ? commit : [...together, ...commit];
    try {
      await (answersOnce ? this.#sender.sendBlock(last, connection) : this.#sender.send(last, connection));
    } catch (error) {
      throw new CommitFailed(await this.#commitFailure(connection, error));
    }
  }

  /**
   * A block that was stopped may have been stopped after its commit: where no transaction is open any more,
   * it is not known whether it was kept, as when an answer is lost.
   */
  async #commitFailure(connection: C, error: unknown): Promise<unknown> {
    if (!this.#delimiters.answersOnce || !isStopped(error)) return error;
    const isOpen = statement('SELECT @@in_transaction AS `open`');
    const [open] = await this.#sender.send([isOpen], connection).catch(() => []);
    return open?.rows[0]?.['open'] === 1 ? error : stoppedAnywhere(error);
  }

  /**
   * Rolls back what failed. A connection on which even that fails must not go back to the pool with its
   * locks.
   */
  async #undo(acquiring: Promise<C> | undefined, failed: unknown): Promise<void> {
    const connection = await acquiring?.catch(() => undefined);
    if (connection === undefined) return;
    try {
      if (mysqlDialect.classify(failed instanceof CommitFailed ? failed.cause : failed) === 'failover')
        throw failed;
      await this.#sender.send(this.#delimiters.rollBack, connection);
      connection.release();
    } catch {
      connection.destroy();
    }
  }
}
