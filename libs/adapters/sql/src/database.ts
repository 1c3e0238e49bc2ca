import type {
  AnyResource,
  AuditRecord,
  ByteStore,
  Catalogue,
  KeyValue,
  Timestamp,
  UnitOfWork,
} from '@kontor/kernel';
import type { BooksCheck, Journal, WholeBooksReader } from '@kontor/ledger';
import type { StudioRepositories } from '@kontor/studio';
import {
  booksOf,
  prepareResources,
  type PreparedResources,
  type SqlBooks,
} from './agreement-repositories.js';
import { EventWatch } from './event/event-watch.js';
import { hasEventsToPrune, pruneEvents } from './event/prune-events.js';
import { restoreFeeds } from './event/restore-feeds.js';
import { settlingEvents } from './event/settle-events.js';
import type { Engine, Load, QueryListener } from './dialect/dialect.js';
import { dialectOf, openEngine } from './dialect/open-engine.js';
import type { ReadApart } from './dialect/sqlite-long-reads.js';
import { asPortError, withPortErrors } from './transaction/errors.js';
import { pageCaches } from './snapshot/page-caches.js';
import { VersionReader } from './snapshot/version-reader.js';
import { accessTo } from './resource/resource-access.js';
import { beginEpoch, Epoch, inEpoch } from './transaction/epoch.js';
import { hasKeysToPrune, pruneKeys } from './transaction/idempotency-keys.js';
import { journalOf } from './ledger/journal.js';
import { wholeBooks } from './ledger/whole-books.js';
import { checkBooks, checkedBy } from './integrity/verify/verify.js';
import { pruneOrphanedBytes, sqlByteStore } from './attachment/byte-store.js';
import { backfill } from './migrations/backfill.js';
import { moveDrafts } from './migrations/move-drafts.js';
import { isMigrated, migrate } from './migrations/migrate.js';
import { sqlStudio } from './studio/studio.repositories.js';
import { inGlobalTransaction } from './transaction/retry.js';
import { NO_KEYS, UnitsOfWork, type BetweenWrites } from './transaction/unit-of-work.js';
import { rowsOf, type Session } from './statement.js';
import type { FixedCollection } from './integrity/references.js';
import { numberAt } from './row.js';
import { readUnfinishedImports } from './statements/imports.js';

/** What a database is opened with; addresses as in docs/operating (`DATABASE_URL`). */
export type OpenDatabaseOptions = {
  /** `mysql://user:password@host:port/name`, `sqlite:PATH` or `sqlite::memory:`. */
  readonly url: string;
  /** Connections of a MySQL pool: eight are plenty (rule 14 of performance). */
  readonly poolSize?: number;
  /** Throws where there is no such database, or `migrate` where it is not ours; it is made otherwise. */
  readonly mustExist?: boolean | undefined;
  /** How long what is written to an embedded database waits while another process writes to it: 5 s. */
  readonly patienceMs?: number | undefined;
  readonly catalogue: Catalogue;
  /** Collections that are lists held in memory, by name. */
  readonly fixed: ReadonlyMap<string, FixedCollection>;
  /** How long a list may be to be remembered whole; of longer ones only bookmarks are. */
  readonly cachedKeysMax?: number;
  /** Told of every statement. */
  readonly onQuery?: QueryListener | undefined;
  /**
   * Runs `readLong` in another process: there an embedded database reads what would hold the event loop for
   * long. Without it, it reads everything in the thread that asks.
   */
  readonly readApart?: ReadApart | undefined;
  /** An engine that is open already, in the place of the one that the URL names: a simulated one. */
  readonly engine?: Engine | undefined;
};

/** What operators watch of a database. */
export type DatabaseLoad = Load & { readonly ranAgain: ReadonlyMap<string, number> };

