import { right, type Either } from 'fp-ts/lib/Either.js';
import type { Effect } from './effect.js';
import type { WriteBatch } from './write-batch.js';

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

/**
 * Expects every effect to come about, as nearly all do: they wait for the batch that goes with the commit, in
 * one round trip, where a statement after each that may fail stops the batch. Where one fails nothing is kept
 * and the unit runs again eagerly, to find out what to refuse.
 */
export function optimisticWriter(batch: () => WriteBatch): Writer {
  return {
    apply: (effects) => {
      const to = batch();
      for (const effect of effects) to.add(effect);
      return Promise.resolve(right(undefined));
    },
  };
}
