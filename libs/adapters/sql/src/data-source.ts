import type { AuditRecord, Catalogue, Timestamp, UnitOfWork } from '@kontor/kernel';
import type { BooksCheck, Journal } from '@kontor/ledger';
import type { StudioRepositories } from '@kontor/studio';
import { shelvesOf, type SqlBooks } from './books.js';
import type { Dialect, Engine, Load, QueryListener } from './dialect/dialect.js';
import { embeddedDialect } from './dialect/embedded.js';
import { mysqlDialect } from './dialect/mysql.js';
import { asPortError } from './failures.js';
import { pruneKeys } from './idempotency.js';
import { journalOf } from './ledger/journal.js';
import { checkBooks } from './ledger/verify.js';
import { addLate } from './migrations/late.js';
import { isMigrated, migrate } from './migrations/migrate.js';
import { sqlStudio } from './studio/studio.repositories.js';
import { globally, unitOfWork } from './unit-of-work.js';
import type { FixedCollection } from './use-counts.js';

export type OpenDatabaseOptions = {
  /** `mysql://user:password@host:port/name`, `sqlite:PATH` or `sqlite::memory:`. */
  readonly url: string;
  /** Connections of a MySQL pool: eight are plenty (rule 14 of performance). */
  readonly poolSize?: number;
  readonly catalogue: Catalogue;
  /** Collections that are lists held in memory, by name. */
  readonly fixed: ReadonlyMap<string, FixedCollection>;
  /** How long a list may be to be remembered whole; of longer ones only marks are. */
  readonly rememberedKeysMax?: number;
  /** Told of every statement. */
  readonly onQuery?: QueryListener;
};

/** What operators watch of a database. */
export type DatabaseLoad = Load & { readonly ranAgain: ReadonlyMap<string, number> };

/** An open database: the ports of the contexts over it. */
export type Database = {
  readonly dialect: 'mysql' | 'sqlite';
  readonly unitOfWork: UnitOfWork<SqlBooks>;
  readonly studio: StudioRepositories;
  /** Brings the schema up to date; does nothing when it is. */
  migrate(): Promise<void>;
  /**
   * Adds what a version before this one has written in its own way since the schema is up to date, as it does while both serve; gives how
   * many rows. `by`: the record that a unit of work leaves (G37), made anew for each.
   */
  addLate(by: () => AuditRecord): Promise<number>;
  /** True when the database answers and its schema is up to date. */
  isReady(): Promise<boolean>;
  /** What it is busy with, and how often a transaction ran again since it was opened, by what it had met. */
  load(): DatabaseLoad;
  /** Checks everything the books of an agreement promise of themselves. */
  checkBooks: BooksCheck;
  /** Everything that is booked in an agreement. */
  journalOf(agreementNumber: number): Promise<Journal>;
  /** Removes the idempotency keys that were first used before an instant; gives how many. */
  pruneIdempotencyKeys(olderThan: Timestamp): Promise<number>;
  close(): Promise<void>;
};

const DEFAULT_POOL_SIZE = 8;

/** Opens the database that the URL names. Only the driver it needs is loaded. Throws `Unavailable` when it is out of reach. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const dialect = dialectOf(options.url);
  const { catalogue, fixed, rememberedKeysMax } = options;
  const shelves = shelvesOf(catalogue, fixed, { dialect, rememberedKeysMax });
  const engine = await openEngine(options).catch((error: unknown) => {
    throw asPortError(dialect, error);
  });
  const studio = sqlStudio(engine);
  const named = async <A>(work: () => Promise<A>): Promise<A> => {
    try {
      return await work();
    } catch (error) {
      throw asPortError(dialect, error);
    }
  };
  return {
    dialect: dialect.name,
    unitOfWork: unitOfWork(engine, shelves),
    studio,
    migrate: () => named(() => migrate(engine)),
    addLate: (by) => named(() => addLate(engine, by)),
    isReady: async () => {
      try {
        return await isMigrated(engine);
      } catch {
        return false;
      }
    },
    load: () => ({ ...engine.load(), ranAgain: engine.ranAgain }),
    checkBooks: (agreementNumber) => named(() => checkBooks(engine, shelves.access, agreementNumber)),
    journalOf: (agreementNumber) => named(() => journalOf(engine, agreementNumber)),
    pruneIdempotencyKeys: async (olderThan) => {
      let pruned = 0;
      for (const { agreementNumber } of await studio.agreements.list()) {
        pruned += await globally(engine, (session) => pruneKeys(session, agreementNumber, olderThan));
      }
      return pruned;
    },
    close: () => engine.close(),
  };
}

const EMBEDDED_SCHEME = 'sqlite:';

function dialectOf(url: string): Dialect {
  if (url.startsWith(EMBEDDED_SCHEME) && url.length > EMBEDDED_SCHEME.length) return embeddedDialect;
  if (/^mysql:\/\/[^/]+\/[^/]+$/.test(url)) return mysqlDialect;
  throw new Error('a database URL is mysql://user:password@host:port/name, sqlite:PATH or sqlite::memory:');
}

/** Connects to the database that the URL names. */
export async function openEngine({
  url,
  poolSize = DEFAULT_POOL_SIZE,
  onQuery,
}: Pick<OpenDatabaseOptions, 'url' | 'poolSize' | 'onQuery'>): Promise<Engine> {
  if (dialectOf(url).name === 'sqlite') {
    const { openEmbeddedEngine } = await import('./dialect/embedded-engine.js');
    return openEmbeddedEngine({ path: url.slice(EMBEDDED_SCHEME.length), onQuery });
  }
  const { openMysqlEngine } = await import('./dialect/mysql-engine.js');
  return openMysqlEngine({ url: new URL(url), poolSize, onQuery });
}
