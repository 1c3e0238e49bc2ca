import { LRUCache } from 'lru-cache';
import { lookOfName } from '@kontor/studio';
import { inOwnLetters } from './mail-address.js';

/** Longer user names are nobody's. */
export const NAME_MAX = 250;

/**
 * The name under which attempts to sign in are counted. Letters that look alike count as the same, as they do
 * when the person is looked up.
 */
export function countedName(userName: string): string {
  return lookOfName(inOwnLetters(userName.slice(0, NAME_MAX)));
}

/** Where somebody is: an address, or of IPv6 the network that one customer of a provider has. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [before = [], after = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  // What `::` leaves out are zeros, of the network as well.
  const zeros = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, GROUPS_OF_NETWORK).join(':');
}

/** Numbers of an IPv6 address, and those of them that are of the network (RFC 6177: 64 bits). */
const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/** How often something may be tried in a span of time. */
export type AttemptLimit = { readonly attempts: number; readonly withinMs: number };

/** Counts attempts by name, in this process, for as many names at once as 2 MB hold. */
export type Throttle = {
  /** Counts an attempt before it is made: undefined, or the seconds after which the next one is taken. */
  attempt(name: string): number | undefined;
  /** Forgets the attempts of a name: one of them was right. */
  forgive(name: string): void;
  /** Takes one attempt back and keeps the others: for a name that many people share, such as a network. */
  takeBack(name: string): void;
  /** What its names take now, at most `NAMES_BYTES_MAX`. */
  readonly bytes: number;
};

/**
 * Of the names of one throttle, which strangers choose, and their counts:
 * what was not tried for longest goes first.
 */
export const NAMES_BYTES_MAX = 2 * 1024 * 1024;
const COUNT_BYTES = 150;

/** A throttle over one kind of name. `now`: milliseconds of a clock that never goes back. */
export function throttle(
  { attempts, withinMs }: AttemptLimit,
  now: () => number = () => performance.now(),
): Throttle {
  const counted = new LRUCache<string, { count: number; readonly until: number }>({
    maxSize: NAMES_BYTES_MAX,
    sizeCalculation: (_, name) => COUNT_BYTES + 2 * name.length,
  });
  return {
    attempt: (name) => {
      const at = now();
      const known = counted.get(name);
      if (known === undefined || known.until <= at) {
        counted.set(name, { count: 1, until: at + withinMs });
        return undefined;
      }
      known.count += 1;
      return known.count <= attempts ? undefined : Math.ceil((known.until - at) / 1000);
    },
    forgive: (name) => void counted.delete(name),
    takeBack: (name) => {
      const known = counted.get(name);
      if (known !== undefined) known.count -= 1;
    },
    get bytes() {
      return counted.calculatedSize;
    },
  };
}
