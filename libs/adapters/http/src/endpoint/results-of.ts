import type { AnyResource, Filter, ResourceRepository } from '@kontor/kernel';

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
