import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import {
  isPlainRead,
  mysqlDialect,
  serverEngine,
  SQLITE_FUNCTIONS,
  sqliteDialect,
  statement,
  type Dialect,
  type Engine,
  type Outcome,
  type Row,
  type ServerConnection,
  type Statement,
} from '@kontor/sql';
import { OUTSIDE, type Owner, type World } from './world.js';

/** What stops a batch, in the place of MySQL's arithmetic beyond a double. */
const CHECK = 'CHECK ';

/**
 * SQL as SQLite reads it, from a server of the MySQL family: many write at once, a batch is checked before
 * its commit, and whoever does not hold what it writes waits for it.
 */
export const simulatedDialect: Dialect = {
  ...sqliteDialect,
  hasOneWriter: false,
  onDisk: (write) => write(),
  checks: {
    changed: (rows) => statement(`${CHECK}SELECT changes() <> ? AS \`broken\``, rows),
    reads: (...checks) => ({
      sql: `${CHECK}SELECT ${checks.map(({ read }) => `COALESCE((${read.sql}), 0) <> ?`).join(' OR ')} AS \`broken\``,
      values: checks.flatMap(({ read, number }) => [...read.values, number]),
    }),
  },
  classify: (error) => {
    const ours = mysqlDialect.classify(error);
    return ours === 'other' ? sqliteDialect.classify(error) : ours;
  },
};

const DELIMITERS = {
  begin: [statement('START TRANSACTION')],
  commit: [statement('COMMIT')],
  rollBack: [statement('ROLLBACK')],
  commitsTogether: true,
  answersOnce: true,
};

const LOCK_WAIT_MS = 5_000;
/** A transaction whose client says nothing for so long is ended, as `idle_write_transaction_timeout` does. */
const IDLE_MS = 10_000;
const STATEMENTS_KEPT = 2_000;

/** How often what goes wrong, from 0 to 1. All are 0 in times of calm. */
export type Weather = {
  /** A commit loses against another, and is rolled back. */
  conflict: number;
  /** What was sent is done, and nobody hears of it. */
  lostAnswer: number;
  /** What was sent never comes. */
  lostRequest: number;
};

/** Nothing is lost, and no transaction loses to another. */
export const CALM: Readonly<Weather> = { conflict: 0, lostAnswer: 0, lostRequest: 0 };

type Job = {
  readonly connection: Connection;
  readonly statements: readonly Statement[];
  readonly outcomes: Outcome[];
  index: number;
  readonly done: (error?: unknown) => void;
};

function failure(errno: number, message: string): Error {
  return Object.assign(new Error(message), { errno });
}

/** What a client has of a connection. */
class Connection implements ServerConnection {
  readonly raw: RawConnection;
  readonly owner: Owner;
  readonly #server: SimulatedServer;
  isOpen = false;
  isClosed = false;
  idleTimer: number | undefined;

  constructor(server: SimulatedServer, owner: Owner, raw: RawConnection) {
    this.#server = server;
    this.owner = owner;
    this.raw = raw;
  }

  release(): void {
    this.#server.giveBack(this);
  }

  destroy(): void {
    this.#server.end(this);
  }
}

