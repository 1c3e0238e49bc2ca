type Joined<A, B> = {
  readonly item: A;
  resolve(result: B | Promise<B>): void;
  reject(error: unknown): void;
};
type Waiting<A, B> =
  | Joined<A, B>
  /** What is done while no group is worked on; it does not fail. */
  | { readonly alone: () => Promise<void> };

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
    return new Promise((resolve, reject) => this.#queue(agreementNumber, { item, resolve, reject }));
  }

  /** Does something of the agreement between two groups, while none is worked on. */
  between<C>(agreementNumber: number, work: () => Promise<C>): Promise<C> {
    return new Promise((resolve, reject) =>
      this.#queue(agreementNumber, { alone: () => work().then(resolve, reject) }),
    );
  }

  #queue(agreementNumber: number, waiting: Waiting<A, B>): void {
    const others = this.#waiting.get(agreementNumber);
    if (others !== undefined) {
      others.push(waiting);
      return;
    }
    const queue = [waiting];
    this.#waiting.set(agreementNumber, queue);
    void this.#drain(agreementNumber, queue);
  }

  /** How many wait for their group. */
  get waiting(): number {
    let count = 0;
    for (const queue of this.#waiting.values()) count += queue.length;
    return count;
  }

  async #drain(agreementNumber: number, queue: Waiting<A, B>[]): Promise<void> {
    for (;;) {
      const [first] = queue;
      if (first === undefined) break;
      if ('alone' in first) {
        queue.shift();
        await first.alone();
      } else await this.#together(agreementNumber, takenFrom(queue, this.#max));
    }
    this.#waiting.delete(agreementNumber);
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

/** Takes what is first in the queue and can be worked on together. */
function takenFrom<A, B>(queue: Waiting<A, B>[], max: number): readonly Joined<A, B>[] {
  const group: Joined<A, B>[] = [];
  for (const one of queue) {
    if ('alone' in one || group.length === max) break;
    group.push(one);
  }
  queue.splice(0, group.length);
  return group;
}
