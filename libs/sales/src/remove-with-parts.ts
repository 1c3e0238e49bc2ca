import { isLeft, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  everyItem,
  existingHeld,
  keyOf,
  type AnyResource,
  type AnyValue,
  type KeyValue,
  type RepositoryProvider,
  type ResourceRepository,
  type Stored,
  type StoredDraft,
  type ThingInUse,
  type ValueOf,
} from '@kontor/kernel';
import type { AdditionalExpenseInUse } from './additional-expense/additional-expense.failures.js';
import type { SalesFailure } from './sales.failures.js';

/** What is removed: the whole, and what is part of it. */
type Whole<R extends AnyResource> = {
  readonly resource: R;
  readonly key: KeyValue;
  /** With `version`, only as it was read (If-Match). */
  readonly version: number | undefined;
  /** What lives within it, in the order in which it goes. */
  readonly parts: readonly AnyResource[];
  /**
   * The whole without those of its members that name parts of itself; undefined where it names none. What
   * is named cannot go.
   */
  readonly namingNoParts: (value: ValueOf<R>) => StoredDraft<R> | undefined;
};

/**
 * Removes a thing that nothing refers to, with what lives within it: the whole first lets go of the parts
 * that it names itself.
 */
export function removeWithParts<R extends AnyResource>(
  resources: RepositoryProvider,
  { resource, key, version, parts, namingNoParts }: Whole<R>,
): TaskEither<SalesFailure, void> {
  const wholes = resources.of(resource);
  const lettingGo = (found: Stored<ValueOf<R>>): TaskEither<SalesFailure, number> => {
    const present = version ?? found.version;
    const without = namingNoParts(found.value);
    if (without === undefined) return TE.right(present);
    return pipe(
      wholes.replace(key, without, present),
      TE.map((replaced) => replaced.version),
    );
  };
  return pipe(
    existingHeld(resources, resource, key),
    TE.flatMap(lettingGo),
    TE.tap(() => removeAllWithin(resources, parts, key)),
    TE.flatMap((present) => wholes.remove(key, present)),
    TE.mapLeft((failure) => sayInUse(failure, { kind: 'ThingInUse', resource: resource.collection, key })),
  );
}

function removeAllWithin(
  resources: RepositoryProvider,
  parts: readonly AnyResource[],
  key: KeyValue,
): TaskEither<SalesFailure, void> {
  return async () => {
    for (const part of parts) {
      const removed = await removeItemsWithin(part, resources.of(part, key))();
      if (isLeft(removed)) return removed;
    }
    return right(undefined);
  };
}

/** Removes all items that live within another one, such as the contacts of a customer. */
function removeItemsWithin<A>(
  resource: AnyResource,
  items: ResourceRepository<A>,
): TaskEither<SalesFailure, void> {
  return async () => {
    for (const item of await everyItem(resource, items)) {
      const removed = await items.remove(keyOf(resource, item as AnyValue))();
      if (isLeft(removed)) return removed;
    }
    return right(undefined);
  };
}

/**
 * What is used of an item that goes is a use of the whole: it is told of the thing that was to be removed.
 */
export function sayInUse(failure: SalesFailure, whole: ThingInUse | AdditionalExpenseInUse): SalesFailure {
  if (failure.kind !== 'ThingInUse') return failure;
  const { usedBy } = failure;
  return { ...whole, ...(usedBy && { usedBy }) };
}
