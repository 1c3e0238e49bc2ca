import { defined } from '@kontor/kernel';
/** What one piece of work wants done with its effects, and what it gave. */
export type Verdict<A> = { readonly keep: boolean; readonly result: A };

/** The statements by which the queue groups work into transactions. */
export type Steps = {
  begin(): Promise<unknown>;
  commit(): Promise<unknown>;
  rollBack(): Promise<unknown>;
  mark(): Promise<unknown>;
  release(): Promise<unknown>;
  backToMark(): Promise<unknown>;
};

type Waiting = {
  readonly work: () => Promise<Verdict<unknown>>;
  readonly settle: { resolve(result: unknown): void; reject(error: unknown): void };
};

/** The most pieces of work that share a transaction (R11). */
const GROUP_MAX = 50;

/**
 * One writer, first come, first served. What waits when the writer becomes free is written in one
 * transaction, each piece behind a savepoint of its own: a commit costs a flush of the disk on the only
 * thread there is, and nobody is answered before the flush (rule 11 of performance).
 */
export class WriteQueue {
  readonly #steps: Steps;
  #waiting: Waiting[] = [];
  #draining: Promise<void> | undefined;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  run<A>(work: () => Promise<Verdict<A>>): Promise<A> {
    const promise = new Promise<A>((resolve, reject) => {
      this.#waiting.push({ work, settle: { resolve, reject } });
    });
    this.#draining ??= this.#drain();
    return promise;
  }

  /** How many wait for the writer. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when all that was asked for is done. */
  async end(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Everything that arrived in this turn of the event loop joins in.
      await new Promise((resolve) => setImmediate(resolve));
      const group = this.#waiting.splice(0, GROUP_MAX);
      await (group.length === 1 ? this.#alone(defined(group[0])) : this.#together(group));
    }
    this.#draining = undefined;
  }

  async #alone({ work, settle }: Waiting): Promise<void> {
    try {
      await this.#steps.begin();
      const { keep, result } = await work();
      if (keep) await this.#steps.commit();
      else await this.#steps.rollBack();
      settle.resolve(result);
    } catch (error) {
      await this.#rollBackQuietly();
      settle.reject(error);
    }
  }

  async #together(group: readonly Waiting[]): Promise<void> {
    const settlements: (() => void)[] = [];
    try {
      await this.#steps.begin();
      for (const { work, settle } of group) {
        await this.#steps.mark();
        try {
          const { keep, result } = await work();
          await (keep ? this.#steps.release() : this.#steps.backToMark());
          settlements.push(() => settle.resolve(result));
        } catch (error) {
          await this.#steps.backToMark();
          settlements.push(() => settle.reject(error));
        }
      }
      await this.#steps.commit();
    } catch (error) {
      // The transaction itself is gone, and with it what each of the group had done.
      await this.#rollBackQuietly();
      for (const { settle } of group) settle.reject(error);
      return;
    }
    for (const settled of settlements) settled();
  }

  /** After some errors SQLite has rolled back already, and says so. */
  async #rollBackQuietly(): Promise<void> {
    try {
      await this.#steps.rollBack();
    } catch {
      // Nothing was open.
    }
  }
}
