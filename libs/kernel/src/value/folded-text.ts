/** Text that has one form only, but for its case. */
const ASCII = /^[\x00-\x7f]*$/;

/**
 * The form in which text is compared, searched and sorted without regard to case (§4.1, D119): composed
 * Unicode, lower case, the same on every database and in every locale. One function, used for the folded
 * columns and for the values that are compared with them.
 */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFC')
    .replace(/\u0130/gu, 'i')
    .toLowerCase()
    .normalize('NFC');
}

/** The form in which identifiers are compared: those that are text name the same thing in any case (D188). */
export function foldedKey(key: string | number): string | number {
  return typeof key === 'string' ? folded(key) : key;
}

/** What `Σ` is in small letters at the end of a word. */
export const FINAL_SIGMA = 'ς';
/** What `Σ` is in small letters elsewhere. */
export const SIGMA = 'σ';

/**
 * The form in which parts of a text are looked for: a part does not show where its word ends, so the sigma
 * that ends words is one like others.
 */
export function foldedPart(text: string): string {
  return folded(text).replaceAll(FINAL_SIGMA, SIGMA);
}

/** How many characters a person sees as such: Unicode code points, as JSON Schema and VARCHAR(n) count. */
export function codePointCount(text: string): number {
  let surrogatePairs = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) surrogatePairs += 1;
  }
  return text.length - surrogatePairs;
}

/** Orders text by Unicode code point, as both databases order UTF-8 bytes. */
export function compareByCodePoint(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    const aIsSurrogate = a >= 0xd800 && a <= 0xdfff;
    const bIsSurrogate = b >= 0xd800 && b <= 0xdfff;
    if (aIsSurrogate !== bIsSurrogate) return aIsSurrogate ? 1 : -1;
    return a < b ? -1 : 1;
  }
  return left.length < right.length ? -1 : 1;
}
