/** Looks for imports that nobody works on: after a restart, and of processes that ended. */
const LOOK_EVERY_MS = 15_000;
/** The unit of work that makes an import is kept by then, most of the time. */
const SOON_MS = 30;
/** So long an import goes on while those of other agreements wait; then they have their turn (G21). */
const TURN_MS = 3_000;

type Unfinished = {
  readonly agreementNumber: number;
  readonly importNumber: number;
  readonly bytes: number;
};

/** Which imports are not at their end, and what goes on with one. */
export type ImporterParts = {
  readonly unfinished: () => Promise<readonly Unfinished[]>;
  /** Works on one until its end, until `isStopping`, or until it is `isOthersTurn` and it can go on later. */
  readonly run: (
    one: Unfinished,
    until: { readonly isStopping: () => boolean; readonly isOthersTurn: () => Promise<boolean> },
  ) => Promise<unknown>;
  /** Hears what went wrong that nobody is told of, and in the books of which agreement. */
  readonly failed: (error: unknown, agreementNumber?: number) => void;
};

/**
 * Works on imports, one at a time, as they are asked for and where others have left them; where several
 * agreements have some, by turns.
 */
export class Importer {
  readonly #parts: ImporterParts;
  readonly #turnMs: number;
  readonly #timer: NodeJS.Timeout;
  #soon: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopping = false;
  #again = false;

  constructor(parts: ImporterParts, { turnMs = TURN_MS } = {}) {
    this.#parts = parts;
    this.#turnMs = turnMs;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** There is something to do, or there will be in a moment. */
  wake(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#look();
    }, SOON_MS);
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    await this.#running;
  }

  #look(): void {
    if (this.#isStopping) return;
    if (this.#running !== undefined) {
      this.#again = true;
      return;
    }
    this.#running = this.#work()
      .catch((error: unknown) => this.#parts.failed(error))
      .finally(() => {
        this.#running = undefined;
        if (this.#again) this.wake();
        this.#again = false;
      });
  }

  async #work(): Promise<void> {
    /** The last turn of each agreement, counted. */
    const turns = new Map<number, number>();
    /** What has ended, or cannot go on now: that is looked for again later, and keeps no other waiting. */
    const over = new Set<string>();
    for (let turn = 1; ; turn += 1) {
      this.#again = false;
      const left = (await this.#parts.unfinished()).filter((one) => !over.has(nameOf(one)));
      const one = nextOf(left, turns);
      if (one === undefined || this.#isStopping) return;
      turns.set(one.agreementNumber, turn);
      const hasOthers = left.some(({ agreementNumber }) => agreementNumber !== one.agreementNumber);
      const isWaiting = async (): Promise<boolean> =>
        (await this.#parts.unfinished()).some(
          (other) => other.agreementNumber !== one.agreementNumber && !over.has(nameOf(other)),
        );
      if (!(await this.#turnOf(one, hasOthers, isWaiting))) over.add(nameOf(one));
    }
  }

  /**
   * Works on one import for a turn, and tells whether it must go on at a later turn. Whether other imports
   * wait is asked only when the turn ends, since those that were there at its beginning may be over by then,
   * or in another process. The time of the turn starts with the first question, not before: an import that is
   * far into a large file needs long to come back to its place.
   */
  async #turnOf(one: Unfinished, hasOthers: boolean, isWaiting: () => Promise<boolean>): Promise<boolean> {
    let end: number | undefined;
    let mayHaveOthers = hasOthers;
    let goesOn = false;
    const isOthersTurn = async (): Promise<boolean> => {
      end ??= performance.now() + this.#turnMs;
      mayHaveOthers ||= this.#again;
      if (!mayHaveOthers || performance.now() <= end) return false;
      this.#again = false;
      goesOn = await isWaiting();
      mayHaveOthers = goesOn;
      return goesOn;
    };
    await this.#parts
      .run(one, { isStopping: () => this.#isStopping, isOthersTurn })
      .catch((error: unknown) => this.#parts.failed(error, one.agreementNumber));
    return goesOn;
  }
}

function nameOf({ agreementNumber, importNumber }: Unfinished): string {
  return `${agreementNumber} ${importNumber}`;
}

/** The first of the agreement whose last turn is longest ago. */
function nextOf(left: readonly Unfinished[], turns: ReadonlyMap<number, number>): Unfinished | undefined {
  const lastTurn = ({ agreementNumber }: Unfinished): number => turns.get(agreementNumber) ?? 0;
  return left.reduce<Unfinished | undefined>(
    (first, one) => (first === undefined || lastTurn(one) < lastTurn(first) ? one : first),
    undefined,
  );
}
