import { Busy, defined, flatMapped } from '@kontor/kernel';
import { classify } from './errors.js';
import type { DatabaseErrorKind, Dialect } from '../dialect/dialect.js';
import { confirm, getInLine, release } from '../sequence/reservation.js';
import { Coalescer } from './coalescer.js';
import { areCompatible } from './expectations.js';
import type { WriteBatch } from './write-batch.js';

/** The most units that share a transaction, and the most statements one may have to do so (R11). */
const GROUP_MAX = 50;
const STATEMENTS_MAX = 50;

/** What is left to each, to be written alone, where its group could not be written. */
const ALONE_MS = 1_000;

/**
 * Units of work that have nothing left to do but to write can share a transaction with others of their
 * agreement (R3): while one group is being written the next gathers. So the versions and counts that
 * all of them raise are raised once a group instead of being waited for, and a commit is paid for once.
 * A unit that is alone is written at once.
 */
export class GroupCommit {
  readonly #write: (batches: readonly WriteBatch[], deadline: number) => Promise<void>;
  /** Whether one of a group may have caused the error: written alone, the others may come about. */
  readonly #isFaultOfOne: (error: unknown) => boolean;
  /** Told of batches that were written together, in the order in which groups were; not of others. */
  readonly #written: (batches: readonly WriteBatch[]) => void;
  readonly #groups = new Coalescer<WriteBatch, void>(
    GROUP_MAX,
    (batches) => this.#together(batches),
    isLarge,
  );

  constructor(
    write: (batches: readonly WriteBatch[], deadline: number) => Promise<void>,
    isFaultOfOne: (error: unknown) => boolean,
    written: (batches: readonly WriteBatch[]) => void = () => undefined,
  ) {
    this.#write = write;
    this.#isFaultOfOne = isFaultOfOne;
    this.#written = written;
  }

  /** How many wait for the group before theirs. */
  get waiting(): number {
    return this.#groups.waiting;
  }

  /**
   * Resolves when the batch is written for good. A large one has its place in the line too: written beside a
   * group it would raise the same counters and versions, and one of both would run again.
   */
  commit(batch: WriteBatch): Promise<void> {
    // Even one that comes to the line after its deadline, because of its own work, is given one try.
    batch.deadline = Math.max(batch.deadline, performance.now() + ALONE_MS);
    const written = this.#groups.join(batch.agreementNumber, batch);
    getInLine(batch.reservations);
    return written;
  }

  /** Reads something of the agreement while none of the groups that are told of is written. */
  between<A>(agreementNumber: number, read: () => Promise<A>): Promise<A> {
    return this.#groups.between(agreementNumber, read);
  }

  async #together(batches: readonly WriteBatch[]): Promise<readonly Promise<void>[]> {
    const written = new Map<WriteBatch, Promise<void>>();
    const tell = (batch: WriteBatch, outcome: Promise<void>): void => {
      // Who waits for a failure hears of it when the next runs are written too. Until then nobody listens,
      // and Node ends a process with a rejection that nobody listens to.
      outcome.catch(() => undefined);
      written.set(batch, outcome);
    };
    for (const run of inCompatibleRuns(batches)) {
      // The group before may have waited for a lock, and the run before: a server has each wait for a second
      // at the least.
      const now = performance.now();
      const inTime = run.filter(({ deadline }) => deadline > now);
      for (const batch of run) if (!inTime.includes(batch)) tell(batch, tooLate(batch));
      if (inTime.length === 0) continue;
      const outcomes = await this.#inOneTransaction(inTime);
      for (const [index, batch] of inTime.entries()) tell(batch, defined(outcomes[index]));
    }
    return batches.map((batch) => defined(written.get(batch)));
  }

  async #inOneTransaction(batches: readonly WriteBatch[]): Promise<readonly Promise<void>[]> {
    try {
      await this.#write(batches, commonEnd(batches));
      if (!batches.some(isLarge)) this.#written(batches);
      return batches.map(() => Promise.resolve());
    } catch (error) {
      // One of them may be to blame: each by itself, so that neither the
      // others nor those behind them suffer from it.
      const isEach = batches.length > 1 && this.#isFaultOfOne(error);
      return isEach ? this.#byItself(batches) : batches.map(() => Promise.reject(error as Error));
    }
  }

  /**
   * Writes one after the other, since numbers without gaps are written in their order. Behind the one that is
   * to blame all at once: it may have been waited for long.
   */
  async #byItself(batches: readonly WriteBatch[]): Promise<readonly Promise<void>[]> {
    const outcomes: Promise<void>[] = [];
    for (const batch of batches) {
      const written = this.#write([batch], batch.deadline);
      outcomes.push(written);
      const isWritten = await written.then(
        () => true,
        () => false,
      );
      if (!isWritten) break;
    }
    return [
      ...outcomes,
      ...batches.slice(outcomes.length).map((batch) => this.#write([batch], batch.deadline)),
    ];
  }
}

/** What waited for too long behind others is not written, and the numbers in it are not used. */
function tooLate({ reservations }: WriteBatch): Promise<never> {
  release(reservations);
  return Promise.reject(new Busy('the writes before it took too long'));
}

/**
 * Until when those that are written together wait: a second of the first of them is for a try of each, but
 * half of what is left to it at the most. Else one that is late would part each group that finds no free
 * connection at once.
 */
function commonEnd(batches: readonly WriteBatch[]): number {
  const first = Math.min(...batches.map(({ deadline }) => deadline));
  if (batches.length === 1) return first;
  return first - Math.min(ALONE_MS, (first - performance.now()) / 2);
}

/** Whether a unit of work has too much to write to share a transaction with others. */
function isLarge({ size }: WriteBatch): boolean {
  return size > STATEMENTS_MAX;
}

/** One that expects what another of them changes is written after it. */
function inCompatibleRuns(batches: readonly WriteBatch[]): readonly (readonly WriteBatch[])[] {
  const runs: WriteBatch[][] = [];
  for (const batch of batches) {
    const run = runs.at(-1);
    if (run?.every((one) => areCompatible(one, batch)) === true) run.push(batch);
    else runs.push([batch]);
  }
  return runs;
}

/**
 * Whatever is written tells whether the numbers in it are used up. What fails of several that are then
 * written each by itself tells nothing yet.
 */
export async function confirmingNumbers(
  dialect: Dialect,
  batches: readonly WriteBatch[],
  write: () => Promise<void>,
): Promise<void> {
  const reservations = flatMapped(batches, (batch) => batch.reservations);
  try {
    await write();
    confirm(reservations);
  } catch (error) {
    const isTriedAgain = batches.length > 1 && isFaultOfOneUnit(dialect, error);
    if (!isTriedAgain) release(reservations, classify(dialect, error) === 'preconditionFailed');
    throw error;
  }
}

/** Errors that meet any batch in the same way. */
const OF_ALL: ReadonlySet<DatabaseErrorKind> = new Set(['lost', 'unavailable', 'failover', 'conflict']);

/** An error that one unit of a group has made for all of them. */
export function isFaultOfOneUnit(dialect: Dialect, error: unknown): boolean {
  return !OF_ALL.has(classify(dialect, error));
}
