type Joined<A, B> = {
  readonly item: A;
  resolve(result: B | Promise<B>): void;
  reject(error: unknown): void;
};
/** What waits for the group that is worked on. */
type Queue<A, B> = {
  readonly items: Joined<A, B>[];
  /** What is done before the next group is begun; none of it fails. */
  readonly between: (() => Promise<void>)[];
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
  readonly #isAlone: (item: A) => boolean;
  readonly #waiting = new Map<number, Queue<A, B>>();

  /** `max`: the most items of a group. `isAlone`: what is a group by itself. */
  constructor(
    max: number,
    work: (items: readonly A[], agreementNumber: number) => Promise<readonly (B | Promise<B>)[]>,
    isAlone: (item: A) => boolean = () => false,
  ) {
    this.#max = max;
    this.#work = work;
    this.#isAlone = isAlone;
  }

  /** What the work made of the item, in a group with whatever else waited. */
  join(agreementNumber: number, item: A): Promise<B> {
    return new Promise((resolve, reject) =>
      this.#queue(agreementNumber, ({ items }) => items.push({ item, resolve, reject })),
    );
  }

  /**
   * Does something of the agreement before its next group is begun, while none is worked on. It is not kept
   * waiting by what waits to be written, nor does it part that into smaller groups.
   */
  between<C>(agreementNumber: number, work: () => Promise<C>): Promise<C> {
    return new Promise((resolve, reject) =>
      this.#queue(agreementNumber, ({ between }) => between.push(() => work().then(resolve, reject))),
    );
  }

  #queue(agreementNumber: number, wait: (queue: Queue<A, B>) => void): void {
    const others = this.#waiting.get(agreementNumber);
    if (others !== undefined) return wait(others);
    const queue: Queue<A, B> = { items: [], between: [] };
    wait(queue);
    this.#waiting.set(agreementNumber, queue);
    void this.#drain(agreementNumber, queue);
  }

  /** How many wait for their group. */
  get waiting(): number {
    let count = 0;
    for (const { items } of this.#waiting.values()) count += items.length;
    return count;
  }

  async #drain(agreementNumber: number, queue: Queue<A, B>): Promise<void> {
    while (queue.items.length > 0 || queue.between.length > 0) {
      const now = queue.between.splice(0);
      if (now.length > 0) await Promise.all(now.map((work) => work()));
      const group = queue.items.splice(0, this.#next(queue.items));
      if (group.length > 0) await this.#together(agreementNumber, group);
    }
    this.#waiting.delete(agreementNumber);
  }

  /** How many of those that wait are the next group. */
  #next(items: readonly Joined<A, B>[]): number {
    const alone = items.slice(0, this.#max).findIndex(({ item }) => this.#isAlone(item));
    return alone === -1 ? this.#max : Math.max(alone, 1);
  }

  async #together(agreementNumber: number, group: readonly Joined<A, B>[]): Promise<void> {
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
}
