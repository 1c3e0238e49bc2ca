import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { nearestTo } from '@kontor/kernel';
import type { EventTypeUnknown } from '../studio.failures.js';

/**
 * Issue 16: a webhook names types of events, or all types of a resource. An unknown type is refused, since a
 * misspelt one would never be sent. `kept`: types that the webhook has already, which it may keep although
 * they are unknown now.
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
