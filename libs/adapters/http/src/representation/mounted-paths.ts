import type { AnyResource } from '@kontor/kernel';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { MountedPaths } from './links.js';

/**
 * Where the items and collections of each resource are, read off the rows: the first of several is its home.
 * A row that gives an item by its own identifier, at another path, shows it there as well (facts 3.8).
 */
export function mountedPaths(endpoints: readonly Endpoint[]): MountedPaths {
  const items = new Map<string, string>();
  const elsewhere = new Map<string, readonly string[]>();
  const collections = new Map<string, string>();
  const within = new Map<string, readonly AnyResource[]>();
  for (const { serves, path, method, gives } of endpoints) {
    if (serves?.as === 'item' && !items.has(serves.resource.collection))
      items.set(serves.resource.collection, path);
    if (method === 'GET' && serves?.as === 'other' && isItemOf(serves.resource, gives, path)) {
      const { collection } = serves.resource;
      elsewhere.set(collection, [...(elsewhere.get(collection) ?? []), path]);
    }
    if (serves?.as !== 'collection') continue;
    const { resource: served } = serves;
    if (collections.has(served.collection)) continue;
    if (served.within !== undefined) {
      const parent = served.within.collection;
      within.set(parent, [...(within.get(parent) ?? []), served]);
    }
    collections.set(served.collection, path);
  }
  return { items, elsewhere, collections, within };
}

function isItemOf(resource: AnyResource, gives: Endpoint['gives'], path: string): boolean {
  if (gives === undefined || !('item' in gives) || gives.item !== resource) return false;
  return resource.within === undefined && path.split(':').length === 2 && path.endsWith(`/:${resource.key}`);
}
