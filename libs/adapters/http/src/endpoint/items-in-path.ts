import type { AnyResource, AnyValue, NotFound, ResourceRepository } from '@kontor/kernel';
import type { Services } from '../service/services.js';
import type { ApiRequest } from './endpoint.js';
import { keyInPath, notFoundInPath, parentsOf } from './in-path.js';

/** The items among which a request names one: those of an agreement, or that live within another item. */
export function repositoryOf(
  resource: AnyResource,
  services: Services,
  request: ApiRequest,
): ResourceRepository<AnyValue> {
  return services.resources.of(resource, ...parentsOf(resource, request));
}

/** The nearest parent that is not there, if any: an item within it cannot be addressed. */
export async function missingParent(
  resource: AnyResource,
  services: Services,
  request: ApiRequest,
): Promise<NotFound | undefined> {
  const { within } = resource;
  if (within === undefined) return undefined;
  const key = keyInPath(request, within);
  const found = await repositoryOf(within, services, request).find(key);
  return found === undefined ? notFoundInPath(within, request) : undefined;
}

/** What an address that leads nowhere names in vain: the item, or already the one it would be in. */
export async function whatIsMissing(
  resource: AnyResource,
  services: Services,
  request: ApiRequest,
): Promise<NotFound> {
  return (await missingParent(resource, services, request)) ?? notFoundInPath(resource, request);
}
