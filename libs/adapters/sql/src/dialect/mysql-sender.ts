import type { PoolConnection } from 'mysql2';
import { Busy } from '@kontor/kernel';
import { statement, type Outcome, type Row, type Session, type Statement } from '../statement.js';
import type { QueryListener } from './dialect.js';
import { LOCK_WAIT_SECONDS, type Acquiring, type MysqlConnections } from './mysql-connections.js';
import { HangDetector } from './mysql-hang-detector.js';
import { anonymousBlock, multiStatement } from './mysql-transaction.js';
import { mysqlDialect } from './mysql.js';

/**
 * For how many seconds a connection lets statements wait for a lock, where that was set since it was opened;
 * NaN where what was sent on it has failed, so that it is not known what of it has run.
 */
const LOCK_WAITS = new WeakMap<PoolConnection, number>();

/** How long a read waits altogether for a connection and the lock of a table, where no deadline is said. */
const READ_WAITS_MS = 5_000;
/** Who is late by its own work waits for a connection all the same: it may have to be opened. */
const CONNECTION_WAITS_MS = 1_000;

/** What goes first, so that a connection waits for locks no longer than is left: whole seconds. */
function lockWaitSet(connection: PoolConnection, deadline: number): readonly Statement[] {
  const left = Math.round((deadline - performance.now()) / 1_000);
  const seconds = Math.min(LOCK_WAIT_SECONDS, Math.max(1, left));
  if (seconds === (LOCK_WAITS.get(connection) ?? LOCK_WAIT_SECONDS)) return [];
  LOCK_WAITS.set(connection, seconds);
  return [statement(`SET SESSION innodb_lock_wait_timeout = ${seconds}, lock_wait_timeout = ${seconds}`)];
}

/** A connection that a transaction holds, until it gives it back or ends it. */
export class HeldConnection {
  readonly connection: PoolConnection;
  /** Whether the server ends what is sent on it after seconds; in a snapshot it may take its time. */
  readonly isLimited: boolean;
  readonly #isFree: () => void;
  #isHeld = true;

  /** `isFree`: called once, when another transaction may have a connection instead. */
  constructor(connection: PoolConnection, isLimited: boolean, isFree: () => void) {
    this.connection = connection;
    this.isLimited = isLimited;
    this.#isFree = isFree;
  }

  waitingUntil(deadline: number): readonly Statement[] {
    return lockWaitSet(this.connection, deadline);
  }

  release(): void {
    this.#end(() => this.connection.release());
  }

  destroy(): void {
    this.#end(() => this.connection.destroy());
  }

  #end(end: () => void): void {
    // The pool may have given it to somebody else by now.
    if (!this.#isHeld) return;
    this.#isHeld = false;
    end();
    this.#isFree();
  }
}

/**
 * Sends statements straight to the connections of TypeORM's pool: its query runner and the driver's promises
 * would cost a single look-up 22 us on top of 33 (measured).
 *
 * Transactions hold all connections but one at most. A transaction may wait for something that another unit
 * of work reads outside of one, such as a counter that several need: that read must find a connection, or all
 * of them would wait for each other for ever. Who reads so holds a connection only until it is answered.
 */
export class MysqlSender {
  /** Reads outside a transaction. */
  readonly reader: Session = this.readerUntil();
  /** The same for what is asked about reads: once in a while, so that no listener hears. */
  readonly aside: Session = { run: (...statements) => this.#askAny(statements) };
  readonly #connections: MysqlConnections;
  readonly #onQuery: QueryListener | undefined;
  readonly #watch: HangDetector;
  readonly #transactionsMax: number;
  #transactions = 0;
  /** Transactions that wait for one to end, the first of them first. */
  readonly #waiting = new Set<() => void>();

  constructor(connections: MysqlConnections, onQuery: QueryListener | undefined) {
    this.#connections = connections;
    this.#onQuery = onQuery;
    this.#watch = new HangDetector(connections.ping);
    this.#transactionsMax = connections.size - 1;
  }

  /** `told`: called each time that the server was found to hang. */
  onHang(told: () => void): void {
    this.#watch.onHang(told);
  }

  /** How many connections are open, how many are used, and how many wait for one. */
  load(): ReturnType<MysqlConnections['load']> {
    const { open, used, waiting } = this.#connections.load();
    return { open, used, waiting: waiting + this.#waiting.size };
  }

  /** The same, which after a deadline waits for no connection and no lock of a table any more. */
  readerUntil(deadline?: number): Session {
    return { run: (...statements) => this.#read(statements, deadline) };
  }

  /** A connection of the pool, for one transaction; it is there when few enough others hold one. */
  acquire({ isLimited = true, deadline = Infinity }: Acquiring = {}): Promise<HeldConnection> {
    return this.#watch.over(
      (resolve, reject) => {
        let isGivenUp = false;
        let late: NodeJS.Timeout | undefined;
        const begin = (): void => {
          this.#transactions += 1;
          const isFree = (): void => this.#nextTransaction();
          this.#connections.pool.getConnection((error, connection) => {
            clearTimeout(late);
            if (error !== null) {
              isFree();
              return reject(error);
            }
            const held = new HeldConnection(connection, isLimited, isFree);
            if (isGivenUp) held.release();
            else resolve(held);
          });
        };
        const giveUp = (): void => {
          isGivenUp = true;
          clearTimeout(late);
          this.#waiting.delete(begin);
        };
        const mayBegin = this.#transactions < this.#transactionsMax;
        if (deadline !== Infinity)
          late = setTimeout(
            () => {
              giveUp();
              reject(new Busy('no connection for the transaction in time'));
            },
            Math.max(deadline - performance.now(), mayBegin ? CONNECTION_WAITS_MS : 0),
          );
        if (mayBegin) begin();
        else this.#waiting.add(begin);
        return giveUp;
      },
      { isHeard: false },
    );
  }

