import { itemOf, type AnyResource, type KeyValue, type ValueOf } from '@kontor/kernel';
import { sessionToShow, type Scope } from '../transaction/scope.js';
import { type ResourceAccess, type ResourceAccesses, accessTo } from './resource-access.js';
import { rowsOf, type Row } from '../statement.js';
import { readItems } from '../statements/items.js';

/**
 * The items of a collection by their identifiers, in one statement; those that are not there are left out.
 */
export async function findAll<R extends AnyResource>(
  access: ResourceAccesses,
  scope: Scope,
  resource: R,
  keys: readonly KeyValue[],
): Promise<readonly ValueOf<R>[]> {
  if (keys.length === 0) return [];
  const own = accessTo(access, resource);
  return (await rowsByKey(own, scope, keys)).map((row) => itemOf(resource, own.toValue(row)));
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
  scope.unit?.expect.rows(table, rows);
  return rows;
}
