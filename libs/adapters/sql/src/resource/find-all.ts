import { itemOf, type AnyResource, type KeyValue, type ValueOf } from '@kontor/kernel';
import { sessionToShow, type Scope } from '../transaction/scope.js';
import type { ResourceTable } from '../entity/table-of.js';
import { type ResourceAccesses, accessTo } from './resource-access.js';
import { rowsOf, type Row } from '../statement.js';
import { readItems } from '../statements/items.js';

/**
 * The items of a collection by their identifiers, remembered or in one statement; those that are not there
 * are left out.
 */
export async function findAll<R extends AnyResource>(
  access: ResourceAccesses,
  scope: Scope,
  resource: R,
  keys: readonly KeyValue[],
): Promise<readonly ValueOf<R>[]> {
  if (keys.length === 0) return [];
  const { table, items, toValue } = accessTo(access, resource);
  const rows = (await items.find(table, scope, keys)) ?? (await readRows(table, scope, keys));
  return rows.map((row) => itemOf(resource, toValue(row)));
}

async function readRows(
  table: ResourceTable,
  scope: Scope,
  keys: readonly KeyValue[],
): Promise<readonly Row[]> {
  const read = readItems(table, scope.agreementNumber, keys.map(table.encodeKey));
  const rows = await rowsOf(sessionToShow(scope, table.resource.collection), read);
  scope.unit?.expect.rows(table, rows);
  return rows;
}
