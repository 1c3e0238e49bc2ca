import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Font } from 'fontkit';

export type Weight = 'plain' | 'bold';

/** A font as it is embedded: its name is its own, for pdfkit takes fonts of one name for the same. */
export type Face = { readonly name: string; readonly font: Font; has(codePoint: number): boolean };

/** The fonts of one paper: those of every text that was told of when they were fetched. */
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

/** Slices that are kept once they are read: some 100 KB each, in a thread that draws papers only. */
const KEPT = 64;

const require = createRequire(import.meta.url);
const basics = new Map<Weight, Face>();
const slices = new Map<string, Readonly<Record<Weight, Face>>>();
const ranges = new Map<Family, readonly Range[]>();

type Range = { readonly from: number; readonly to: number; readonly slice: string };

/** Reads the fonts that some texts need. Fails where a file of a font cannot be read. */
export async function facesFor(texts: Iterable<string>): Promise<Faces> {
  const fontkit = await import('fontkit');
  const basic = (weight: Weight): Face => {
    const known = basics.get(weight);
    if (known !== undefined) return known;
    const file = weight === 'bold' ? 'DejaVuSans-Bold' : 'DejaVuSans';
    const folder = dirname(require.resolve('dejavu-fonts-ttf/package.json'));
    const face = faceOf(file, fontkit.create(readFileSync(join(folder, 'ttf', `${file}.ttf`))));
    basics.set(weight, face);
    return face;
  };
  const needed = new Set<string>();
  for (const codePoint of lettersBeyond(texts, basic('plain'))) {
    for (const slice of slicesWith(codePoint)) needed.add(slice);
  }
  const read = new Map(
    await Promise.all([...needed].map(async (slice) => [slice, await sliceRead(slice)] as const)),
  );
  return {
    base: basic,
    find: (codePoints, weight, preferred) => {
      const plain = basic(weight);
      const hasAll = (face: Face): boolean => codePoints.every((codePoint) => face.has(codePoint));
      if (preferred !== 'emoji' && hasAll(plain)) return plain;
      for (const slice of slicesWith(codePoints[0] as number, preferred)) {
        const face = read.get(slice)?.[weight];
        if (face !== undefined && hasAll(face)) return face;
      }
      return hasAll(plain) ? plain : undefined;
    },
  };
}

const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;

/** Of the letters of some texts those that the basic font lacks, and emoji. */
function lettersBeyond(texts: Iterable<string>, basic: Face): ReadonlySet<number> {
  const found = new Set<number>();
  for (const text of texts) {
    if (/^[\u0000-\u024f]*$/.test(text)) continue;
    const hasEmoji = EMOJI.test(text);
    for (const letter of text) {
      const codePoint = letter.codePointAt(0) as number;
      if (codePoint > 0x24f && (hasEmoji || !basic.has(codePoint))) found.add(codePoint);
    }
  }
  return found;
}

/** The slices that say that they have a letter, the preferred family's first. */
function slicesWith(codePoint: number, preferred: Preference = 'sc'): readonly string[] {
  const first = PREFERRED[preferred];
  return [first, ...FAMILIES.filter((family) => family !== first)].flatMap((family) => {
    const found = rangesOf(family).find(({ from, to }) => from <= codePoint && codePoint <= to);
    return found === undefined ? [] : [found.slice];
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
    );
  ranges.set(family, found);
  return found;
}

function folderOf(family: Family): string {
  return dirname(require.resolve(`@fontsource-variable/noto-${family}/package.json`));
}

async function sliceRead(slice: string): Promise<Readonly<Record<Weight, Face>>> {
  const known = slices.get(slice);
  if (known !== undefined) {
    slices.delete(slice);
    slices.set(slice, known);
    return known;
  }
  const [fontkit, { default: subset }] = await Promise.all([import('fontkit'), import('subset-font')]);
  const [family, name] = slice.split('/') as [Family, string];
  const packed = await readFile(join(folderOf(family), 'files', `${name}-wght-normal.woff2`));
  const face = async (weight: Weight): Promise<Face> => {
    // What is embedded has one weight: readers of PDF know no others.
    const variationAxes = { wght: WEIGHTS[weight] };
    const options = { targetFormat: 'truetype', keepAllGlyphs: true, variationAxes } as const;
    return faceOf(`${name}-${weight}`, fontkit.create(await subset(packed, undefined, options)));
  };
  const faces = { plain: await face('plain'), bold: await face('bold') };
  slices.set(slice, faces);
  for (const eldest of slices.keys()) {
    if (slices.size <= KEPT) break;
    slices.delete(eldest);
  }
  return faces;
}

function faceOf(name: string, font: Font): Face {
  Object.defineProperty(font, 'postscriptName', { value: name });
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
