import { LRUCache } from 'lru-cache';
import { classify } from './errors.js';
import type { DatabaseErrorKind, Dialect } from '../dialect/dialect.js';
import { confirm, release } from '../sequence/sequence-cache.js';
import { areCompatible } from './expectations.js';
import type { WriteBatch } from './write-batch.js';

/** The most units that share a transaction, and the most statements one may have to do so (R11). */
const GROUP_MAX = 50;
const STATEMENTS_MAX = 50;

/** How many transactions of several agreements are written at the same time: one that waits stops no other. */
const SHARED_AT_ONCE = 2;
/** Whose transaction takes longer has to wait for something: the next one keeps nobody else waiting. */
const SLOW_MS = 250;
/** Of how many agreements it is known that they do. */
const AGREEMENTS_MAX = 10_000;

/** How groups are written, and who is told of it. */
export type Writing = {
  /** `mayTryAgain`: where only some of them are to blame, all are written again. */
  write(batches: readonly WriteBatch[], mayTryAgain: boolean): Promise<void>;
  /** Whether another try of each by itself may end differently for some. */
  isOfOne(error: unknown): boolean;
  /** Told of batches that were written together, in the order in which an agreement's are; not of others. */
  written?(batches: readonly WriteBatch[]): void;
  /** Whether units of different agreements may share a transaction. */
  readonly sharesAgreements?: boolean;
};

type Joined = {
  readonly batch: WriteBatch;
  resolve(written?: Promise<void>): void;
  reject(error: unknown): void;
};

/** What waits for the group of its agreement that is written. */
type Queue = {
  readonly joined: Joined[];
  /** What is done before the next group is begun; none of it fails. */
  readonly between: (() => Promise<void>)[];
};

/**
 * Units of work that have nothing left to do but to write can share a transaction with others (R3): while one
 * group is being written the next gathers. So what units of an agreement raise is raised once a group instead
 * of being waited for, and what a transaction costs is paid for once. A unit that is alone is written at once.
 *
 * An agreement is in one group at a time, so its units are written in the order in which they came. Who
 * shares a transaction waits for all that is in it: so an agreement whose last one failed, or was slow, or
 * that writes otherwise too, is written by itself until one of its own has gone well
 * (`docs/internals/writing.md`).
 */
export class GroupCommit {
  readonly #writing: Writing;
  readonly #queues = new Map<number, Queue>();
  readonly #busy = new Set<number>();
  readonly #apart = new LRUCache<number, true>({ max: AGREEMENTS_MAX });
  #shared = 0;

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  /** How many wait for the group before theirs. */
  get waiting(): number {
    let count = 0;
    for (const { joined } of this.#queues.values()) count += joined.length;
    return count;
  }

  /** Resolves when the batch is written for good. */
  commit(batch: WriteBatch): Promise<void> {
    const { agreementNumber, size } = batch;
    if (size > STATEMENTS_MAX) {
      this.setApart(agreementNumber);
      return this.#writing.write([batch], false);
    }
    return new Promise((resolve, reject) => {
      this.#queueOf(agreementNumber).joined.push({ batch, resolve, reject });
      this.#begin();
    });
  }

  /** Reads something of the agreement while none of the groups that are told of is written. */
  between<A>(agreementNumber: number, read: () => Promise<A>): Promise<A> {
    return new Promise((resolve, reject) => {
      this.#queueOf(agreementNumber).between.push(() => read().then(resolve, reject));
      this.#begin();
    });
  }

  /** Something else is being written of an agreement, which its groups may have to wait for. */
  setApart(agreementNumber: number): void {
    this.#apart.set(agreementNumber, true);
  }

  #queueOf(agreementNumber: number): Queue {
    let queue = this.#queues.get(agreementNumber);
    if (queue === undefined) this.#queues.set(agreementNumber, (queue = { joined: [], between: [] }));
    return queue;
  }

  /** Begins what need not wait: those that have waited longest first. */
  #begin(): void {
    const group: Joined[] = [];
    const together: number[] = [];
    const { sharesAgreements = false } = this.#writing;
    for (const [agreementNumber, queue] of this.#queues) {
      if (this.#busy.has(agreementNumber)) continue;
      const { between } = queue;
      if (between.length > 0) {
        void this.#occupy([agreementNumber], () => Promise.all(between.splice(0).map((read) => read())));
      } else if (!sharesAgreements || this.#apart.has(agreementNumber)) {
        const own = this.#taken(agreementNumber, queue, GROUP_MAX);
        void this.#occupy([agreementNumber], () => this.#inRuns(own, [agreementNumber]));
      } else if (this.#shared < SHARED_AT_ONCE && group.length < GROUP_MAX) {
        group.push(...this.#taken(agreementNumber, queue, GROUP_MAX - group.length));
        together.push(agreementNumber);
      }
    }
    if (group.length > 0) void this.#share(together, group);
  }

  /** The first that wait; the others wait behind all other agreements. */
  #taken(agreementNumber: number, queue: Queue, most: number): readonly Joined[] {
    const taken = queue.joined.splice(0, most);
    this.#queues.delete(agreementNumber);
    if (queue.joined.length > 0) this.#queues.set(agreementNumber, queue);
    return taken;
  }

