import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

/** Whether there are the programs of poppler, which read documents as people's readers do. */
export const CAN_READ = spawnSync('pdftotext', ['-v']).error === undefined;

/** What a program of poppler says of a document. */
function told(
  bytes: Uint8Array,
  program: string,
  before: readonly string[],
  after: readonly string[],
): string {
  const folder = mkdtempSync(join(tmpdir(), 'document-'));
  try {
    const file = join(folder, 'document.pdf');
    writeFileSync(file, bytes);
    const { stdout, stderr, status } = spawnSync(program, [...before, file, ...after], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The text of each page, in lines as they are printed. */
export function pagesOf(bytes: Uint8Array): readonly string[] {
  const text = told(bytes, 'pdftotext', ['-layout'], ['-']);
  return text.split('\f').slice(0, -1);
}

/** All text, in the order in which it was drawn, without marks of direction. */
export function textOf(bytes: Uint8Array): string {
  return told(bytes, 'pdftotext', ['-raw'], ['-']).replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

/** The tree of parts that a screen reader follows, with their texts. */
export function partsOf(bytes: Uint8Array): string {
  return told(bytes, 'pdfinfo', ['-struct-text'], []);
}

/** The first page as it is seen, 100 dots to the inch. */
export function pictureOf(bytes: Uint8Array): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'document-'));
  try {
    told(bytes, 'pdftoppm', ['-r', '100', '-singlefile'], [join(folder, 'page')]);
    return readFileSync(join(folder, 'page.ppm'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The dots of a part of such a picture; the part in points from the left and from above. */
export function croppedOf(
  picture: Buffer,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): Buffer {
  const [head = '', across = '', down = ''] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.subarray(0, 40).toString('latin1')) ?? [];
  const dots = (points: number): number => Math.round((points * 100) / 72);
  const rows = Math.min(dots(height), Number(down) - dots(top));
  return Buffer.concat(
    Array.from({ length: rows }, (_, row) => {
      const from = head.length + ((dots(top) + row) * Number(across) + dots(left)) * 3;
      return picture.subarray(from, from + dots(width) * 3);
    }),
  );
}

/** The names of the files that are attached, with what is said of them, and what stands in the first. */
export function attachedTo(bytes: Uint8Array): { readonly list: string; readonly first: string } {
  const folder = mkdtempSync(join(tmpdir(), 'document-'));
  try {
    const file = join(folder, 'attached');
    const list = told(bytes, 'pdfdetach', ['-list'], []);
    told(bytes, 'pdfdetach', ['-save', '1', '-o', file], []);
    return { list, first: readFileSync(file, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export type Word = {
  readonly page: number;
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

/** Every word and where it stands, in points. */
export function wordsOf(bytes: Uint8Array): readonly Word[] {
  let page = 0;
  return told(bytes, 'pdftotext', ['-bbox'], ['-'])
    .split('\n')
    .flatMap((line): readonly Word[] => {
      if (line.includes('<page ')) page += 1;
      const found = /xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*)<\/word>/.exec(line);
      if (found === null) return [];
      const [left, top, right, bottom] = found.slice(1, 5).map(Number) as [number, number, number, number];
      return [{ page, text: found[5] as string, left, right, top, bottom }];
    });
}

/** Pairs of words that are drawn over each other. */
export function overprinted(bytes: Uint8Array): readonly string[] {
  // A word's box has room above and below its letters.
  const boxes = wordsOf(bytes).map((word) => {
    const spare = (word.bottom - word.top) * 0.3;
    return { ...word, top: word.top + spare, bottom: word.bottom - spare };
  });
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          one.page === other.page &&
          one.left < other.right - 0.5 &&
          other.left < one.right - 0.5 &&
          one.top < other.bottom &&
          other.top < one.bottom,
      )
      .map((other) => `page ${one.page}: ${one.text} and ${other.text}`),
  );
}

/** Which share of each page has a grey, `#ededed` for one: the pages are drawn small and looked at. */
export function shareOfGrey(bytes: Uint8Array, grey: string): readonly number[] {
  const wanted = Number.parseInt(grey.slice(1, 3), 16);
  const folder = mkdtempSync(join(tmpdir(), 'document-'));
  try {
    const file = join(folder, 'document.pdf');
    writeFileSync(file, bytes);
    const { stderr, status } = spawnSync('pdftoppm', ['-gray', '-r', '40', file, join(folder, 'page')]);
    if (status !== 0) throw new Error(String(stderr));
    return readdirSync(folder)
      .filter((name) => name.endsWith('.pgm'))
      .sort()
      .map((name) => {
        const pixels = readFileSync(join(folder, name)).subarray(15);
        return pixels.filter((pixel) => Math.abs(pixel - wanted) <= 1).length / pixels.length;
      });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Operators of PDF that put something on a page (ISO 32000-1, Annex A). */
const PAINTING = new Set([
  'Tj',
  'TJ',
  "'",
  '"',
  'S',
  's',
  'f',
  'F',
  'f*',
  'B',
  'B*',
  'b',
  'b*',
  'Do',
  'sh',
  'EI',
]);

/**
 * What is painted on the pages outside of marked content, as its operators: PDF/UA-1 (7.1) lets nothing be
 * that is neither a part of what is read nor an artifact. Read without the library that wrote it.
 */
export function unmarkedIn(bytes: Uint8Array): {
  readonly painted: number;
  readonly unmarked: readonly string[];
} {
  const unmarked: string[] = [];
  let painted = 0;
  for (const content of contentsOf(bytes)) {
    let depth = 0;
    // Strings and names are no operators, whatever stands in them.
    const bare = content.replace(/\((?:\\.|[^\\()])*\)|<[0-9a-fA-F\s]*>|\/[^\s<>[\]()/]*/g, ' ');
    for (const word of bare.split(/[\s[\]<>]+/)) {
      if (word === 'BDC' || word === 'BMC') depth += 1;
      else if (word === 'EMC') depth -= 1;
      else if (PAINTING.has(word)) {
        painted += 1;
        if (depth === 0) unmarked.push(word);
      }
    }
    if (depth !== 0) throw new Error(`marked content is not closed: ${depth}`);
  }
  return { painted, unmarked };
}

/** The content streams of the pages, unpacked. */
function contentsOf(bytes: Uint8Array): readonly string[] {
  const file = Buffer.from(bytes).toString('latin1');
  return [...file.matchAll(/\/Contents (\d+) 0 R/g)].map(([, number]) => {
    const object = file.indexOf(`\n${number} 0 obj`);
    const begin = file.indexOf('stream\n', object) + 'stream\n'.length;
    const end = file.indexOf('\nendstream', begin);
    return inflateSync(Buffer.from(file.slice(begin, end), 'latin1')).toString('latin1');
  });
}
