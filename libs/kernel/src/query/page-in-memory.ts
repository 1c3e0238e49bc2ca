import { keyOf, type AnyResource, type AnyValue, type KeyValue } from '../resource/resource.js';
import { breathe } from '../turn/breathe.js';
import { matcherOf } from './evaluate-filter.js';
import type { CollectionQuery, Page } from './page.js';
import { orderingOf, sortValues, type Marks } from './sort-values.js';

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
  const passing = matches ? values.filter(matches) : values;
  const from = skipPages * pageSize;
  return {
    items: sortValues(resource, sort, passing).slice(from, from + pageSize),
    results: passing.length,
    resultsWithoutFilter: values.length,
  };
}

/** Which items a page holds, by their identifiers, and how many there are in all. */
export type PageOfKeys = Pick<Page<unknown>, 'results' | 'resultsWithoutFilter'> & {
  readonly keys: readonly KeyValue[];
};

/** So many are kept beyond those that may be on the page, before they are put in order. */
const KEPT_MORE = 1_000;

/**
 * The same page, of items that come one after the other and are too large to be all in memory: of those that
 * may be on it, or before it, the identifier is kept and what it is sorted by. Others get their turns.
 */
export async function pageOfEach(
  resource: AnyResource,
  items: AsyncIterable<AnyValue>,
  { filter, sort, pageSize, skipPages }: CollectionQuery,
): Promise<PageOfKeys> {
  const matches = filter && matcherOf(resource, filter);
  const { marksOf, compare } = orderingOf(resource, sort);
  const end = (skipPages + 1) * pageSize;
  let kept: { readonly key: KeyValue; readonly marks: Marks }[] = [];
  const inOrder = () => kept.sort((left, right) => compare(left.marks, right.marks)).slice(0, end);
  let results = 0;
  let resultsWithoutFilter = 0;
  for await (const item of items) {
    await breathe();
    resultsWithoutFilter += 1;
    if (matches?.(item) === false) continue;
    results += 1;
    kept.push({ key: keyOf(resource, item), marks: marksOf(item) });
    if (kept.length > 2 * end + KEPT_MORE) kept = inOrder();
  }
  const keys = inOrder().map(({ key }) => key);
  return { keys: keys.slice(skipPages * pageSize), results, resultsWithoutFilter };
}
