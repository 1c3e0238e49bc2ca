import type { AnyValue } from '@kontor/kernel';
import type { ResourceAccess } from '../resource/resource-access.js';
import type { Row, SqlValue } from '../statement.js';
import { storedValues } from '../entity/row-mapper.js';

/** A row of `product_alias` as it was read, with its version. */
export type AliasRow = Row;

/** What turns the aliases of a layer into those that are asked for; those that stay as they are in none. */
export type AliasDifference = {
  readonly added: readonly AnyValue[];
  readonly changed: readonly AnyValue[];
  /** By the compared form of their keys. */
  readonly removed: readonly SqlValue[];
};

/** What has to be written so that a layer has the given aliases. */
export function aliasDifference(
  { table }: ResourceAccess,
  old: readonly AliasRow[],
  given: readonly AnyValue[],
): AliasDifference {
  const formOf = (key: unknown): SqlValue => table.encodeKey(key as string);
  const before = new Map(old.map((row) => [formOf(row[table.key.column]), row]));
  const after = new Set(given.map((alias) => formOf(alias['productNumber'])));
  const isChanged = (alias: AnyValue): boolean => {
    const row = before.get(formOf(alias['productNumber']));
    return (
      row !== undefined &&
      table.columns.some(
        (column) => !column.isKey && storedValues(column, alias[column.path])[0] !== row[column.column],
      )
    );
  };
  return {
    added: given.filter((alias) => !before.has(formOf(alias['productNumber']))),
    changed: given.filter(isChanged),
    removed: [...before.keys()].filter((form) => !after.has(form)),
  };
}
