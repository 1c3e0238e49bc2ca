import type { KeyValue, ReferenceMissing, ReferenceUse, ResourceRepository, AnyValue } from '@kontor/kernel';
import type { SqlValue } from '../statement.js';
import type { ResourceTable } from '../entity/table-of.js';
import type { ImmutableFacts } from '../snapshot/immutable-facts.js';
import type { Reference } from '../transaction/effect.js';

/** A list that never changes, held by the composition: it can be referred to and not be written. */
export type FixedCollection = {
  has(key: KeyValue): boolean;
  readonly repository: ResourceRepository<AnyValue>;
  within?(parents: readonly KeyValue[]): ResourceRepository<AnyValue>;
};

/** Where references may lead. */
export type Targets = {
  readonly tables: ReadonlyMap<string, ResourceTable>;
  readonly fixed: ReadonlyMap<string, FixedCollection>;
  /** What this process has seen marked as used by entries, by `itemName`: it is there, and stays. */
  readonly permanentReferences: ImmutableFacts<true>;
};

/**
 * The effects by which references are kept whole: every reference raises the `uses` of what it names,
 * and only what has none is ever removed. A write, because a read guards nothing on a cluster (R6). In
 * the order in which they stand in the value.
 */
export function referenceEffects(
  { tables, permanentReferences }: Targets,
  agreementNumber: number,
  { before, after }: { before: readonly ReferenceUse[]; after: readonly ReferenceUse[] },
): readonly Reference<ReferenceMissing>[] {
  // Raised where it is, not copied: a thousand lines name the same few things.
  const found = new Map<string, Reference<ReferenceMissing> & { by: number }>();
  const count = (use: ReferenceUse, by: number): void => {
    const table = tables.get(use.to);
    if (table === undefined) return;
    const encoded = encodedIn(table, use);
    const name = itemName(table, encoded);
    const seen = found.get(name);
    if (seen === undefined)
      found.set(name, { kind: 'refer', name, table, encoded, by, otherwise: referenceMissing(use) });
    else seen.by += by;
  };
  for (const use of after) count(use, 1);
  for (const use of before) count(use, -1);
  return [...found.values()].filter(
    ({ name, by }) => by !== 0 && permanentReferences.get(agreementNumber, name) === undefined,
  );
}

/** The first reference to a fixed collection that leads nowhere: known without asking the database. */
export function missingInFixed(
  { fixed }: Targets,
  uses: readonly ReferenceUse[],
): ReferenceMissing | undefined {
  const missing = uses.find(({ to, key }) => fixed.get(to)?.has(key) === false);
  return missing && referenceMissing(missing);
}

function referenceMissing({ path, to, key }: ReferenceUse): ReferenceMissing {
  return { kind: 'ReferenceMissing', property: path, resource: to, key };
}

/** In which what a reference names is found: its key, and before it that of the item it lives within. */
function encodedIn(
  { parents, encodeKey }: ResourceTable,
  { key, within }: ReferenceUse,
): readonly SqlValue[] {
  return [...parents.map(({ encode }) => (within === undefined ? null : encode(within))), encodeKey(key)];
}

/** What an item is called among all of an agreement's. */
export function itemName({ resource }: ResourceTable, encoded: readonly SqlValue[]): string {
  let name = resource.collection;
  for (const one of encoded) name += ` ${orderedText(one)}`;
  return name;
}

function orderedText(encoded: SqlValue): string {
  return typeof encoded === 'number' ? String(encoded).padStart(16, '0') : String(encoded);
}
