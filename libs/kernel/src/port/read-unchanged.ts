import { Busy } from './unit-of-work.port.js';

/** So often it is read, where others change in between what it is read from. */
const ATTEMPTS_MAX = 5;

/**
 * What is read in several steps, each of which sees what is committed by then, as it was at one time. `read`
 * gives nothing where what it rests on was changed by others between its steps, and is asked again. Throws
 * `Busy` where that happens again and again.
 */
export async function readUnchanged<A>(read: () => Promise<A | undefined>): Promise<A> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const found = await read();
    if (found !== undefined) return found;
  }
  throw new Busy('what is read is changed by others again and again');
}
