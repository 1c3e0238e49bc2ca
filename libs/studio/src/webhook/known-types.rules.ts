import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { nearestTo } from '@kontor/kernel';
import type { EventTypeUnknown } from '../studio.failures.js';

/**
 * Issue 16: a webhook is asked for by types of events that there are, or by all of a thing that has some: a
 * type that is misspelt would never be sent. `kept`: those that the webhook has already, which it may keep.
 */
export function typesAreKnown(
  asked: readonly string[],
  types: readonly string[],
  kept: readonly string[] = [],
): Either<EventTypeUnknown, void> {
  const known = new Set([...types, ...types.map((type) => type.replace(/[^.]+$/, '*'))]);
  const index = asked.findIndex((type) => !known.has(type) && !kept.includes(type));
  const type = asked[index];
  if (type === undefined) return right(undefined);
  const nearest = nearestTo(type, known);
  const named = nearest === undefined ? {} : { nearest };
  return left({ kind: 'EventTypeUnknown', property: `types[${index}]`, type, ...named });
}
