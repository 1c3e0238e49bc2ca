import { Busy } from '../port/unit-of-work.port.js';

/**
 * Does work that takes much memory, few at a time in the order they came; rejects with `Busy` at once where
 * too many wait.
 */
export function fewAtOnce({
  inside,
  waiting,
}: {
  readonly inside: number;
  readonly waiting: number;
}): <A>(work: () => Promise<A>) => Promise<A> {
  const before: (() => void)[] = [];
  let free = inside;
  return async (work) => {
    if (free > 0) free -= 1;
    else {
      if (before.length >= waiting) throw new Busy('too many wait');
      await new Promise<void>((resolve) => before.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The place goes to who waits longest, without being free between.
      const next = before.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
