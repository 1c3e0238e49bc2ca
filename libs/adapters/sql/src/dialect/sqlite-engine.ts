import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource, QueryResult, QueryRunner } from 'typeorm';
import { statement, type Outcome, type Row, type Session } from '../statement.js';
import { retryUntil } from './retry-until.js';
import { CommitFailed, type Decision, type Engine, type QueryListener, type SourceParts } from './dialect.js';
import { SqliteDatabase } from './sqlite-driver.js';
import { SQLITE_FUNCTIONS, sqliteDialect } from './sqlite.js';
import { listeningLogger } from './query-logger.js';
import { WriteQueue } from './sqlite-write-queue.js';

export type SqliteOptions = {
  /** A file, or `:memory:`. */
  readonly path: string;
  readonly onQuery?: QueryListener | undefined;
};

/**
 * How long a statement waits, on the only thread there is, for another process that writes. Short: the unit
 * of work waits longer, and lets others go on meanwhile.
 */
const BUSY_TIMEOUT_MS = 100;

/** FULL, or a power cut takes acknowledged commits with it; up to 64 MiB of pages stay in memory. */
const WRITER_SETTINGS = ['synchronous = FULL', 'cache_size = -65536'];
const READER_SETTINGS = [...WRITER_SETTINGS, 'query_only = ON'];

/**
 * Opens a file. TypeORM's driver has one connection that every transaction shares, so there are
 * two data sources: a writer, which all writes go through one after the other, and a reader,
 * which sees what was committed (WAL). A database in memory cannot be shared by two connections:
 * it is a temporary file, removed at the end.
 */
export async function openSqliteEngine({ path, onQuery }: SqliteOptions): Promise<Engine> {
  const folder = path === ':memory:' ? await mkdtemp(join(tmpdir(), 'kontor-')) : undefined;
  const file = folder === undefined ? path : join(folder, 'kontor.sqlite');
  const open = (pragmas: readonly string[], of: SourceParts = {}): Promise<DataSource> =>
    openSource({ file, pragmas, onQuery, ...of });
  const writer = await open(WRITER_SETTINGS);
  const reader = await open(READER_SETTINGS);
  const engine = sqliteEngine(writer, reader, () => open(['query_only = ON']));
  return {
    ...engine,
    openSource: (of) => open(WRITER_SETTINGS, of),
    close: async () => {
      await engine.close();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

type SourceOptions = SourceParts & {
  readonly file: string;
  readonly pragmas: readonly string[];
  readonly onQuery: QueryListener | undefined;
};

async function openSource({
  file,
  pragmas,
  onQuery,
  migrations = [],
  entities = [],
}: SourceOptions): Promise<DataSource> {
  const { DataSource } = await import('typeorm/data-source/DataSource.js');
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
const COMMIT = statement('COMMIT');
const ROLLBACK = statement('ROLLBACK');
const SAVEPOINT = statement('SAVEPOINT one_unit');
const RELEASE = statement('RELEASE one_unit');
const BACK_TO_SAVEPOINT = statement('ROLLBACK TO one_unit');

function sqliteEngine(
  writer: DataSource,
  reader: DataSource,
  openAnother: () => Promise<DataSource>,
): Omit<Engine, 'openSource'> {
  const writing = sessionOn(writer.createQueryRunner());
  const queue = new WriteQueue({
    begin: () => writing.run(BEGIN),
    commit: async () => {
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
  });
  return {
    dialect: sqliteDialect,
    reader: sessionOn(reader.createQueryRunner()),
    transaction: <A>(work: (session: Session) => Promise<Decision<A>>) =>
      queue.run(async () => {
        const decision = await work(writing);
        if (decision.keep) await writing.run(...decision.closing.statements());
        return { keep: decision.keep, result: decision.result };
      }),
    // On a connection of its own: the reader must see what is committed meanwhile.
    snapshot: async (work) => {
      const another = await openAnother();
      try {
        const session = sessionOn(another.createQueryRunner());
        await session.run(statement('BEGIN'));
        return await work(session);
      } finally {
        await another.destroy();
      }
    },
    load: () => ({ waitingWrites: queue.waiting }),
    ranAgain: new Map(),
    close: async () => {
      await queue.end();
      await reader.destroy();
      await writer.destroy();
    },
  };
}

function sessionOn(runner: QueryRunner): Session {
  return {
    run: async (...statements) => {
      const outcomes: Outcome[] = [];
      for (const { sql, values } of statements) {
        outcomes.push(outcomeOf(await runner.query(sql, values as unknown[], true)));
      }
      return outcomes;
    },
  };
}

function outcomeOf({ records, affected }: QueryResult): Outcome {
  return { rows: records as readonly Row[], affected: affected ?? 0 };
}
