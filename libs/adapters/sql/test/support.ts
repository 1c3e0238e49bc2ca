import { readdirSync } from 'node:fs';
import { filledAlike } from '@kontor/conformance';
import { catalogueOf, type AnyResource, type Context } from '@kontor/kernel';
import { NOTHING_PENDING, type Engine } from '../src/dialect/dialect.js';
import { openEngine } from '../src/dialect/open-engine.js';
import { openDatabase, type Database } from '../src/index.js';
import { tableOf } from '../src/entity/table-of.js';
import { defineTables, withSource } from '../src/migrations/migrate.js';
import { rowsOf, type Session, type Statement } from '../src/statement.js';

const contexts = await everyContext();

/** Every declared resource of the contexts. */
export const declared: readonly AnyResource[] = contexts.flatMap(({ catalogue }) => catalogue);
export const fixed = new Map(contexts.flatMap(({ fixedLists }) => [...(fixedLists?.() ?? [])]));

/**
 * The contexts there are, found in their folders: an adapter may know them
 * all, but the list of them is another adapter's.
 */
async function everyContext(): Promise<readonly Context[]> {
  const folders = readdirSync(new URL('../../..', import.meta.url));
  const libraries = await Promise.all(
    folders
      .filter((name) => name !== 'adapters' && name !== 'sdk')
      // In this form a bundle of the specs has them all.
      .map((name) => import(`../../../${name}/src/index.ts`) as Promise<Record<string, unknown>>),
  );
  return libraries.flatMap((exported) => Object.values(exported)).filter(isContext);
}

function isContext(value: unknown): value is Context {
  return typeof value === 'object' && value !== null && 'name' in value && 'catalogue' in value;
}

export type Options = {
  readonly onQuery?: (sql: string) => void;
  readonly poolSize?: number;
  readonly cachedKeysMax?: number;
  /** Resources that only a test declares, and whose tables no migration makes. */
  readonly also?: readonly AnyResource[];
};

/** Opens a database at a URL, as one process would. */
export function openAt(url: string, { also = [], ...options }: Options = {}): Promise<Database> {
  return openDatabase({ url, catalogue: catalogueOf([...declared, ...also]), fixed, ...options });
}

/** Something that gives databases of one kind, each test its own. */
type Databases = { fresh(): Promise<{ readonly url: string; drop(): Promise<void> }> };

/** A fresh, migrated database; closing it drops it. */
export type Opened = Database & { another(): Promise<Database> };

/** Opens fresh, migrated databases of one kind. */
export function opening(of: Databases, options: Options = {}): () => Promise<Opened> {
  return async () => {
    const fresh = await of.fresh();
    await fillMigrated(fresh.url, options.also);
    const database = await openAt(fresh.url, options);
    const others = new Set<Database>();
    return {
      ...database,
      another: async () => {
        const other = await openAt(fresh.url, options);
        others.add(other);
        const close = async (): Promise<void> => {
          if (others.delete(other)) await other.close();
        };
        return { ...other, close };
      },
      close: async () => {
        for (const other of others) await other.close();
        await database.close();
        await fresh.drop();
      },
    };
  };
}

/**
 * Puts into a database that is not there yet what the migrations make, and the tables of `also`: a copy of
 * what they made once in a run. What the migrations themselves do is a matter of `schema-rules.spec.ts`.
 */
function fillMigrated(url: string, also: readonly AnyResource[] = []): Promise<void> {
  return filledAlike(
    url,
    ['migrated', ...also.map(({ collection }) => collection)].join('-'),
    async (first) => {
      const database = await openAt(first, { also });
      await database.migrate();
      await makeTables(first, also);
      await database.close();
    },
  );
}

async function makeTables(url: string, resources: readonly AnyResource[]): Promise<void> {
  if (resources.length === 0) return;
  const engine = await openEngine({ url });
  await withSource(engine, [], (source) =>
    defineTables(
      source,
      resources.map((one) => tableOf(one).table),
    ),
  );
  await engine.close();
}

/** A fresh, migrated database in which statements have put rows past all rules; closing it drops it. */
export async function engineWith(of: Databases, statements: readonly Statement[]): Promise<Engine> {
  const fresh = await of.fresh();
  await fillMigrated(fresh.url);
  const engine = await openEngine({ url: fresh.url });
  await engine.transaction(async (session) => {
    await session.run(...statements);
    return { commit: true, pending: NOTHING_PENDING, result: undefined };
  });
  const close = async (): Promise<void> => {
    await engine.close();
    await fresh.drop();
  };
  return { ...engine, close };
}

/** What some work finds, and how many keys and rows the MySQL family reads for it: SQLite counts none. */
export async function counted<A>(
  session: Session,
  work: (session: Session) => Promise<A>,
): Promise<{ readonly found: A; readonly read: number }> {
  const before = await readBy(session);
  const found = await work(session);
  return { found, read: (await readBy(session)) - before };
}

async function readBy(session: Session): Promise<number> {
  const rows = await rowsOf(session, { sql: "SHOW SESSION STATUS LIKE 'Handler_read%'", values: [] });
  return rows.reduce((sum, row) => sum + Number(row['Value']), 0);
}
