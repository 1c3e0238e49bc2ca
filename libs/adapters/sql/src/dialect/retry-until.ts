import type { Dialect } from './dialect.js';

const TIMEOUT_MS = 30_000;
const LOOK_AGAIN_MS = 50;

/**
 * Does what nobody waits for an answer of, such as opening and migrating a database, and does it again while
 * another process holds what it needs: processes that start at once on an empty file meet before there is any
 * queue. After half a minute the error stands.
 */
export async function retryUntil<A>(dialect: Dialect, work: () => Promise<A>): Promise<A> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const kind = dialect.classify(error);
      if ((kind !== 'conflict' && kind !== 'lockWait') || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }
}