/** An open database: the ports of the contexts over it. */
export type Database = {
  readonly unitOfWork: UnitOfWork<SqlBooks>;
  /** Whether all who write, of whatever agreement and in whatever process, take turns, as with a file. */
  readonly sharesOneWriter: boolean;
  readonly studio: StudioRepositories;
  /**
   * The version of an agreement's collection now: every write to it that is committed makes it another one.
   * `key`: of that item alone, whose version is another one also when the first thing refers to it or none
   * does any more. Throws for a resource that lives within another, and for one that has no table.
   */
  versionOf(agreementNumber: number, resource: AnyResource, key?: KeyValue): Promise<string>;
  /**
   * The same of several collections together, each within items: another one after a write to any of them.
   * `everywhere`: within all items that it lives in. At least one is not of that kind.
   */
  versionOfAll(
    agreementNumber: number,
    collections: readonly {
      readonly resource: AnyResource;
      readonly within?: readonly KeyValue[];
      readonly everywhere?: true;
    }[],
  ): Promise<string>;
  /**
   * Brings the schema up to date; does nothing when it is. Gives the migrations that a later version has run,
   * which this one does not know.
   */
  migrate(): Promise<readonly string[]>;
  /**
   * Adds what a version before this one has written in its own way since the schema is up
   * to date, as it does while both serve; gives how many rows. `by`: the record that a unit
   * of work leaves (G37), made anew for each.
   */
  backfill(by: () => AuditRecord): Promise<number>;
  /**
   * Moves drafts that a version before this one has left in years that are closed or not there into the next
   * open year; gives a sentence for each.
   */
  moveDrafts(by: () => AuditRecord): Promise<readonly string[]>;
  /**
   * Begins a new epoch, after a restore: processes that run serve no longer, since what they remember may
   * never have been so, and no reader of events goes on in a past that is gone (`kontor restored`).
   */
  restored(): Promise<void>;
  /**
   * True when the database was restored since this process began with it, or its file taken away: the process
   * answers nothing any more, and is to be started anew. Throws `Unavailable` when it is out of reach.
   */
  wasRestored(): Promise<boolean>;
  /** What the file of the database is damaged by, which its books need not show; undefined on a server. */
  damage(): Promise<string | undefined>;
  /**
   * Undefined when the database answers, its schema is up to date, and it is in the epoch that this process
   * began with; else what is not so.
   */
  whyNotReady(): Promise<Error | undefined>;
  /** What it is busy with, and how often a transaction ran again since it was opened, by what it had met. */
  load(): DatabaseLoad;
  /**
   * `told`: called each time that the server was found to hang and what waited for it was given up, such as
   * for others to tell of it what would only begin to wait.
   */
  onHang(told: () => void): void;
  /** Checks everything the books of an agreement promise of themselves. */
  checkBooks: BooksCheck;
  /** Everything that is booked in an agreement, in one state for as long as `work` takes. */
  journalOf<A>(agreementNumber: number, work: (journal: Journal) => Promise<A>): Promise<A>;
  /** All that an agreement has, in one state. */
  wholeBooksOf(agreementNumber: number): WholeBooksReader;
  /** Imports, or dry runs, of all agreements that are not finished and that nobody works on at an instant. */
  unfinishedImports(
    now: Timestamp,
    isDryRun: boolean,
  ): Promise<
    readonly { readonly agreementNumber: number; readonly importNumber: number; readonly bytes: number }[]
  >;
  /** Removes the idempotency keys that were first used before an instant; gives how many. */
  pruneIdempotencyKeys(olderThan: Timestamp): Promise<number>;
  /** Where an agreement's files are kept. */
  bytesOf(agreementNumber: number): ByteStore;
  /** Removes files that nothing has had since before an instant; gives how many. */
  pruneOrphanedBytes(olderThan: Timestamp): Promise<number>;
  /** Wakes who waits for events. */
  readonly events: Pick<EventWatch, 'sit' | 'until' | 'end' | 'hasEnded' | 'tell'>;
  /** Removes events from before an instant, a few at a time; gives how many. */
  pruneEvents(olderThan: Timestamp): Promise<number>;
  close(): Promise<void>;
};

/**
 * Opens the database that the URL names. Only the driver it needs is loaded. Throws `Unavailable` when it is
 * out of reach, and `UnusableFile` for a file that is no database of ours, or not the one that was there.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const dialect = options.engine?.dialect ?? dialectOf(options.url);
  const { catalogue, fixed, cachedKeysMax } = options;
  const between: BetweenWrites = (agreementNumber, read) => units.between(agreementNumber, read);
  const pages = pageCaches({ keysMax: cachedKeysMax, between });
  const resources = prepareResources(catalogue, fixed, { dialect, pageCaches: pages });
  const named = async <A>(work: () => Promise<A>): Promise<A> => {
    try {
      return await work();
    } catch (error) {
      throw asPortError(dialect, error);
    }
  };
  const engine = await named(async () => options.engine ?? openEngine(options));
  const reader = withPortErrors(dialect, engine.reader);
  const bytesOf = (agreementNumber: number): ByteStore => sqlByteStore(engine, agreementNumber);
  const wholeBooksOf: Database['wholeBooksOf'] = (agreementNumber) => ({
    inOneState: (work) =>
      named(() =>
        engine.snapshot(async (session) => {
          const books = booksOf(prepared, { agreementNumber, session }, NO_KEYS);
          return work(await wholeBooks({ agreementNumber, session, access: prepared.access, books }));
        }),
      ),
  });
  const prepared: PreparedResources = {
    ...resources,
    bytesOf,
    wholeBooksOf,
    settleEvents: settlingEvents(engine),
  };
  const epoch = new Epoch(reader, engine.isInPlace);
  const events = new EventWatch(reader);
  const units = new UnitsOfWork<SqlBooks>(engine, epoch, (scope, keys) => booksOf(prepared, scope, keys), {
    committed: (agreementNumber) => events.committed(agreementNumber),
    written: (one) => pages.lists.follow(one),
  });
  const studio = sqlStudio(engine, prepared.entities);
  const checked = checkedBy(engine, prepared.access, fixed);
  return {
    unitOfWork: inEpoch(epoch, units),
    sharesOneWriter: units.sharesOneWriter,
    studio,
    ...versionsOf(prepared.access, reader),
    migrate: () => named(() => migrate(engine, options)),
    backfill: (by) => named(() => backfill(engine, by)),
    moveDrafts: (by) => named(() => moveDrafts(engine, by)),
    whyNotReady: () => whyNotReady(engine, epoch),
    restored: () => named(() => restored(engine, studio)),
    wasRestored: () => named(() => epoch.wasLeft()),
    damage: () => named(async () => engine.damage?.()),
    load: () => loadOf(engine, units.waiting),
    onHang: (told) => engine.onHang?.(told),
    checkBooks: (agreementNumber, noted = []) => named(() => checkBooks(checked, agreementNumber, noted)),
    journalOf: (agreementNumber, work) => named(() => journalOf(engine, agreementNumber, work)),
    wholeBooksOf,
    unfinishedImports: (now, isDryRun) => named(() => unfinishedImports(engine, now, isDryRun)),
    bytesOf,
    ...pruning(engine, studio),
    events,
    close: () => {
      events.end();
      return engine.close();
    },
  };
}

/** `inGroups`: how many units of work wait for another group of their agreement. */
function loadOf(engine: Engine, inGroups: number): DatabaseLoad {
  const { connections, waitingWrites } = engine.load();
  return { connections, waitingWrites: waitingWrites + inGroups, ranAgain: engine.ranAgain };
}

