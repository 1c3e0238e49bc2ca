import { inQuotes } from '@kontor/kernel';
import { SieReader, type SieThing } from '@kontor/ledger';
import { BODY_LEVELS_MAX, BODY_MEMBERS_MAX } from '../request/read-body.js';
import { BODY_VALUES_MAX, parseJson, scanJson } from '../request/parse-json.js';
import { textOfFile, type Encoding } from './file-encoding.js';
import { fileLines, LINE_BYTES_MAX, type FileLine } from './file-lines.js';
import { withLineFeeds } from './line-ends.js';

/** What a line of an import tells of, or what is wrong with it. */
export type Thing = SieThing;

/** How large the text is that a thing was told by, in characters: of its line, or of all its lines in SIE. */
export function weightOf(thing: Thing): number {
  return weights.get(thing) ?? 0;
}

const weights = new WeakMap<Thing, number>();

/** A line of SIE weighs so much at least: a row of few characters is an entry, as one of as many in JSON. */
const SIE_LINE_WEIGHT = 64;

/** The formats that are taken, and the media types by which they are known. */
export const IMPORT_FORMATS = {
  sie: ['application/x-sie', 'text/plain'],
  jsonl: ['application/x-ndjson', 'application/jsonl'],
} as const;
/** A format that files may be imported from. */
export type ImportFormat = keyof typeof IMPORT_FORMATS;

/** Those of a body, within its member. */
const LEVELS_MAX = BODY_LEVELS_MAX + 1;

/** The lines of a file. Those of SIE end as its program ends them; of JSON a return alone is no line end. */
export function linesOfFile(
  format: ImportFormat,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<FileLine> {
  return fileLines(format === 'sie' ? withLineFeeds(pieces) : pieces);
}

/**
 * Reads a file piece by piece and gives what each line, or each voucher of SIE, tells of; also what of it
 * cannot be read, with its line.
 */
export async function* importThings(
  format: ImportFormat,
  pieces: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<Thing> {
  const reader = new SieReader();
  let told = 0;
  const weighed = function* (things: Iterable<Thing>): Generator<Thing> {
    for (const thing of things) {
      weights.set(thing, told);
      told = 0;
      yield thing;
    }
  };
  for await (const { line, bytes } of linesOfFile(format, pieces)) {
    if (bytes === undefined) yield { line, wrong: `A line has at most ${LINE_BYTES_MAX} bytes.` };
    else if (bytes.length > 0) {
      const text = textOfFile(bytes, encoding);
      if (text === undefined)
        yield { line, wrong: 'The line has bytes that are no UTF-8, in which the file is written.' };
      else if (format === 'sie') {
        told += Math.max(text.length, SIE_LINE_WEIGHT);
        yield* weighed(reader.read(line, text));
      } else if (text.trim() !== '') {
        const thing = thingOf(line, text);
        weights.set(thing, text.length);
        yield thing;
      }
    }
  }
  if (format === 'sie') yield* weighed(reader.end());
}

/**
 * Reads one line of JSON: what it tells of, or what is wrong with it. Numbers are read as in a body (G6).
 * Never throws.
 */
export function thingOf(line: number, text: string): Thing {
  const wrong: Thing = {
    line,
    wrong: 'The line is no JSON object with one member, such as {"accounts": {…}}.',
  };
  const scan = scanJson(text);
  if (scan.depth > LEVELS_MAX) return { line, wrong: `A line has at most ${LEVELS_MAX} levels.` };
  if (scan.members > BODY_MEMBERS_MAX)
    return { line, wrong: `An object has at most ${BODY_MEMBERS_MAX} members.` };
  if (scan.values > BODY_VALUES_MAX) return { line, wrong: `A line has at most ${BODY_VALUES_MAX} values.` };
  try {
    // As a body is read: a number that would lose digits is refused where it stands.
    const value = parseJson(text, scan);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
    const [member, ...others] = Object.entries(value) as [string, unknown][];
    if (member === undefined || others.length > 0) return wrong;
    const [name, body] = member;
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return { line, wrong: `What the line says of ${inQuotes(name)} is no JSON object.` };
    return { line, name, body: body as Readonly<Record<string, unknown>> };
  } catch {
    return wrong;
  }
}
