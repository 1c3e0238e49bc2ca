import type { AnyResource, AnyValue, Books, Catalogue, KeyValue, ResourceRepository } from '@kontor/kernel';
import { lineage, referenceKindsOf, type IdempotencyKeys } from '@kontor/kernel';
import type { Dialect } from './dialect/dialect.js';
import { PageMemory } from './page/page-memory.js';
import { handWrittenRepository } from './products/alias-layer.repository.js';
import { resourceRepository } from './resource.repository.js';
import { resourceAccess, type ResourceAccess, type Scope } from './resource-access.js';
import { tableOf } from './table/table-of.js';
import type { FixedCollection, Targets } from './use-counts.js';

/** The resources of the service, ready to be read and written for any agreement. */
export type Shelves = {
  readonly access: ReadonlyMap<string, ResourceAccess>;
  readonly fixed: ReadonlyMap<string, FixedCollection>;
};

/** Prepares every declared resource. Throws when one refers to a collection that is neither a table nor fixed. */
export function shelvesOf(
  catalogue: Catalogue,
  fixed: ReadonlyMap<string, FixedCollection>,
  dialect: Dialect,
): Shelves {
  const tables = new Map(
    [...catalogue.values()].filter(({ collection }) => !fixed.has(collection)).map((one) => [one.collection, tableOf(one)]),
  );
  const targets: Targets = { tables, fixed };
  for (const { resource } of tables.values()) refuseLooseEnds(resource, targets);
  const memory = new PageMemory();
  const access = new Map(
    [...tables].map(([name, table]) => [name, resourceAccess(table, { dialect, targets, memory })]),
  );
  return { access, fixed };
}

function refuseLooseEnds(of: AnyResource, { tables, fixed }: Targets): void {
  const named = Object.values(of.fields).flatMap(({ kind }) =>
    kind.type === 'string' && kind.names !== undefined ? [kind.names] : [],
  );
  for (const to of [...referenceKindsOf(of).map(({ kind }) => kind.to), ...named]) {
    const table = tables.get(to);
    if (table === undefined && !fixed.has(to)) throw new Error(`${of.collection} refers to ${to}, which is kept nowhere`);
    if (table !== undefined && lineage(table.resource).length > 1) {
      throw new Error(`${of.collection} refers to ${to}, whose identifiers are unique only within another item`);
    }
  }
}

/** The books of one agreement, by one session. */
export function booksOf({ access, fixed }: Shelves, scope: Scope, idempotency: IdempotencyKeys): Books {
  return {
    agreementNumber: scope.agreementNumber,
    idempotency,
    of: ((resource: AnyResource, ...parents: readonly KeyValue[]) =>
      repositoryOf(resource, parents)) as unknown as Books['of'],
  };

  function repositoryOf(
    { collection }: AnyResource,
    parents: readonly KeyValue[],
  ): ResourceRepository<AnyValue, AnyValue> {
    const held = fixed.get(collection);
    if (held !== undefined) return held.repository;
    const own = access.get(collection);
    if (own === undefined) throw new Error(`${collection} is in no catalogue`);
    return handWrittenRepository(access, scope, own, parents) ?? resourceRepository(own, scope, parents);
  }
}
