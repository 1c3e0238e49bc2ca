/**
 * How long a unit waits for the one before it: longer than a unit takes that nothing holds up. Where numbers
 * may be left out, which costs nobody more than another run, not so long that one waits for a list of 1,000.
 */
const TURN_WITHIN_MS = { gapless: 500, withGaps: 250 };

/**
 * The turn of a unit that has reserved numbers of a series: they are written after those that were reserved
 * before them. A unit that comes to its commit early would be refused there, the counter be read anew, and
 * all who have reserved of it run again; so it waits for its turn. Nothing rests on that: the batch still
 * expects the counter to be where it is known to be, and that no number is left out of a gapless series
 * (`raiseToReserved`).
 */
export class SeriesTurn {
  #before: SeriesTurn | undefined;
  #isInLine = false;
  #isOver = false;
  #next: { readonly isInLine: boolean; readonly go: () => void } | undefined;
  /** What its unit waits for now, for all of its turns. */
  #awaited: readonly SeriesTurn[] = [];
  readonly #withinMs: number;

  /** `before`: of the unit that has reserved the numbers before; `gapless`: none may ever be left out. */
  constructor(before: SeriesTurn | undefined, gapless: boolean) {
    this.#before = before;
    this.#withinMs = TURN_WITHIN_MS[gapless ? 'gapless' : 'withGaps'];
  }

  /**
   * Resolves when all turns of a unit have come, or have not within the time; undefined where nobody is
   * waited for. `isInLine`: a turn has come when the unit before waits to be written, and not only when it
   * is: both are in one line. Who waits himself for this unit is not waited for: two lists that are made at
   * once take numbers by turns, and each has some before some of the other's.
   */
  static come(own: readonly SeriesTurn[], isInLine: boolean): Promise<unknown> | undefined {
    const all = new Set(own);
    const isAwaited = own.some((turn) => turn.#next !== undefined);
    const awaited = own
      .flatMap((turn) => turn.#before ?? [])
      .filter((before) => !all.has(before) && !before.#isOver && !(isInLine && before.#isInLine))
      .filter((before) => !isAwaited || !before.#waitsForOneOf(all));
    if (awaited.length === 0) return undefined;
    for (const turn of own) turn.#awaited = awaited;
    return Promise.all(awaited.map((before) => before.#passes(isInLine))).finally(() => {
      for (const turn of own) turn.#awaited = [];
    });
  }

  #passes(isInLine: boolean): Promise<void> {
    return new Promise((resolve) => {
      const late = setTimeout(resolve, this.#withinMs);
      const go = (): void => {
        clearTimeout(late);
        resolve();
      };
      this.#next = { isInLine, go };
    });
  }

  /** Whether its unit waits for one of these, or for one that does. */
  #waitsForOneOf(turns: ReadonlySet<SeriesTurn>): boolean {
    const seen = new Set<SeriesTurn>([this]);
    for (const one of seen) {
      if (turns.has(one)) return true;
      for (const before of one.#awaited) seen.add(before);
    }
    return false;
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
