import { defined } from '@kontor/kernel';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Font } from 'fontkit';
import { shaperOf, type HarfBuzz } from './shaping.js';

/** How heavy letters are. */
export type Weight = 'plain' | 'bold';

/** A font as it is embedded: its name is its own, for pdfkit takes fonts of one name for the same. */
export type Face = { readonly name: string; readonly font: Font; has(codePoint: number): boolean };

/** The fonts of one document: those of every text that was told of when they were fetched. */
export type Faces = {
  /** Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic and much else. */
  base(weight: Weight): Face;
  /** The first font that has what is asked for, in the order of preference. */
  find(codePoints: readonly number[], weight: Weight, preferred: Preference): Face | undefined;
};

/** Which fonts are tried first where the basic one lacks a letter: those of Han differ by country. */
export type Preference = 'sc' | 'tc' | 'jp' | 'kr' | 'emoji';

const WEIGHTS: Readonly<Record<Weight, number>> = { plain: 400, bold: 700 };

/** The families of fonts, each in slices of a few hundred letters: only those that are needed are read. */
const FAMILIES = [
  'sans-sc',
  'sans-tc',
  'sans-jp',
  'sans-kr',
  'sans-thai',
  'sans-devanagari',
  'emoji',
] as const;
type Family = (typeof FAMILIES)[number];

const PREFERRED: Readonly<Record<Preference, Family>> = {
  sc: 'sans-sc',
  tc: 'sans-tc',
  jp: 'sans-jp',
  kr: 'sans-kr',
  emoji: 'emoji',
};

/** Slices that are kept once they are read: some 100 KB each, in a thread that draws documents only. */
const KEPT = 64;

const require = createRequire(import.meta.url);
const basics = new Map<Weight, Face>();
const slices = new Map<string, Face>();
const ranges = new Map<Family, readonly Range[]>();

type Range = { readonly from: number; readonly to: number; readonly slice: string };

/** The texts of a document by how they are drawn; those in bold letters are few. */
export type Texts = { readonly plain: readonly string[]; readonly bold: readonly string[] };

/** Reads the fonts that some texts need. Fails where a file of a font cannot be read. */
export async function facesFor(texts: Texts): Promise<Faces> {
  const [fontkit, hb] = await Promise.all([import('fontkit'), import('harfbuzzjs')]);
  const basic = (weight: Weight): Face => {
    const known = basics.get(weight);
    if (known !== undefined) return known;
    const file = weight === 'bold' ? 'DejaVuSans-Bold' : 'DejaVuSans';
    const folder = dirname(require.resolve('dejavu-fonts-ttf/package.json'));
    const bytes = readFileSync(join(folder, 'ttf', `${file}.ttf`));
    const face = faceOf(file, fontkit.create(bytes), bytes, hb);
    basics.set(weight, face);
    return face;
  };
  const read = new Map<string, Face>();
  for (const weight of ['plain', 'bold'] as const) {
    for (const [codePoint, preferred] of lettersBeyond(texts[weight], basic(weight))) {
      for (const slice of slicesWith(codePoint, preferred)) {
        const name = `${slice}-${weight}`;
        const face = read.get(name) ?? (await sliceRead(slice, weight));
        read.set(name, face);
        if (face.has(codePoint)) break;
      }
    }
  }
  const find: Faces['find'] = (codePoints, weight, preferred) => {
    const plain = basic(weight);
    const hasAll = (face: Face): boolean => codePoints.every((codePoint) => face.has(codePoint));
    if (preferred !== 'emoji' && hasAll(plain)) return plain;
    for (const slice of slicesWith(defined(codePoints[0]), preferred)) {
      const face = read.get(`${slice}-${weight}`) ?? read.get(`${slice}-plain`);
      if (face !== undefined && hasAll(face)) return face;
    }
    return hasAll(plain) ? plain : undefined;
  };
  // A letter is looked for once, however often it stands in a document.
  const found = new Map<string, Face | undefined>();
  return {
    base: basic,
    find: (codePoints, weight, preferred) => {
      const key = `${weight} ${preferred} ${codePoints.join(' ')}`;
      if (!found.has(key)) found.set(key, find(codePoints, weight, preferred));
      return found.get(key);
    },
  };
}

const KANA = /[\u3040-\u30ff]/u;
const HANGUL = /[\u1100-\u11ff\uac00-\ud7af]/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;

