import { type Either, left } from 'fp-ts/lib/Either.js';
import type { FoundRoute } from '../endpoint/mount.js';
import type { Failure } from '../failure/http-failure.js';

/**
 * 404 for a parameter that cannot be an identifier, such as a word for a number: there is no such item in the
 * collection before it in the path.
 */
export function unknownItem({ endpoint, impossible }: FoundRoute): Either<Failure, never> | undefined {
  if (impossible === undefined) return undefined;
  const before = endpoint.path.split(`/:${impossible.name}`, 1)[0] ?? '';
  const collection = before.slice(before.lastIndexOf('/') + 1);
  return left({ kind: 'NotFound', resource: collection, key: impossible.written });
}
