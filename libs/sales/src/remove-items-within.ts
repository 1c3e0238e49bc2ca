import { isLeft, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  everyItem,
  keyOf,
  type AnyResource,
  type AnyValue,
  type ResourceRepository,
  type ThingInUse,
} from '@kontor/kernel';
import type { AdditionalExpenseInUse } from './additional-expense/additional-expense.failures.js';
import type { SalesFailure } from './sales.failures.js';

/** Removes all items that live within another one, such as the contacts of a customer. */
export function removeItemsWithin<A>(
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
