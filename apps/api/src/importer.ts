/** Looks for imports that nobody works on: after a restart, and of processes that ended. */
const LOOK_EVERY_MS = 15_000;
/** The unit of work that makes an import is kept by then, most of the time. */
const SOON_MS = 30;

type Unfinished = {
  readonly agreementNumber: number;
  readonly importNumber: number;
  readonly bytes: number;
};

/** Which imports are not at their end, and what goes on with one. */
export type ImporterParts = {
  readonly unfinished: () => Promise<readonly Unfinished[]>;
  /** Works on one until its end, or until `isStopping`. */
  readonly run: (one: Unfinished, isStopping: () => boolean) => Promise<unknown>;
  readonly failed: (error: unknown) => void;
};

/** Works on imports, one at a time, as they are asked for and where others have left them. */
export class Importer {
  readonly #parts: ImporterParts;
  readonly #timer: NodeJS.Timeout;
  #soon: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopping = false;
  #again = false;

  constructor(parts: ImporterParts) {
    this.#parts = parts;
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
      .catch(this.#parts.failed)
      .finally(() => {
        this.#running = undefined;
        if (this.#again) this.wake();
        this.#again = false;
      });
  }

  async #work(): Promise<void> {
    for (const one of await this.#parts.unfinished()) {
      if (this.#isStopping) return;
      // One that cannot go on now is looked for again, and keeps none of the others waiting.
      await this.#parts.run(one, () => this.#isStopping).catch(this.#parts.failed);
    }
  }
}
