import { isAscii, isUtf8 } from 'node:buffer';
import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { FullDate } from '@kontor/kernel';
import { sieDate, type LineRefusal } from '@kontor/ledger';
import type { Services } from '../service/services.js';
import { textOfFile, type Encoding } from './file-encoding.js';
import { linesOfFile, thingOf, type ImportFormat } from './import-things.js';
import { JSON_LINES_VERSION, LINE } from './json-lines.js';

/** What looking through a file tells of it, before anything of it is brought in. */
export type Survey = {
  readonly lines: number;
  readonly encoding: Encoding;
  /** The first day of the year that a SIE file tells of. */
  readonly fromDate?: FullDate;
  /** The base currency that its figures are in; unknown of JSON lines that do not say so. */
  readonly currency?: Currency;
};

/** Whether a file names its currency, or the format says what is meant where it does not. */
type Currency = { readonly line: number; readonly code: string; readonly isAssumed?: true };

/** Why nothing of a file can be read. */
export type Unreadable = { readonly line: number; readonly wrong: string };

/**
 * Looks through a whole file once. A SIE file must say that it is one of type 4, JSON lines must be of the
 * version that is taken, and no file may be in UTF-16, so that half a file is not brought in before that is
 * seen.
 */
export async function surveyOf(
  format: ImportFormat,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Survey | Unreadable> {
  const letters = new Letters();
  let type: string | undefined;
  let isOurOwn = false;
  let year: string | undefined;
  let currency: Currency | undefined;
  let lines = 0;
  for await (const { line, bytes } of linesOfFile(format, pieces)) {
    lines = line;
    if (bytes === undefined) continue;
    const packing = line === 1 ? packingOf(bytes) : undefined;
    if (packing !== undefined)
      return { line, wrong: `The file is packed with ${packing}: send what is in it, unpacked.` };
    if ((line === 1 && hasMarkOfTwoBytes(bytes)) || bytes.includes(0))
      return { line, wrong: 'The file has bytes of value 0, as UTF-16 has: send it in UTF-8.' };
    if (!isAscii(bytes)) letters.count(bytes);
    if (format === 'jsonl') {
      const head = headIn(line, bytes);
      if (head !== undefined && 'wrong' in head) return head;
      currency ??= head;
      continue;
    }
    // Lines may be indented, as those of vouchers mostly are.
    const text = Buffer.from(bytes.subarray(0, 80)).toString('latin1').trimStart();
    if (!text.startsWith('#')) continue;
    type ??= /^#SIETYP\s+"?(\w+)/i.exec(text)?.[1];
    year ??= /^#RAR\s+"?0"?\s+"?(\d{8})/i.exec(text)?.[1];
    const code = /^#VALUTA\s+"?(\w+)/i.exec(text)?.[1];
    if (code !== undefined) currency ??= { line, code: code.toUpperCase() };
    isOurOwn ||= /^#PROGRAM\s+"?Kontor\b/i.test(text);
  }
  if (format === 'jsonl') return { lines, encoding: 'utf8', ...(currency !== undefined && { currency }) };
  if (type !== '4') {
    const is = type === undefined ? 'it has no line #SIETYP 4' : `this one is of type ${type}`;
    return { line: Math.max(1, lines), wrong: `SIE files of type 4 are taken, and ${is}.` };
  }
  const fromDate = year === undefined ? undefined : sieDate(year);
  const encoding = isOurOwn ? 'pc8' : letters.encoding;
  return { lines, encoding, ...(fromDate !== undefined && { fromDate }), currency: currency ?? KRONOR };
}

/**
 * Whether a file that was looked through may be brought into these books: it can be read, its figures are in
 * their base currency, and no later year begins with balances already. Left is what is refused of it.
 */
export async function fitsTheBooks(
  survey: Survey | Unreadable,
  ledger: Pick<Services['ledger'], 'baseCurrency' | 'yearOpenedAfter'>,
): Promise<Either<LineRefusal, Survey>> {
  if ('wrong' in survey) return left({ line: survey.line, errorCode: 'E10560', message: survey.wrong });
  const { fromDate, currency } = survey;
  const own = await ledger.baseCurrency();
  if (currency !== undefined && currency.code !== own) {
    const message = inAnotherCurrency(currency, own);
    return left({ line: currency.line, errorCode: 'E10560', property: 'baseCurrency', message });
  }
  const opened = fromDate && (await ledger.yearOpenedAfter(fromDate));
  if (opened !== undefined) {
    const message =
      `The year ${opened}, which is later, begins with balances already, and what is booked before would be ` +
      'carried to it again. Bring years in one after the other, the earliest first; or book an opening ' +
      `balance that takes those of ${opened} back, and send this file again.`;
    return left({ line: 1, errorCode: 'E10580', message });
  }
  return right(survey);
}

/** What the SIE standard means where a file has no #VALUTA, as those of Fortnox have none. */
const KRONOR: Currency = { line: 1, code: 'SEK', isAssumed: true };

/** Why a file whose figures are in another currency than the books is not brought in. */
function inAnotherCurrency({ code, isAssumed }: Currency, own: string): string {
  return isAssumed === true
    ? `The file has no line #VALUTA, which in SIE means that its figures are in ${code}, and these books are ` +
        `kept in ${own}. Where they are in ${own}, add the line #VALUTA ${own} to the file.`
    : `The figures of the file are in ${code}, and these books are kept in ${own}.`;
}

/** What the head of JSON lines says; undefined of any other line, and of one that is refused as it comes. */
function headIn(line: number, bytes: Uint8Array): Currency | Unreadable | undefined {
  const text = HEAD.test(Buffer.from(bytes.subarray(0, 80)).toString())
    ? textOfFile(bytes, 'utf8')
    : undefined;
  const thing = text === undefined ? undefined : thingOf(line, text);
  if (thing === undefined || 'wrong' in thing) return undefined;
  const { version, baseCurrency } = thing.body;
  if (version !== JSON_LINES_VERSION)
    return {
      line,
      wrong: `JSON lines of version ${JSON_LINES_VERSION} are taken, and these are of another.`,
    };
  return typeof baseCurrency === 'string' ? { line, code: baseCurrency } : undefined;
}

const HEAD = new RegExp(`^\\s*{\\s*"${LINE.head}"`);

/** By what a file is packed that begins so, as neither JSON nor SIE does. */
function packingOf(bytes: Uint8Array): string | undefined {
  return PACKINGS.find(([, begins]) => begins.every((byte, index) => bytes[index] === byte))?.[0];
}

const PACKINGS: readonly (readonly [name: string, begins: readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
];

/**
 * The mark of UTF-16, which begins a file; without it, Latin letters have zeros there. Bytes that look like
 * it on a later line are no UTF-8, and that line is refused alone.
 */
function hasMarkOfTwoBytes([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/**
 * The letters of northern and western Europe in code page 437, and those in Latin-1: none of the ones is a
 * letter in the other.
 */
const PC8_LETTERS = new Set([
  0x80, 0x81, 0x82, 0x84, 0x85, 0x86, 0x8a, 0x8e, 0x8f, 0x90, 0x91, 0x92, 0x94, 0x99, 0x9a,
]);
const LATIN_LETTERS = new Set([
  0xc4, 0xc5, 0xc6, 0xc9, 0xd6, 0xd8, 0xdc, 0xdf, 0xe0, 0xe4, 0xe5, 0xe6, 0xe8, 0xe9, 0xf6, 0xf8, 0xfc,
]);

/** Counts by which encoding the lines of a file have letters: few texts are UTF-8 by chance. */
class Letters {
  #utf8 = 0;
  #others = 0;
  #pc8 = 0;
  #latin = 0;

  count(bytes: Uint8Array): void {
    if (isUtf8(bytes)) {
      this.#utf8 += 1;
      return;
    }
    this.#others += 1;
    for (const byte of bytes) {
      if (PC8_LETTERS.has(byte)) this.#pc8 += 1;
      else if (LATIN_LETTERS.has(byte)) this.#latin += 1;
    }
  }

  get encoding(): Encoding {
    if (this.#utf8 > this.#others) return 'utf8';
    return this.#latin > this.#pc8 ? 'latin1' : 'pc8';
  }
}
