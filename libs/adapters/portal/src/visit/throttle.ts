import { LRUCache } from 'lru-cache';
import type { Clock } from '@kontor/kernel';

/** How often something may be tried in a span of time. */
export type Patience = { readonly attempts: number; readonly withinMs: number };

/** Counts attempts by name, in this process, for so many names at once. */
export type Throttle = {
  /** Counts an attempt before it is made: undefined, or the seconds after which the next one is taken. */
  attempt(name: string): number | undefined;
  /** Forgets the attempts of a name: one of them was right. */
  forgive(name: string): void;
  /** Takes one attempt back, and leaves the others: for names that many people share. */
  takeBack(name: string): void;
};

const NAMES_MAX = 20_000;

export function throttle({ attempts, withinMs }: Patience, clock: Clock): Throttle {
  const counted = new LRUCache<string, { count: number; readonly until: number }>({ max: NAMES_MAX });
  return {
    attempt: (name) => {
      const now = clock().getTime();
      const known = counted.get(name);
      if (known === undefined || known.until <= now) {
        counted.set(name, { count: 1, until: now + withinMs });
        return undefined;
      }
      known.count += 1;
      return known.count <= attempts ? undefined : Math.ceil((known.until - now) / 1000);
    },
    forgive: (name) => void counted.delete(name),
    takeBack: (name) => {
      const known = counted.get(name);
      if (known !== undefined) known.count -= 1;
    },
  };
}
