import type { AnyResource, AnyValue, ResourceRepository } from '@kontor/kernel';
import type { Services } from '../service/services.js';
import { readEndpoint, writeEndpoint, type ApiRequest, type Endpoint } from './endpoint.js';

/** What is read of a resource, and written where it can be. */
export type PartialRepository = Pick<ResourceRepository<AnyValue>, 'page' | 'find'> &
  Partial<Pick<ResourceRepository<AnyValue>, 'replace' | 'remove'>>;

/**
 * The rows of a resource whose items are not simply those of the agreement's books, but depend on who asks:
 * the settings of the calling app, the clients of an administrator.
 */
export function perRequestRepository(
  resource: AnyResource,
  repositoryFor: (services: Services, request: ApiRequest) => PartialRepository,
  routes: readonly Endpoint[],
): readonly Endpoint[] {
  const over = (services: Services, request: ApiRequest): Services =>
    services.with({
      of: ((one, ...parents) =>
        one.collection === resource.collection
          ? repositoryFor(services, request)
          : services.resources.of(one, ...parents)) as Services['resources']['of'],
    });
  return routes.map((route) => {
    if (route.method === 'GET') {
      const { perform } = route;
      return readEndpoint({
        ...route,
        perform: (services, request) => perform(over(services, request), request),
      });
    }
    const { current, perform } = route;
    return writeEndpoint({
      ...route,
      ...(current !== undefined && {
        current: (services: Services, request: ApiRequest) => current(over(services, request), request),
      }),
      perform: (services, request, version) => perform(over(services, request), request, version),
    });
  });
}
