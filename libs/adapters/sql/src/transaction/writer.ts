import type { Either } from 'fp-ts/lib/Either.js';
import type { Effect } from './effect.js';

/**
 * Brings about what a unit of work wants. Chosen once, where the unit begins: the optimistic writer queues
 * everything and lets the batch check it, the eager one sends it now and looks at what became of it.
 */
export type Writer = {
  /**
   * Right: the effects have come about, or will have when the unit is kept, for else it runs
   * again. Left: what the first of them that did not come about means. Throws
   * `ConcurrentModification` where that is `'retry'`.
   */
  apply<F>(effects: readonly Effect<F>[]): Promise<Either<F, void>>;
};
