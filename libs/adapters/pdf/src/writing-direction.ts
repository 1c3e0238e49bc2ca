import { defined } from '@kontor/kernel';
import type bidiOf from 'bidi-js';
import {
  clustersBetween,
  graphemes,
  joinedByFont,
  RIGHT_TO_LEFT,
  type Cluster,
  type Piece,
  type SetLine,
} from './clusters.js';

type Bidi = ReturnType<typeof bidiOf>;

let algorithm: Bidi | undefined;

/** Loads the tables of the bidirectional algorithm where a text needs them: they take memory. */
export async function loadDirections(texts: Iterable<string>): Promise<void> {
  if (algorithm !== undefined || ![...texts].some((text) => RIGHT_TO_LEFT.test(text))) return;
  const { default: bidi } = await import('bidi-js');
  algorithm = bidi();
}

/** A letter of 16 bits for each kind of the algorithm; for other kinds stands a mark without a direction. */
const LETTER_OF: Readonly<Record<string, string>> = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  EN: '0',
  AN: '\u0660',
  NSM: '\u0300',
  BN: '\u00ad',
};

/**
 * How deep each place of a text is among texts of the other direction. bidi-js takes each half of a letter of
 * more than 16 bits, as emoji are, for a Latin one, so it is given two letters of the same kind instead.
 */
function levelsOf(text: string, bidi: Bidi): ReturnType<Bidi['getEmbeddingLevels']> {
  const ofOneUnit = text.replace(/[\u{10000}-\u{10ffff}]/gu, (letter) =>
    (LETTER_OF[bidi.getBidiCharTypeName(letter)] ?? '!').repeat(2),
  );
  return bidi.getEmbeddingLevels(ofOneUnit, 'auto');
}

/**
 * The lines of a paragraph that runs from right to left begin at one right edge, that of the widest: each is
 * indented from the left by what it is narrower. Others are left as they are.
 */
export function alignedRight(text: string, lines: readonly SetLine[]): readonly SetLine[] {
  if (lines.length < 2 || !RIGHT_TO_LEFT.test(text)) return lines;
  if (algorithm === undefined || levelsOf(text, algorithm).paragraphs[0]?.level !== 1) return lines;
  const widest = Math.max(...lines.map(({ width }) => width));
  return lines.map((line) => ({ ...line, indent: widest - line.width }));
}

/** Pieces in the order of the Unicode bidirectional algorithm (UAX 9). */
export function rightToLeft(
  text: string,
  clusters: readonly Cluster[],
): (start: number, end: number) => readonly Piece[] {
  if (algorithm === undefined) throw new Error('a text of a document was not told of before');
  const bidi = algorithm;
  const { levels } = levelsOf(text, bidi);
  return (start, end) => {
    const runs: { level: number; clusters: Cluster[] }[] = [];
    for (const cluster of clustersBetween(clusters, start, end)) {
      const level = levels[cluster.at] ?? 0;
      if (runs.at(-1)?.level === level) runs.at(-1)?.clusters.push(cluster);
      else runs.push({ level, clusters: [cluster] });
    }
    return inVisualOrder(runs).flatMap(({ level, clusters: run }) => {
      if (level % 2 === 0) return joinedByFont(run);
      return [...joinedByFont(run, true)].reverse().map((piece) => mirrored(piece, bidi));
    });
  };
}

/** Rule L2 of the algorithm: from the highest level to the lowest odd one, neighbours are turned round. */
function inVisualOrder<Run extends { readonly level: number }>(runs: readonly Run[]): readonly Run[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while (to < ordered.length && defined(ordered[to]).level >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}

/**
 * Shaping turns letters of right-to-left scripts itself, but not what stands alone between them: marks,
 * spaces and brackets, which become those that are seen there.
 */
function mirrored(piece: Piece, bidi: Bidi): Piece {
  if (RIGHT_TO_LEFT.test(piece.text)) return piece;
  // Most are a space: to look for marks takes longer than all else of it.
  const letters = /^[ -~]*$/.test(piece.text)
    ? [...piece.text]
    : [...graphemes().segment(piece.text)].map(({ segment }) => segment);
  const signs = letters.map((letter) => bidi.getMirroredCharacter(letter) ?? letter);
  return { ...piece, text: signs.reverse().join(''), isRightToLeft: false };
}
