import { linesIn } from '@kontor/kernel';
import type { Face, Faces, Weight } from './fonts.js';
import {
  clustersBetween,
  clustersOf,
  joinedByFont,
  RIGHT_TO_LEFT,
  type Piece,
  type SetLine,
} from './clusters.js';
import { type PdfDocument, shapeCache } from './shape-cache.js';
import { linesOf, loadLineBreaker } from './line-breaks.js';
import { alignedRight, loadDirections, rightToLeft } from './writing-direction.js';

/** Size in points. */
export type Style = { readonly size: number; readonly weight: Weight };

/** Breaks, measures and draws texts of any script. Widths are in points. */
export type Typesetter = {
  /** A text in lines of at most a width in points, broken where its script allows, or else anywhere. */
  lines(text: string, style: Style, width: number): readonly SetLine[];
  /** As one line, however long. */
  line(text: string, style: Style): SetLine;
  /** Draws a line from its left end, on its base line. */
  draw(line: SetLine, style: Style, x: number, baseline: number): void;
};

/** Latin, Greek and Cyrillic letters, digits and marks: one font, from left to right, a sign a letter. */
const SIMPLE =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u024f\u0386-\u03ff\u0400-\u0482\u2010-\u2027\u2030-\u205e\u20ac]*$/u;

/** In points: widths are taken of letters so large, and are in proportion to the size. */
const MEASURED_AT = 1000;

/** Sets and draws texts of any script with the fonts of a document. */
export function typesetter(pdf: PdfDocument, faces: Faces): Typesetter {
  const known = new Set<string>();
  const rememberShapes = shapeCache();
  const use = (face: Face): PdfDocument => {
    if (!known.has(face.name)) {
      known.add(face.name);
      // It takes fonts of fontkit as they are, which its types do not say.
      pdf.registerFont(face.name, face.font as unknown as string);
      rememberShapes(pdf.font(face.name), face.name);
    }
    return pdf.font(face.name);
  };
  // Letters of Arabic are shaped, which takes long, and pdfkit keeps nothing of texts that it is told
  // features for. A word is shaped alike wherever it stands, so each is measured once.
  const widths = new Map<string, number>();
  const widthOfWord = (face: Face, word: string): number => {
    const key = `${face.name} ${word}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    const width = use(face).fontSize(MEASURED_AT).widthOfString(word, { features: [] }) / MEASURED_AT;
    widths.set(key, width);
    return width;
  };
  const widthOf = ({ face, text, isRightToLeft }: Piece, { size }: Style): number => {
    if (!isRightToLeft) return use(face).fontSize(size).widthOfString(text, {});
    return text.split(/(?<= )|(?= )/).reduce((sum, word) => sum + widthOfWord(face, word), 0) * size;
  };
  const setOf = (pieces: readonly Piece[], style: Style): SetLine => ({
    pieces,
    width: pieces.reduce((sum, piece) => sum + widthOf(piece, style), 0),
  });
  const paragraph = (text: string, style: Style): ((start: number, end: number) => SetLine) => {
    const piecesOf = piecesIn(text, style.weight, faces);
    return (start, end) => setOf(piecesOf(start, end), style);
  };
  return {
    line: (text, style) => {
      const written = cleaned(onOneLine(text));
      return paragraph(written, style)(0, written.length);
    },
    lines: (text, style, width) =>
      linesIn(text)
        .map(cleaned)
        .flatMap((one) => alignedRight(one, linesOf(one, paragraph(one, style), width))),
    draw: ({ pieces }, style, x, baseline) => {
      let at = x;
      for (const piece of pieces) {
        use(piece.face).fontSize(style.size);
        pdf.text(piece.text, at, baseline, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...(piece.isRightToLeft && { features: [] }),
        });
        at += widthOf(piece, style);
      }
    },
  };
}

/** What gives an emoji a colour of skin, which outlines do not have. */
const SKIN = /(?<=\p{Emoji_Modifier_Base}\ufe0f?)\p{Emoji_Modifier}/gu;

/** Signs of control cannot be printed; a tabulator is a space. */
function cleaned(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\t/g, ' ')
    .replace(SKIN, '')
    .replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** What makes the pieces of any part of a paragraph. */
function piecesIn(
  text: string,
  weight: Weight,
  faces: Faces,
): (start: number, end: number) => readonly Piece[] {
  if (SIMPLE.test(text)) {
    const face = faces.base(weight);
    return (start, end) =>
      end > start ? [{ face, text: text.slice(start, end), isRightToLeft: false }] : [];
  }
  const clusters = clustersOf(text, weight, faces);
  if (!RIGHT_TO_LEFT.test(text)) {
    return (start, end) => joinedByFont(clustersBetween(clusters, start, end));
  }
  return rightToLeft(text, clusters);
}

/** Loads what documents with these texts need: most processes print none, and unpack no tables for it. */
export async function rulesFor(texts: Iterable<string>): Promise<void> {
  await loadLineBreaker();
  await loadDirections(texts);
}

/** Without line breaks and the spaces around them. */
function onOneLine(text: string): string {
  return linesIn(text)
    .map((line, index, { length }) => {
      const begun = index === 0 ? line : line.trimStart();
      return index === length - 1 ? begun : begun.trimEnd();
    })
    .filter((line, index) => index === 0 || line !== '')
    .join(' ');
}
