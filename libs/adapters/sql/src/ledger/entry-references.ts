import { flatMapped, type KeyValue } from '@kontor/kernel';
import { Account, Department, DepartmentalDistribution, VatAccount, type PostedEntry } from '@kontor/ledger';
import type { ResourceAccesses } from '../resource/resource-access.js';
import { byLockOrder, type Outcome, type SqlValue } from '../statement.js';
import type { ResourceTable } from '../entity/table-of.js';
import { itemName } from '../integrity/references.js';
import { keyAt, numberAt } from '../row.js';

/** An entry, by what it refers to. */
export type ReferringEntry = Pick<
  PostedEntry,
  'accountNumber' | 'departmentNumber' | 'departmentalDistributionNumber' | 'vatCode'
>;

/** One of the things that an entry may refer to. `path`: of the member of the entry that holds its key. */
type EntryReference = {
  readonly collection: string;
  readonly keyOf: (entry: ReferringEntry) => KeyValue | undefined;
  readonly path: string;
};

/** What entries refer to, in an order that is always the same. */
export const ENTRY_REFERENCES: readonly EntryReference[] = [
  {
    collection: Account.collection,
    keyOf: ({ accountNumber }) => accountNumber,
    path: 'account.accountNumber',
  },
  {
    collection: DepartmentalDistribution.collection,
    keyOf: ({ departmentalDistributionNumber }) => departmentalDistributionNumber,
    path: 'departmentalDistribution.departmentalDistributionNumber',
  },
  {
    collection: Department.collection,
    keyOf: ({ departmentNumber }) => departmentNumber,
    path: 'department.departmentNumber',
  },
  { collection: VatAccount.collection, keyOf: ({ vatCode }) => vatCode, path: 'vatAccount.vatCode' },
];

/** Items of one collection that entries refer to, each once, in the order of their names. */
export type ReferredItems = {
  readonly collection: string;
  readonly table: ResourceTable;
  /** `name`: as `itemName` calls it. */
  readonly keys: readonly {
    readonly key: KeyValue;
    readonly encoded: SqlValue;
    readonly name: string;
  }[];
};

/** Everything that entries refer to. */
export function referredIn(
  access: ResourceAccesses,
  entries: readonly ReferringEntry[],
): readonly ReferredItems[] {
  return flatMapped(ENTRY_REFERENCES, ({ collection, keyOf }) => {
    const keys = new Set<KeyValue>();
    for (const entry of entries) {
      const key = keyOf(entry);
      if (key !== undefined) keys.add(key);
    }
    const table = access.get(collection)?.table;
    if (keys.size === 0 || table === undefined) return [];
    const referred = [...keys].map((key) => {
      const encoded = table.encodeKey(key);
      return { key, encoded, name: itemName(table, [encoded]) };
    });
    return [{ collection, table, keys: referred.sort((a, b) => byLockOrder(a.name, b.name)) }];
  });
}

/** The `uses` that were read, by the name of the item: what is not there has none. */
export function usesIn(
  { table }: ReferredItems,
  { rows }: Outcome,
): readonly (readonly [name: string, uses: number])[] {
  return rows.map((row) => [
    itemName(table, [table.encodeKey(keyAt(row, table.key.column))]),
    numberAt(row, 'uses'),
  ]);
}
