type Waiting<A, B> = {
  readonly item: A;
  resolve(result: B | Promise<B>): void;
  reject(error: unknown): void;
};

/**
 * What comes for the same agreement while a group is being worked on gathers, and is the next
 * group: so what is costly once is paid for once by all of them, and what is alone is worked on at
 * once. Agreements do not wait for each other.
 */
export class Coalescer<A, B> {
  readonly #max: number;
  /**
   * One result for each of the items, in their order; the next group need not
   * wait for those that are still to come.
   */
  readonly #work: (items: readonly A[], agreementNumber: number) => Promise<readonly (B | Promise<B>)[]>;
  readonly #waiting = new Map<number, Waiting<A, B>[]>();

  /** `max`: the most items of a group. */
  constructor(
    max: number,
    work: (items: readonly A[], agreementNumber: number) => Promise<readonly (B | Promise<B>)[]>,
  ) {
    this.#max = max;
    this.#work = work;
  }

  /** What the work made of the item, in a group with whatever else waited. */
  join(agreementNumber: number, item: A): Promise<B> {
    return new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const others = this.#waiting.get(agreementNumber);
      if (others !== undefined) {
        others.push(waiting);
        return;
      }
      const queue = [waiting];
      this.#waiting.set(agreementNumber, queue);
      void this.#drain(agreementNumber, queue);
    });
  }

  /** How many wait for their group. */
  get waiting(): number {
    let count = 0;
    for (const queue of this.#waiting.values()) count += queue.length;
    return count;
  }

  async #drain(agreementNumber: number, queue: Waiting<A, B>[]): Promise<void> {
    while (queue.length > 0) {
      const group = queue.splice(0, this.#max);
      try {
        const results = await this.#work(
          group.map(({ item }) => item),
          agreementNumber,
        );
        for (const [index, { resolve }] of group.entries()) resolve(results[index] as B | Promise<B>);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#waiting.delete(agreementNumber);
  }
}
