/** How long a unit waits for the one before it: longer than a unit takes that nothing holds up. */
const TURN_WITHIN_MS = 500;

/**
 * The turn of a unit that has reserved numbers of a series without gaps: they are written after those that
 * were reserved before them. A unit that comes to its commit early would be refused there, the counter be
 * read anew, and all who have reserved of it run again; so it waits for its turn. Nothing rests on that: the
 * batch still expects that no number before has been left out (`confirming`).
 */
export class SeriesTurn {
  #before: SeriesTurn | undefined;
  #isOver = false;
  #next: (() => void) | undefined;

  /** `before`: of the unit that has reserved the numbers before. */
  constructor(before?: SeriesTurn) {
    this.#before = before;
  }

  /** Resolves when it has come, or has not within half a second; undefined where nobody is before it. */
  get comes(): Promise<void> | undefined {
    const before = this.#before;
    if (before === undefined || before.#isOver) return undefined;
    return new Promise((resolve) => {
      const late = setTimeout(resolve, TURN_WITHIN_MS);
      before.#next = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }

  /** The unit waits to be written before whoever comes now, or is over. */
  end(): void {
    this.#isOver = true;
    this.#before = undefined;
    this.#next?.();
  }
}
