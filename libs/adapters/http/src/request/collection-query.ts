import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { checkFilter, type AnyResource, type CollectionQuery, type Filter, type SortKey } from '@kontor/kernel';
import { filterText } from './filter-text.js';
import { paging } from './paging.js';
import { parameter, type QueryParameters } from './query-string.js';
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

/** Reads filter, sort and paging of a request and checks them against the declaration (§4.1). */
export function askedCollection(
  of: AnyResource,
  parameters: QueryParameters,
): Either<QueryRefusal, AskedCollection> {
  const page = paging(parameters);
  if (isLeft(page)) return page;
  const filter = filterOf(of, parameters);
  if (isLeft(filter)) return filter;
  const sort = sortOf(of, parameters);
  if (isLeft(sort)) return sort;

  const echo = parameters
    .filter(([name, value]) => /^(filter|sort)$/i.test(name) && value.trim() !== '')
    .map(([name, value]) => `${name.toLowerCase()}=${encodeURIComponent(value)}`);
  return right({
    query: {
      ...(filter.right !== undefined && { filter: filter.right }),
      sort: sort.right,
      ...page.right,
    },
    echo,
    paged: parameters.some(([name]) => /^(pagesize|skippages)$/i.test(name)),
  });
}

function filterOf(of: AnyResource, parameters: QueryParameters): Either<QueryRefusal, Filter | undefined> {
  const text = parameter(parameters, 'filter');
  if (text === undefined || text.trim() === '') return right(undefined);
  const raw = filterText(text);
  if (isLeft(raw)) return left(withFields(of, raw.left));
  const checked = checkFilter(of, raw.right);
  return isLeft(checked) ? left(withFields(of, checked.left)) : checked;
}

function withFields<R extends object>(of: AnyResource, refusal: R): R & { readonly filterable: readonly string[] } {
  return { ...refusal, filterable: of.filterable };
}

function sortOf(of: AnyResource, parameters: QueryParameters): Either<QueryRefusal, readonly SortKey[]> {
  const text = parameter(parameters, 'sort');
  if (text === undefined || text.trim() === '') return right(of.defaultSort);
  return sortText(of, text);
}
