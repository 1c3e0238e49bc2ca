/** So many letters may be wrong in a word that is taken for another one. */
const LETTERS_WRONG_MAX = 2;

/**
 * The first of the words that the fewest letters must be changed of, in any case, where it is near: at most
 * two, and a third of it. A word that is longer or shorter by more is not compared, so what a stranger sends
 * costs no more than the words that there are.
 */
export function nearestTo(word: string, words: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = LETTERS_WRONG_MAX + 1;
  for (const one of words) {
    const most = Math.min(fewest - 1, Math.floor(one.length / 3));
    if (Math.abs(one.length - word.length) > most) continue;
    const distance = distanceOf(word.toLowerCase(), one.toLowerCase());
    if (distance > most) continue;
    nearest = one;
    fewest = distance;
  }
  return nearest;
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
