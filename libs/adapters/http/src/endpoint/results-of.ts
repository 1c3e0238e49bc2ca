import type { AnyResource, CollectionQuery, Filter, Page, ResourceRepository } from '@kontor/kernel';

/** How many items of a collection a filter finds; without one, all of them. Asks for a page of one item. */
export async function resultsOf<A>(
  { defaultSort }: Pick<AnyResource, 'defaultSort'>,
  repository: Pick<ResourceRepository<A>, 'page'>,
  filter?: Filter,
): Promise<number> {
  const page = await repository.page({
    ...(filter !== undefined && { filter }),
    sort: defaultSort,
    pageSize: 1,
    skipPages: 0,
  });
  return page.results;
}

/** A page of the items of a collection that a fixed condition picks out, and how many those are in all. */
export async function pageWithin<A>(
  resource: Pick<AnyResource, 'defaultSort'>,
  repository: Pick<ResourceRepository<A>, 'page'>,
  restriction: Filter,
  query: CollectionQuery,
): Promise<Page<A>> {
  const { filter } = query;
  const page = await repository.page({
    ...query,
    filter: filter === undefined ? restriction : { kind: 'and', of: [restriction, filter] },
  });
  if (filter === undefined) return { ...page, resultsWithoutFilter: page.results };
  const all = await resultsOf(resource, repository, restriction);
  // What is gone by the second read was there at the first.
  return { ...page, resultsWithoutFilter: Math.max(all, page.results) };
}
