import type { WriteSet } from '../write-set.js';

type Waiting = {
  readonly set: WriteSet;
  resolve(): void;
  reject(error: unknown): void;
};

/** The most units that share a transaction, and the most statements one may have to do so (R11). */
const GROUP_MAX = 50;
const STATEMENTS_MAX = 50;

/**
 * Units of work that have nothing left to do but to write can share a transaction with others of their agreement (R3):
 * while one group is being written the next gathers. So the versions and counts that all of them raise are raised
 * once a group instead of being waited for, and a commit is paid for once. A unit that is alone is written at once.
 */
export class CommitGroups {
  readonly #write: (sets: readonly WriteSet[]) => Promise<void>;
  /** Whether another try of each by itself may end differently for some. */
  readonly #isOfOne: (error: unknown) => boolean;
  readonly #waiting = new Map<number, Waiting[]>();

  constructor(write: (sets: readonly WriteSet[]) => Promise<void>, isOfOne: (error: unknown) => boolean) {
    this.#write = write;
    this.#isOfOne = isOfOne;
  }

  /** How many wait for the group before theirs. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, queue) => sum + queue.length, 0);
  }

  /** Resolves when the set is written for good. */
  commit(set: WriteSet): Promise<void> {
    if (set.writes.length + set.uses.length + set.last.length > STATEMENTS_MAX) return this.#write([set]);
    return new Promise((resolve, reject) => {
      const waiting = { set, resolve, reject };
      const others = this.#waiting.get(set.agreementNumber);
      if (others !== undefined) {
        others.push(waiting);
        return;
      }
      const queue = [waiting];
      this.#waiting.set(set.agreementNumber, queue);
      void this.#drain(set.agreementNumber, queue);
    });
  }

  async #drain(agreementNumber: number, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await this.#together(queue.splice(0, GROUP_MAX));
    this.#waiting.delete(agreementNumber);
  }

  async #together(group: readonly Waiting[]): Promise<void> {
    try {
      await this.#write(group.map(({ set }) => set));
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (group.length === 1 || !this.#isOfOne(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
      // One of them is to blame: each by itself, so that neither the others nor those behind them suffer from it.
      for (const one of group) void this.#together([one]);
    }
  }
}
