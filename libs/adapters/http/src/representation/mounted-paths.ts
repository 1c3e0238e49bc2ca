import type { AnyResource } from '@kontor/kernel';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { MountedPaths } from './links.js';

/**
 * Where the items and collections of each resource are, read off the rows: the first of several is its home.
 */
export function mountedPaths(endpoints: readonly Endpoint[]): MountedPaths {
  const items = new Map<string, string>();
  const collections = new Map<string, string>();
  const within = new Map<string, readonly AnyResource[]>();
  for (const { serves, path } of endpoints) {
    if (serves?.as === 'item' && !items.has(serves.resource.collection))
      items.set(serves.resource.collection, path);
    if (serves?.as !== 'collection') continue;
    const { resource: served } = serves;
    if (collections.has(served.collection)) continue;
    if (served.within !== undefined) {
      const parent = served.within.collection;
      within.set(parent, [...(within.get(parent) ?? []), served]);
    }
    collections.set(served.collection, path);
  }
  return { items, collections, within };
}
