import { sumOfVersions } from './collection-state.js';
import type { AddUpParts, Dialect } from './dialect/dialect.js';
import { Mistaken, troubleOf } from './failures.js';
import { countersBefore, type Raise } from './number-counter.js';
import { wereNotWritten, wereWritten, type NumberClaim, type NumberMemory } from './number-memory.js';
import { isPlainRead, type Session, type Statement } from './statement.js';
import {
  NO_WRITES,
  statementsOf,
  type Guard,
  type Message,
  type UseChange,
  type Write,
  type WriteSet,
} from './write-set.js';

/**
 * What a unit of work has changed and still has to write: the states of collections and the kept answer always, since
 * these rows are hot and go with the commit (rule 16 of performance).
 *
 * A unit that *trusts* also leaves its inserts and its guard writes until then, expecting them to succeed, as they
 * nearly always do: making an item is then one round trip, and what many do at once can share a transaction. Where one
 * does not succeed nothing is kept, and the unit runs again *carefully*, each write by itself, to find out what to refuse.
 */
export class Changes {
  readonly trusts: boolean;
  readonly #dialect: Dialect;
  readonly #agreementNumber: number;
  readonly #memory: NumberMemory | undefined;
  #versions = new Map<string, number>();
  #claims: NumberClaim[] = [];
  readonly #given: NumberClaim[] = [];
  readonly #undone: (() => void)[] = [];
  #writes: Write[] = [];
  #guards: Guard[] = [];
  #sums: AddUpParts[] = [];
  #uses: UseChange[] = [];
  #messages: Message[] = [];
  #items = new Map<string, number>();
  #last: Statement[] = [];
  #afterwards: (() => void)[] = [];
  #mistaken: (() => void)[] = [];
  #isSpoiled = false;
  readonly #wanted = new Set<string>();
  readonly #numbers = new Map<string, number>();
  #assumes = false;
  #hasWritten = false;

  constructor(
    dialect: Dialect,
    agreementNumber: number,
    { trusts = false, numbers }: { readonly trusts?: boolean; readonly numbers?: NumberMemory } = {},
  ) {
    this.#memory = numbers;
    this.trusts = trusts && dialect.checks !== undefined;
    this.#dialect = dialect;
    this.#agreementNumber = agreementNumber;
  }

  /** Trusting only: the unit rests on what was remembered, and writes only where that still holds. */
  assume(): void {
    this.#assumes = true;
  }

  /** A number without gaps that is to be taken together with the others the unit takes. */
  wantNumber(counter: string): void {
    this.#wanted.add(counter);
  }

  /** The counters whose next numbers are wanted as well: whoever takes numbers takes these. */
  get numbersWanted(): ReadonlySet<string> {
    return this.#wanted;
  }

