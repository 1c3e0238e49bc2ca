import { left, right, type Either } from 'fp-ts/lib/Either.js';
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
  return type === undefined
    ? right(undefined)
    : left({
        kind: 'EventTypeUnknown',
        property: `types[${index}]`,
        type,
        nearest: nearestTo(type, [...known]),
      });
}

/** The first of the words that the fewest letters must be changed of. */
function nearestTo(word: string, words: readonly string[]): string {
  const distances = words.map((one) => distanceOf(word, one));
  return words[distances.indexOf(Math.min(...distances))] ?? '';
}

/** How many letters must be changed, added or left out to make one word of the other (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const now = [index + 1];
    for (const [at, counterpart] of [...other].entries()) {
      const changed = before[at]! + (letter === counterpart ? 0 : 1);
      now.push(Math.min(changed, before[at + 1]! + 1, now[at]! + 1));
    }
    before = now;
  }
  return before[other.length]!;
}
