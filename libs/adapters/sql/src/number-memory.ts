import { LRUCache } from 'lru-cache';
import type { Checks, Dialect } from './dialect/dialect.js';
import { Mistaken } from './failures.js';
import { raising, sumOfCounters, type Raise } from './number-counter.js';
import type { Statement } from './statement.js';

/** Counters that a process remembers, of all agreements: an agreement has about five that are in use. */
const COUNTERS_MAX = 10_000;

/** How long a counter that others raised too is not remembered again: the first time, and at most. */
const QUIET_MS = 1_000;
const QUIET_MS_MAX = 60_000;

/** How long a unit waits for those that raise its counters otherwise, before it does so too. */
const SETTLING_MS_MAX = 100;

/** A unit that raises counters otherwise. */
export type Asking = {
  /** It is done; `raised`: to what, when it was kept. */
  end(raised?: ReadonlyMap<string, number>): void;
};

/** Numbers that a unit uses, the last of them `to`: the counter is to be raised to it when the unit is written. */
export type NumberClaim = Raise & { readonly counter: KnownCounter; readonly to: number };

/**
 * A counter as this process knows it: to what the database has it raised, and what was given out since. Good until anything makes it
 * doubtful; numbers that were given out until then are not used.
 */
export class KnownCounter {
  isGood = true;
  raised: number;
  given: number;
  readonly #doubt: (raised: number) => void;

  /** `doubt`: what to do when it may turn out to be wrong. */
  constructor(raised: number, doubt: (raised: number) => void) {
    this.raised = raised;
    this.given = raised;
    this.#doubt = doubt;
  }

  /** A number that was given out will not be used: what comes after it must not be either, or there would be a hole. */
  giveUp(): void {
    this.isGood = false;
  }

  /** What rests on it was not written, because something was not as it was taken to be. */
  wasMistaken(): void {
    if (this.isGood) this.#doubt(this.raised);
    this.isGood = false;
  }
}

/**
 * The counters that a process has raised last. A unit of work that trusts takes its numbers from here without asking: that nobody else
 * has raised them is found out in the batch that writes, which raises them (ADR 14). So a number is used up only
 * together with what bears it. Where several processes number the documents of one agreement, its counters are left alone for ever longer.
 */