  /** A transaction has ended: the one that waits longest begins. */
  #nextTransaction(): void {
    this.#transactions -= 1;
    const [begin] = this.#waiting;
    if (begin === undefined) return;
    this.#waiting.delete(begin);
    begin();
  }

  /** Sends statements in one round trip; on a connection of the transaction. */
  async send(statements: readonly Statement[], on: HeldConnection): Promise<readonly Outcome[]> {
    const text = multiStatement(statements);
    this.#onQuery?.(text.sql);
    return outcomesOf(await this.#askOn(text, on), statements.length);
  }

  /** Sends writes as one statement, of whose outcomes nothing is told but that all of them succeeded. */
  async sendBlock(statements: readonly Statement[], on: HeldConnection): Promise<void> {
    this.#onQuery?.(multiStatement(statements).sql);
    await this.#askOn(statements.length === 1 ? multiStatement(statements) : anonymousBlock(statements), on);
  }

  async close(): Promise<void> {
    this.#watch.stop();
    await this.#connections.source.destroy();
  }

  /**
   * A read has no effect, so one that lost its connection, or its server, is simply sent again on another, to
   * wait there no longer than it would have on the first. So is one that was stopped from outside by a kill,
   * or lost against others (R10), once: who gives way to it a second time is told.
   */
  async #read(
    statements: readonly Statement[],
    deadline = performance.now() + READ_WAITS_MS,
  ): Promise<readonly Outcome[]> {
    const readOnce = (): Promise<readonly Outcome[]> => {
      this.#onQuery?.(multiStatement(statements).sql);
      return this.#askAny(statements, deadline);
    };
    try {
      return await readOnce();
    } catch (error) {
      const kind = mysqlDialect.classify(error);
      if (kind !== 'lost' && kind !== 'failover' && kind !== 'conflict') throw error;
      return readOnce();
    }
  }

  #askOn(text: Statement, on: HeldConnection): Promise<unknown> {
    const { isLimited } = on;
    return this.#watch.over<unknown>(
      (resolve, reject) => {
        query(text, on.connection, NOTHING, resolve, reject);
        return () => on.destroy();
      },
      { isLimited },
    );
  }

  #askAny(
    statements: readonly Statement[],
    deadline = performance.now() + READ_WAITS_MS,
  ): Promise<readonly Outcome[]> {
    return this.#watch.over<readonly Outcome[]>((resolve, reject) => {
      let used: PoolConnection | undefined;
      let isGivenUp = false;
      const late = setTimeout(
        () => {
          isGivenUp = true;
          reject(new Busy('no connection to read on in time'));
        },
        Math.max(deadline - performance.now(), CONNECTION_WAITS_MS),
      );
      this.#connections.pool.getConnection((error, connection) => {
        clearTimeout(late);
        if (error !== null) return reject(error);
        used = connection;
        if (isGivenUp) return connection.release();
        const all = [...lockWaitSet(connection, deadline), ...statements];
        const answered = (raw: unknown): void =>
          resolve(outcomesOf(raw, all.length).slice(-statements.length));
        query(multiStatement(all), connection, () => connection.release(), answered, reject);
      });
      return () => {
        isGivenUp = true;
        clearTimeout(late);
        used?.destroy();
      };
    });
  }
}

const NOTHING = (): void => undefined;

/** Asks one connection; `isDone` before the answer is told. */
function query(
  { sql, values }: Statement,
  connection: PoolConnection,
  isDone: () => void,
  resolve: (raw: unknown) => void,
  reject: (error: Error) => void,
): void {
  connection.query(sql, [...values], (error, raw) => {
    if (error !== null) LOCK_WAITS.set(connection, NaN);
    if (error !== null && mysqlDialect.classify(error) === 'failover') connection.destroy();
    isDone();
    if (error !== null) reject(error);
    else resolve(raw);
  });
}

/** Of one statement the driver gives what came of it, of several a list. */
function outcomesOf(raw: unknown, statements: number): readonly Outcome[] {
  return statements === 1 ? [outcomeOf(raw)] : (raw as readonly unknown[]).map(outcomeOf);
}

function outcomeOf(raw: unknown): Outcome {
  if (Array.isArray(raw)) return { rows: raw as readonly Row[], affected: 0 };
  return { rows: [], affected: (raw as { readonly affectedRows: number }).affectedRows };
}
