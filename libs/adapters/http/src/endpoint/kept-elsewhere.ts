import type { AnyResource, AnyValue, ResourceRepository } from '@kontor/kernel';
import type { Services } from '../service/services.js';
import { readEndpoint, writeEndpoint, type Asked, type Endpoint } from './endpoint.js';

/** What is read of a resource, and written where it can be. */
export type KeptRepository = Pick<ResourceRepository<AnyValue>, 'page' | 'find'> &
  Partial<Pick<ResourceRepository<AnyValue>, 'replace' | 'remove'>>;

/**
 * The rows of a resource whose items are not simply those of the agreement's books, but depend on who asks: the settings of
 * the calling app, the clients of an administrator.
 */
export function keptElsewhere(
  of: AnyResource,
  repositoryFor: (services: Services, asked: Asked) => KeptRepository,
  rows: readonly Endpoint[],
): readonly Endpoint[] {
  const over = (services: Services, asked: Asked): Services =>
    services.with({
      of: ((one, ...parents) =>
        one.collection === of.collection
          ? repositoryFor(services, asked)
          : services.resources.of(one, ...parents)) as Services['resources']['of'],
    });
  return rows.map((row) => {
    if (row.method === 'GET') {
      const { perform } = row;
      return readEndpoint({ ...row, perform: (services, asked) => perform(over(services, asked), asked) });
    }
    const { current, perform } = row;
    return writeEndpoint({
      ...row,
      ...(current !== undefined && {
        current: (services: Services, asked: Asked) => current(over(services, asked), asked),
      }),
      perform: (services, asked, version) => perform(over(services, asked), asked, version),
    });
  });
}
