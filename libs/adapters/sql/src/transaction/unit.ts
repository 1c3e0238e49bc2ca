import { isRight, type Either } from 'fp-ts/lib/Either.js';
import type { Dialect } from '../dialect/dialect.js';
import { NewEvents } from '../event/event-log.js';
import type { AllocatingUnit } from '../sequence/allocation.js';
import { confirm, turnsOf, type Reservation } from '../sequence/reservation.js';
import {
  isPlainRead,
  isRead,
  outcomesOf,
  type Outcome,
  type Row,
  type Session,
  type Statement,
} from '../statement.js';
import { versionsIn, versionStep, type KeyChange } from './collection-version.js';
import { CommitHooks } from './commit-hooks.js';
import { eagerWriter } from './eager-writer.js';
import type { Effect, OwnWrite } from './effect.js';
import { classify, PreconditionFailed } from './errors.js';
import { Expectations } from './expectations.js';
import { statementsOf, WriteBatch } from './write-batch.js';
import { optimisticWriter, type Writer } from './writer.js';
import { lockBooks } from '../statements/books-held.js';
import type { GivenNumber } from '../statements/sequences.js';
import { EVENTS, raiseVersions, readVersions } from '../statements/collection-versions.js';

type Options = {
  readonly dialect: Dialect;
  readonly agreementNumber: number;
  /** The connection of the transaction. */
  readonly session: Session;
  /** Whether effects wait for the commit and are expected to come about. */
  readonly isOptimistic: boolean;
  /** Whether the unit holds the books before it reads, so that nobody raises versions until the commit. */
  readonly isLocking?: boolean | undefined;
};

/**
 * A unit of work as repositories see it: what they want written, and sessions to read by. There is no bare
 * reading in it. What is read to decide on is expected at the commit (`facts`, and then `expect`), or locked
 * (`now`, `ahead`, `locked`), or it is only shown (`shown`).
 */
export class Unit implements AllocatingUnit {
  /** Who is told how it ends. */
  readonly hooks = new CommitHooks();
  /** What must still be so at the commit. */
  readonly expect: Expectations;
  /** What is told, chained and recorded of it, if it is kept. */
  readonly events = new NewEvents();
  /**
   * Rows of items that it has locked, by the name of their collection's version and their key. Emptied when
   * the unit writes, which may change them, or locks something else by `now`.
   */
  readonly held = new Map<string, Row>();
  readonly #options: Options;
  readonly #writer: Writer;
  readonly #changed = new Set<string>();
  #batch: WriteBatch;
  #isRollbackOnly = false;
  #holdsBooks = false;
  #hasSent = false;
  #hasWritten = false;

  constructor(options: Options) {
    const { dialect, agreementNumber, session, isOptimistic } = options;
    this.#options = options;
    this.#batch = new WriteBatch(agreementNumber);
    this.expect = new Expectations({ isOptimistic, hasChanged: (collection) => this.hasChanged(collection) });
    this.#writer = isOptimistic
      ? optimisticWriter(() => this.#batch)
      : eagerWriter(dialect, agreementNumber, session, (done) => {
          this.rollBackOnly();
          this.#forgetChanged(done);
        });
  }

  /** Whether effects wait for the commit and are expected to come about. */
  get isOptimistic(): boolean {
    return this.#options.isOptimistic;
  }

  // What it writes

  /** Brings effects about; see `Writer`. */
  async apply<F = never>(...effects: readonly Effect<F>[]): Promise<Either<F, void>> {
    const applied = await this.#writer.apply(effects);
    // They may have changed what is held, if only how often it is used.
    this.held.clear();
    if (isRight(applied)) this.#forgetChanged(effects);
    return applied;
  }

  /** Items that the unit has changed are not as it read them, and nobody else has changed them. */
  #forgetChanged(effects: readonly Effect<unknown>[]): void {
    for (const effect of effects)
      if (effect.kind === 'change' && effect.item) this.expect.forget(effect.item);
  }

  /** Writes a row of its own with the commit, whatever else the unit does. */
  atCommit(write: OwnWrite): void {
    this.#batch.last.push(write);
    if (write.kind === 'change' && write.item) this.expect.forget(write.item);
  }

