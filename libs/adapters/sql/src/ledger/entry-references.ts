import { flatMapped, type KeyValue } from '@kontor/kernel';
import { Account, Department, DepartmentalDistribution, VatAccount, type PostedEntry } from '@kontor/ledger';
import type { ResourceAccesses } from '../resource/resource-access.js';
import type { Outcome, SqlValue } from '../statement.js';
import type { ResourceTable } from '../entity/table-of.js';
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
  readonly keys: readonly { readonly key: KeyValue; readonly form: SqlValue }[];
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
    const encoded = [...keys].map((key) => ({ key, form: table.encodeKey(key) }));
    return [{ collection, table, keys: encoded.sort((a, b) => ((a.form ?? 0) < (b.form ?? 0) ? -1 : 1)) }];
  });
}

/** A thing's name among all that entries name. */
export function markOf(collection: string, form: SqlValue): string {
  return `${collection} ${form ?? ''}`;
}

/** The `uses` that were read, by mark: what is not there has none. */
export function usesIn(
  { collection, table }: Named,
  { rows }: Outcome,
): readonly (readonly [string, number])[] {
  return rows.map((row) => [
    markOf(collection, table.encodeKey(keyAt(row, table.key.column))),
    numberAt(row, 'uses'),
  ]);
}
