import type { Endpoint } from '../endpoint/endpoint.js';
import type { Documents } from './documents.js';
import { collectionRoute, draftsOfTypeRoute, itemRoute } from './read-document.endpoints.js';
import { bookRouteOf, creationRoute, removeRoute, replaceRoute } from './write-document.endpoints.js';

/** Every row of such documents. */
export function documentEndpoints(documents: Documents): readonly Endpoint[] {
  const { needs, creations } = documents;
  const routes = [
    ...([undefined, 'drafts', 'booked'] as const).flatMap((state) => [
      collectionRoute(documents, state),
      itemRoute(documents, state),
    ]),
    ...creations.map((creation) => creationRoute(documents, creation)),
    ...creations.flatMap((creation) => draftsOfTypeRoute(documents, creation)),
    replaceRoute(documents),
    removeRoute(documents),
    bookRouteOf(documents),
  ];
  return needs === undefined ? routes : routes.map((route) => ({ ...route, needs }));
}