  /** A collection has changed, and has so many items more: these, where they are told. */
  change(versionName: string, items: number, ...keys: readonly KeyChange[]): void {
    this.#changed.add(versionName);
    this.#batch.change(versionName, items, ...keys);
  }

  /** Whether the unit has changed a collection, whatever its items live within. */
  hasChanged(collection: string): boolean {
    for (const name of this.#changed) {
      if (name === collection || name.startsWith(`${collection}/`)) return true;
    }
    return false;
  }

  /**
   * Raises versions of collections now, and gives the outcomes of statements right after. Whoever else
   * writes to these collections has committed by then, and is seen by the statements, or waits until the
   * unit ends. The unit must hold the count of events before (`holdBooks`), or name it first: every unit
   * that raises versions at its commit locks that count before them.
   */
  async raiseNow(
    versionNames: readonly string[],
    ...after: readonly Statement[]
  ): Promise<readonly Outcome[]> {
    const { dialect, agreementNumber } = this.#options;
    const step = versionStep();
    const none = versionNames.map((name) => [name, 0] as const);
    const [, ...outcomes] = await this.now.run(raiseVersions(dialect, agreementNumber, none, step), ...after);
    this.expect.raised(versionNames, step);
    return outcomes;
  }

  /** A write was refused after some of it was done: the unit can only be rolled back. */
  rollBackOnly(): void {
    this.#isRollbackOnly = true;
  }

  get isRollbackOnly(): boolean {
    return this.#isRollbackOnly;
  }

  // What it reads and locks, by which session