  /** To what the counters were raised. */
  takeNumbers(raised: ReadonlyMap<string, number>): void {
    for (const counter of this.#wanted) this.#numbers.set(counter, raised.get(counter) as number);
    this.#wanted.clear();
  }

  /** The number that was taken of a counter, once. */
  numberTaken(counter: string): number | undefined {
    const number = this.#numbers.get(counter);
    this.#numbers.delete(counter);
    return number;
  }

  /** Something to be done by this process when the unit was kept. */
  afterwards(work: () => void): void {
    this.#afterwards.push(work);
  }

  /** The unit was kept. */
  wereKept(): void {
    for (const work of this.#afterwards) work();
  }

  /** Trusting only: the unit rests on what is remembered of a collection at a version; false when it rests on another already. */
  restOn(state: string, version: number): boolean {
    const known = this.#versions.get(state);
    if (known === undefined) this.#versions.set(state, version);
    return known === undefined || known === version;
  }

  /**
   * To what counters come when the unit takes its numbers of them without asking; undefined where they must be asked for. Trusting only:
   * they are raised when the unit is written, and expected to be as this process knows them.
   */
  async giveNumbers(raises: readonly Raise[]): Promise<ReadonlyMap<string, number> | undefined> {
    const memory = this.#memory;
    if (memory === undefined || !this.trusts || this.#hasWritten) return undefined;
    const give = () => memory.give(this.#agreementNumber, raises);
    let claims = give();
    if (claims === undefined) {
      await memory.settling(this.#agreementNumber, raises);
      claims = give();
    }
    if (claims === undefined) return undefined;
    this.#claims.push(...claims);
    this.#given.push(...claims);
    return new Map(claims.map(({ name, to }) => [name, to]));
  }

  /** Asks for numbers within the unit. */
  async askNumbers(
    raises: readonly Raise[],
    ask: () => Promise<ReadonlyMap<string, number>>,
  ): Promise<ReadonlyMap<string, number>> {
    const memory = this.#memory;
    const asking = memory?.ask(
      this.#agreementNumber,
      raises.map(({ name }) => name),
    );
    if (asking !== undefined) this.#undone.push(() => asking.end());
    const raised = await ask();
    memory?.found(this.#agreementNumber, countersBefore(raises, raised));
    this.afterwards(() => asking?.end(raised));
    return raised;
  }

  /** The unit was not kept: of the numbers that it was given none is used. */
  wereUndone(): void {
    wereNotWritten(this.#given, false);
    for (const work of this.#undone) work();
  }

  /** Something to be done by this process when what was taken for granted was not so. */
  whenMistaken(work: () => void): void {
    this.#mistaken.push(work);
  }

  /** Something that was taken for granted was not so. */
  wereMistaken(): void {
    for (const work of this.#mistaken) work();
  }

  /** Trusting only: a write that is expected to succeed. */
  write(statement: Statement, { mustChange = false }: { readonly mustChange?: boolean } = {}): void {
    this.#writes.push({ statement, mustChange });
  }

  /** Trusting only: a row that many share is expected to be as the unit takes it to be. */
  guard(...guards: readonly Guard[]): void {
    this.#guards.push(...guards);
  }

  /** Trusting only: what is added to sums that many share. */
  addUp(...sums: readonly AddUpParts[]): void {
    this.#sums.push(...sums);
  }

  /** Trusting only: references that are expected to lead somewhere. */
  use(...changes: readonly UseChange[]): void {
    this.#uses.push(...changes);
  }

  /** A collection has changed, and has so many items more. */
  change(state: string, items: number): void {
    this.#items.set(state, (this.#items.get(state) ?? 0) + items);
  }

  /** Whether the unit has changed a collection, whatever its items live within. */
  hasChanged(collection: string): boolean {
    for (const state of this.#items.keys()) {
      if (state === collection || state.startsWith(`${collection}/`)) return true;
    }
    return false;
  }

  /** What readers of the outbox are told if the unit is kept. */
  tell(...messages: readonly Message[]): void {
    this.#messages.push(...messages);
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

  /** True when the unit has done nothing but read. */
  get isUntouched(): boolean {
    return !this.#hasWritten && !this.#hasRows;
  }

  /** True when the database knows nothing yet of what the unit writes. */
  get hasSentNothing(): boolean {
    return !this.#hasWritten;
  }

  /** True when something is taken for granted that the database has not said yet. */
  get isUnproven(): boolean {
    return this.#assumes || this.#versions.size > 0 || this.#hasRows;
  }

  get #hasRows(): boolean {
    return [this.#claims, this.#writes, this.#guards, this.#sums, this.#uses].some(
      ({ length }) => length > 0,
    );
  }

  /** All that is still to be written. */
  take(): WriteSet {
    const set = {
      ...this.#takeRows(),
      messages: this.#messages,
      states: this.#items,
      last: this.#last,
    };
    this.#messages = [];
    this.#items = new Map();
    this.#last = [];
    return set;
  }

  /** Writes it now: before a page is read within the unit. */
  async flush(session: Session): Promise<void> {
    const statements = this.#ahead(this.take());
    if (statements.length > 0) await session.run(...statements);
  }

  /** The session of a unit: whatever it asks for sees what the unit has written before. */
  sessionOver(session: Session): Session {
    if (!this.trusts) return session;
    return {
      run: async (...statements) => {
        this.#hasWritten ||= !statements.every(isPlainRead);
        const before = this.isUnproven ? this.#ahead(this.#takeRows()) : [];
        this.#hasWritten ||= before.length > 0;
        if (before.length === 0) return session.run(...statements);
        try {
          return (await session.run(...before, ...statements)).slice(before.length);
        } catch (error) {
          const trouble = troubleOf(this.#dialect, error);
          throw trouble === 'duplicate' || trouble === 'unmet' ? new Mistaken(error) : error;
        }
      },
    };
  }

  /** What is written before the unit closes; the numbers in it are used up if the unit is kept. */
  #ahead(set: WriteSet): readonly Statement[] {
    this.afterwards(() => wereWritten(set.claims));
    return statementsOf(this.#dialect, [set]);
  }

  #expectations(): readonly Statement[] {
    const { checks } = this.#dialect;
    if (checks === undefined || this.#versions.size === 0) return [];
    const sum = [...this.#versions.values()].reduce((all, one) => all + one, 0);
    return [checks.isStill(sumOfVersions(this.#agreementNumber, [...this.#versions.keys()].sort()), sum)];
  }

  #takeRows(): WriteSet {
    const set = {
      ...NO_WRITES,
      agreementNumber: this.#agreementNumber,
      expected: this.#expectations(),
      claims: this.#claims,
      writes: this.#writes,
      guards: this.#guards,
      sums: this.#sums,
      uses: this.#uses,
    };
    this.#versions = new Map();
    this.#claims = [];
    this.#writes = [];
    this.#guards = [];
    this.#sums = [];
    this.#uses = [];
    return set;
  }
}
