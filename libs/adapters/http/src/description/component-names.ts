import type { AnyResource } from '@kontor/kernel';
import { typeName } from './names.js';
import { REFUSALS, type Refusal } from './refusals.js';
import type { RequestBody } from './request-bodies.js';
import type { Json } from './json.js';

/** The name of what is taken: `ProductDraft`, `ProductReplacement`. */
export function requestBodyName({ resource, purpose }: RequestBody): string {
  return typeName(resource) + { post: 'Draft', put: 'Replacement' }[purpose];
}

/** The name of the schema of a resource's page. */
export function pageName(resource: AnyResource): string {
  return `${typeName(resource)}Page`;
}

/** The name of the answer to a refusal: `BadRequest.E00500.E09010`. */
export function refusalName({ status, codes }: Refusal): string {
  return [REFUSALS[status].name, ...codes].join('.');
}

/** A reference to a component. */
export function ref(
  section: 'schemas' | 'parameters' | 'responses' | 'headers' | 'examples',
  name: string,
): Json {
  return { $ref: `#/components/${section}/${name}` };
}
