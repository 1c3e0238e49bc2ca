import { catalogueOf, type AnyResource } from '@kontor/kernel';
import { ledgerCatalogue, ledgerFixedLists } from '@kontor/ledger';
import { productsCatalogue } from '@kontor/products';
import { salesCatalogue, salesFixedLists } from '@kontor/sales';
import { openEngine } from '../src/data-source.js';
import { openDatabase, type Database } from '../src/index.js';
import { createTable } from '../src/table/ddl.js';
import { tableOf } from '../src/table/table-of.js';

/** Every declared resource of the contexts. */
export const declared = [
  ...ledgerCatalogue,
  ...productsCatalogue,
  ...salesCatalogue,
] as readonly AnyResource[];
export const fixed = new Map([...ledgerFixedLists(), ...salesFixedLists()]);

export type Options = {
  readonly onQuery?: (sql: string) => void;
  readonly poolSize?: number;
  readonly rememberedKeysMax?: number;
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
    const database = await openAt(fresh.url, options);
    await database.migrate();
    await makeTables(fresh.url, options.also ?? []);
    const others: Database[] = [];
    return {
      ...database,
      another: async () => {
        const other = await openAt(fresh.url, options);
        others.push(other);
        return other;
      },
      close: async () => {
        for (const other of others) await other.close();
        await database.close();
        await fresh.drop();
      },
    };
  };
}

async function makeTables(url: string, resources: readonly AnyResource[]): Promise<void> {
  const engine = await openEngine({ url });
  for (const one of resources) await engine.define(createTable(tableOf(one).table, engine.dialect));
  await engine.close();
}
