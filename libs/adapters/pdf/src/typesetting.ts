import { defined, linesIn } from '@kontor/kernel';
import type bidiOf from 'bidi-js';
import type LineBreakerOf from 'linebreak';
import type PDFDocument from 'pdfkit';
import { isEmoji, preferenceOf, type Face, type Faces, type Weight } from './fonts.js';

type PdfDocument = InstanceType<typeof PDFDocument>;

/** Size in points. */
export type Style = { readonly size: number; readonly weight: Weight };

/** Letters of one font that are drawn as one, in the order in which they stand in print. */
type Piece = { readonly face: Face; readonly text: string; readonly isRightToLeft: boolean };

/**
 * A line as it is printed. `indent`: how far it begins from the left, where the lines of its paragraph
 * begin on the right.
 */
export type SetLine = { readonly pieces: readonly Piece[]; readonly width: number; readonly indent?: number };

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
/** Letters of scripts that are written from right to left. */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}]|[\u{1e800}-\u{1efff}]/u;
/** Signs that only say how others are shown. Overrides of direction are not followed. */
const UNSEEN =
  /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufe0e\ufe0f\ufeff\u{e0000}-\u{e0fff}]/gu;
const JOINERS = /[\u200c\u200d]/gu;

/** In points: widths are taken of letters so large, and are in proportion to the size. */
const MEASURED_AT = 1000;

