import { raiseState } from './collection-state.js';
import type { Dialect } from './dialect/dialect.js';
import type { Session, Statement } from './statement.js';

/**
 * What a unit of work has changed and still has to say: the states of collections, and the kept answer. These rows are
 * hot, so they are written last, together with the commit (rule 16 of performance).
 */
export class Changes {
  readonly #dialect: Dialect;
  readonly #agreementNumber: number;
  #items = new Map<string, number>();
  #last: Statement[] = [];
  #isSpoiled = false;

  constructor(dialect: Dialect, agreementNumber: number) {
    this.#dialect = dialect;
    this.#agreementNumber = agreementNumber;
  }

  /** A collection has changed, and has so many items more. */
  change(state: string, items: number): void {
    this.#items.set(state, (this.#items.get(state) ?? 0) + items);
  }

  atTheEnd(statement: Statement): void {
    this.#last.push(statement);
  }

  /** A write was refused after some of it was done: the unit can only be rolled back. */
  spoil(): void {
    this.#isSpoiled = true;
  }

  get isSpoiled(): boolean {
    return this.#isSpoiled;
  }

  /** What is still to be written, in the order of names, so that two units never wait for each other. */
  take(): readonly Statement[] {
    const states = [...this.#items]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, items]) => raiseState(this.#dialect, this.#agreementNumber, name, items));
    const all = [...this.#last, ...states];
    this.#items = new Map();
    this.#last = [];
    return all;
  }

  /** Writes it now: before a page is read within the unit. */
  async flush(session: Session): Promise<void> {
    const statements = this.take();
    if (statements.length > 0) await session.run(...statements);
  }
}