export class NumberMemory {
  readonly #known = new LRUCache<string, KnownCounter>({
    max: COUNTERS_MAX,
    dispose: (counter) => counter.giveUp(),
  });
  /** Counters that units of this process are raising otherwise: how many do, to what, and who waits until they have. */
  readonly #asked = new Map<string, { units: number; highest: number; readonly waiting: (() => void)[] }>();
  /** To what counters were taken to be raised when something turned out not to be as it was taken to be. */
  readonly #doubted = new LRUCache<string, number>({ max: COUNTERS_MAX });
  readonly #quiet = new LRUCache<string, { readonly ms: number; readonly until: number }>({
    max: COUNTERS_MAX,
  });

  /** The next numbers of counters; undefined where not all counters are known. */
  give(agreementNumber: number, raises: readonly Raise[]): readonly NumberClaim[] | undefined {
    const claims: NumberClaim[] = [];
    for (const { name, by, withoutGaps } of raises) {
      const counter = this.#known.get(`${agreementNumber} ${name}`);
      if (counter?.isGood !== true) return undefined;
      claims.push({ name, by, withoutGaps: withoutGaps === true, counter, to: counter.given + by });
    }
    for (const { counter, to } of claims) counter.given = to;
    return claims;
  }

  /** To what counters were raised at once; known when no unit of this process is about to raise them as well. */
  learn(agreementNumber: number, raised: ReadonlyMap<string, number>): void {
    for (const [name, to] of raised) {
      const own = `${agreementNumber} ${name}`;
      const asked = this.#asked.get(own);
      if (asked === undefined) this.#know(own, to);
      else asked.highest = Math.max(asked.highest, to);
    }
  }

  #know(own: string, to: number): void {
    this.#known.delete(own);
    if (this.#isQuiet(own)) return;
    this.#known.set(own, new KnownCounter(to, (from) => void this.#doubted.set(own, from)));
  }

  #isQuiet(own: string): boolean {
    return (this.#quiet.get(own)?.until ?? 0) > Date.now();
  }

  /** A unit is about to raise counters otherwise: what is known of them goes by, and is known again when none is left that does. */
  ask(agreementNumber: number, names: readonly string[]): Asking {
    this.drop(agreementNumber, names);
    const all = names.map((name) => `${agreementNumber} ${name}`);
    for (const own of all) {
      const asked = this.#asked.get(own);
      if (asked === undefined) this.#asked.set(own, { units: 1, highest: 0, waiting: [] });
      else asked.units += 1;
    }
    let isOver = false;
    return {
      end: (raised) => {
        if (isOver) return;
        isOver = true;
        for (const [index, own] of all.entries()) this.#end(own, raised?.get(names[index] as string) ?? 0);
      },
    };
  }

  #end(own: string, to: number): void {
    const asked = this.#asked.get(own);
    if (asked === undefined) return;
    asked.units -= 1;
    asked.highest = Math.max(asked.highest, to);
    if (asked.units > 0) return;
    this.#asked.delete(own);
    if (asked.highest > 0) this.#know(own, asked.highest);
    for (const go of asked.waiting) go();
  }

  /** Resolves when nobody asks any more for the first of the counters that is being asked for, or soon; undefined when none is. */
  settling(agreementNumber: number, raises: readonly Raise[]): Promise<void> | undefined {
    const own = raises.map(({ name }) => `${agreementNumber} ${name}`).find((one) => this.#asked.has(one));
    if (own === undefined || this.#isQuiet(own)) return undefined;
    return new Promise((resolve) => {
      const late = setTimeout(resolve, SETTLING_MS_MAX);
      this.#asked.get(own)?.waiting.push(() => {
        clearTimeout(late);
        resolve();
      });
    });
  }

  /** This process itself raises counters otherwise. */
  drop(agreementNumber: number, names: Iterable<string>): void {
    for (const name of names) this.#known.delete(`${agreementNumber} ${name}`);
  }

  /** Where the database had counters before they were raised otherwise: where not as they were taken to be, others raise them too. */
  found(agreementNumber: number, counters: ReadonlyMap<string, number>): void {
    for (const [name, at] of counters) {
      const own = `${agreementNumber} ${name}`;
      const expected = this.#doubted.get(own);
      this.#doubted.delete(own);
      if (expected !== undefined && expected !== at) this.#avoid(own);
    }
  }

  #avoid(own: string): void {
    const now = Date.now();
    const last = this.#quiet.get(own);
    const isSoon = last !== undefined && now - last.until < 10 * last.ms;
    const ms = isSoon ? Math.min(QUIET_MS_MAX, 2 * last.ms) : QUIET_MS;
    this.#quiet.set(own, { ms, until: now + ms });
  }
}

/**
 * Raises counters to what units of an agreement have taken of them, and checks that nobody else has: they only ever grow, so one sum
 * tells of all of them. Throws `Mistaken` when a unit's numbers have become doubtful, or would leave one out that nobody has written.
 */
export function claiming(
  dialect: Dialect,
  agreementNumber: number,
  claims: readonly NumberClaim[],
): readonly Statement[] {
  if (claims.length === 0) return [];
  type Taken = { readonly counter: KnownCounter; to: number; taken: number; withoutGaps: boolean };
  const byName = new Map<string, Taken>();
  for (const { counter, name, by, to, withoutGaps = false } of claims) {
    const seen = byName.get(name);
    if (!counter.isGood || (seen !== undefined && seen.counter !== counter))
      throw new Mistaken('the numbers of the unit have become doubtful');
    if (seen === undefined) byName.set(name, { counter, to, taken: by, withoutGaps });
    else {
      seen.to = Math.max(seen.to, to);
      seen.taken += by;
      seen.withoutGaps ||= withoutGaps;
    }
  }
  const raises: Raise[] = [];
  let sum = 0;
  for (const [name, { counter, to, taken, withoutGaps }] of [...byName].sort(inOrder)) {
    const { raised } = counter;
    if (withoutGaps && taken !== to - raised) throw new Mistaken('a number before has not been written yet');
    if (to <= raised) continue;
    raises.push({ name, by: to - raised });
    sum += to;
  }
  if (raises.length === 0) return [];
  const { isStill } = dialect.checks as Checks;
  const names = raises.map(({ name }) => name);
  return [raising(dialect, agreementNumber, raises), isStill(sumOfCounters(agreementNumber, names), sum)];
}

function inOrder([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

/** What was claimed is written for good. */
export function wereWritten(claims: readonly NumberClaim[]): void {
  for (const { counter, to } of claims) counter.raised = Math.max(to, counter.raised);
}

/** What was claimed is not written, or may not be; `isMistake`: because something was not as it was taken to be. */
export function wereNotWritten(claims: readonly NumberClaim[], isMistake: boolean): void {
  for (const { counter } of claims) {
    if (isMistake) counter.wasMistaken();
    else counter.giveUp();
  }
}
