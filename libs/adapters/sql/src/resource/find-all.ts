import type { AnyResource, AnyValue, KeyValue } from '@kontor/kernel';
import { readItems } from '../snapshot/item-cache.js';
import { sessionToShow, type Scope } from '../transaction/scope.js';
import { type ResourceAccess, type ResourceAccesses, accessTo } from './resource-access.js';
import { rowsOf, type Row } from '../statement.js';

/**
 * The items of a collection by their identifiers, in one statement; those that are not there are left out.
 */
export async function findAll(
  access: ResourceAccesses,
  scope: Scope,
  { collection }: AnyResource,
  keys: readonly KeyValue[],
): Promise<readonly AnyValue[]> {
  if (keys.length === 0) return [];
  const own = accessTo(access, { collection });
  return (await rowsByKey(own, scope, keys)).map(own.toValue);
}

/** The same as rows: remembered, or read. */
export async function rowsByKey(
  { table, items }: ResourceAccess,
  scope: Scope,
  keys: readonly KeyValue[],
): Promise<readonly Row[]> {
  const known = await items.find(table, scope, keys);
  if (known !== undefined) return known;
  const read = readItems(table, scope.agreementNumber, keys.map(table.encodeKey));
  const rows = await rowsOf(sessionToShow(scope, table.resource.collection), read);
  scope.unit?.expectRows(table, rows);
  return rows;
}
