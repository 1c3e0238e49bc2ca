import { losesDigits } from './number-text.js';

/**
 * So many take 15 ms to be made of a text, in which nobody else has a turn; a body has room for 350,000 empty
 * objects.
 */
export const BODY_VALUES_MAX = 100_000;

/** What a scan over a JSON text finds before anything is made of it. */
export type JsonScan = {
  /** The deepest nesting of objects and lists. */
  readonly depth: number;
  /** The members of the object that has the most, names that come again counted again. */
  readonly members: number;
  /**
   * Commas and beginnings of objects and lists: at least as many as there are values, empty lists and all.
   */
  readonly values: number;
  /** Numbers that a double cannot hold exactly, as [from, to) in the text. */
  readonly lossy: readonly (readonly [number, number])[];
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
/** Deeper than anything that is taken. */
const LEVELS_COUNTED = 64;

/**
 * Measures the depth of a JSON text and finds numbers whose digits a double would lose, in
 * one pass without recursion: a recursive walk would overflow the stack on input made for
 * that (G24). The text need not be valid JSON.
 */
export function scanJson(text: string): JsonScan {
  let depth = 0;
  let deepest = 0;
  let most = 0;
  let values = 1;
  const members = new Uint32Array(LEVELS_COUNTED);
  const lossy: [number, number][] = [];
  // Of more nothing is made, and nobody looks further.
  for (let index = 0; index < text.length && values <= BODY_VALUES_MAX; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) {
      index = endOfString(text, index);
    } else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      values += 1;
      if (depth > deepest) deepest = depth;
      members[depth] = 0;
    } else if (unit === COLON) {
      // Beyond the end of the list nothing is counted: so deep a text is not taken.
      const count = ((members[depth] as number) += 1);
      if (count > most) most = count;
    } else if (unit === 0x7d || unit === 0x5d) {
      depth -= 1;
    } else if (unit === 0x2d || (unit >= 0x30 && unit <= 0x39)) {
      const end = endOfNumber(text, index);
      if (losesDigits(text.slice(index, end))) lossy.push([index, end]);
      index = end - 1;
    } else if (unit === COMMA) {
      values += 1;
    }
  }
  return { depth: deepest, members: most, values, lossy };
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const unit = text.charCodeAt(index);
    if (unit === BACKSLASH) index += 2;
    else if (unit === QUOTE) return index;
    else index += 1;
  }
  return index;
}

function endOfNumber(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && isOfNumber(text.charCodeAt(index))) index += 1;
  return index;
}

/** A digit, a point, a sign or the letter of an exponent. */
function isOfNumber(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x2e ||
    unit === 0x2d ||
    unit === 0x2b ||
    (unit | 0x20) === 0x65
  );
}

/** Reads back as infinity, which JSON has no other way to say. */
const LOSSY_NUMBER = '1e999';
/** Has more digits before the point than anything that is taken, and is refused in words about these. */
const HUGE_NUMBER = '1e300';
const HUGE = 1e14;

/**
 * Parses JSON, with another number for each that would lose digits, which no schema takes (G6): a huge one
 * for one of 10^14 and above, infinity for the others, whose decimals are too many. Throws SyntaxError.
 */
export function parseJson(text: string, { lossy }: JsonScan): unknown {
  if (lossy.length === 0) return JSON.parse(text);
  if (lossy.length > PIECED_MAX) return JSON.parse(overwritten(text, lossy));
  const pieces: string[] = [];
  let from = 0;
  for (const [start, end] of lossy) {
    pieces.push(text.slice(from, start), inPlaceOf(text.slice(start, end)));
    from = end;
  }
  return JSON.parse(pieces.join('') + text.slice(from));
}

function inPlaceOf(written: string): string {
  return Math.abs(Number(written)) >= HUGE ? HUGE_NUMBER : LOSSY_NUMBER;
}

/** Of more, the text is not put together piece by piece: two hundred thousand of them fit into a body. */
const PIECED_MAX = 1_000;
const BLANK = 0x20;

/** The text with infinity written over each such number: none is shorter than it. */
function overwritten(text: string, lossy: JsonScan['lossy']): string {
  const units = Buffer.from(text, 'utf16le');
  for (const [start, end] of lossy) {
    const instead = inPlaceOf(text.slice(start, end));
    for (let index = start; index < end; index += 1)
      units.writeUInt16LE(instead.charCodeAt(index - start) || BLANK, 2 * index);
  }
  return units.toString('utf16le');
}

/**
 * The texts of an object's members, by name: where one is given several times, of the last, as a parser takes
 * it. Empty where the text is no object. The text must be valid JSON.
 */
export function memberTexts(text: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  let at = text.search(/[^\s]/);
  if (text.charAt(at) !== '{') return members;
  for (;;) {
    const name = text.indexOf('"', at);
    if (name < 0) return members;
    const afterName = endOfString(text, name) + 1;
    const from = text.indexOf(':', afterName) + 1;
    at = endOfValue(text, from);
    members.set(JSON.parse(text.slice(name, afterName)) as string, text.slice(from, at).trim());
    if (text.charAt(at) === '}') return members;
  }
}

/** The comma or bracket that ends the value of a member. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let index = from; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) index = endOfString(text, index);
    else if (unit === 0x7b || unit === 0x5b) depth += 1;
    else if (depth === 0 && (unit === 0x2c || unit === 0x7d)) return index;
    else if (unit === 0x7d || unit === 0x5d) depth -= 1;
  }
  return text.length;
}
