import { defined } from '@kontor/kernel';
import { retryWhile } from './retry-until.js';

/** What one piece of work wants done with its effects, and what it gave. */
type Verdict<A> = { readonly commit: boolean; readonly result: A };

/** The statements by which the queue groups work into transactions. */
type Steps = {
  /** What the pieces of work do to the database. */
  readonly changes: ChangeFlag;
  begin(): Promise<unknown>;
  /** Whether a transaction could not begin because another process writes. */
  isTaken(error: unknown): boolean;
  commit(): Promise<unknown>;
  rollBack(): Promise<unknown>;
  mark(): Promise<unknown>;
  release(): Promise<unknown>;
  backToMark(): Promise<unknown>;
};

/** Whether there is something to undo of a piece of work: told by who runs its statements. */
export class ChangeFlag {
  #hasAny = false;

  get hasAny(): boolean {
    return this.#hasAny;
  }

  /** A statement has changed something, or has failed so that the transaction may be over. */
  note(): void {
    this.#hasAny = true;
  }

  /** The next piece begins. */
  forget(): void {
    this.#hasAny = false;
  }
}

type Waiting = {
  readonly work: () => Promise<Verdict<unknown>>;
  readonly settle: { resolve(result: unknown): void; reject(error: unknown): void };
  /** After it another process that writes is waited for no more; by the clock of `performance`. */
  readonly deadline: number;
  /** Its caller was told that it waited too long: it is not done any more. */
  isRefused?: true;
};

/** The most pieces of work that share a transaction (R11). */
const GROUP_MAX = 50;
/** How many turns of the event loop, which may be long, the first of a group waits for others at most. */
const TURNS_MAX = 4;

/** How long work waits while another process writes, where it is not said: as for a lock of a server. */
const PATIENCE_MS = 5_000;
/** A process that writes again and again leaves but moments in between. */
const LOOK_AGAIN_MS = 5;

/** Those whose time is not up; the others are told the error. */
function stillWaiting(all: readonly Waiting[], error: unknown): Waiting[] {
  const now = performance.now();
  return all.filter((one) => {
    if (one.deadline > now) return true;
    one.isRefused = true;
    one.settle.reject(error);
    return false;
  });
}

/** A piece of work has changed something that is not to be kept. */
class Undone extends Error {
  override readonly name = 'Undone';
}

/**
 * One writer, first come, first served. What waits when the writer becomes free is written in one
 * transaction: a commit costs a flush of the disk on the only thread there is, and nobody is answered before
 * the flush (rule 11 of performance). A savepoint for each piece would have SQLite copy every page that one
 * before has changed, so there is none; where what one piece has changed is to be undone, the transaction
 * is, and the work of all of them is done once more, each piece behind a savepoint of its own.
 */
export class WriteQueue {
  readonly #steps: Steps;
  readonly #patienceMs: number;
  #waiting: Waiting[] = [];
  /** Those whose transaction another process does not let begin yet. */
  #beginning: readonly Waiting[] = [];
  #draining: Promise<void> | undefined;

  constructor(steps: Steps, patienceMs = PATIENCE_MS) {
    this.#steps = steps;
    this.#patienceMs = patienceMs;
  }

  /** It waits no longer than its `deadline` for another process, nor than the patience of the queue. */
  run<A>(work: () => Promise<Verdict<A>>, deadline = Infinity): Promise<A> {
    const promise = new Promise<A>((resolve, reject) => {
      const own = Math.min(performance.now() + this.#patienceMs, deadline);
      this.#waiting.push({ work, settle: { resolve, reject }, deadline: own });
    });
    this.#draining ??= this.#drain();
    return promise;
  }

  /** How many wait for the writer, of this process or another. */
  get waiting(): number {
    return this.#waiting.length + this.#beginning.length;
  }

  /** Resolves when all that was asked for is done. */
  async end(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      const group = this.#waiting.splice(0, GROUP_MAX);
      await (group.length === 1 ? this.#alone(defined(group[0])) : this.#together(group));
    }
    this.#draining = undefined;
  }

  /**
   * Waits for a turn of the event loop in which nobody came: those who were answered after the last commit
   * ask again while others are read, and a commit for all of them costs little more than one for half.
   */
  async #gather(): Promise<void> {
    for (let turn = 0, before = 0; turn < TURNS_MAX && this.#waiting.length > before; turn += 1) {
      before = this.#waiting.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /**
   * Begins a transaction for those of a group whose time is not up before another process lets it. The file
   * has no line to stand in, so it is asked again and again; the event loop goes on meanwhile. Throws where
   * nobody of the group waits any more.
   */
  async #begin(group: readonly Waiting[]): Promise<readonly Waiting[]> {
    this.#beginning = group;
    const mayGoOn = (error: unknown): boolean => {
      if (!this.#steps.isTaken(error)) return false;
      // Who came before the others may be behind them here, by what it waited for first.
      this.#beginning = stillWaiting(this.#beginning, error);
      this.#waiting = stillWaiting(this.#waiting, error);
      return this.#beginning.length > 0;
    };
    try {
      await retryWhile(mayGoOn, LOOK_AGAIN_MS, () => this.#steps.begin());
      return this.#beginning;
    } finally {
      this.#beginning = [];
    }
  }

  async #alone(one: Waiting): Promise<void> {
    const { work, settle } = one;
    try {
      await this.#begin([one]);
      const { commit, result } = await work();
      if (commit) await this.#steps.commit();
      else await this.#steps.rollBack();
      settle.resolve(result);
    } catch (error) {
      await this.#rollBackQuietly();
      settle.reject(error);
    }
  }

  async #together(group: readonly Waiting[]): Promise<void> {
    try {
      await this.#inOneTransaction(group, (one) => this.#unmarked(one));
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
      const left = group.filter(({ isRefused }) => isRefused !== true);
      await this.#inOneTransaction(left, (one) => this.#marked(one));
    }
  }

  /** `each` gives how one is told when the transaction is kept. Throws `Undone` only, when nobody is told. */
  async #inOneTransaction(
    group: readonly Waiting[],
    each: (one: Waiting) => Promise<() => void>,
  ): Promise<void> {
    const settlements: (() => void)[] = [];
    try {
      const begun = await this.#begin(group);
      for (const one of begun) settlements.push(await each(one));
      await this.#steps.commit();
    } catch (error) {
      // The transaction itself is gone, and with it what each of the group had done.
      await this.#rollBackQuietly();
      if (error instanceof Undone) throw error;
      for (const { settle } of group) settle.reject(error);
      return;
    }
    for (const settled of settlements) settled();
  }

  async #unmarked({ work, settle }: Waiting): Promise<() => void> {
    const { changes } = this.#steps;
    changes.forget();
    let verdict: Verdict<unknown>;
    try {
      verdict = await work();
    } catch (error) {
      throw new Undone('its work has failed', { cause: error });
    }
    const { commit, result } = verdict;
    if (!commit && changes.hasAny) throw new Undone('its work is not to be kept');
    return () => settle.resolve(result);
  }

  async #marked({ work, settle }: Waiting): Promise<() => void> {
    await this.#steps.mark();
    try {
      const { commit, result } = await work();
      await (commit ? this.#steps.release() : this.#steps.backToMark());
      return () => settle.resolve(result);
    } catch (error) {
      await this.#steps.backToMark();
      return () => settle.reject(error);
    }
  }

  /** After some errors SQLite has rolled back already, and says so. */
  async #rollBackQuietly(): Promise<void> {
    try {
      await this.#steps.rollBack();
    } catch {
      // Nothing was open.
    }
  }
}
