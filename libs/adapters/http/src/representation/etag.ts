import { createHash } from 'node:crypto';

/**
 * A strong entity tag of a representation: a digest of its text, so it depends on everything that the text depends on (the stored
 * state, the demo flag, the base address) and on nothing else, such as the token.
 */
export function etagOf(body: string): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`;
}
