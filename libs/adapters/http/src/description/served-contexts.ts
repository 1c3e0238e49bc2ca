import type { AnyResource } from '@kontor/kernel';
import { CONTEXTS } from '../contexts.js';
import type { Endpoint } from '../endpoint/endpoint.js';

/** A context with those of its resources that are served. */
export type DescribedContext = {
  readonly name: string;
  readonly resources: readonly AnyResource[];
  /** The rows that are its own. */
  readonly endpoints: readonly Endpoint[];
};

/** The contexts with what the rows serve of them. Throws when a row serves what no context declares. */
export function servedContexts(endpoints: readonly Endpoint[]): readonly DescribedContext[] {
  const all = CONTEXTS.map(({ context: { name, catalogue, shapes = [] }, endpoints: own }) => ({
    name,
    endpoints: own,
    resources: [...catalogue, ...shapes],
  }));
  const served = new Set(
    endpoints
      .flatMap(({ serves, lists }) => [serves?.resource, lists])
      .flatMap((resource) => resource?.collection ?? []),
  );
  const declared = all.flatMap(({ resources }) => resources.map(({ collection }) => collection));
  const stray = [...served].find((collection) => !declared.includes(collection));
  if (stray !== undefined) {
    throw new Error(`${stray} is served, but no context in libs/adapters/http/src/contexts.ts declares it`);
  }
  return all
    .map(({ name, resources, endpoints: own }) => ({
      name,
      endpoints: own,
      resources: resources.filter(({ collection }) => served.has(collection)),
    }))
    .filter(({ resources }) => resources.length > 0);
}
