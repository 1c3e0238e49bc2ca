import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  checkFilter,
  DEFAULT_PAGE_SIZE,
  type AnyResource,
  type CollectionQuery,
  type Filter,
  type SortKey,
} from '@kontor/kernel';
import { filterText } from './filter-text.js';
import { paging } from './paging.js';
import { parameter, type ParameterName, type QueryParameters } from './query-string.js';
import type { QueryRefusal } from './query-refusal.js';
import { sortText } from './sort-text.js';

/** What a collection is asked, and how it was asked, for the links of the answer. */
export type AskedCollection = {
  readonly query: CollectionQuery;
  /** `filter` and `sort` as they go into links: encoded, in the order sent, unknown parameters left out (D109). */
  readonly echo: readonly string[];
  /** Paging parameters were sent, so `self` carries them. */
  readonly paged: boolean;
};

const ECHOED: readonly string[] = ['filter', 'sort'] satisfies readonly ParameterName[];
const PAGING: readonly string[] = ['pagesize', 'skippages'] satisfies readonly ParameterName[];

/** Reads filter, sort and paging of a request and checks them against the declaration (§4.1). */
export function askedCollection(
  of: AnyResource,
  parameters: QueryParameters,
): Either<QueryRefusal, AskedCollection> {
  if (parameters.length === 0) return right(plainlyAsked(of));
  const page = paging(parameters);
  if (isLeft(page)) return page;
  const filter = filterOf(of, parameters);
  if (isLeft(filter)) return filter;
  const sort = sortOf(of, parameters);
  if (isLeft(sort)) return sort;
  return right({
    query: {
      ...(filter.right !== undefined && { filter: filter.right }),
      sort: sort.right,
      ...page.right,
    },
    echo: parameters
      .filter(([name, value]) => ECHOED.includes(name.toLowerCase()) && value.trim() !== '')
      .map(([name, value]) => `${name.toLowerCase()}=${encodeURIComponent(value)}`),
    paged: parameters.some(([name]) => PAGING.includes(name.toLowerCase())),
  });
}

/** An empty filter is as if absent (amendment 119). */
function filterOf(of: AnyResource, parameters: QueryParameters): Either<QueryRefusal, Filter | undefined> {
  const text = parameter(parameters, 'filter');
  if (text === undefined || text.trim() === '') return right(undefined);
  const raw = filterText(text);
  return isLeft(raw) ? left({ ...raw.left, filterable: of.filterable }) : checkFilter(of, raw.right);
}

function sortOf(of: AnyResource, parameters: QueryParameters): Either<QueryRefusal, readonly SortKey[]> {
  const text = parameter(parameters, 'sort');
  return text === undefined ? right(of.defaultSort) : sortText(of, text);
}

const plain = new WeakMap<AnyResource, AskedCollection>();

/** The first page as it comes, prepared once. */
function plainlyAsked(of: AnyResource): AskedCollection {
  let asked = plain.get(of);
  if (asked === undefined) {
    asked = {
      query: { sort: of.defaultSort, pageSize: DEFAULT_PAGE_SIZE, skipPages: 0 },
      echo: [],
      paged: false,
    };
    plain.set(of, asked);
  }
  return asked;
}
