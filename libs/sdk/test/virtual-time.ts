/** How often what is pending may go on before the clock does: more than any chain of promises and streams. */
const TURNS = 50;

/**
 * Does work whose waits take no time: its clock is set to the end of the next wait as soon as nothing else
 * is left to do, so that how fast the machine is plays no part. For work without files and connections, whose
 * end would not be waited for.
 */
export async function inVirtualTime<A>(work: () => Promise<A>): Promise<A> {
  const { setTimeout: originalSet, clearTimeout: originalClear } = globalThis;
  const { now: originalNow } = performance;
  const waits = new Map<number, { readonly at: number; readonly go: () => void }>();
  let now = 0;
  let last = 0;
  Object.assign(globalThis, {
    setTimeout: (go: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): number => {
      waits.set((last += 1), { at: now + Math.max(ms, 0), go: () => go(...given) });
      return last;
    },
    clearTimeout: (timer: number): void => void waits.delete(timer),
  });
  performance.now = () => now;
  let isOver = false;
  try {
    const done = work().finally(() => (isOver = true));
    done.catch(() => undefined);
    for (;;) {
      for (let turn = 0; turn < TURNS && !isOver; turn += 1) await new Promise((go) => setImmediate(go));
      if (isOver) return await done;
      const [next] = [...waits].sort(([, one], [, other]) => one.at - other.at);
      if (next === undefined) throw new Error('it waits for something that is no timer');
      const [timer, { at, go }] = next;
      waits.delete(timer);
      now = Math.max(now, at);
      go();
    }
  } finally {
    Object.assign(globalThis, { setTimeout: originalSet, clearTimeout: originalClear });
    performance.now = originalNow;
  }
}
