import type { User } from '@kontor/studio';
import type { PortalParts } from '../portal-parts.js';
import { networkOf, type Throttle } from '../visit/throttle.js';
import type { PageRequest } from './route.js';

/**
 * Whether a form has the present password of who is signed in, as every form does that decides who may sign
 * in from now on: at a browser that was left open, somebody else may sit. A number is how many seconds to
 * wait, where it was tried too often.
 */
export async function hasPresentPassword(
  { studio, passwords }: Pick<PortalParts, 'studio' | 'passwords'>,
  guesses: Throttle,
  { userName }: Pick<User, 'userName'>,
  { form, address }: Pick<PageRequest, 'form' | 'address'>,
): Promise<boolean | number> {
  const wait = guesses.attempt(userName);
  if (wait !== undefined) return wait;
  const kept = await studio.users.find(userName);
  const isRight = await passwords.matches(form.exact('present'), kept?.passwordHash, networkOf(address));
  if (isRight) guesses.forgive(userName);
  return isRight;
}