/** A connection to the file, whose statements are kept. */
class RawConnection {
  readonly #database: DatabaseSyncInstance;
  readonly #kept = new Map<string, { readonly prepared: StatementSyncInstance; readonly reads: boolean }>();

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    this.#database.exec('PRAGMA journal_mode = WAL');
    this.#database.exec('PRAGMA synchronous = OFF');
    this.#database.exec('PRAGMA wal_autocheckpoint = 0');
    for (const [name, compute] of Object.entries(SQLITE_FUNCTIONS))
      this.#database.function(name, { deterministic: true }, compute as never);
  }

  run({ sql, values }: Statement): Outcome {
    let kept = this.#kept.get(sql);
    if (kept === undefined) {
      const prepared = this.#database.prepare(sql);
      kept = { prepared, reads: prepared.columns().length > 0 };
      if (this.#kept.size > STATEMENTS_KEPT) this.#kept.clear();
      this.#kept.set(sql, kept);
    }
    if (kept.reads) return { rows: kept.prepared.all(...(values as never[])) as readonly Row[], affected: 0 };
    return { rows: [], affected: Number(kept.prepared.run(...(values as never[])).changes) };
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * A database server of this world, over a file of SQLite's: READ COMMITTED, one lock for whoever writes,
 * held from the first write to the end of the transaction. Each statement before that is a point at which
 * others may go on.
 */
export class SimulatedServer {
  readonly #world: World;
  readonly #file: string;
  readonly #idle: RawConnection[] = [];
  readonly #all = new Set<RawConnection>();
  readonly #connections = new Set<Connection>();
  /** What ends a statement that nobody has answered, and whose it is. */
  readonly #asked = new Map<() => void, Owner>();
  #holder: Connection | undefined;
  #waiting: { readonly job: Job; readonly timer: number }[] = [];
  readonly weather: Weather = { ...CALM };
  isDown = false;
  commits = 0;
  /** Told after each commit. */
  committed: (() => void) | undefined;

  constructor(world: World, file: string) {
    this.#world = world;
    this.#file = file;
  }

  /** The engine of one process. */
  engineOf(owner: Owner): Engine {
    const engine = serverEngine<Connection>(
      {
        reader: { run: (...statements) => this.#read(owner, statements) },
        acquire: () => this.#acquire(owner),
        send: (statements, on) => this.#send(owner, statements, on),
        sendBlock: async (statements, on) => void (await this.#send(owner, statements, on)),
      },
      DELIMITERS,
      simulatedDialect,
    );
    return {
      ...engine,
      snapshot: async (work) => {
        const raw = this.#raw();
        raw.exec('BEGIN');
        try {
          raw.run(statement('SELECT 1 FROM `agreement` LIMIT 1'));
          return await work({
            run: async (...statements) => {
              await this.#world.turn(owner, 'snapshot');
              return statements.map((one) => raw.run(one));
            },
          });
        } finally {
          raw.exec('ROLLBACK');
          this.#idle.push(raw);
        }
      },
      openSource: () => Promise.reject(new Error('a simulated server is prepared before')),
      load: () => ({ connections: undefined, waitingWrites: 0 }),
      close: () => Promise.resolve(),
    };
  }

  /** Reads what is committed at once, beside everything. */
  look(one: Statement): readonly Row[] {
    const raw = this.#raw();
    const { rows } = raw.run(one);
    this.#idle.push(raw);
    return rows;
  }

  /** Every connection of a process is gone, and none of its statements comes back. */
  forget(owner: Owner): void {
    for (const connection of [...this.#connections]) if (connection.owner === owner) this.end(connection);
    for (const [over, asker] of this.#asked) if (asker === owner) over();
  }

  /** The server goes away for everybody, and comes back. */
  setDown(isDown: boolean): void {
    this.isDown = isDown;
    if (isDown) for (const connection of [...this.#connections]) this.end(connection);
  }

  giveBack(connection: Connection): void {
    if (connection.isClosed) return;
    // Whoever takes it next begins a transaction, and so commits what was left open.
    if (connection.isOpen) this.#finish(connection, 'COMMIT');
    this.#close(connection);
  }

  end(connection: Connection): void {
    if (connection.isClosed) return;
    for (const { job, timer } of this.#waiting.filter((one) => one.job.connection === connection)) {
      this.#world.clear(timer);
      job.done(Object.assign(new Error('gone'), { code: 'PROTOCOL_CONNECTION_LOST' }));
    }
    this.#waiting = this.#waiting.filter((one) => one.job.connection !== connection);
    if (connection.isOpen) this.#finish(connection, 'ROLLBACK');
    this.#close(connection);
  }

  close(): void {
    for (const raw of this.#all) raw.close();
    this.#all.clear();
  }

  #close(connection: Connection): void {
    connection.isClosed = true;
    if (connection.idleTimer !== undefined) this.#world.clear(connection.idleTimer);
    this.#connections.delete(connection);
    this.#idle.push(connection.raw);
  }

  #raw(): RawConnection {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const made = new RawConnection(this.#file);
    this.#all.add(made);
    return made;
  }

  async #acquire(owner: Owner): Promise<Connection> {
    if (owner.isDead) throw new Killed();
    if (this.isDown) throw Object.assign(new Error('nobody is there'), { code: 'ECONNREFUSED' });
    const connection = new Connection(this, owner, this.#raw());
    this.#connections.add(connection);
    return connection;
  }

  async #read(owner: Owner, statements: readonly Statement[]): Promise<readonly Outcome[]> {
    const once = async (): Promise<readonly Outcome[]> => {
      const connection = await this.#acquire(owner);
      try {
        return await this.#send(owner, statements, connection);
      } finally {
        this.giveBack(connection);
      }
    };
    try {
      return await once();
    } catch (error) {
      const kind = mysqlDialect.classify(error);
      if (kind !== 'lost' && kind !== 'failover') throw error;
      return once();
    }
  }

  #send(owner: Owner, statements: readonly Statement[], connection: Connection): Promise<readonly Outcome[]> {
    const { random } = this.#world;
    const writes = statements.some((one) => !isPlainRead(one));
    const isLost = random.chance(this.weather.lostRequest);
    const isUnheard = random.chance(this.weather.lostAnswer);
    return new Promise((resolve, fail) => {
      const reject = (error: Error): void => {
        this.#asked.delete(over);
        fail(error);
      };
      const over = (): void => reject(new Killed());
      if (owner.isDead) return over();
      this.#asked.set(over, owner);
      const gone = (): void => {
        this.end(connection);
        reject(Object.assign(new Error('the connection was lost'), { code: 'PROTOCOL_CONNECTION_LOST' }));
      };
      const answered = (error?: unknown): void => {
        // Whoever hears of it, the server has done it.
        this.#world.later(owner, writes ? 'written' : 'read', () => {
          if (isUnheard) gone();
          else if (error !== undefined) reject(error as Error);
          else {
            this.#asked.delete(over);
            resolve(job.outcomes);
          }
        });
      };
      const job: Job = { connection, statements, outcomes: [], index: 0, done: answered };
      if (connection.idleTimer !== undefined) this.#world.clear(connection.idleTimer);
      this.#world.later(OUTSIDE, writes ? 'write' : 'select', () => {
        if (connection.isClosed) return answered(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
        if (isLost) return this.#world.later(owner, 'lost', gone);
        this.#work(job);
      });
    });
  }

  /** Goes on with a batch, until it is done or has to wait. */
  #work(job: Job): void {
    const { connection, statements } = job;
    while (job.index < statements.length) {
      const one = statements[job.index] as Statement;
      if (needsLock(one) && this.#holder !== undefined && this.#holder !== connection)
        return this.#waitForLock(job);
      try {
        job.outcomes.push(this.#run(one, connection));
      } catch (error) {
        this.#watchIdle(connection);
        return job.done(error);
      }
      job.index += 1;
      // Nothing that others do is seen by whoever holds the lock.
      if (job.index < statements.length && this.#holder !== connection) {
        this.#world.later(OUTSIDE, 'go on', () => {
          if (connection.isClosed) job.done(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
          else this.#work(job);
        });
        return;
      }
    }
    this.#watchIdle(connection);
    job.done();
  }

  #run(one: Statement, connection: Connection): Outcome {
    const { raw } = connection;
    const { sql } = one;
    if (sql === 'START TRANSACTION') {
      connection.isOpen = true;
      return { rows: [], affected: 0 };
    }
    if (sql === 'COMMIT' || sql === 'ROLLBACK') {
      if (
        sql === 'COMMIT' &&
        this.#holder === connection &&
        this.#world.random.chance(this.weather.conflict)
      ) {
        this.#finish(connection, 'ROLLBACK');
        throw failure(1213, 'a conflict');
      }
      this.#finish(connection, sql);
      return { rows: [], affected: 0 };
    }
    if (sql === 'SELECT @@in_transaction AS `open`')
      return { rows: [{ open: connection.isOpen ? 1 : 0 }], affected: 0 };
    if (sql.startsWith(CHECK)) {
      const { rows } = raw.run({ sql: sql.slice(CHECK.length), values: one.values });
      if (rows[0]?.['broken'] === 1) throw failure(1690, 'what was taken for granted is not so');
      return { rows: [], affected: 0 };
    }
    if (connection.isOpen && !isPlainRead(one) && this.#holder !== connection) {
      raw.exec('BEGIN IMMEDIATE');
      this.#holder = connection;
    }
    const outcome = raw.run(one);
    if (!connection.isOpen && !isPlainRead(one)) this.#counted();
    return outcome;
  }

  #finish(connection: Connection, how: 'COMMIT' | 'ROLLBACK'): void {
    connection.isOpen = false;
    if (this.#holder !== connection) return;
    connection.raw.exec(how);
    this.#holder = undefined;
    if (how === 'COMMIT') this.#counted();
    for (const { job, timer } of this.#waiting.splice(0)) {
      this.#world.clear(timer);
      this.#world.later(OUTSIDE, 'has waited', () => {
        if (job.connection.isClosed) job.done(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
        else this.#work(job);
      });
    }
  }

  #counted(): void {
    this.commits += 1;
    this.#world.note(`commit ${this.commits}`);
    this.committed?.();
  }

  #waitForLock(job: Job): void {
    const givesUp = (): void => {
      this.#waiting = this.#waiting.filter((one) => one.job !== job);
      job.done(failure(1205, 'waited too long'));
    };
    const timer = this.#world.timer(givesUp, LOCK_WAIT_MS, false, OUTSIDE);
    this.#waiting.push({ job, timer });
  }

  /** A client that says nothing for too long loses its transaction, and what it holds. */
  #watchIdle(connection: Connection): void {
    if (!connection.isOpen) return;
    const ends = (): void => this.end(connection);
    connection.idleTimer = this.#world.timer(ends, IDLE_MS, false, OUTSIDE);
  }
}

/**
 * What the code of a killed process is told, so that it ends, and gives back the places that modules of this
 * program keep for all processes of a world (`fewAtOnce`).
 */
class Killed extends Error {
  override readonly name = 'Killed';
}

function needsLock(one: Statement): boolean {
  return !isPlainRead(one) && !one.sql.startsWith(CHECK) && !CONTROL.has(one.sql);
}

const CONTROL: ReadonlySet<string> = new Set(['START TRANSACTION', 'COMMIT', 'ROLLBACK']);
