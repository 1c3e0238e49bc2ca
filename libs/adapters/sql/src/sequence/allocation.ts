import type { NumberRange, NumbersToAllocate } from '@kontor/ledger';
import type { Dialect } from '../dialect/dialect.js';
import type { Session } from '../statement.js';
import { release, type Reservation, type SeriesRaise } from './reservation.js';
import type { SequenceCache } from './sequence-cache.js';
import { countersBefore, expectInRange, raiseCounters, readCounters } from './sequence-table.js';
import type { GivenNumber, Raise } from '../statements/sequences.js';
import type { CommitHooks } from '../transaction/commit-hooks.js';

/** What allocation needs of a unit of work. */
export type AllocatingUnit = {
  /** Sends what raises counters ahead of what the unit has queued. */
  readonly ahead: Session;
  /** Whether it may take numbers whose counters are raised by its batch: see `Unit`. */
  readonly mayReserve: boolean;
  /** Its batch raises the counters to what was reserved, and expects that nobody else has. */
  reserve(...reservations: readonly Reservation[]): void;
  /** Its batch notes the numbers as given. */
  note(...given: readonly GivenNumber[]): void;
  /** Where allocation learns what became of the numbers. */
  readonly hooks: Pick<CommitHooks, 'afterCommit' | 'afterRollback'>;
};

/** Allocates numbers to one unit of work. */
export class Allocation {
  readonly #agreementNumber: number;
  readonly #dialect: Dialect;
  readonly #readSession: Session;
  readonly #unit: AllocatingUnit;
  readonly #cache: SequenceCache;

  /** `readSession`: reads beside the unit's transaction. */
  constructor(
    agreementNumber: number,
    {
      dialect,
      readSession,
      unit,
      cache,
    }: {
      readonly dialect: Dialect;
      readonly readSession: Session;
      readonly unit: AllocatingUnit;
      readonly cache: SequenceCache;
    },
  ) {
    this.#agreementNumber = agreementNumber;
    this.#dialect = dialect;
    this.#readSession = readSession;
    this.#unit = unit;
    this.#cache = cache;
  }

  /**
   * A range for each of what is wanted, in that order. Reserved from the counters that this
   * process knows, where the unit may; else raised in the unit's own transaction, so that whoever
   * takes the next ones waits until it is over.
   */
  async allocate(wanted: readonly NumbersToAllocate[]): Promise<readonly NumberRange[]> {
    const raises = raisesFor(wanted);
    if (raises.length === 0) return wanted.map(({ count }) => ({ first: 1, count }));
    const raised = (await this.#reserved(raises)) ?? (await this.#locked(raises));
    for (const [name, last] of raised) expectInRange(name, last);
    return rangesOf(wanted, countersBefore(raises, raised));
  }

  /**
   * The last number that each of some series has given; nobody else takes any of them until the unit is over.
   * All that the unit will number, at once: the counters are locked in the order of their names.
   */
  hold(series: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#lock(series.map((name) => ({ name, by: 0 })));
  }

  /** A number of the series turned out to be taken: its counter is read anew after the commit. */
  forget(series: string): void {
    this.#unit.hooks.afterCommit(() => this.#cache.forget(this.#agreementNumber, [series]));
  }

  async #reserved(raises: readonly SeriesRaise[]): Promise<ReadonlyMap<string, number> | undefined> {
    if (!this.#unit.mayReserve) return undefined;
    const reserve = () => this.#cache.reserve(this.#agreementNumber, raises);
    let reservations = reserve();
    if (reservations === undefined) {
      await this.#cache.unlocked(this.#agreementNumber, raises);
      reservations = reserve();
    }
    if (reservations === undefined) {
      const names = raises.map(({ name }) => name);
      await this.#cache.read(this.#agreementNumber, names, () =>
        readCounters(this.#readSession, this.#agreementNumber, names),
      );
      reservations = reserve();
    }
    if (reservations === undefined) return undefined;
    const own = reservations;
    this.#unit.reserve(...own);
    this.#unit.hooks.afterRollback(() => release(own));
    return new Map(own.map(({ name, to }) => [name, to]));
  }

  async #locked(raises: readonly SeriesRaise[]): Promise<ReadonlyMap<string, number>> {
    const raised = await this.#lock(raises);
    this.#unit.note(...[...raised].map(([name, last]) => ({ name, last })));
    return raised;
  }

  async #lock(raises: readonly Raise[]): Promise<ReadonlyMap<string, number>> {
    const locking = this.#cache.lock(
      this.#agreementNumber,
      raises.map(({ name }) => name),
    );
    this.#unit.hooks.afterRollback(() => locking.end());
    const raised = await raiseCounters(this.#unit.ahead, this.#dialect, this.#agreementNumber, raises);
    this.#cache.observed(this.#agreementNumber, countersBefore(raises, raised));
    this.#unit.hooks.afterCommit(() => locking.end(raised));
    return raised;
  }
}

/** By how much each counter is raised, once for all that is wanted of its series. */
function raisesFor(wanted: readonly NumbersToAllocate[]): readonly SeriesRaise[] {
  const raises = new Map<string, SeriesRaise>();
  for (const { series, count, gapless } of wanted) {
    if (count === 0) continue;
    const seen = raises.get(series);
    raises.set(series, {
      name: series,
      by: count + (seen?.by ?? 0),
      gapless: gapless || seen?.gapless === true,
    });
  }
  return [...raises.values()];
}

/** Shares out what the counters were raised by, from where they were `before`. */
function rangesOf(
  wanted: readonly NumbersToAllocate[],
  before: ReadonlyMap<string, number>,
): readonly NumberRange[] {
  const last = new Map(before);
  return wanted.map(({ series, count }) => {
    const from = last.get(series) ?? 0;
    last.set(series, from + count);
    return { first: from + 1, count };
  });
}
