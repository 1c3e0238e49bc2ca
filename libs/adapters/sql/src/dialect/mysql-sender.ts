import type { PoolConnection } from 'mysql2';
import type { Outcome, Row, Session, Statement } from '../statement.js';
import type { QueryListener } from './dialect.js';
import type { MysqlConnections } from './mysql-connections.js';
import { HangDetector } from './mysql-hang-detector.js';
import { anonymousBlock, multiStatement } from './mysql-transaction.js';
import { mysqlDialect } from './mysql.js';

/**
 * Sends statements straight to the connections of TypeORM's pool: its query runner and the driver's promises
 * would cost a single look-up 22 us on top of 33 (measured).
 */
export class MysqlSender {
  /** Reads outside a transaction. */
  readonly reader: Session = { run: (...statements) => this.#read(statements) };
  readonly #connections: MysqlConnections;
  readonly #onQuery: QueryListener | undefined;
  readonly #watch: HangDetector;

  constructor(connections: MysqlConnections, onQuery: QueryListener | undefined) {
    this.#connections = connections;
    this.#onQuery = onQuery;
    this.#watch = new HangDetector(connections.ping);
  }

  /** A connection of the pool, for one transaction. */
  acquire(): Promise<PoolConnection> {
    return this.#watch.over((resolve, reject) => {
      let isGivenUp = false;
      this.#connections.pool.getConnection((error, connection) => {
        if (error !== null) reject(error);
        else if (isGivenUp) connection.release();
        else resolve(connection);
      });
      return () => {
        isGivenUp = true;
      };
    }, false);
  }

  /** Sends statements in one round trip; on a connection of the transaction, or on any. */
  async send(statements: readonly Statement[], on?: PoolConnection): Promise<readonly Outcome[]> {
    const all = multiStatement(statements);
    this.#onQuery?.(all.sql);
    const raw = await this.#ask(all, on);
    return statements.length === 1 ? [outcomeOf(raw)] : (raw as readonly unknown[]).map(outcomeOf);
  }

  /** Sends writes as one statement, of whose outcomes nothing is told but that all of them succeeded. */
  async sendBlock(statements: readonly Statement[], on: PoolConnection): Promise<void> {
    this.#onQuery?.(multiStatement(statements).sql);
    await this.#ask(statements.length === 1 ? multiStatement(statements) : anonymousBlock(statements), on);
  }

  async close(): Promise<void> {
    this.#watch.stop();
    await this.#connections.source.destroy();
  }

  /**
   * A read has no effect, so one that lost its connection, or its server, is simply sent again on another.
   */
  async #read(statements: readonly Statement[]): Promise<readonly Outcome[]> {
    try {
      return await this.send(statements);
    } catch (error) {
      const kind = mysqlDialect.classify(error);
      if (kind !== 'lost' && kind !== 'failover') throw error;
      return this.send(statements);
    }
  }

  /** What the driver makes of the answer to a text; on a connection of the transaction, or on any. */
  #ask(text: Statement, on: PoolConnection | undefined): Promise<unknown> {
    return on === undefined ? this.#askAny(text) : this.#askOn(text, on);
  }

  #askOn(text: Statement, on: PoolConnection): Promise<unknown> {
    return this.#watch.over<unknown>((resolve, reject) => {
      query(text, on, NOTHING, resolve, reject);
      return () => on.destroy();
    });
  }

  #askAny(text: Statement): Promise<unknown> {
    return this.#watch.over<unknown>((resolve, reject) => {
      let used: PoolConnection | undefined;
      let isGivenUp = false;
      this.#connections.pool.getConnection((error, connection) => {
        if (error !== null) return reject(error);
        used = connection;
        if (isGivenUp) return connection.release();
        query(text, connection, () => connection.release(), resolve, reject);
      });
      return () => {
        isGivenUp = true;
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
    if (error !== null && mysqlDialect.classify(error) === 'failover') connection.destroy();
    isDone();
    if (error !== null) reject(error);
    else resolve(raw);
  });
}

function outcomeOf(raw: unknown): Outcome {
  if (Array.isArray(raw)) return { rows: raw as readonly Row[], affected: 0 };
  return { rows: [], affected: (raw as { readonly affectedRows: number }).affectedRows };
}
