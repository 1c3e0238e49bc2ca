import { hash } from 'node:crypto';

/**
 * A strong entity tag of a representation: a digest of its text, so it depends on everything that the text
 * depends on (the stored state, the demo flag, the base address) and on nothing else, such as the token.
 */
export function etagOf(body: string): string {
  return `"${digestOf(body)}"`;
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
