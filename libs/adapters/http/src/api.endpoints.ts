import { CONTEXTS } from './contexts.js';
import { apiDescriptionInTurns } from './description/api-description.js';
import { descriptionRoute } from './description/description.endpoint.js';
import type { Endpoint } from './endpoint/endpoint.js';
import { refuseMoreReaders } from './endpoint/fewer-readers.js';
import { homeEndpoints, type About } from './home/home.endpoints.js';
import { notBuiltEndpoints } from './home/not-built.endpoints.js';

/** Every row of the API. Throws where one shows a collection to who may not read it at its own path. */
export function apiEndpoints(about: About): readonly Endpoint[] {
  const endpoints = CONTEXTS.flatMap((one) => one.endpoints);
  refuseMoreReaders(endpoints);
  const description = descriptionRoute((address) => apiDescriptionInTurns(about, routes, address));
  const routes: readonly Endpoint[] = [
    ...homeEndpoints(endpoints, about, [description]),
    description,
    ...endpoints,
    ...notBuiltEndpoints,
  ];
  return routes;
}
