import { schemaOf, type AnyResource, type JsonSchema } from '@kontor/kernel';

export type Purpose = 'post' | 'put' | 'get';

/** What a resource has a schema for, by its operations. */
export function purposesOf({ operations }: AnyResource): readonly Purpose[] {
  const purposes: Purpose[] = [];
  if (operations.includes('create')) purposes.push('post');
  if (operations.includes('replace')) purposes.push('put');
  if (operations.includes('list') || operations.includes('get')) purposes.push('get');
  return purposes;
}

/** The files that describe the bodies and the items of a resource: `products.post.schema.json`. */
export function jsonSchemas(
  resources: readonly AnyResource[],
): readonly (readonly [file: string, schema: JsonSchema])[] {
  return resources.flatMap((of) =>
    purposesOf(of).map(
      (purpose) => [`${of.collection}.${purpose}.schema.json`, schemaOf(of, purpose)] as const,
    ),
  );
}
