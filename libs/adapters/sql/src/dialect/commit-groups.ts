import { sizeOf, type WriteSet } from '../write-set.js';
import { Together } from '../together.js';

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
  readonly #groups = new Together<WriteSet, void>(GROUP_MAX, (sets) => this.#together(sets));

  constructor(write: (sets: readonly WriteSet[]) => Promise<void>, isOfOne: (error: unknown) => boolean) {
    this.#write = write;
    this.#isOfOne = isOfOne;
  }

  /** How many wait for the group before theirs. */
  get waiting(): number {
    return this.#groups.waiting;
  }

  /** Resolves when the set is written for good. */
  commit(set: WriteSet): Promise<void> {
    return sizeOf(set) > STATEMENTS_MAX ? this.#write([set]) : this.#groups.join(set.agreementNumber, set);
  }

  async #together(sets: readonly WriteSet[]): Promise<readonly Promise<void>[]> {
    try {
      await this.#write(sets);
      return sets.map(() => Promise.resolve());
    } catch (error) {
      // One of them may be to blame: each by itself, so that neither the others nor those behind them suffer from it.
      const isEach = sets.length > 1 && this.#isOfOne(error);
      return sets.map((set) => (isEach ? this.#write([set]) : Promise.reject(error as Error)));
    }
  }
}
