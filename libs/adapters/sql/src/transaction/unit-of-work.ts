import { isLeft, isRight, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Books, IdempotencyKeys, UnitOfWork } from '@kontor/kernel';
import { NOTHING_PENDING, type PendingWrites, type Decision, type Engine } from '../dialect/dialect.js';
import { Allocation } from '../sequence/allocation.js';
import { confirm, turnsOf } from '../sequence/reservation.js';
import { SequenceCache } from '../sequence/sequence-cache.js';
import type { Session } from '../statement.js';
import { type Epoch } from './epoch.js';
import { isOfDatabase, PreconditionFailed, withPortErrors } from './errors.js';
import { GroupCommit, isFaultOfOneUnit, confirmingNumbers } from './group-commit.js';
import { idempotencyKeys } from './idempotency-keys.js';
import { isFailedPrecondition, repeatedly, type Attempt } from './retry.js';
import type { Scope } from './scope.js';
import { Unit } from './unit.js';
import { confirmReads, writeValidated, type Transaction } from './validation.js';
import { collectionsOf, statementsOf, type WriteBatch, type WrittenCollection } from './write-batch.js';

/** Makes the repositories of one agreement. */
export type Open<B> = (scope: Scope, idempotency: IdempotencyKeys) => B;

/** Reads something of an agreement while nothing is written of which this process is told afterwards. */
export type BetweenWrites = <A>(agreementNumber: number, read: () => Promise<A>) => Promise<A>;

/** Who is told of what was written. */
type Listeners = {
  /** An agreement has events that it had not before. */
  readonly committed: (agreementNumber: number) => void;
  /** What units have done to a collection: not told of each, but in the order of their commits. */
  readonly written: (collection: WrittenCollection) => void;
};

/**
 * The way into the books: plain reads on the pool, and units of work in
 * transactions that run again when they lose.
 */
export class UnitsOfWork<B extends Books> implements UnitOfWork<B> {
  readonly #engine: Engine;
  readonly #epoch: Epoch;
  readonly #open: Open<B>;
  readonly #listeners: Listeners;
  readonly #reader: Session;
  readonly #sequences = new SequenceCache();
  /** Where the database takes a whole transaction at once. */
  readonly #groups: GroupCommit | undefined;

  constructor(engine: Engine, epoch: Epoch, open: Open<B>, listeners: Listeners) {
    this.#engine = engine;
    this.#epoch = epoch;
    this.#open = open;
    this.#listeners = listeners;
    this.#reader = withPortErrors(engine.dialect, engine.reader);
    this.#groups = groupsOf(engine, epoch, (batches) => this.#tell(batches));
  }

  /** Whether units take turns with all others that write, of whatever process. */
  get sharesOneWriter(): boolean {
    return this.#engine.dialect.hasOneWriter;
  }

  /** How many wait to be written with others. */
  get waiting(): number {
    return this.#groups?.waiting ?? 0;
  }

  /** Reads something of an agreement while nothing is written of which `written` is told. */
  between<A>(agreementNumber: number, read: () => Promise<A>): Promise<A> {
    return this.#groups?.between(agreementNumber, read) ?? read();
  }

  read(agreementNumber: number): B {
    return this.#open({ agreementNumber, session: this.#reader }, NO_KEYS);
  }

