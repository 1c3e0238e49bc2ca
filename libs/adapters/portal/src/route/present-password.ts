import type { User } from '@kontor/studio';
import type { PortalParts } from '../portal-parts.js';
import { networkOf, type Throttle } from '../visit/throttle.js';
import type { PageRequest } from './route.js';

/** What is found of a present password; where it was tried too often, it is not looked at. */
type Found =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'triedTooOften'; readonly waitSeconds: number };

/**
 * Whether a form has the present password of who is signed in, as every form does that decides who may sign
 * in from now on: at a browser that was left open, somebody else may sit.
 */
export async function presentPassword(
  { studio, passwords }: Pick<PortalParts, 'studio' | 'passwords'>,
  guesses: Throttle,
  { userName }: Pick<User, 'userName'>,
  { form, address }: Pick<PageRequest, 'form' | 'address'>,
): Promise<Found> {
  const waitSeconds = guesses.attempt(userName);
  if (waitSeconds !== undefined) return { kind: 'triedTooOften', waitSeconds };
  const kept = await studio.users.find(userName);
  const isRight = await passwords.matches(form.exact('present'), kept?.passwordHash, networkOf(address));
  if (!isRight) return { kind: 'wrong' };
  guesses.forgive(userName);
  return { kind: 'right' };
}