  /** Statements that write or lock, sent now; what was queued before them goes first. */
  get now(): Session {
    return { run: (...statements) => this.#run(statements) };
  }

  /** Statements that lock rows or raise counters: sent now, before what is queued, which stays queued. */
  get ahead(): Session {
    return {
      run: (...statements) => {
        this.#hasSent = true;
        return this.#options.session.run(...statements);
      },
    };
  }

  /**
   * Reads that lock rows of a collection: before what is queued, unless some of that is of the same
   * collection. To send what is queued would lock rows of it, which others would wait for while this read
   * waits.
   */
  locked(collection: string): Session {
    return this.hasChanged(collection) || this.#refersTo(collection) ? this.now : this.ahead;
  }

  /**
   * Locks the rows that every unit locks which drafts or books, in the same order. So none of them is half
   * done afterwards: it has committed, or waits for one of these rows without any that this unit will want.
   * To be called before the unit locks or raises anything that they want too. Where there is one writer
   * nobody else writes meanwhile, and nothing is locked.
   */
  async holdBooks(session: Session = this.ahead): Promise<void> {
    const { dialect, agreementNumber } = this.#options;
    if (dialect.hasOneWriter || this.#holdsBooks) return;
    this.#holdsBooks = true;
    await session.run(...lockBooks(dialect, agreementNumber));
  }

  /**
   * To be called before facts are read. A unit that has lost twice (`Attempt.isLocking`) holds the books
   * first: so nobody changes the facts before its commit.
   */
  async holdBooksIfLocking(): Promise<void> {
    if (this.#options.isLocking === true) await this.holdBooks();
  }

  /**
   * Reads that only the answer shows and nothing is decided on, of collections;
   * all else that the unit has queued need not be written before it.
   */
  shown(...collections: readonly string[]): Session {
    return collections.some((one) => this.hasChanged(one)) ? this.now : this.#options.session;
  }

  /**
   * Reads together with the versions of what they read from. Whoever decides on them expects these versions
   * (`expect.versions`), or the rows (`expect.rows`).
   */
  async facts(
    versionNames: readonly string[],
    ...statements: readonly Statement[]
  ): Promise<{ readonly versions: ReadonlyMap<string, number>; readonly outcomes: readonly Outcome[] }> {
    const { session, agreementNumber } = this.#options;
    await this.holdBooksIfLocking();
    const [read, ...outcomes] = await outcomesOf(
      session,
      readVersions(agreementNumber, versionNames),
      ...statements,
    );
    const found = versionsIn(read);
    const versions = new Map(versionNames.map((name) => [name, found.get(name) ?? 0]));
    return { versions, outcomes };
  }

  /**
   * Whether what the unit reads now may be remembered by the process. Not once it has written something: its
   * own changes show in what it reads, and nobody else may see them yet. To lock rows or to raise counters
   * changes nothing that is remembered.
   */
  get mayRemember(): boolean {
    return this.#options.isOptimistic && !this.#hasWritten;
  }

  // Its numbers

  /**
   * Whether numbers may be reserved: where the unit is optimistic and has sent nothing. One that has sent
   * something holds a connection, which a unit with earlier numbers may need, for which it would have to
   * wait.
   */
  get mayReserve(): boolean {
    return this.#options.isOptimistic && !this.#hasSent;
  }

  /**
   * Numbers whose counters are raised when the unit is written, and expected
   * to be as this process knows them.
   */
  reserve(...reservations: readonly Reservation[]): void {
    this.#batch.reservations.push(...reservations);
  }

  /** Numbers of counters that the unit has raised itself: its batch notes them as given. */
  note(...given: readonly GivenNumber[]): void {
    this.#batch.given.push(...given);
  }

  // Its end

  /** True when the database knows nothing yet of what the unit writes. */
  get hasSentNothing(): boolean {
    return !this.#hasSent;
  }

  /**
   * True when something is taken for granted that the database has not said
   * yet: a refusal that rests on it is no answer.
   */
  get isSpeculative(): boolean {
    return this.expect.isSpeculative || (this.#options.isOptimistic && this.#batch.hasRows);
  }

  /** All that is still to be written, and what must still be so. */
  batchToCommit(): WriteBatch {
    const batch = this.#batch;
    this.#batch = new WriteBatch(this.#options.agreementNumber);
    batch.expected = this.expect.current;
    batch.events = this.events;
    return batch;
  }

  /** Writes it now: before a page of a collection that the unit has changed is read. */
  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = new WriteBatch(this.#options.agreementNumber);
    // Events wait for the commit, but who raises versions holds their count.
    if (batch.collections.size > 0) batch.change(EVENTS, 0);
    if (batch.isEmpty) return;
    await this.#send(batch, []);
    this.expect.raised(batch.collections.keys(), batch.step);
  }

  async #run(statements: readonly Statement[]): Promise<readonly Outcome[]> {
    const { isOptimistic, session } = this.#options;
    if (statements.length === 0) return [];
    if (!statements.every(isPlainRead)) {
      this.#hasSent = true;
      this.#hasWritten ||= !statements.every(isRead);
      this.held.clear();
    }
    if (!isOptimistic || !this.isSpeculative) return session.run(...statements);
    return this.#send(this.#rowsToSend(), statements);
  }

  /** Sends what was queued and, after it, statements, whose outcomes it gives. */
  async #send(batch: WriteBatch, statements: readonly Statement[]): Promise<readonly Outcome[]> {
    const { dialect, session } = this.#options;
    // Who holds a connection waits for nobody who may need one.
    const turns = this.#hasSent ? undefined : turnsOf(batch.reservations, false);
    if (turns !== undefined) await turns;
    this.hooks.afterCommit(() => confirm(batch.reservations));
    batch.expected = this.expect.unvalidated;
    const ahead = statementsOf(dialect, [batch]);
    if (!batch.isEmpty) this.#hasSent = this.#hasWritten = true;
    if (ahead.length === 0) return session.run(...statements);
    try {
      const outcomes = await session.run(...ahead, ...statements);
      this.expect.validated();
      return outcomes.slice(ahead.length);
    } catch (error) {
      const kind = classify(dialect, error);
      throw kind === 'duplicate' || kind === 'preconditionFailed' ? new PreconditionFailed(error) : error;
    }
  }

  #refersTo(collection: string): boolean {
    return this.#batch.references.some(({ table: { resource } }) => resource.collection === collection);
  }

  /** The rows that wait, without what goes with the commit. */
  #rowsToSend(): WriteBatch {
    const rows = this.#batch;
    this.#batch = rows.splitOff();
    return rows;
  }
}
