import { ConcurrentModification } from '../transaction/errors.js';
import type { Writing } from './global-transaction.js';

/**
 * Whether an agreement may have more of something is decided on what was read before, while others may have
 * added some. Who adds takes a number of the service first, and nobody else does until the unit of work ends:
 * where there is no room any more by then, it runs again and finds out what to refuse. `count`: how many
 * there are, `added`: how many come. Outside a unit of work nothing was decided.
 */
export async function expectRoom(
  { to }: Writing,
  { added = 1, max, count }: { readonly added?: number; readonly max: number; count(): Promise<number> },
): Promise<void> {
  if ('session' in to && (await count()) + added > max) throw new ConcurrentModification();
}
