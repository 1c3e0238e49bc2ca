import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { breathe, Unavailable } from '@kontor/kernel';
import type { QueryResult, QueryRunner } from 'typeorm';
import { DataSource } from 'typeorm/data-source/DataSource.js';
import { rowsOf, statement, type Outcome, type Row, type Session, type Statement } from '../statement.js';
import { retryUntil } from './retry-until.js';
import { CommitFailed, type Decision, type Engine, type QueryListener, type SourceParts } from './dialect.js';
import {
  examineFile,
  databaseFileAt,
  identify,
  isNoted,
  noteIdentity,
  UnusableFile,
  watchOf,
} from './sqlite-identity.js';
import { SqliteDatabase } from './sqlite-driver.js';
import { SQLITE_FUNCTIONS, sqliteDialect } from './sqlite.js';
import { listeningLogger } from './query-logger.js';
import { withLongReads, type ReadApart } from './sqlite-long-reads.js';
import { ChangeFlag, WriteQueue } from './sqlite-write-queue.js';

/** Which file it is, and who is told of each statement. */
type SqliteOptions = {
  /** A file, or `:memory:`. */
  readonly path: string;
  /** Throws `UnusableFile` where there is no such file, which is made otherwise. */
  readonly mustExist?: boolean | undefined;
  /** How long what is written waits while another process writes: 5 s where it is not said. */
  readonly patienceMs?: number | undefined;
  readonly onQuery?: QueryListener | undefined;
  /** Where long reads are done: in the process that asks for them, where it is not said. */
  readonly readApart?: ReadApart | undefined;
};

/** How long a statement waits, on the only thread there is, for another process. */
const BUSY_TIMEOUT_MS = 100;

/**
 * KiB of the file that a connection keeps: what is read again comes from the system's own cache at little
 * cost.
 */
const WRITER_CACHE_KIB = 4_096;
const READER_CACHE_KIB = 8_192;
/** What is left of the log, when it begins anew, of one that grew beside a long read. */
const LOG_BYTES_MAX = 16 * 1024 * 1024;
/** FULL, or a power cut takes acknowledged commits with it. */
const WRITER_SETTINGS = [
  'synchronous = FULL',
  `cache_size = -${WRITER_CACHE_KIB}`,
  `journal_size_limit = ${LOG_BYTES_MAX}`,
];
/** Where work queues no statement waits: the queue waits longer, and lets others go on meanwhile. */
const WAITS_NOT = 'busy_timeout = 0';
const QUEUE_SETTINGS = [...WRITER_SETTINGS, WAITS_NOT];
const READER_SETTINGS = ['synchronous = FULL', `cache_size = -${READER_CACHE_KIB}`, 'query_only = ON'];

/**
 * Opens a file. TypeORM's driver has one connection that every transaction shares, so there are
 * two data sources: a writer, which all writes go through one after the other, and a reader,
 * which sees what was committed (WAL). A database in memory cannot be shared by two connections:
 * it is a temporary file, removed at the end.
 */
export async function openSqliteEngine(options: SqliteOptions): Promise<Engine> {
  const { path } = options;
  if (path === ':memory:') {
    const folder = await folderForMemory();
    const file = join(folder, 'kontor.sqlite');
    const engine = await openFile({ ...options, path: file }, file);
    const close = async (): Promise<void> => {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    };
    return { ...engine, close };
  }
  examineFile(path, options);
  return openFile(options, databaseFileAt(path), (writer) => keepIdentity(path, writer));
}

async function folderForMemory(): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), 'kontor-'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UnusableFile(
      `no file can be made in ${tmpdir()}, the folder for temporary files (${code}); name another in TMPDIR`,
    );
  }
}

async function openFile(
  { path, patienceMs, onQuery, readApart }: SqliteOptions,
  file: string,
  opened?: (writer: DataSource) => Promise<void>,
): Promise<Engine> {
  const open = (pragmas: readonly string[], of: SourceParts = {}): Promise<DataSource> =>
    openSource({ file, pragmas, onQuery, ...of });
  const writer = await open(QUEUE_SETTINGS);
  await opened?.(writer);
  const reader = await open(READER_SETTINGS);
  const isInPlace = watchOf(file, path);
  const openAnother = (): Promise<DataSource> => open(['query_only = ON']);
  const engine = sqliteEngine(writer, reader, { openAnother, isInPlace, patienceMs });
  return {
    ...engine,
    ...(readApart !== undefined && {
      reader: withLongReads(engine.reader, { file, readApart, isInPlace, onQuery, sizeOf: sizesBy(reader) }),
    }),
    openSource: (of) => open(WRITER_SETTINGS, of),
  };
}

