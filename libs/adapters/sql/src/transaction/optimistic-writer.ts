import { right } from 'fp-ts/lib/Either.js';
import type { WriteBatch } from './write-batch.js';
import type { Writer } from './writer.js';

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
