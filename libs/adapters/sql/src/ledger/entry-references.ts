import { flatMapped, type KeyValue } from '@kontor/kernel';
import { Account, Department, DepartmentalDistribution, VatAccount, type PostedEntry } from '@kontor/ledger';
import type { ResourceAccesses } from '../resource/resource-access.js';
import type { Outcome, SqlValue } from '../statement.js';
import type { ResourceTable } from '../entity/table-of.js';
import { itemName } from '../integrity/references.js';
import { keyAt, numberAt } from '../row.js';

/** What an entry names. */
export type Naming = Pick<
  PostedEntry,
  'accountNumber' | 'departmentNumber' | 'departmentalDistributionNumber' | 'vatCode'
>;

/**
 * What entries name, by collection, in an order that is always the same; and
 * where an entry's own columns hold it.
 */
export const NAMES: readonly (readonly [
  collection: string,
  keyOf: (entry: Naming) => KeyValue | undefined,
  path: string,
])[] = [
  [Account.collection, ({ accountNumber }) => accountNumber, 'account.accountNumber'],
  [
    DepartmentalDistribution.collection,
    ({ departmentalDistributionNumber }) => departmentalDistributionNumber,
    'departmentalDistribution.departmentalDistributionNumber',
  ],
  [Department.collection, ({ departmentNumber }) => departmentNumber, 'department.departmentNumber'],
  [VatAccount.collection, ({ vatCode }) => vatCode, 'vatAccount.vatCode'],
];

/** Things of one collection that entries name, each once, in the order of their identifiers. */
export type Named = {
  readonly collection: string;
  readonly table: ResourceTable;
  /** `name`: as `itemName` calls it. */
  readonly keys: readonly {
    readonly key: KeyValue;
    readonly encoded: SqlValue;
    readonly name: string;
  }[];
};

/** Everything that entries name. */
export function namedIn(access: ResourceAccesses, entries: readonly Naming[]): readonly Named[] {
  return flatMapped(NAMES, ([collection, keyOf]) => {
    const keys = new Set<KeyValue>();
    for (const entry of entries) {
      const key = keyOf(entry);
      if (key !== undefined) keys.add(key);
    }
    const table = access.get(collection)?.table;
    if (keys.size === 0 || table === undefined) return [];
    const named = [...keys].map((key) => {
      const encoded = table.encodeKey(key);
      return { key, encoded, name: itemName(table, [encoded]) };
    });
    return [{ collection, table, keys: named.sort((a, b) => (a.name < b.name ? -1 : 1)) }];
  });
}

/** The `uses` that were read, by the name of the item: what is not there has none. */
export function usesIn({ table }: Named, { rows }: Outcome): readonly (readonly [string, number])[] {
  return rows.map((row) => [
    itemName(table, [table.encodeKey(keyAt(row, table.key.column))]),
    numberAt(row, 'uses'),
  ]);
}