async function whyNotReady(engine: Engine, epoch: Epoch): Promise<Error | undefined> {
  try {
    if (!(await isMigrated(engine))) return new Error('the schema of the database is not up to date');
    return (await epoch.wasLeft())
      ? new Error('the database was restored, or its file taken away: this process must be started anew')
      : undefined;
  } catch (error) {
    return new Error('the database does not answer', { cause: error });
  }
}

async function restored(engine: Engine, { agreements }: StudioRepositories): Promise<void> {
  await inGlobalTransaction(engine, beginEpoch);
  await restoreFeeds(
    engine,
    (await agreements.list()).map(({ agreementNumber }) => agreementNumber),
  );
}

/** Removes what is kept for a while only, agreement by agreement. */
function pruning(
  engine: Engine,
  { agreements }: StudioRepositories,
): Pick<Database, 'pruneOrphanedBytes' | 'pruneIdempotencyKeys' | 'pruneEvents'> {
  const ofEach = async (prune: (agreementNumber: number) => Promise<number>): Promise<number> => {
    let pruned = 0;
    for (const { agreementNumber } of await agreements.list()) pruned += await prune(agreementNumber);
    return pruned;
  };
  /** In transactions of some rows each (R11): who writes meanwhile waits for one of them at most. */
  const inPieces = (
    hasMore: (reader: Session, agreementNumber: number, olderThan: Timestamp) => Promise<boolean>,
    prune: (session: Session, agreementNumber: number, olderThan: Timestamp) => Promise<number>,
    olderThan: Timestamp,
  ): Promise<number> =>
    ofEach(async (agreementNumber) => {
      let pruned = 0;
      while (await hasMore(engine.reader, agreementNumber, olderThan)) {
        const some = await inGlobalTransaction(engine, (session) =>
          prune(session, agreementNumber, olderThan),
        );
        if (some === 0) break;
        pruned += some;
      }
      return pruned;
    });
  return {
    pruneOrphanedBytes: (olderThan) =>
      ofEach((agreementNumber) => pruneOrphanedBytes(engine, agreementNumber, olderThan)),
    pruneIdempotencyKeys: (olderThan) =>
      inPieces(hasKeysToPrune, (session, ...of) => pruneKeys(session, engine.dialect, ...of), olderThan),
    pruneEvents: (olderThan) => inPieces(hasEventsToPrune, pruneEvents, olderThan),
  };
}

async function unfinishedImports(
  { dialect, reader }: Engine,
  now: Timestamp,
  isDryRun: boolean,
): ReturnType<Database['unfinishedImports']> {
  const rows = await rowsOf(reader, readUnfinishedImports(dialect, now, isDryRun));
  return rows.map((row) => ({
    agreementNumber: numberAt(row, 'agreement_number'),
    importNumber: numberAt(row, 'import_number'),
    bytes: numberAt(row, 'bytes'),
  }));
}

/** Versions by declarations instead of tables. */
function versionsOf(
  access: PreparedResources['access'],
  session: Session,
): Pick<Database, 'versionOf' | 'versionOfAll'> {
  const versions = new VersionReader(session);
  return {
    versionOf: (agreementNumber, { collection }, key) => {
      const { table, reader } = accessTo(access, { collection });
      if (table.parents.length > 0) throw new Error(`${collection} are no collection of an agreement's own`);
      return key === undefined
        ? versions.ofCollections(agreementNumber, [{ table, parents: [] }])
        : reader.stateOf(session, agreementNumber, key);
    },
    versionOfAll: (agreementNumber, collections) =>
      versions.ofCollections(
        agreementNumber,
        collections.map(({ resource, within = [], everywhere }) => ({
          table: accessTo(access, resource).table,
          parents: everywhere === true ? ('all' as const) : within,
        })),
      ),
  };
}
