import { defined } from '../value/defined.js';
import { keyKind, keyOf, kindAt, type AnyResource } from '../resource/resource.js';
import { comparisonOf, valuesAt, type Comparable, type Comparison } from './comparison.js';
import type { SortKey } from './sort.js';

/**
 * The values in the order of the keys: absent ones last ascending and first descending (D120), ties by the
 * resource's identifier ascending (D122). A property with several values, through a list, counts by its
 * smallest ascending and by its largest descending.
 */
export function sortValues<A>(
  resource: AnyResource,
  keys: readonly SortKey[],
  values: readonly A[],
): readonly A[] {
  const { marksOf, compare } = orderingOf(resource, keys);
  const rows = values.map((value) => ({ value, marks: marksOf(value) }));
  rows.sort((left, right) => compare(left.marks, right.marks));
  return rows.map(({ value }) => value);
}

/** The order of `sortValues`, by what is little of a value: its marks. */
export type Ordering = {
  readonly marksOf: (value: unknown) => Marks;
  readonly compare: (left: Marks, right: Marks) => number;
};
/** What a value is ordered by, under each key. */
export type Marks = readonly Mark[];

/** The order under the keys, for who cannot hold the values themselves. */
export function orderingOf(resource: AnyResource, keys: readonly SortKey[]): Ordering {
  const orders = [...keys.map((key) => orderOf(resource, key)), ...byIdentifier(resource)];
  return {
    marksOf: (value) => orders.map((order) => order.markOf(value)),
    compare: (left, right) => {
      for (const [index, order] of orders.entries()) {
        const difference = order.compare(left[index], right[index]);
        if (difference !== 0) return difference;
      }
      return 0;
    },
  };
}

/** What a value is ordered by under one key; undefined where the property is absent. */
type Mark = Comparable | undefined;
type Order = {
  readonly markOf: (value: unknown) => Mark;
  readonly compare: (left: Mark, right: Mark) => number;
};

/** Texts that are another each for every spelling come as they are written where all else is the same. */
function byIdentifier(resource: AnyResource): readonly Order[] {
  const byKey = orderOf(resource, { property: resource.key, descending: false, alphabetical: false });
  if (keyKind(resource).type !== 'string') return [byKey];
  return [byKey, { ...byKey, markOf: (value) => keyOf(resource, value as object) }];
}

function orderOf(resource: AnyResource, { property, descending, alphabetical }: SortKey): Order {
  const comparison = comparisonOf(defined(kindAt(resource, property)), { alphabetical });
  const path = property.split('.');
  const ascending = (left: Mark, right: Mark): number => {
    if (left === undefined || right === undefined) {
      return left === right ? 0 : left === undefined ? 1 : -1;
    }
    return comparison.compare(left, right);
  };
  return {
    markOf: (value) => outermost(valuesAt(value, path), comparison, descending),
    compare: descending ? (left, right) => ascending(right, left) : ascending,
  };
}

function outermost(values: readonly unknown[], { form, compare }: Comparison, descending: boolean): Mark {
  let found: Mark;
  for (const value of values) {
    const mark = form(value);
    if (found === undefined || (descending ? compare(mark, found) > 0 : compare(mark, found) < 0)) {
      found = mark;
    }
  }
  return found;
}
