import { defined, type KeyValue, type NotFound, type ThingInUse } from '@kontor/kernel';
import { encodedParents } from '../entity/table-of.js';
import { itemName } from '../integrity/references.js';
import { referrersOf } from '../integrity/referrers.js';
import type { Reference } from '../transaction/effect.js';
import type { WritingScope } from '../transaction/scope.js';
import type { ResourceAccess } from './resource-access.js';

/**
 * An item that others live within counts as used by each of them. Where it is not there any more, the address
 * names nothing: 404, as before the write.
 */
export function referenceToParent(
  { table: own, targets }: ResourceAccess,
  parents: readonly KeyValue[],
  by: number,
): readonly Reference<NotFound>[] {
  const { within } = own.resource;
  if (within === undefined) return [];
  const { collection } = within;
  const table = targets.tables.get(collection);
  if (table === undefined) throw new Error(`${collection} has no table`);
  const encoded = encodedParents(own, parents);
  const otherwise: NotFound = { kind: 'NotFound', resource: collection, key: defined(parents.at(-1)) };
  return [{ kind: 'refer', name: itemName(table, encoded), table, encoded, by, otherwise }];
}

/** The refusal of what would leave others with an item that is not there, and some of these. */
export async function thingInUse(
  { table, targets, dialect }: ResourceAccess,
  { agreementNumber, unit }: WritingScope,
  parents: readonly KeyValue[],
  key: KeyValue,
): Promise<ThingInUse> {
  const referred = { table, key, parents, tables: targets.tables, hints: dialect };
  const usedBy = await referrersOf(unit.now, agreementNumber, referred);
  const { collection: resource } = table.resource;
  return { kind: 'ThingInUse', resource, key, ...(usedBy.length > 0 && { usedBy }) };
}
