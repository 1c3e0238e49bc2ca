import { keyKind, keyOf, type AnyResource, type AnyValue, type KeyValue } from '../resource/resource.js';
import { breathe } from '../turn/breathe.js';
import { matcherOf } from './evaluate-filter.js';
import type { CollectionQuery, Page } from './page.js';
import { keyOfPosition, positionOf } from './position.js';
import { orderingOf, sortValues, type Marks } from './sort-values.js';

/**
 * The page of values that are all in memory: the same filters, sorts and pages as a
 * repository's. For lists that are short by nature, and for questions that no index answers.
 */
export function pageInMemory<A extends object>(
  resource: AnyResource,
  values: readonly A[],
  query: CollectionQuery,
): Page<A> {
  const { filter, sort, pageSize } = query;
  const { from, isBehind, ending } = placeOf(resource, query);
  const matches = filter && matcherOf(resource, filter);
  const passing = matches ? values.filter(matches) : values;
  const behind = isBehind ? passing.filter(isBehind) : passing;
  const items = sortValues(resource, sort, behind).slice(from, from + pageSize);
  const last = items.at(-1);
  return {
    items,
    results: passing.length,
    resultsWithoutFilter: values.length,
    ...ending(last && keyOf(resource, last), behind.length),
  };
}

/** Which items a page holds, by their identifiers, how many there are in all, and where it ended. */
export type PageOfKeys = Omit<Page<unknown>, 'items'> & { readonly keys: readonly KeyValue[] };

/** Where a page begins among what passes, and what it says of where it ends. */
type PlaceOfPage = {
  /** So many are skipped. */
  readonly from: number;
  /** Where the page before said where it ended: what comes behind that place. */
  readonly isBehind?: (item: object) => boolean;
  readonly ending: (
    last: KeyValue | undefined,
    behind: number,
  ) => Pick<Page<unknown>, 'position' | 'hasMore'>;
};

function placeOf(resource: AnyResource, { sort, pageSize, skipPages, after }: CollectionQuery): PlaceOfPage {
  const isText = keyKind(resource).type === 'string';
  const [first] = sort;
  const isByKey =
    first === undefined ||
    (first.property === resource.key && !first.descending && (isText || !first.alphabetical));
  const positionAt = (last: KeyValue | undefined) =>
    isByKey && last !== undefined ? { position: positionOf(last) } : {};
  const sought = isByKey && after !== undefined ? keyOfPosition(after, isText) : undefined;
  if (sought === undefined) return { from: skipPages * pageSize, ending: positionAt };
  const { marksOf, compare } = orderingOf(resource, []);
  const place = marksOf({ [resource.key]: sought });
  return {
    from: 0,
    isBehind: (item) => compare(marksOf(item), place) > 0,
    ending: (last, behind) => ({ ...positionAt(last), hasMore: behind > pageSize }),
  };
}

/** So many are kept beyond those that may be on the page, before they are put in order. */
const KEPT_MORE = 1_000;

/**
 * The same page, for items that are read one after the other and are too large to be in memory all at once.
 * Of items that may stand on the page, or before it, only the identifier and the sort values are kept. Lets
 * other work have its turn.
 */
export async function pageOfEach(
  resource: AnyResource,
  items: AsyncIterable<AnyValue>,
  query: CollectionQuery,
): Promise<PageOfKeys> {
  const { filter, sort, pageSize } = query;
  const { from, isBehind, ending } = placeOf(resource, query);
  const matches = filter && matcherOf(resource, filter);
  const { marksOf, compare } = orderingOf(resource, sort);
  const end = from + pageSize;
  let kept: { readonly key: KeyValue; readonly marks: Marks }[] = [];
  const inOrder = () => kept.sort((left, right) => compare(left.marks, right.marks)).slice(0, end);
  let results = 0;
  let resultsWithoutFilter = 0;
  let behind = 0;
  for await (const item of items) {
    await breathe();
    resultsWithoutFilter += 1;
    if (matches?.(item) === false) continue;
    results += 1;
    if (isBehind?.(item) === false) continue;
    behind += 1;
    kept.push({ key: keyOf(resource, item), marks: marksOf(item) });
    if (kept.length > 2 * end + KEPT_MORE) kept = inOrder();
  }
  const keys = inOrder()
    .map(({ key }) => key)
    .slice(from);
  return { keys, results, resultsWithoutFilter, ...ending(keys.at(-1), behind) };
}
