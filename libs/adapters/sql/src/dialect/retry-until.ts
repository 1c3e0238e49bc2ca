import type { Dialect } from './dialect.js';

const TIMEOUT_MS = 30_000;
const LOOK_AGAIN_MS = 50;

/** Does work again, so many milliseconds after each time, until it succeeds or `mayGoOn` says no. */
export async function retryWhile<A>(
  mayGoOn: (error: unknown) => boolean,
  lookAgainMs: number,
  work: () => Promise<A>,
): Promise<A> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!mayGoOn(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    }
  }
}

/**
 * Does what nobody waits for an answer of, such as opening and migrating a database, and does it again while
 * another process holds what it needs: processes that start at once on an empty file meet before there is any
 * queue. After half a minute the error stands.
 */
export function retryUntil<A>(dialect: Dialect, work: () => Promise<A>): Promise<A> {
  const until = performance.now() + TIMEOUT_MS;
  const isHeld = (error: unknown): boolean => ['conflict', 'lockWait'].includes(dialect.classify(error));
  return retryWhile((error) => isHeld(error) && performance.now() <= until, LOOK_AGAIN_MS, work);
}
