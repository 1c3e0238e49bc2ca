import { createHash, hash } from 'node:crypto';
import { breathe } from '@kontor/kernel';

/**
 * A strong entity tag of a representation: a digest of its text, so it depends on everything that the text
 * depends on (the stored state, the demo flag, the base address) and on nothing else, such as the token.
 */
export function etagOf(body: string): string {
  return `"${digestOf(body)}"`;
}

/** Bytes of which the digest is made in one go: less than a millisecond. */
const DIGESTED_AT_ONCE = 256 * 1024;

/** The same of a text as bytes, which may be many, with turns for others between. */
export async function etagInTurns(body: Uint8Array): Promise<string> {
  const digest = createHash('sha1');
  for (let from = 0; from < body.length; from += DIGESTED_AT_ONCE) {
    digest.update(body.subarray(from, from + DIGESTED_AT_ONCE));
    const pause = breathe();
    if (pause !== undefined) await pause;
  }
  return `"${digest.digest('base64url')}"`;
}

/**
 * The tag of an item as it is answered (amendment 140): `"state.actions"`. A reader who has both has the same
 * answer; a writer is held to the state alone.
 */
export function itemEtag(item: string, actions: string): string {
  return `"${digestOf(item)}.${digestOf(actions).slice(0, ACTIONS_LENGTH)}"`;
}

/** Enough to tell apart the few sets of actions that one item can have. */
const ACTIONS_LENGTH = 8;

function digestOf(text: string): string {
  return hash('sha1', text, 'base64url');
}
