import { Busy } from '../port/unit-of-work.port.js';

/** How many may be at work at once, how many may wait before them, and for how long. */
export type FewLimits = {
  readonly inside: number;
  /** How many of those at work may be of one name; as many as may be at work, where it is not said. */
  readonly insideOfOne?: number;
  readonly waiting: number;
  /** How many of those that wait may be of one name; as many as may wait, where it is not said. */
  readonly waitingOfOne?: number;
  /** As long as it takes, where it is not said. */
  readonly timeoutMs?: number;
};

/**
 * Does work when there is a place for it. `name`: who asks for it; those who ask take turns. `givenUp`:
 * aborted when nobody waits for the work any more, which frees its place in the queue.
 */
export type FewAtOnce = <A>(work: () => Promise<A>, name?: string, givenUp?: AbortSignal) => Promise<A>;

/**
 * Does work that takes much, few at a time: of one name in the order it came, of several by turns. Rejects
 * with `Busy` at once where too many wait, and what has waited too long.
 */
export function fewAtOnce({
  inside,
  insideOfOne = inside,
  waiting,
  waitingOfOne = waiting,
  timeoutMs,
}: FewLimits): FewAtOnce {
  const before = new Lines();
  const atWork = new Map<string, number>();
  let free = inside;
  const mayEnter = (name: string): boolean => free > 0 && (atWork.get(name) ?? 0) < insideOfOne;
  const enters = (name: string): void => {
    free -= 1;
    atWork.set(name, (atWork.get(name) ?? 0) + 1);
  };
  const leaves = (name: string): void => {
    free += 1;
    const left = (atWork.get(name) ?? 0) - 1;
    if (left > 0) atWork.set(name, left);
    else atWork.delete(name);
    // The place goes to whose turn it is before anybody else can ask for it.
    const next = before.next(mayEnter);
    if (next === undefined) return;
    enters(next.name);
    next.enter();
  };
  return async (work, name = '', givenUp = undefined) => {
    if (mayEnter(name)) enters(name);
    else {
      if (before.size >= waiting || before.sizeOf(name) >= waitingOfOne) throw new Busy('too many wait');
      await place(before, name, { timeoutMs, givenUp });
    }
    try {
      return await work();
    } finally {
      leaves(name);
    }
  };
}

type Enter = () => void;

/** Who waits, a line for each name; the line that had its turn goes behind the others. */
class Lines {
  readonly #lines = new Map<string, Enter[]>();
  size = 0;

  sizeOf(name: string): number {
    return this.#lines.get(name)?.length ?? 0;
  }

  add(name: string, enter: Enter): void {
    const line = this.#lines.get(name);
    if (line === undefined) this.#lines.set(name, [enter]);
    else line.push(enter);
    this.size += 1;
  }

  remove(name: string, enter: Enter): void {
    const line = this.#lines.get(name) ?? [];
    line.splice(line.indexOf(enter), 1);
    if (line.length === 0) this.#lines.delete(name);
    this.size -= 1;
  }

  /** Whoever may enter of those that wait, taken out of their line. */
  next(mayEnter: (name: string) => boolean): { readonly name: string; readonly enter: Enter } | undefined {
    for (const [name, line] of this.#lines) {
      const [enter] = line;
      if (enter === undefined || !mayEnter(name)) continue;
      line.shift();
      this.#lines.delete(name);
      if (line.length > 0) this.#lines.set(name, line);
      this.size -= 1;
      return { name, enter };
    }
    return undefined;
  }
}

/** Waits for a place among those that wait; gives it up where it takes too long, or nobody waits any more. */
function place(
  before: Lines,
  name: string,
  {
    timeoutMs,
    givenUp,
  }: { readonly timeoutMs: number | undefined; readonly givenUp: AbortSignal | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const waitsNoMore = (): void => {
      clearTimeout(timer);
      givenUp?.removeEventListener('abort', left);
    };
    const leave = (why: string): void => {
      waitsNoMore();
      before.remove(name, enter);
      reject(new Busy(why));
    };
    const left = (): void => leave('nobody waits for it any more');
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => leave('waited too long'), timeoutMs);
    const enter = (): void => {
      waitsNoMore();
      resolve();
    };
    before.add(name, enter);
    if (givenUp?.aborted === true) left();
    else givenUp?.addEventListener('abort', left);
  });
}
