/** §4.1, the escapes inside route parameters. Not valid in query strings. */
export const ROUTE_ESCAPES: readonly (readonly [character: string, escape: string])[] = [
  ['<', '_0_'],
  ['>', '_1_'],
  ['*', '_2_'],
  ['%', '_3_'],
  [':', '_4_'],
  ['&', '_5_'],
  ['/', '_6_'],
  ['\\', '_7_'],
  ['_', '_8_'],
  [' ', '_9_'],
  ['?', '_10_'],
  ['.', '_11_'],
  ['#', '_12_'],
  ['+', '_13_'],
];

const ESCAPE_OF = new Map(ROUTE_ESCAPES);
const CHARACTER_OF = new Map(ROUTE_ESCAPES.map(([character, escape]) => [escape, character]));
const PLAIN = /^[A-Za-z0-9-]+$/;
const ESCAPED_CHARACTERS = /[<>*%:&/\\_ ?.#+]/g;
const ESCAPES = /_\d{1,2}_/g;

/** A value as it stands in a path: escaped by the table, then percent-encoded where the table has nothing. */
export function routeEscaped(value: string | number): string {
  if (typeof value === 'number' || PLAIN.test(value)) return String(value);
  return encodeURIComponent(
    value.replace(ESCAPED_CHARACTERS, (character) => ESCAPE_OF.get(character) ?? character),
  );
}

/**
 * The value that a path segment stands for, or undefined when its percent-encoding is malformed. An escape
 * that is not in the table, and an underscore that begins none, stand for themselves.
 */
export function routeUnescaped(segment: string): string | undefined {
  let decoded = segment;
  if (segment.includes('%')) {
    try {
      decoded = decodeURIComponent(segment);
    } catch {
      return undefined;
    }
  }
  if (!decoded.includes('_')) return decoded;
  return decoded.replace(ESCAPES, (escape) => CHARACTER_OF.get(escape) ?? escape);
}
