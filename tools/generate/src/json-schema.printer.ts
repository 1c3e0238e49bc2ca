import { takenBodies, takenSchema } from '@kontor/http';
import { schemaOf, type JsonSchema } from '@kontor/kernel';
import type { Source } from './source.js';

/** The files that describe the bodies and the items of each resource, as the service serves them: `products.post.schema.json`. */
export function jsonSchemas({
  contexts,
  endpoints,
}: Source): readonly (readonly [file: string, schema: JsonSchema])[] {
  const taken = takenBodies(endpoints);
  return contexts.flatMap(({ resources }) =>
    resources.flatMap((of) => [
      ...(['post', 'put'] as const).flatMap((purpose) => {
        const body = taken(of, purpose);
        return body === undefined ? [] : [[fileName(of.collection, purpose), takenSchema(body)] as const];
      }),
      [fileName(of.collection, 'get'), schemaOf(of, 'get')] as const,
    ]),
  );
}

function fileName(collection: string, purpose: string): string {
  return `${collection}.${purpose}.schema.json`;
}
