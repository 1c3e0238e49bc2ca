import { requestBodies, requestBodySchema } from '@kontor/http';
import { schemaOf, type JsonSchema } from '@kontor/kernel';
import type { Source } from './source.js';

/**
 * The files that describe the bodies and the items of each resource, as the
 * service serves them: `products.post.schema.json`.
 */
export function jsonSchemas({
  contexts,
  endpoints,
}: Source): readonly (readonly [file: string, schema: JsonSchema])[] {
  const taken = requestBodies(endpoints);
  return contexts.flatMap(({ resources }) =>
    resources.flatMap((resource) => [
      ...(['post', 'put'] as const).flatMap((purpose) => {
        const body = taken(resource, purpose);
        return body === undefined
          ? []
          : [[fileName(resource.collection, purpose), requestBodySchema(body)] as const];
      }),
      [fileName(resource.collection, 'get'), schemaOf(resource, 'get')] as const,
    ]),
  );
}

function fileName(collection: string, purpose: string): string {
  return `${collection}.${purpose}.schema.json`;
}
