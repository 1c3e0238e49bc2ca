import { defined, keyOf, type AnyValue } from '@kontor/kernel';
import { databaseColumns } from '../entity/column-of.js';
import { storedValues } from '../entity/row-mapper.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import type { ResourceTable } from '../entity/table-of.js';
import { placeholders, quote, type SqlValue, type Statement } from '../statement.js';
import { columnsOf, ownerCondition, itemCondition } from './rows.js';
import { updateByKey } from './writes.js';

/**
 * The statements on the aliases of products, rows of their own within a layer. Text, since the aliases of a
 * whole page of layers are one statement, and what changes of a layer is one round trip. TypeORM's runner
 * takes 22 µs on top of 33 for each (ADR 36).
 */

/** The aliases of layers, by layer and product, at most so many; the layer is `_layer`. */
export function readAliases(
  table: ResourceTable,
  agreementNumber: number,
  layerNumbers: readonly number[],
  most: number,
): Statement {
  const layer = quote(defined(table.parents[0]).column);
  return {
    sql:
      `SELECT ${layer} AS _layer, ${columnsOf(table)} FROM ${quote(table.table.name)} ` +
      `WHERE ${quote(AGREEMENT_COLUMN)} = ? AND ${layer} IN (${placeholders(layerNumbers.length)}) ` +
      `ORDER BY ${layer}, ${quote(table.keyColumn)} LIMIT ${most}`,
    values: [agreementNumber, ...layerNumbers],
  };
}

/** Removes aliases of a layer by their products. `owner`: the agreement, and the layer. */
export function removeAliases(
  table: ResourceTable,
  owner: readonly SqlValue[],
  encoded: readonly SqlValue[],
): Statement {
  return {
    sql:
      `DELETE FROM ${quote(table.table.name)} WHERE ${ownerCondition(table)} ` +
      `AND ${quote(table.keyColumn)} IN (${placeholders(encoded.length)})`,
    values: [...owner, ...encoded],
  };
}

/** The owner, then the key, then the version that is not looked at: the layer's row is locked. */
export function changeAlias(table: ResourceTable, owner: readonly SqlValue[], alias: AnyValue): Statement {
  const others = table.columns.filter(({ isKey }) => !isKey);
  const set = others.flatMap(databaseColumns).map(({ name }) => `${quote(name)} = ?`);
  return {
    sql:
      `${updateByKey(table.table.name)} ${set.join(', ')}, ` +
      `\`version\` = \`version\` + 1 WHERE ${itemCondition(table)}`,
    values: [
      ...others.flatMap((column) => storedValues(column, alias[column.path])),
      ...owner,
      table.encodeKey(keyOf(table.resource, alias)),
    ],
  };
}
