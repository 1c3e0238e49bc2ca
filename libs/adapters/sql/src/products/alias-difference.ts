import { keyOf, type AnyValue } from '@kontor/kernel';
import type { ResourceAccess } from '../resource/resource-access.js';
import type { Row, SqlValue } from '../statement.js';
import { storedValues } from '../entity/row-mapper.js';
import { keyAt } from '../row.js';

/** What turns the aliases of a layer into those that are asked for; those that stay as they are in none. */
export type AliasDifference = {
  readonly added: readonly AnyValue[];
  readonly changed: readonly AnyValue[];
  /** By their encoded keys. */
  readonly removed: readonly SqlValue[];
};

/** What has to be written so that a layer has the given aliases. `old`: the rows that it has. */
export function aliasDifference(
  { table }: ResourceAccess,
  old: readonly Row[],
  given: readonly AnyValue[],
): AliasDifference {
  const formOf = (alias: AnyValue): SqlValue => table.encodeKey(keyOf(table.resource, alias));
  const before = new Map(old.map((row) => [table.encodeKey(keyAt(row, table.key.column)), row]));
  const after = new Set(given.map(formOf));
  const isChanged = (alias: AnyValue): boolean => {
    const row = before.get(formOf(alias));
    return (
      row !== undefined &&
      table.columns.some(
        (column) => !column.isKey && storedValues(column, alias[column.path])[0] !== row[column.column],
      )
    );
  };
  return {
    added: given.filter((alias) => !before.has(formOf(alias))),
    changed: given.filter(isChanged),
    removed: [...before.keys()].filter((encoded) => !after.has(encoded)),
  };
}
