import { foldedKey } from '../value/folded-text.js';
import type { ResourceRepository, Stored } from '../port/resource-repository.port.js';
import type { Fields, ShapeOf } from '../resource/field.js';
import { keyOf, type AnyValue, type KeyValue, type Resource } from '../resource/resource.js';
import { matcherOf } from './evaluate-filter.js';
import type { CollectionQuery, Page } from './page.js';
import { sortValues } from './sort-values.js';
import type { SortKey } from './sort.js';

/**
 * The repository of a list that never changes, such as the currencies: the same for every agreement and held
 * in memory. Pages are found by skipping, so it gives no position. Writing to it is a defect and throws.
 */
export function fixedRepository<F extends Fields>(
  resource: Resource<F>,
  rows: readonly ShapeOf<F>[],
): ResourceRepository<ShapeOf<F>, unknown> {
  type Row = ShapeOf<F>;
  const byDefault = sortValues(resource, resource.defaultSort, rows);
  const byKey = new Map<KeyValue, Stored<Row>>();
  for (const value of byDefault) {
    const key = foldedKey(keyOf(resource, value));
    if (byKey.has(key)) throw new Error(`${resource.collection} holds ${key} twice`);
    byKey.set(key, { value, version: 1 });
  }
  const refuseToWrite = (): never => {
    throw new Error(`${resource.collection} are fixed and cannot be written`);
  };

  const chosen = ({ filter, sort }: CollectionQuery): readonly Row[] => {
    const matches = filter && matcherOf(resource, filter);
    const found = matches ? byDefault.filter(matches) : byDefault;
    return isSameOrder(sort, resource.defaultSort) ? found : sortValues(resource, sort, found);
  };
  return {
    page: async (query): Promise<Page<Row>> => {
      const found = chosen(query);
      const from = query.skipPages * query.pageSize;
      return {
        items: found.slice(from, from + query.pageSize),
        results: found.length,
        resultsWithoutFilter: byDefault.length,
      };
    },
    find: async (key) => byKey.get(foldedKey(key)),
    hold: refuseToWrite,
    create: refuseToWrite,
    replace: refuseToWrite,
    remove: refuseToWrite,
  };
}

function isSameOrder(left: readonly SortKey[], right: readonly SortKey[]): boolean {
  if (left === right) return true;
  if (left.length !== right.length) return false;
  return left.every((key, index) => {
    const other = right[index];
    return (
      other !== undefined &&
      key.property === other.property &&
      key.descending === other.descending &&
      key.alphabetical === other.alphabetical
    );
  });
}

/** A list that never changes, for the composition: what it holds, and how it is read. */
export type FixedList = {
  has(key: KeyValue): boolean;
  readonly repository: ResourceRepository<AnyValue>;
  /** For items that live within items of another fixed list: those within one of them. */
  within?(parents: readonly KeyValue[]): ResourceRepository<AnyValue>;
};

/** A list that the service owns (ADR 5): its items by their keys, and as a repository that only reads. */
export function fixedList<F extends Fields>(resource: Resource<F>, rows: readonly ShapeOf<F>[]): FixedList {
  const keys = new Set(rows.map((value) => foldedKey(keyOf(resource, value))));
  return {
    has: (key) => keys.has(foldedKey(key)),
    repository: fixedRepository(resource, rows),
  };
}

/**
 * The fixed list of a resource whose items live within items of another, by the
 * identifier of those. An identifier is held when it is held within any of them: that it
 * stands within the right one is for a rule to see.
 */
export function fixedListWithin<F extends Fields>(
  resource: Resource<F>,
  byParent: ReadonlyMap<KeyValue, readonly ShapeOf<F>[]>,
): FixedList {
  const lists = new Map(
    [...byParent].map(([parent, rows]) => [foldedKey(parent), fixedList(resource, rows)]),
  );
  const none = fixedList(resource, []);
  return {
    has: (key) => [...lists.values()].some((list) => list.has(key)),
    repository: none.repository,
    within: ([parent = '']) => (lists.get(foldedKey(parent)) ?? none).repository,
  };
}