/** Sets and draws texts of any script with the fonts of a document. */
export function typesetter(pdf: PdfDocument, faces: Faces): Typesetter {
  const known = new Set<string>();
  const keepRuns = keptRuns();
  const use = (face: Face): PdfDocument => {
    if (!known.has(face.name)) {
      known.add(face.name);
      // It takes fonts of fontkit as they are, which its types do not say.
      pdf.registerFont(face.name, face.font as unknown as string);
      keepRuns(pdf.font(face.name), face.name);
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
        .flatMap((one) => beginning(one, linesOf(one, paragraph(one, style), width))),
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

/** A text that is shaped, as the fonts of pdfkit give it; it is read only. */
type ShapedRun = object;
type ShapingFont = { layoutRun(text: string): ShapedRun };

/** Of so many letters the shapes are kept, twice: more than a row of a table has. Each takes some 250 B. */
const LETTERS_KEPT = 8_000;

/**
 * Shapes what was shaped a moment ago no more: to measure and to draw a text, pdfkit asks for it several
 * times. It would keep all words of a document, which are more than there is memory for.
 */
function keptRuns(): (pdf: PdfDocument, name: string) => void {
  let newer = new Map<string, ShapedRun>();
  let older: ReadonlyMap<string, ShapedRun> = newer;
  let letters = 0;
  return (pdf, name) => {
    // The font that it draws with is a member of its own, which its types do not name.
    const font = (pdf as unknown as { readonly _font: ShapingFont })._font;
    const shape = font.layoutRun.bind(font);
    font.layoutRun = (text) => {
      const key = `${name} ${text}`;
      const known = newer.get(key);
      if (known !== undefined) return known;
      const run = older.get(key) ?? shape(text);
      letters += text.length;
      if (letters > LETTERS_KEPT) {
        older = newer;
        newer = new Map();
        letters = text.length;
      }
      newer.set(key, run);
      return run;
    };
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

/**
 * No line has room for more, and they are not shaped to know it: one sign may be a sentence, and 1,500 of
 * such took more memory at once than there is for a document.
 */
const LETTERS_MAX = 400;

/** The lines of a paragraph: as much on each as has room. */
function linesOf(
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
      onLine = Math.max(1, mostThat(fits, onLine));
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
    const count = mostThat((more) => fits(passed + more - 1), onLine);
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
 * The largest number that something holds for, which holds for nought and for all below: looked for from a
 * guess on. Lines have about as much as the line before, so few are measured of those that might end it.
 */
function mostThat(holds: (count: number) => boolean, guess: number): number {
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
let ofGraphemes: Intl.Segmenter | undefined;
const words = (): Intl.Segmenter => (ofWords ??= new Intl.Segmenter('th', { granularity: 'word' }));
const graphemes = (): Intl.Segmenter =>
  (ofGraphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' }));

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
    return (start, end) => joined(between(clusters, start, end));
  }
  return rightToLeft(text, clusters);
}

/** A letter with its marks, and the font that has it. */
type Cluster = { readonly at: number; readonly face: Face; readonly text: string };

function clustersOf(text: string, weight: Weight, faces: Faces): readonly Cluster[] {
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

/** Those that begin in a part of the text. */
function between(clusters: readonly Cluster[], start: number, end: number): readonly Cluster[] {
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

/** Neighbours of one font are drawn as one. */
function joined(clusters: readonly Cluster[], isRightToLeft = false): readonly Piece[] {
  const pieces: { face: Face; text: string; isRightToLeft: boolean }[] = [];
  let wasApart = false;
  for (const { face, text } of clusters) {
    const last = pieces.at(-1);
    // Shaping turns letters of right-to-left scripts: digits among the others are drawn one by one.
    const isApart = !isRightToLeft && RIGHT_TO_LEFT.test(text);
    if (last?.face === face && !isApart && !wasApart) last.text += text;
    else pieces.push({ face, text, isRightToLeft });
    wasApart = isApart;
  }
  return pieces;
}

type Bidi = ReturnType<typeof bidiOf>;

let algorithm: Bidi | undefined;
let LineBreaker: typeof LineBreakerOf | undefined;

/** Loads what documents with these texts need: most processes print none, and unpack no tables for it. */
export async function rulesFor(texts: Iterable<string>): Promise<void> {
  LineBreaker ??= (await import('linebreak')).default;
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

/** Lines of a paragraph that runs from right to left end on the left, each where it does. */
function beginning(text: string, lines: readonly SetLine[]): readonly SetLine[] {
  if (lines.length < 2 || !RIGHT_TO_LEFT.test(text)) return lines;
  if (algorithm === undefined || levelsOf(text, algorithm).paragraphs[0]?.level !== 1) return lines;
  const widest = Math.max(...lines.map(({ width }) => width));
  return lines.map((line) => ({ ...line, indent: widest - line.width }));
}

/** Pieces in the order of the Unicode bidirectional algorithm (UAX 9). */
function rightToLeft(
  text: string,
  clusters: readonly Cluster[],
): (start: number, end: number) => readonly Piece[] {
  if (algorithm === undefined) throw new Error('a text of a document was not told of before');
  const bidi = algorithm;
  const { levels } = levelsOf(text, bidi);
  return (start, end) => {
    const runs: { level: number; clusters: Cluster[] }[] = [];
    for (const cluster of between(clusters, start, end)) {
      const level = levels[cluster.at] ?? 0;
      if (runs.at(-1)?.level === level) runs.at(-1)?.clusters.push(cluster);
      else runs.push({ level, clusters: [cluster] });
    }
    return inVisualOrder(runs).flatMap(({ level, clusters: run }) => {
      if (level % 2 === 0) return joined(run);
      return [...joined(run, true)].reverse().map((piece) => turned(piece, bidi));
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
 * Shaping turns letters of right-to-left scripts itself, and mirrors the brackets among them, but not marks
 * and spaces alone.
 */
function turned(piece: Piece, bidi: Bidi): Piece {
  if (RIGHT_TO_LEFT.test(piece.text)) return piece;
  // Most are a space: to look for marks takes longer than all else of it.
  const letters = /^[ -~]*$/.test(piece.text)
    ? [...piece.text]
    : [...graphemes().segment(piece.text)].map(({ segment }) => segment);
  const mirrored = letters.map((letter) => bidi.getMirroredCharacter(letter) ?? letter);
  return { ...piece, text: mirrored.reverse().join(''), isRightToLeft: false };
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
