import { defined, keyKind, lineage, type AnyResource, type KeyValue, type NotFound } from '@kontor/kernel';
import type { ApiRequest, Endpoint } from './endpoint.js';

type Named = Pick<AnyResource, 'key' | 'collection'>;
type InPath = Pick<ApiRequest, 'parameters'>;

/** The parameter of a path that names an item of the resource. */
export function parameterOf(resource: AnyResource): Endpoint['parameters'] {
  return { [resource.key]: keyKind(resource) };
}

/**
 * What the address says that the item of a resource is. Throws where the route declares no parameter of that
 * name: a defect of the route.
 */
export function keyInPath({ parameters }: InPath, { key, collection }: Named): KeyValue {
  const value = parameters[key];
  if (value === undefined) throw new Error(`the route has no :${key} of ${collection}`);
  return value;
}

/** The same, for a resource whose items are numbered. */
export function numberInPath(request: InPath, resource: Named): number {
  const value = keyInPath(request, resource);
  if (typeof value !== 'number') throw new Error(`:${resource.key} is no number: ${value}`);
  return value;
}

/** The same, for a resource whose items are identified by a text. */
export function textInPath(request: InPath, resource: Named): string {
  const value = keyInPath(request, resource);
  if (typeof value !== 'string') throw new Error(`:${resource.key} is no text: ${value}`);
  return value;
}

/** The identifiers of the items that the addressed one lives in. */
export function parentsOf(resource: AnyResource, { parameters }: InPath): readonly KeyValue[] {
  return lineage(resource)
    .slice(0, -1)
    .map(({ key }) => defined(parameters[key]));
}

/** The refusal of an address whose item of a resource is not there. */
export function notFoundInPath(resource: Named, request: InPath): NotFound {
  return { kind: 'NotFound', resource: resource.collection, key: keyInPath(request, resource) };
}
