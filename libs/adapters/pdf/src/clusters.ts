import { defined } from '@kontor/kernel';
import { isEmoji, preferenceOf, type Face, type Faces, type Weight } from './fonts.js';

/** Letters of one font that are drawn as one, in the order in which they stand in print. */
export type Piece = { readonly face: Face; readonly text: string; readonly isRightToLeft: boolean };

/**
 * A line as it is printed. `indent`: how far it begins from the left, where the lines of its paragraph
 * begin on the right.
 */
export type SetLine = { readonly pieces: readonly Piece[]; readonly width: number; readonly indent?: number };

/** Letters of scripts that are written from right to left. */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}]|[\u{1e800}-\u{1efff}]/u;

/** A bracket or the like, which is turned round among letters that run from right to left. */
const MIRRORED = /^\p{Bidi_Mirrored}$/u;

/** Signs that only say how others are shown. Overrides of direction are not followed. */
const UNSEEN =
  /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufe0e\ufe0f\ufeff\u{e0000}-\u{e0fff}]/gu;

const JOINERS = /[\u200c\u200d]/gu;

let ofGraphemes: Intl.Segmenter | undefined;

/** Splits a text into what a reader takes for one letter. Made at first use, for it takes memory. */
export const graphemes = (): Intl.Segmenter =>
  (ofGraphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** A letter with its marks, and the font that has it. */
export type Cluster = { readonly at: number; readonly face: Face; readonly text: string };

/** The letters of a text, each with its marks and the font of that weight which has all of them. */
export function clustersOf(text: string, weight: Weight, faces: Faces): readonly Cluster[] {
  const letters = preferenceOf(text);
  return [...graphemes().segment(text)].flatMap(({ index: at, segment }): readonly Cluster[] => {
    const seen = segment.replace(UNSEEN, '');
    const needed = [...seen.replace(JOINERS, '')].map((letter) => defined(letter.codePointAt(0)));
    if (needed.length === 0) return [];
    const preferred = isEmoji(segment) ? 'emoji' : letters;
    const face = faces.find(needed, weight, preferred);
    if (face !== undefined) {
      const shown = face.has(0x200d) ? seen : seen.replace(JOINERS, '');
      return [{ at, face, text: shown }];
    }
    // Marks that no font has together with their letter.
    return needed.map((codePoint) => {
      const own = faces.find([codePoint], weight, preferred);
      return own === undefined
        ? { at, face: faces.base(weight), text: `[U+${codePoint.toString(16).toUpperCase()}]` }
        : { at, face: own, text: String.fromCodePoint(codePoint) };
    });
  });
}

/** The clusters that begin at `start` or later, and before `end`: places in the text, in UTF-16 units. */
export function clustersBetween(
  clusters: readonly Cluster[],
  start: number,
  end: number,
): readonly Cluster[] {
  const first = (from: number): number => {
    let low = 0;
    let high = clusters.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (defined(clusters[middle]).at < from) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return clusters.slice(first(start), first(end));
}

/** Neighbouring clusters of one font become one piece. `isRightToLeft`: how all of them run. */
export function joinedByFont(clusters: readonly Cluster[], isRightToLeft = false): readonly Piece[] {
  const pieces: { face: Face; text: string; isRightToLeft: boolean }[] = [];
  let wasApart = false;
  for (const { face, text } of clusters) {
    const last = pieces.at(-1);
    // Shaping turns letters of right-to-left scripts: digits among the others are drawn one by one. So are
    // brackets among those letters: what a reader copies of a glyph is the same on the whole document.
    const isApart = (isRightToLeft ? MIRRORED : RIGHT_TO_LEFT).test(text);
    if (last?.face === face && !isApart && !wasApart) last.text += text;
    else pieces.push({ face, text, isRightToLeft });
    wasApart = isApart;
  }
  return pieces;
}