  inTransaction<F, A>(
    agreementNumber: number,
    work: (books: B) => TaskEither<F, A>,
    deadline?: number,
  ): TaskEither<F, A> {
    const once = (attempt: Attempt): Promise<Either<F, A>> =>
      this.#once(work, { agreementNumber, attempt, deadline });
    return () => repeatedly(this.#engine, once, deadline);
  }

  /** Runs the work in a transaction, once; throws where it is to run again. */
  async #once<F, A>(work: (books: B) => TaskEither<F, A>, run: Run): Promise<Either<F, A>> {
    const { agreementNumber, attempt, deadline } = run;
    const { dialect } = this.#engine;
    const isOptimistic = !attempt.isEager && dialect.checks !== undefined;
    let unit: Unit | undefined;
    const begun = (session: Session): Unit => {
      // What it did before is undone, where it runs again with others of its transaction.
      unit?.hooks.rolledBack();
      return (unit = new Unit({ ...attempt, dialect, agreementNumber, session, isOptimistic }));
    };
    try {
      const result = await this.#engine.transaction(
        (session) => this.#decided(begun(session), session, work, run),
        deadline,
      );
      unit?.hooks[isRight(result) ? 'committed' : 'rolledBack']();
      return result;
    } catch (error) {
      if (isFailedPrecondition(this.#engine, error)) unit?.hooks.preconditionFailed();
      unit?.hooks.rolledBack();
      throw error;
    }
  }

  /** Runs the work for a unit, and gives its batch to be written. */
  async #decided<F, A>(
    unit: Unit,
    session: Session,
    work: (books: B) => TaskEither<F, A>,
    { agreementNumber, attempt, deadline }: Run,
  ): Promise<Decision<Either<F, A>>> {
    const { dialect } = this.#engine;
    const transaction = { dialect, agreementNumber, session };
    // What is written at once is not expected at the commit. Where there is one writer, nothing is decided on
    // what is remembered.
    if (!unit.isOptimistic && !dialect.hasOneWriter) await this.#epoch.check(session);
    const keys = idempotencyKeys(unit, { agreementNumber, dialect, attempt });
    const cache = this.#sequences;
    const numbers = new Allocation(agreementNumber, { dialect, readSession: session, unit, cache });
    const done = await validated(
      transaction,
      unit,
      work(this.#open({ agreementNumber, unit, numbers }, keys)),
    );
    if (isLeft(done)) return { commit: false, result: done };
    if (unit.isRollbackOnly) throw new Error('a unit of work went on after a write that was refused halfway');
    const batch = unit.batchToCommit();
    batch.deadline = deadline ?? Infinity;
    const groups = this.#groups;
    await turnsBefore(unit, batch, groups !== undefined);
    unit.hooks.afterCommit(() => {
      whenCommitted(batch, this.#listeners.committed);
      // Where no groups are written, it is told of when its own transaction is kept.
      if (groups === undefined && dialect.hasOneWriter) this.#tell([batch]);
    });
    const pending = await pendingOf({
      transaction,
      epoch: this.#epoch,
      unit,
      batch,
      groups,
      attempt,
    });
    return { commit: true, pending, result: done };
  }

  #tell(batches: readonly WriteBatch[]): void {
    collectionsOf(batches).forEach(this.#listeners.written);
  }
}

/** Whose work a unit does, which attempt this is, and when, of `performance`, it waits no more. */
type Run = {
  readonly agreementNumber: number;
  readonly attempt: Attempt;
  readonly deadline: number | undefined;
};

/** Who has sent something holds a connection: he waits only where he would surely be refused. */
function turnsBefore(
  { hasSentNothing }: Unit,
  { reservations }: WriteBatch,
  hasLine: boolean,
): Promise<unknown> | undefined {
  if (hasSentNothing) return turnsOf(reservations, hasLine);
  return turnsOf(
    reservations.filter(({ gapless }) => gapless),
    true,
  );
}

/** Where the database takes a whole transaction at once, units of an agreement are written together. */
function groupsOf(
  { dialect, write }: Engine,
  epoch: Epoch,
  written: (batches: readonly WriteBatch[]) => void,
): GroupCommit | undefined {
  return (
    write &&
    new GroupCommit(
      (batches, deadline) =>
        confirmingNumbers(dialect, batches, async () =>
          write(statementsOf(dialect, batches, false, [await epoch.expected()]), deadline),
        ),
      (error) => isFaultOfOneUnit(dialect, error),
      written,
    )
  );
}

/** The numbers of what was committed are used up, and who waits for its events is told. */
function whenCommitted(batch: WriteBatch, committed: (agreementNumber: number) => void): void {
  confirm(batch.reservations);
  if (batch.events.size > 0) committed(batch.agreementNumber);
}

/**
 * How a unit's batch is written: with those of others where nothing of it was
 * sent yet, else where the unit has written already.
 */
async function pendingOf({
  transaction,
  epoch,
  unit,
  batch,
  groups,
  attempt: { isRepairing },
}: {
  readonly transaction: Transaction;
  readonly epoch: Epoch;
  readonly unit: Unit;
  readonly batch: WriteBatch;
  readonly groups: GroupCommit | undefined;
  readonly attempt: Pick<Attempt, 'isRepairing'>;
}): Promise<PendingWrites> {
  const { dialect } = transaction;
  const isChecked = dialect.checks !== undefined || dialect.hasOneWriter;
  if (!isChecked && (await writeValidated(transaction, batch))) return NOTHING_PENDING;
  const ofEpoch = unit.isOptimistic ? [await epoch.expected()] : [];
  return {
    isEmpty: batch.isEmpty,
    statements: () => statementsOf(dialect, [batch], isRepairing, ofEpoch),
    ...(groups !== undefined && { commitWithOthers: () => groups.commit(batch) }),
  };
}

/**
 * A refusal or a defect that rests on writes which may not succeed is no answer: the unit runs again eagerly.
 * Nor is a refusal that rests on what was read at different times and has changed in between.
 */
async function validated<F, A>(
  transaction: Transaction,
  unit: Unit,
  work: TaskEither<F, A>,
): Promise<Either<F, A>> {
  let result: Either<F, A>;
  try {
    result = await work();
  } catch (error) {
    throw unit.isSpeculative && !isOfDatabase(transaction.dialect, error)
      ? new PreconditionFailed(error)
      : error;
  }
  if (isLeft(result) && unit.isSpeculative) throw new PreconditionFailed(result.left);
  if (isLeft(result)) await confirmReads(transaction, unit.expect.current);
  return result;
}

/** Of repositories that are open for reading. */
export const NO_KEYS: IdempotencyKeys = {
  claim: () => Promise.reject(new Error('repositories that are open for reading claim no keys')),
  store: () => Promise.reject(new Error('repositories that are open for reading keep no answers')),
};
