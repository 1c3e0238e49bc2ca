/**
 * What this process does when the end of a unit of work is known: its caches and counters hear of it here.
 */
export class CommitHooks {
  readonly #afterCommit: (() => void)[] = [];
  readonly #afterRollback: (() => void)[] = [];
  readonly #afterFailedPrecondition: (() => void)[] = [];

  /** When the unit was kept. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** When the unit was not kept, or when that is not known. */
  afterRollback(work: () => void): void {
    this.#afterRollback.push(work);
  }

  /** When something that the unit remembered or expected was not so: called before `afterRollback`. */
  afterFailedPrecondition(work: () => void): void {
    this.#afterFailedPrecondition.push(work);
  }

  committed(): void {
    for (const work of this.#afterCommit) work();
  }

  rolledBack(): void {
    for (const work of this.#afterRollback) work();
  }

  preconditionFailed(): void {
    for (const work of this.#afterFailedPrecondition) work();
  }
}
