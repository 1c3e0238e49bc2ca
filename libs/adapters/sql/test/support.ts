import { catalogueOf, type AnyResource } from '@kontor/kernel';
import type { DatabaseUnderTest, OpenDatabase, OpenedDatabase, TestDatabase } from '@kontor/conformance';
import { Sample } from '@kontor/conformance';
import { ledgerCatalogue, ledgerFixedLists } from '@kontor/ledger';
import { productsCatalogue } from '@kontor/products';
import { salesCatalogue, salesFixedLists } from '@kontor/sales';
import { openEngine } from '../src/data-source.js';
import { openDatabase, type Database } from '../src/index.js';
import { createTable } from '../src/table/ddl.js';
import { tableOf } from '../src/table/table-of.js';

/** Every declared resource of the contexts. */
export const declared = [...ledgerCatalogue, ...productsCatalogue, ...salesCatalogue] as readonly AnyResource[];

/** The same, and one with a member of every kind. */
export const catalogue = catalogueOf([...declared, Sample as unknown as AnyResource]);
export const fixed = new Map([...ledgerFixedLists(), ...salesFixedLists()]);

export type Options = { readonly onQuery?: (sql: string) => void; readonly poolSize?: number };

/** Opens a database at a URL, as one process would. */
export function openAt(url: string, options: Options = {}): Promise<Database> {
  return openDatabase({ url, catalogue, fixed, ...options });
}

/** Makes the table that no migration makes. */
export async function makeSampleTable(url: string): Promise<void> {
  const engine = await openEngine({ url });
  await engine.define(createTable(tableOf(Sample).table, engine.dialect));
  await engine.close();
}

/** Fresh, migrated databases of one kind. */
export function opening(of: TestDatabase, options: Options = {}): OpenDatabase {
  return async (): Promise<DatabaseUnderTest> => {
    const fresh = await of.fresh();
    const database = await openAt(fresh.url, options);
    await database.migrate();
    await makeSampleTable(fresh.url);
    const others: OpenedDatabase[] = [];
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