/** How many items collections have, asked for without TypeORM: it is asked before each read that is long. */
function sizesBy(source: DataSource): (agreementNumber: number, collection: string) => number {
  // The driver keeps its connection for itself, and its types do not tell.
  const { databaseConnection } = source.driver as unknown as { readonly databaseConnection: SqliteDatabase };
  let size: ReturnType<SqliteDatabase['numberBy']> | undefined;
  return (agreementNumber, collection) => {
    size ??= databaseConnection.numberBy(
      'SELECT `items` FROM `collection_state` WHERE `agreement_number` = ? AND `collection` = ?',
    );
    return size(agreementNumber, collection) ?? 0;
  };
}

/** Notes which database it is that a path leads to; a new one gets an identity first. */
async function keepIdentity(path: string, source: DataSource): Promise<void> {
  const session = sessionOn(source.createQueryRunner());
  try {
    const identity = await retryUntil(sqliteDialect, async () => {
      await session.run(BEGIN);
      try {
        const found = await identify(path, session);
        await session.run(COMMIT);
        return found;
      } catch (error) {
        await session.run(ROLLBACK);
        throw error;
      }
    });
    // Into the file itself, so that the log of another database is known before it is played back.
    if (!isNoted(path)) await session.run(WAIT_FOR_OTHERS, WRITE_LOG_BACK, WAIT_IN_THE_QUEUE);
    noteIdentity(path, identity);
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

type SourceOptions = SourceParts & {
  readonly file: string;
  readonly pragmas: readonly string[];
  readonly onQuery: QueryListener | undefined;
};

function openSource({
  file,
  pragmas,
  onQuery,
  migrations = [],
  entities = [],
}: SourceOptions): Promise<DataSource> {
  const source = new DataSource({
    type: 'better-sqlite3',
    driver: SqliteDatabase,
    database: file,
    timeout: BUSY_TIMEOUT_MS,
    enableWAL: true,
    statementCacheSize: 500,
    prepareDatabase: (database: SqliteDatabase) => {
      try {
        // The write-ahead log first: another process may be writing, and a reader could not switch it on.
        database.pragma('journal_mode = WAL');
        for (const one of pragmas) database.pragma(one);
      } catch (error) {
        database.close();
        throw error;
      }
      for (const [name, compute] of Object.entries(SQLITE_FUNCTIONS)) database.define(name, compute);
    },
    migrations: [...migrations],
    entities: [...entities],
    logging: onQuery === undefined ? false : ['query'],
    logger: listeningLogger(onQuery),
  });
  return retryUntil(sqliteDialect, () => source.initialize());
}

const BEGIN = statement('BEGIN IMMEDIATE');
const BEGIN_READING = statement('BEGIN');
const COMMIT = statement('COMMIT');
const ROLLBACK = statement('ROLLBACK');
const SAVEPOINT = statement('SAVEPOINT one_unit');
const RELEASE = statement('RELEASE one_unit');
const BACK_TO_SAVEPOINT = statement('ROLLBACK TO one_unit');
const WAIT_FOR_OTHERS = statement(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
const WAIT_IN_THE_QUEUE = statement(`PRAGMA ${WAITS_NOT}`);
const WRITE_LOG_BACK = statement('PRAGMA wal_checkpoint(TRUNCATE)');

type EngineParts = Pick<SqliteOptions, 'patienceMs'> & {
  readonly openAnother: () => Promise<DataSource>;
  readonly isInPlace: () => boolean;
};

function sqliteEngine(
  writer: DataSource,
  reader: DataSource,
  { openAnother, isInPlace, patienceMs }: EngineParts,
): Omit<Engine, 'openSource'> {
  const runner = writer.createQueryRunner();
  const writing = sessionOn(runner);
  const changes = new ChangeFlag();
  const working = sessionOn(runner, changes);
  const steps = {
    changes,
    begin: () => writing.run(BEGIN),
    isTaken: (error: unknown) => sqliteDialect.classify(error) === 'conflict',
    commit: async () => {
      // What is written to a file that was taken away is lost, and nobody may be told that it is there.
      if (!isInPlace()) throw new Unavailable('the file of the database was taken away or exchanged');
      try {
        await writing.run(COMMIT);
      } catch (error) {
        throw new CommitFailed(error);
      }
    },
    rollBack: () => writing.run(ROLLBACK),
    mark: () => writing.run(SAVEPOINT),
    release: () => writing.run(RELEASE),
    backToMark: () => writing.run(BACK_TO_SAVEPOINT, RELEASE),
  };
  const queue = new WriteQueue(steps, patienceMs);
  const snapshots = new Snapshots(openAnother, isInPlace);
  return {
    dialect: sqliteDialect,
    reader: sessionOn(reader.createQueryRunner()),
    transaction: <A>(work: (session: Session) => Promise<Decision<A>>, deadline?: number) =>
      queue.run(async () => {
        const decision = await work(working);
        if (decision.commit) await working.run(...decision.pending.statements());
        return { commit: decision.commit, result: decision.result };
      }, deadline),
    snapshot: (work) => snapshots.run(work),
    load: () => ({ connections: undefined, waitingWrites: queue.waiting }),
    isInPlace,
    damage: () => damageSeenBy(sessionOn(reader.createQueryRunner())),
    ranAgain: new Map(),
    close: async () => {
      await queue.end();
      await snapshots.close();
      // Closing alone would leave it, as above, and who copies the file of a stopped service would miss what
      // is in the log. Where others use the file, or nothing can be written, it stays in the log as it was.
      if (isInPlace()) await writing.run(WAIT_FOR_OTHERS, WRITE_LOG_BACK).catch(() => undefined);
      await reader.destroy();
      await writer.destroy();
    },
  };
}

/** So many connections wait for the next snapshot: as many as exports go on at once. */
const IDLE_MAX = 5;

/**
 * Reads each in a state of its own, on a connection that nobody else has meanwhile: the reader must see what
 * is committed. A connection is used again, since it cannot be closed for good: SQLite keeps it, with two
 * open files and its pages in memory, while statements of it are kept, and those wait for the garbage
 * collector. Of 300 exports that their clients broke off, 110 were open at once.
 */
class Snapshots {
  readonly #openAnother: () => Promise<DataSource>;
  readonly #isInPlace: () => boolean;
  readonly #idle: DataSource[] = [];
  #isClosed = false;

  constructor(openAnother: () => Promise<DataSource>, isInPlace: () => boolean) {
    this.#openAnother = openAnother;
    this.#isInPlace = isInPlace;
  }

  async run<A>(work: (session: Session) => Promise<A>): Promise<A> {
    const source = (this.#isInPlace() ? this.#idle.pop() : undefined) ?? (await this.#openAnother());
    let hasEnded = false;
    try {
      const session = sessionOn(source.createQueryRunner());
      await session.run(BEGIN_READING);
      try {
        return await work(session);
      } finally {
        // Closing alone would not end it, as above. After some errors SQLite has ended it already, and says
        // so: what is told is the error.
        hasEnded = await session.run(ROLLBACK).then(
          () => true,
          () => false,
        );
      }
    } finally {
      if (hasEnded && !this.#isClosed && this.#idle.length < IDLE_MAX) this.#idle.push(source);
      else await source.destroy();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const source of this.#idle.splice(0)) await source.destroy();
  }
}

/** Reads every page of the file once: of indexes, whether they can be read, and not what they say. */
async function damageSeenBy(session: Session): Promise<string | undefined> {
  const [row] = await rowsOf(
    session,
    statement('SELECT `quick_check` AS `found` FROM pragma_quick_check LIMIT 1'),
  );
  const found = String(row?.['found']);
  return found === 'ok' ? undefined : found.replaceAll('\n', ' ');
}

/** `changes`: told of what there may be to undo. */
function sessionOn(runner: QueryRunner, changes?: ChangeFlag): Session {
  const run = async (one: Statement): Promise<Outcome> => {
    try {
      const outcome = outcomeOf(await runner.query(one.sql, one.values as unknown[], true));
      if (outcome.affected > 0) changes?.note();
      return outcome;
    } catch (error) {
      // Where a row is there already nothing was changed; after some errors SQLite ends the transaction.
      if (sqliteDialect.classify(error) !== 'duplicate') changes?.note();
      throw error;
    }
  };
  return {
    run: async (...statements) => {
      const outcomes: Outcome[] = [];
      for (const one of statements) {
        // Each statement holds the only thread there is: many of them are not to hold it in a row.
        const pause = breathe();
        if (pause !== undefined) await pause;
        outcomes.push(await run(one));
      }
      return outcomes;
    },
  };
}

function outcomeOf({ records, affected }: QueryResult): Outcome {
  return { rows: records as readonly Row[], affected: affected ?? 0 };
}
