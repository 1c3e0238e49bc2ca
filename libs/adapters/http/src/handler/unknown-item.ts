import { type Either, left } from 'fp-ts/lib/Either.js';
import type { FoundRoute } from '../endpoint/mount.js';
import type { Failure } from '../failure/http-failure.js';

/**
 * A parameter that cannot name anything names nothing that is there, in the collection that the
 * path names before it.
 */
export function unknownItem({ endpoint, impossible }: FoundRoute): Either<Failure, never> | undefined {
  if (impossible === undefined) return undefined;
  const before = endpoint.path.split(`/:${impossible.name}`, 1)[0] ?? '';
  const collection = before.slice(before.lastIndexOf('/') + 1);
  return left({ kind: 'NotFound', resource: collection, key: impossible.written });
}
