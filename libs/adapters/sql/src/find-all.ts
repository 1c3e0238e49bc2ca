import type { AnyResource, AnyValue, KeyValue } from '@kontor/kernel';
import type { ResourceAccess, Scope } from './resource-access.js';
import { placeholders, quote, rowsOf } from './statement.js';
import { AGREEMENT_COLUMN } from './table/table.js';

/** The items of a collection by their identifiers, in one statement; those that are not there are left out. */
export async function findAll(
  access: ReadonlyMap<string, ResourceAccess>,
  { agreementNumber, session }: Pick<Scope, 'agreementNumber' | 'session'>,
  { collection }: AnyResource,
  keys: readonly KeyValue[],
): Promise<readonly AnyValue[]> {
  if (keys.length === 0) return [];
  const { table, toValue } = access.get(collection) as ResourceAccess;
  const own = table.columns.map(({ column }) => quote(column)).join(', ');
  const rows = await rowsOf(session, {
    sql:
      `SELECT ${own} FROM ${quote(table.table.name)} ` +
      `WHERE ${quote(AGREEMENT_COLUMN)} = ? AND ${quote(table.keyColumn)} IN (${placeholders(keys.length)})`,
    values: [agreementNumber, ...keys.map(table.keyForm)],
  });
  return rows.map(toValue);
}
