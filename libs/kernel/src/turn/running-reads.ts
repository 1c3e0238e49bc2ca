/**
 * Reads that are under way, by what they are called: who asks for the same meanwhile, as all who are woken by
 * one event do, shares the one that runs and its answer.
 */
export class RunningReads<A> {
  readonly #running = new Map<string, Promise<A>>();

  join(name: string, read: () => Promise<A>): Promise<A> {
    const running = this.#running.get(name);
    if (running !== undefined) return running;
    const begun = read().finally(() => this.#running.delete(name));
    this.#running.set(name, begun);
    return begun;
  }
}
