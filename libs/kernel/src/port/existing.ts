import { left, right } from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { NotFound } from '../failure/failure.js';
import type { AnyResource, KeyValue, ValueOf } from '../resource/resource.js';
import type { RepositoryProvider, Stored } from './resource-repository.port.js';

/**
 * The item of a resource that a URL names, or the refusal that there is none (§7, 404). `parents`: the
 * identifiers of the items the resource lives within, outermost first.
 */
export const existing = readBy('find');

/** The same, held until the unit of work ends: for who will change or remove it. */
export const existingHeld = readBy('hold');

/** The same without its version: for who decides on what stands there, at the version that a caller names. */
export function heldValue<R extends AnyResource>(
  resources: RepositoryProvider,
  resource: R,
  key: KeyValue,
  ...parents: readonly KeyValue[]
): TaskEither<NotFound, ValueOf<R>> {
  return TE.map(({ value }: Stored<ValueOf<R>>) => value)(existingHeld(resources, resource, key, ...parents));
}

function readBy(how: 'find' | 'hold') {
  return <R extends AnyResource>(
    resources: RepositoryProvider,
    resource: R,
    key: KeyValue,
    ...parents: readonly KeyValue[]
  ): TaskEither<NotFound, Stored<ValueOf<R>>> =>
    async () => {
      const found = await resources.of(resource, ...parents)[how](key);
      return found === undefined
        ? left({ kind: 'NotFound', resource: resource.collection, key })
        : right(found);
    };
}
