/** How long a unit waits for the one before it: longer than a unit takes that nothing holds up. */
const TURN_WITHIN_MS = 500;

/**
 * The turn of a unit that has reserved numbers of a series: they are written after those that were reserved
 * before them. A unit that comes to its commit early would be refused there, the counter be read anew, and
 * all who have reserved of it run again; so it waits for its turn. Nothing rests on that: the batch still
 * expects the counter to be where it is known to be, and that no number is left out of a gapless series
 * (`confirming`).
 */
export class SeriesTurn {
  #before: SeriesTurn | undefined;
  #isInLine = false;
  #isOver = false;
  #next: { readonly isInLine: boolean; readonly go: () => void } | undefined;

  /** `before`: of the unit that has reserved the numbers before. */
  constructor(before?: SeriesTurn) {
    this.#before = before;
  }

  /**
   * Resolves when it has come, or has not within half a second; undefined where nobody is before it but the
   * unit itself, which has `own` turns. `isInLine`: it has come when the unit before waits to be written, and
   * not only when it is: both are in one line.
   */
  comes(isInLine: boolean, own: ReadonlySet<SeriesTurn>): Promise<void> | undefined {
    const before = this.#before;
    if (before === undefined || before.#isOver || own.has(before)) return undefined;
    if (isInLine && before.#isInLine) return undefined;
    return new Promise((resolve) => {
      const late = setTimeout(resolve, TURN_WITHIN_MS);
      const go = (): void => {
        clearTimeout(late);
        resolve();
      };
      before.#next = { isInLine, go };
    });
  }

  /** The unit waits to be written, before whoever gets into the same line now. */
  getInLine(): void {
    this.#isInLine = true;
    if (this.#next?.isInLine === true) this.#next.go();
  }

  /** The unit is written, or never will be. */
  end(): void {
    this.#isOver = true;
    this.#before = undefined;
    this.#next?.go();
  }
}
