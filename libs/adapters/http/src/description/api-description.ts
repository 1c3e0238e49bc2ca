import { CONTEXTS } from '../contexts.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { Json } from './components.js';
import { openApi, type Described } from './open-api.js';
import { servedContexts } from './served-contexts.js';

/**
 * The whole API as OpenAPI 3.1: every row that is not hidden. `address`:
 * where the service is, where that is known.
 */
export function apiDescription(
  about: Described['about'],
  routes: readonly Endpoint[],
  address?: string,
): Json {
  const endpoints = routes.filter(({ hidden }) => hidden !== true);
  const contexts = servedContexts(CONTEXTS, endpoints);
  return openApi({ about, contexts, endpoints, ...(address !== undefined && { address }) });
}
