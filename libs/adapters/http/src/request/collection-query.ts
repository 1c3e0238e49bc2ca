import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  madeOnce,
  checkFilter,
  DEFAULT_PAGE_SIZE,
  type AnyResource,
  type CollectionQuery,
  type Filter,
  type SortKey,
  flatMapped,
} from '@kontor/kernel';
import { filterText } from './filter-text.js';
import { paging, selectionOf, type Paging } from './paging.js';
import { parameter, type ParameterName, type QueryParameters } from './query-string.js';
import type { QueryRefusal } from './query-refusal.js';
import { sortText } from './sort-text.js';

/** What a collection is asked, and how it was asked, for the links of the answer. */
export type CollectionRequest = {
  readonly query: CollectionQuery;
  /** What is listed, as `after` in the link of the next page tells it. */
  readonly selection: string;
  /**
   * The query as it goes into links: `filter` and `sort` encoded, `pagesize` and `skippages` as they count,
   * `after` as it came, where it counts, in the order sent; unknown parameters are left out (D109). This is
   * the query of `self`, which shows the same page again; links to other pages leave `after` out.
   */
  readonly echo: readonly string[];
};

const ECHOED: readonly string[] = ['filter', 'sort'] satisfies readonly ParameterName[];

/** Reads filter, sort and paging of a request and checks them against the declaration (§4.1). */
export function collectionRequest(
  resource: AnyResource,
  parameters: QueryParameters,
): Either<QueryRefusal, CollectionRequest> {
  if (parameters.length === 0) return right(plainRequest(resource));
  const selection = selectionOf(resource.collection, parameter(parameters, 'filter'));
  const page = paging(parameters, selection);
  if (isLeft(page)) return page;
  const filter = filterOf(resource, parameters);
  if (isLeft(filter)) return filter;
  const sort = sortOf(resource, parameters);
  if (isLeft(sort)) return sort;
  return right({
    query: {
      ...(filter.right !== undefined && { filter: filter.right }),
      sort: sort.right,
      ...page.right,
    },
    selection,
    echo: flatMapped(parameters, ([name, value]) => echoOf(name.toLowerCase(), value, page.right)),
  });
}

function echoOf(name: string, value: string, { pageSize, skipPages, after }: Paging): readonly string[] {
  if (name === 'pagesize') return [`pagesize=${pageSize}`];
  if (name === 'skippages') return [`skippages=${skipPages}`];
  if (name === 'after') return after === undefined ? [] : [`after=${encodeURIComponent(value)}`];
  return ECHOED.includes(name) && value.trim() !== '' ? [`${name}=${encodeURIComponent(value)}`] : [];
}

/** An empty filter is as if absent (amendment 119). */
function filterOf(
  resource: AnyResource,
  parameters: QueryParameters,
): Either<QueryRefusal, Filter | undefined> {
  const text = parameter(parameters, 'filter');
  if (text === undefined || text.trim() === '') return right(undefined);
  const raw = filterText(text);
  return isLeft(raw)
    ? left({ ...raw.left, filterable: resource.filterable })
    : checkFilter(resource, raw.right);
}

function sortOf(
  resource: AnyResource,
  parameters: QueryParameters,
): Either<QueryRefusal, readonly SortKey[]> {
  const text = parameter(parameters, 'sort');
  return text === undefined ? right(resource.defaultSort) : sortText(resource, text);
}

/** The first page as it comes. */
const plainRequest = madeOnce((resource: AnyResource): CollectionRequest => ({
  query: { sort: resource.defaultSort, pageSize: DEFAULT_PAGE_SIZE, skipPages: 0 },
  selection: selectionOf(resource.collection),
  echo: [],
}));
