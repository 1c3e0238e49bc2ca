import { Busy } from '../port/unit-of-work.port.js';

/** How many may be at work at once, how many may wait before them, and for how long. */
export type FewLimits = {
  readonly inside: number;
  readonly waiting: number;
  /** How many of those that wait may be of one name; as many as may wait, where it is not said. */
  readonly waitingOfOne?: number;
  /** As long as it takes, where it is not said. */
  readonly timeoutMs?: number;
};

/** Does work when there is a place for it; `name`: of whom it is, where those who ask are to take turns. */
export type FewAtOnce = <A>(work: () => Promise<A>, name?: string) => Promise<A>;

/**
 * Does work that takes much, few at a time: of one name in the order it came, of several by turns. Rejects
 * with `Busy` at once where too many wait, and what has waited too long.
 */
export function fewAtOnce({ inside, waiting, waitingOfOne = waiting, timeoutMs }: FewLimits): FewAtOnce {
  const before = new Lines();
  let free = inside;
  return async (work, name = '') => {
    if (free > 0) free -= 1;
    else {
      if (before.size >= waiting || before.sizeOf(name) >= waitingOfOne) throw new Busy('too many wait');
      await place(before, name, timeoutMs);
    }
    try {
      return await work();
    } finally {
      // The place goes to whose turn it is, without being free between.
      const next = before.next();
      if (next === undefined) free += 1;
      else next();
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

  next(): Enter | undefined {
    const [first] = this.#lines;
    if (first === undefined) return undefined;
    const [name, line] = first;
    const enter = line.shift();
    this.#lines.delete(name);
    if (line.length > 0) this.#lines.set(name, line);
    this.size -= 1;
    return enter;
  }
}

/** Waits for a place among those that wait; gives it up where it takes too long. */
function place(before: Lines, name: string, timeoutMs: number | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (): void => {
      before.remove(name, enter);
      reject(new Busy('waited too long'));
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(give, timeoutMs);
    const enter = (): void => {
      clearTimeout(timer);
      resolve();
    };
    before.add(name, enter);
  });
}
