import { defined, RunningReads } from '@kontor/kernel';
import { LRUCache } from 'lru-cache';
import type { Raise } from '../statements/sequences.js';
import { Counter, type Reservation, type SeriesRaise } from './reservation.js';

/** Of the counters of all agreements together: an agreement has about five that are in use. */
const BYTES_MAX = 2 * 1024 * 1024;
/** What a counter takes beside its name. */
const COUNTER_BYTES = 250;

/** How long a counter that other processes raise too is left alone: the first time, and at most. */
const BACK_OFF_MS = 1_000;
const BACK_OFF_MS_MAX = 60_000;

/** How long a unit waits for those that hold its counters locked, before it does so too. */
const UNLOCKED_WITHIN_MS = 100;

/**
 * Units that raise a counter in their own transactions, which lock it: how
 * many, to what, and who waits for them.
 */
type Locked = { units: number; highest: number; readonly waiting: (() => void)[] };

/** A unit that raises counters in its own transaction. */
export type Locking = {
  /** It is over; `raised`: to what, when it was committed. */
  end(raised?: ReadonlyMap<string, number>): void;
};

type Known = {
  readonly counter: Counter;
  /** Where the counter was taken to be when a batch was refused. */
  suspected?: number;
  backOff?: { readonly ms: number; readonly until: number };
};

/**
 * The counters that a process has read or raised last. A unit of work that writes optimistically reserves its
 * numbers here without asking: the batch that writes what bears them raises the counters, and expects that
 * nobody else has (`docs/internals/numbers.md`). So a number is used up only together with what bears it.
 * Where several processes number the documents of one agreement, its counters are left alone for ever longer.
 */
export class SequenceCache {
  readonly bytesMax = BYTES_MAX;
  readonly #known: LRUCache<string, Known>;
  readonly #locked = new Map<string, Locked>();
  readonly #reading = new RunningReads<void>();
  readonly #now: () => number;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor({ now = () => performance.now() } = {}) {
    this.#now = now;
    this.#known = new LRUCache({
      maxSize: BYTES_MAX,
      sizeCalculation: (_, name) => COUNTER_BYTES + 2 * name.length,
      dispose: ({ counter }) => counter.invalidate(),
    });
  }

  /** How much it holds now, at most `bytesMax`. */
  get bytes(): number {
    return this.#known.calculatedSize;
  }

  /** Reserves the next numbers of series; undefined where not all of their counters are known. */
  reserve(agreementNumber: number, raises: readonly SeriesRaise[]): readonly Reservation[] | undefined {
    const reservations: Omit<Reservation, 'turn'>[] = [];
    for (const { name, by, gapless } of raises) {
      const counter = this.#known.get(`${agreementNumber} ${name}`)?.counter;
      if (counter?.isValid !== true) return undefined;
      reservations.push({ name, by, gapless, counter, to: counter.reserved + by });
    }
    return reservations.map((one) => {
      one.counter.reserved = one.to;
      return { ...one, turn: one.counter.nextTurn(one.gapless) };
    });
  }

  /**
   * Reads counters by `read` where they can be known: not those that are
   * locked or left alone. Those who want the same wait for one reading.
   */
  async read(
    agreementNumber: number,
    names: readonly string[],
    read: () => Promise<ReadonlyMap<string, number>>,
  ): Promise<void> {
    const all = names.map((name) => `${agreementNumber} ${name}`);
    if (all.some((own) => this.#locked.has(own) || this.#isLeftAlone(own))) return;
    return this.#reading.join(all.join('\n'), async () => {
      const found = await read();
      for (const [index, own] of all.entries()) {
        const isKnown = this.#known.get(own)?.counter.isValid === true;
        if (!isKnown && !this.#locked.has(own)) this.#confirm(own, found.get(defined(names[index])) ?? 0);
      }
    });
  }

  /**
   * A unit is about to raise counters in its own transaction: they are known
   * again when none is left that does.
   */
  lock(agreementNumber: number, names: readonly string[]): Locking {
    this.forget(agreementNumber, names);
    const all = names.map((name) => `${agreementNumber} ${name}`);
    for (const own of all) {
      const locked = this.#locked.get(own);
      if (locked === undefined) this.#locked.set(own, { units: 1, highest: 0, waiting: [] });
      else locked.units += 1;
    }
    let isOver = false;
    return {
      end: (raised) => {
        if (isOver) return;
        isOver = true;
        for (const [index, own] of all.entries()) this.#unlock(own, raised?.get(defined(names[index])) ?? 0);
      },
    };
  }

  #unlock(own: string, to: number): void {
    const locked = defined(this.#locked.get(own));
    locked.units -= 1;
    locked.highest = Math.max(locked.highest, to);
    if (locked.units > 0) return;
    this.#locked.delete(own);
    if (locked.highest > 0) this.#confirm(own, locked.highest);
    for (const go of locked.waiting) go();
  }

  /**
   * Resolves when the first of the counters that is locked is so no longer,
   * or soon; undefined when none is, or it is left alone.
   */
  unlocked(agreementNumber: number, raises: readonly Raise[]): Promise<void> | undefined {
    const own = raises.map(({ name }) => `${agreementNumber} ${name}`).find((one) => this.#locked.has(one));
    if (own === undefined || this.#isLeftAlone(own)) return undefined;
    return new Promise((resolve) => {
      const late = setTimeout(resolve, UNLOCKED_WITHIN_MS);
      this.#locked.get(own)?.waiting.push(() => {
        clearTimeout(late);
        resolve();
      });
    });
  }

  /** Nothing is known of counters any more, and what is reserved of them is not written. */
  forget(agreementNumber: number, names: Iterable<string>): void {
    for (const name of names) this.#known.get(`${agreementNumber} ${name}`)?.counter.invalidate();
  }

  /**
   * Where the database had counters before a unit raised them: where not as a
   * refused batch took them to be, other processes raise them too.
   */
  observed(agreementNumber: number, counters: ReadonlyMap<string, number>): void {
    for (const [name, at] of counters) {
      const own = `${agreementNumber} ${name}`;
      const known = this.#known.get(own);
      if (known?.suspected === undefined) continue;
      if (known.suspected !== at) this.#backOff(known);
      delete known.suspected;
    }
  }

  #confirm(own: string, confirmed: number): void {
    if (this.#isLeftAlone(own)) return;
    // What takes its place in the cache makes the counter before invalid.
    const known: Known = {
      ...this.#known.get(own),
      counter: new Counter(confirmed, (from) => {
        known.suspected = from;
      }),
    };
    this.#known.set(own, known);
  }

  #isLeftAlone(own: string): boolean {
    return (this.#known.get(own)?.backOff?.until ?? -Infinity) > this.#now();
  }

  #backOff(known: Known): void {
    const now = this.#now();
    const last = known.backOff;
    const isSoon = last !== undefined && now - last.until < 10 * last.ms;
    const ms = isSoon ? Math.min(BACK_OFF_MS_MAX, 2 * last.ms) : BACK_OFF_MS;
    known.backOff = { ms, until: now + ms };
  }
}