/** Whose letters a text has, as far as that can be told. */
export function preferenceOf(text: string): Preference {
  return KANA.test(text) ? 'jp' : HANGUL.test(text) ? 'kr' : 'sc';
}

/** Whether a letter is to be drawn as an emoji. */
export function isEmoji(letter: string): boolean {
  return EMOJI.test(letter);
}

/** The letters of some texts that the basic font lacks, and emoji, each with what is preferred. */
function lettersBeyond(texts: readonly string[], basic: Face): ReadonlyMap<number, Preference> {
  const found = new Map<number, Preference>();
  for (const text of texts) {
    if (/^[\u0000-\u024f]*$/.test(text)) continue;
    const hasEmoji = isEmoji(text);
    const preferred = preferenceOf(text);
    for (const letter of text) {
      const codePoint = defined(letter.codePointAt(0));
      if (hasEmoji && /\p{Emoji}/u.test(letter) && codePoint > 0xff) found.set(codePoint, 'emoji');
      else if (codePoint > 0x24f && !basic.has(codePoint) && !found.has(codePoint))
        found.set(codePoint, preferred);
    }
  }
  return found;
}

/** How many ranges begin within another one, at most, before it ends. */
const OVERLAPS = 40;

/** The slices that say that they have a letter, the preferred family's first. */
function slicesWith(codePoint: number, preferred: Preference): readonly string[] {
  const first = PREFERRED[preferred];
  return [first, ...FAMILIES.filter((family) => family !== first)].flatMap((family) => {
    const all = rangesOf(family);
    let low = 0;
    let high = all.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (defined(all[middle]).from <= codePoint) low = middle;
      else high = middle - 1;
    }
    // Ranges of one slice have letters of another in their midst, as those of 👁 and 👍: it goes back a little.
    const near = all.slice(Math.max(0, low - OVERLAPS), low + 1);
    return near.filter(({ from, to }) => from <= codePoint && codePoint <= to).map(({ slice }) => slice);
  });
}

function rangesOf(family: Family): readonly Range[] {
  const known = ranges.get(family);
  if (known !== undefined) return known;
  const written = JSON.parse(readFileSync(join(folderOf(family), 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >;
  const found = Object.entries(written)
    // Latin letters are the basic font's.
    .filter(([name]) => !name.startsWith('latin') && name !== 'vietnamese')
    .flatMap(([name, list]) =>
      list.split(',').map((written): Range => {
        const [from = '', to = from] = written.replace('U+', '').split('-');
        const slice = `${family}/noto-${family}-${name.replace(/[[\]]/g, '')}`;
        return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), slice };
      }),
    )
    .sort((one, other) => one.from - other.from);
  ranges.set(family, found);
  return found;
}

function folderOf(family: Family): string {
  return dirname(require.resolve(`@fontsource-variable/noto-${family}/package.json`));
}

async function sliceRead(slice: string, weight: Weight): Promise<Face> {
  const kept = `${slice}-${weight}`;
  const known = slices.get(kept);
  if (known !== undefined) {
    slices.delete(kept);
    slices.set(kept, known);
    return known;
  }
  const [fontkit, hb, { default: subset }] = await Promise.all([
    import('fontkit'),
    import('harfbuzzjs'),
    import('subset-font'),
  ]);
  const [family, name] = slice.split('/') as [Family, string];
  const packed = await readFile(join(folderOf(family), 'files', `${name}-wght-normal.woff2`));
  // What is embedded has one weight: readers of PDF know no others.
  const variationAxes = { wght: WEIGHTS[weight] };
  const options = { targetFormat: 'truetype', keepAllGlyphs: true, variationAxes } as const;
  const bytes = await subset(packed, undefined, options);
  const face = faceOf(`${name}-${weight}`, fontkit.create(bytes), bytes, hb);
  slices.set(kept, face);
  for (const eldest of slices.keys()) {
    if (slices.size <= KEPT) break;
    slices.delete(eldest);
  }
  return face;
}

function faceOf(name: string, font: Font, bytes: Uint8Array, hb: HarfBuzz): Face {
  Object.defineProperty(font, 'postscriptName', { value: name });
  font.layout = shaperOf(hb, bytes);
  const known = new Map<number, boolean>();
  return {
    name,
    font,
    has: (codePoint) => {
      let has = known.get(codePoint);
      if (has === undefined) known.set(codePoint, (has = font.hasGlyphForCodePoint(codePoint)));
      return has;
    },
  };
}
