import type { AnyResource, AnyValue } from '../resource/resource.js';
import { matcherOf } from './evaluate-filter.js';
import type { CollectionQuery, Page } from './page.js';
import { sortValues } from './sort-values.js';

/**
 * The page of values that are all in memory: the same filters, sorts and pages as a
 * repository's. For lists that are short by nature, and for questions that no index answers. It
 * gives no position: pages are found by skipping.
 */
export function pageInMemory<A>(
  resource: AnyResource,
  values: readonly A[],
  { filter, sort, pageSize, skipPages }: CollectionQuery,
): Page<A> {
  const matches = filter && matcherOf(resource, filter);
  const passing = matches ? values.filter((value) => matches(value as AnyValue)) : values;
  const from = skipPages * pageSize;
  return {
    items: sortValues(resource, sort, passing).slice(from, from + pageSize),
    results: passing.length,
    resultsWithoutFilter: values.length,
  };
}
