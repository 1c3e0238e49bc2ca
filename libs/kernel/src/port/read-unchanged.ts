import { Busy } from './unit-of-work.port.js';

/** Attempts before `Busy` is thrown. */
const ATTEMPTS_MAX = 5;

/**
 * Reads in several steps, as if all of them saw the same moment, though each sees what is committed by then.
 * `read` gives undefined where others changed the data between its steps; then it is called again. Throws
 * `Busy` where that happens five times.
 */
export async function readUnchanged<A>(read: () => Promise<A | undefined>): Promise<A> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const found = await read();
    if (found !== undefined) return found;
  }
  throw new Busy('what is read is changed by others again and again');
}
