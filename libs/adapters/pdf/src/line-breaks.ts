import { defined } from '@kontor/kernel';
import type LineBreakerOf from 'linebreak';
import { graphemes, type SetLine } from './clusters.js';

/**
 * A line with more letters than this is broken without measuring it: no page is so wide. To measure is to
 * shape, and there are letters that are drawn as a whole sentence; 1,500 of these took more memory than a
 * document may have.
 */
const LETTERS_MAX = 400;

/**
 * The lines of a paragraph: on each as much as `width`, in points, has room for. `set` measures a part of the
 * text, from one place up to but without another.
 */
export function linesOf(
  text: string,
  set: (start: number, end: number) => SetLine,
  width: number,
): readonly SetLine[] {
  if (text.length <= LETTERS_MAX) {
    const whole = set(0, text.length);
    if (whole.width <= width) return [whole];
  }
  const lines: SetLine[] = [];
  let start = 0;
  const close = (at: number): void => {
    lines.push(set(start, start + text.slice(start, at).trimEnd().length));
    start = at;
  };
  /** A word that no line has room for is broken between any letters, each with its marks. */
  const breakWord = (next: number): void => {
    const from = start;
    const word = text.slice(from, next).trimEnd();
    const ends = [...graphemes().segment(word)].map(({ index, segment }) => from + index + segment.length);
    let done = 0;
    const fits = (count: number): boolean => {
      const end = ends[done + count - 1];
      return end !== undefined && set(start, end).width <= width;
    };
    for (let onLine = 1; ; close(defined(ends[done - 1]))) {
      onLine = Math.max(1, largestThat(fits, onLine));
      done += onLine;
      if (done >= ends.length) return;
    }
  };
  const places = placesToBreak(text);
  // Blanks at its end take no room: of blanks alone, however many, there is nothing to break.
  const fits = (place: number): boolean => {
    const next = places[place];
    if (next === undefined) return false;
    const { length } = text.slice(start, next).trimEnd();
    return length <= LETTERS_MAX && set(start, start + length).width <= width;
  };
  let passed = 0;
  for (let onLine = 1; ;) {
    const count = largestThat((more) => fits(passed + more - 1), onLine);
    passed += count;
    const next = places[passed];
    if (next === undefined) break;
    onLine = Math.max(1, count);
    const end = places[passed - 1] ?? 0;
    if (end > start) close(end);
    if (fits(passed)) continue;
    breakWord(next);
    passed += 1;
  }
  if (start < text.length) close(text.length);
  return lines;
}

/**
 * The largest count that `holds`, which holds for 0 and for every count below one that holds. The search
 * starts from a guess, the count of the line before: lines of a paragraph are alike, so few are measured.
 */
function largestThat(holds: (count: number) => boolean, guess: number): number {
  let low = 0;
  let high = guess;
  if (holds(guess)) {
    low = guess;
    for (high = guess + 1; holds(high); high += high - guess) low = high;
  } else {
    for (low = guess - 1; low > 0 && !holds(low); low = Math.max(0, low - (guess - low))) high = low;
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

const THAI = /[\u0e00-\u0eff\u1780-\u17ff\u1000-\u109f]/u;

let LineBreaker: typeof LineBreakerOf | undefined;

/** Loads the tables that say where lines may end: most processes print no document and need none. */
export async function loadLineBreaker(): Promise<void> {
  LineBreaker ??= (await import('linebreak')).default;
}

/** Where a line may end (UAX 14), and between the words of scripts that write them without spaces. */
function placesToBreak(text: string): readonly number[] {
  if (LineBreaker === undefined) throw new Error('a text of a document was not told of before');
  const places = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let found = breaker.nextBreak(); found !== null; found = breaker.nextBreak())
    places.add(found.position);
  if (THAI.test(text)) {
    for (const { index, segment, isWordLike } of words().segment(text)) {
      if (index > 0 && isWordLike === true && THAI.test(segment)) places.add(index);
    }
  }
  places.add(text.length);
  return [...places].sort((one, other) => one - other);
}

let ofWords: Intl.Segmenter | undefined;

const words = (): Intl.Segmenter => (ofWords ??= new Intl.Segmenter('th', { granularity: 'word' }));