  async #share(agreements: readonly number[], group: readonly Joined[]): Promise<void> {
    this.#shared += 1;
    let isCounted = true;
    const isOver = (): void => {
      if (isCounted) this.#shared -= 1;
      isCounted = false;
    };
    // Nobody who is not in it waits for one that is slow.
    const late = setTimeout(() => {
      isOver();
      this.#begin();
    }, SLOW_MS);
    await this.#occupy(
      agreements,
      () => this.#inRuns(group, agreements),
      () => {
        clearTimeout(late);
        isOver();
      },
    );
  }

  /** None of the agreements is in another group meanwhile. */
  async #occupy(
    agreements: readonly number[],
    work: () => Promise<unknown>,
    isOver: () => void = () => undefined,
  ): Promise<void> {
    for (const one of agreements) this.#busy.add(one);
    await work();
    for (const one of agreements) {
      this.#busy.delete(one);
      const queue = this.#queues.get(one);
      if (queue !== undefined && queue.joined.length + queue.between.length === 0) this.#queues.delete(one);
    }
    isOver();
    this.#begin();
  }

  async #inRuns(group: readonly Joined[], agreements: readonly number[]): Promise<void> {
    const began = performance.now();
    let isWell = true;
    const told: (() => void)[] = [];
    for (const run of inCompatibleRuns(group)) {
      const outcome = await this.#inOneTransaction(run);
      isWell &&= outcome.isWell;
      told.push(outcome.tell);
    }
    const isSlow = performance.now() - began > SLOW_MS;
    for (const one of agreements) {
      if (!isWell || isSlow) this.#apart.set(one, true);
      else this.#apart.delete(one);
    }
    // Who waits for a failure hears of it when what came behind it is written too.
    for (const tell of told) tell();
  }

  async #inOneTransaction(run: readonly Joined[]): Promise<{ readonly isWell: boolean; tell(): void }> {
    const batches = run.map(({ batch }) => batch);
    const isShared = new Set(batches.map(({ agreementNumber }) => agreementNumber)).size > 1;
    try {
      await this.#writing.write(batches, isShared);
      this.#writing.written?.(batches);
      return { isWell: true, tell: () => run.forEach(({ resolve }) => resolve()) };
    } catch (error) {
      const mayEndOtherwise = run.length > 1 && this.#writing.isOfOne(error);
      if (!mayEndOtherwise) return { isWell: false, tell: () => run.forEach(({ reject }) => reject(error)) };
      if (isShared) return { isWell: false, tell: () => this.#putBack(run) };
      // One of them may be to blame: each by itself, so that neither the others nor those behind them suffer
      // from it.
      const tries = run.map(({ batch }) => this.#writing.write([batch], false));
      // Node ends a process with a rejection that nobody listens to.
      for (const one of tries) one.catch(() => undefined);
      return { isWell: false, tell: () => run.forEach(({ resolve }, index) => resolve(tries[index])) };
    }
  }

  /** One of several agreements is to blame: they are written again, each by itself. */
  #putBack(run: readonly Joined[]): void {
    const again = new Map<number, Joined[]>();
    for (const joined of run) {
      const { agreementNumber } = joined.batch;
      again.set(agreementNumber, [...(again.get(agreementNumber) ?? []), joined]);
    }
    for (const [agreementNumber, own] of again) this.#queueOf(agreementNumber).joined.unshift(...own);
  }
}

/** One that expects what another of them changes is written after it. */
function inCompatibleRuns(group: readonly Joined[]): readonly (readonly Joined[])[] {
  const runs: Joined[][] = [];
  for (const joined of group) {
    const run = runs.at(-1);
    if (run?.every(({ batch }) => areCompatible(batch, joined.batch)) === true) run.push(joined);
    else runs.push([joined]);
  }
  return runs;
}

/**
 * Whatever is written tells whether the numbers in it are used up. `mayTryAgain`: they stay reserved where
 * the same batches are written again.
 */
export async function settlingNumbers(
  dialect: Dialect,
  batches: readonly WriteBatch[],
  write: () => Promise<void>,
  mayTryAgain = false,
): Promise<void> {
  const reservations = batches.flatMap((batch) => batch.reservations);
  try {
    await write();
    confirm(reservations);
  } catch (error) {
    if (!mayTryAgain || !isOfOneUnit(dialect, error))
      release(reservations, classify(dialect, error) === 'preconditionFailed');
    throw error;
  }
}

const OF_ALL: ReadonlySet<DatabaseErrorKind> = new Set(['lost', 'unavailable', 'failover', 'conflict']);

/** An error that one unit of a group has made for all of them. */
export function isOfOneUnit(dialect: Dialect, error: unknown): boolean {
  return !OF_ALL.has(classify(dialect, error));
}
