import { Busy } from '../port/unit-of-work.port.js';

/** How many may be at work at once, how many may wait before them, and for how long. */
export type FewLimits = {
  readonly inside: number;
  readonly waiting: number;
  /** As long as it takes, where it is not said. */
  readonly patienceMs?: number;
};

/**
 * Does work that takes much, few at a time in the order they came. Rejects with `Busy` at once where too many
 * wait, and what has waited too long.
 */
export function fewAtOnce({
  inside,
  waiting,
  patienceMs,
}: FewLimits): <A>(work: () => Promise<A>) => Promise<A> {
  const before: (() => void)[] = [];
  let free = inside;
  return async (work) => {
    if (free > 0) free -= 1;
    else {
      if (before.length >= waiting) throw new Busy('too many wait');
      await place(before, patienceMs);
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

/** Waits for a place among those that wait; gives it up where it takes too long. */
function place(before: (() => void)[], patienceMs: number | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (): void => {
      before.splice(before.indexOf(enter), 1);
      reject(new Busy('waited too long'));
    };
    const timer = patienceMs === undefined ? undefined : setTimeout(give, patienceMs);
    const enter = (): void => {
      clearTimeout(timer);
      resolve();
    };
    before.push(enter);
  });
}
