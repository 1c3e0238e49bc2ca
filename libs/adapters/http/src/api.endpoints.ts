import type { AnyResource } from '@kontor/kernel';
import { CONTEXTS } from './contexts.js';
import { apiDescription } from './description/api-description.js';
import { descriptionRow } from './description/description.endpoint.js';
import type { Endpoint } from './endpoint/endpoint.js';
import { homeEndpoints, type About } from './home/home.endpoints.js';
import { notBuiltEndpoints } from './home/not-built.endpoints.js';
import type { MountedPaths } from './representation/links.js';

/** Every row of the API. */
export function apiEndpoints(about: About): readonly Endpoint[] {
  const endpoints = CONTEXTS.flatMap((one) => one.endpoints);
  const rows: readonly Endpoint[] = [
    ...homeEndpoints(endpoints, about),
    descriptionRow((address) => apiDescription(about, rows, address)),
    ...endpoints,
    ...notBuiltEndpoints,
  ];
  return rows;
}

/** Where the items and collections of each resource are, read off the rows: the first of several is its home. */
export function mountedPaths(endpoints: readonly Endpoint[]): MountedPaths {
  const items = new Map<string, string>();
  const collections = new Map<string, string>();
  const within = new Map<string, readonly AnyResource[]>();
  for (const { serves, path } of endpoints) {
    if (serves?.as === 'item' && !items.has(serves.resource.collection))
      items.set(serves.resource.collection, path);
    if (serves?.as !== 'collection') continue;
    const { resource } = serves;
    if (collections.has(resource.collection)) continue;
    if (resource.within !== undefined) {
      const parent = resource.within.collection;
      within.set(parent, [...(within.get(parent) ?? []), resource]);
    }
    collections.set(resource.collection, path);
  }
  return { items, collections, within };
}
