import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By so much the heap grows before what is not in use any more is collected: in service, while sparing. */
const GROWTH_PERCENT = 50;
const SPARING_PERCENT = 25;

/**
 * Left alone, V8 lets a small heap grow to three times of what is in use before it collects: after some load
 * 200 MiB were resident where 160 are so. It costs a request of a mixed load 1 % of its processor time, and a
 * page of 1,000 entries 2 % (`apps/api/bench/README.md`).
 */
export function boundGrowth(percent = GROWTH_PERCENT): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

/**
 * Left alone, V8 puts objects where old ones are as soon as they are made, where some that were made at the
 * same place of the code have lasted: what a request waits for, which lasts as long as the database takes.
 * Once out of use they hold whatever hangs on them, the request with all of its own, until the next full
 * collection. So all objects begin young (`apps/api/bench/README.md`).
 */
export function beginYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * Left alone, V8 gives what is new the more room the more of it lasts, and what a service is made of lasts:
 * when it starts, the room of 1 MiB grows to 16, twice. So it grows only when there are requests: 12 MiB less
 * are resident until then (ADR 57).
 */
export function startSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** The service has started: what is new gets the room that it needs. */
export function letGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}

/** Flags are of the process: the last work that ends takes them back. */
let underWay = 0;

/**
 * Does long work that leaves much behind with little memory: V8 gives little of what it took back. An import
 * of 100,000 vouchers took 350 MiB, and takes 200 so. Requests are served as before when the work is done:
 * collecting so often costs those with large answers a tenth of their processor time.
 */
export async function sparingMemory<A>(work: () => Promise<A>): Promise<A> {
  underWay += 1;
  boundGrowth(SPARING_PERCENT);
  // How far the heap may grow is found out when it is collected: now.
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  try {
    return await work();
  } finally {
    underWay -= 1;
    if (underWay === 0) boundGrowth();
  }
}
