import type { Endpoint, WriteEndpoint } from '@kontor/http';
import type { AnyResource } from '@kontor/kernel';

/** The resource whose items a row answers a page of. */
export function listedBy({ serves, lists }: Endpoint): AnyResource | undefined {
  return serves?.as === 'collection' ? serves.resource : lists;
}

/** The row that adds an item to the collection that a row lists, if there is one. */
export function creatingRow({ path }: Endpoint, endpoints: readonly Endpoint[]): WriteEndpoint | undefined {
  return endpoints.find(
    (one): one is WriteEndpoint =>
      one.method === 'POST' && one.path === path && one.serves?.as === 'collection' && one.body !== undefined,
  );
}

/** What identifies the item that a row answers with. */
export function keyIdentifying({ serves, gives }: Endpoint): string | undefined {
  if (serves?.as === 'item') return serves.resource.key;
  return gives !== undefined && 'item' in gives ? gives.item.key : undefined;
}

/** Whether what passes a filter is not always counted, as the collection is that long: of events. */
export function isLive({ collection }: AnyResource, endpoints: readonly Endpoint[]): boolean {
  return endpoints.some((row) => row.isLive === true && listedBy(row)?.collection === collection);
}

/** Drafts are removed where the resource as a whole is not. */
export function isRemoved({ collection }: AnyResource, endpoints: readonly Endpoint[]): boolean {
  return endpoints.some(
    ({ method, serves }) =>
      method === 'DELETE' && serves?.as === 'item' && serves.resource.collection === collection,
  );
}

/** The names by which items are asked, as `Naming` knows who is asked by them. */
export function askedKey({ collection, filterable, sortable }: AnyResource): string {
  return [collection, ...filterable, '', ...sortable].join();
}
