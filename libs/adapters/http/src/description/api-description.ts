import { atOnce, inTurns } from '@kontor/kernel';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { Json } from './json.js';
import { openApiSteps, type Described } from './open-api.js';
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
  return atOnce(stepsOf(about, routes, address));
}

/** The same while others are answered: at once it takes 150 ms of a processor. */
export function apiDescriptionInTurns(
  about: Described['about'],
  routes: readonly Endpoint[],
  address?: string,
): Promise<Json> {
  return inTurns(stepsOf(about, routes, address));
}

function stepsOf(
  about: Described['about'],
  routes: readonly Endpoint[],
  address?: string,
): Generator<void, Json> {
  const endpoints = routes.filter(({ hidden }) => hidden !== true);
  const contexts = servedContexts(endpoints);
  return openApiSteps({ about, contexts, endpoints, ...(address !== undefined && { address }) });
}
