import { Random } from './random.js';
import { real, type Platform } from './globals.js';

/** Something that lives and dies as a process does; what it has to do goes with it. */
export type Owner = {
  readonly name: string;
  isDead: boolean;
  /** It does nothing until then, as a process that was stopped; its clock goes on. */
  pausedUntil: number;
};

type Waiting = {
  readonly owner: Owner;
  readonly label: string;
  readonly run: () => void;
  readonly line: number;
};
type Timer = {
  readonly id: number;
  readonly owner: Owner;
  readonly run: () => void;
  readonly every: number | undefined;
  /** Asked for by `setImmediate`. */
  readonly isSoon: boolean;
  due: number;
};

/** Who is not of any process: the database server, the network, the clients. */
export const OUTSIDE: Owner = { name: 'outside', isDead: false, pausedUntil: 0 };

/** Time passes by so much with each thing that happens, at most. */
const STEP_MS = 0.8;
/** So often time leaps to the next timer although something else could happen before it. */
const LEAP = 0.02;
/** In milliseconds of the world: so far its time leaps at most, unless everything is to be slow. */
export const NEAR_MS = 20;

/**
 * A world that a seed decides: what could happen next waits, and one of it is chosen; time passes as it
 * goes on. Nothing here asks a real clock, and between two things that happen everything that follows at
 * once has come to rest.
 */
export class World implements Platform {
  random: Random;
  /** What the service draws comes of another seed, so that how much it draws does not move the rest. */
  #given: Random;
  readonly #waiting: Waiting[] = [];
  readonly #timers = new Map<number, Timer>();
  #monotonic = 1_000;
  #wallAhead: number;
  #lastId = 0;
  #line = 0;
  #current: Owner = OUTSIDE;
  #digest = 0x811c9dc5;
  happened = 0;
  /** So far it leaps at most: everything is slow where it is far. */
  leapMs = NEAR_MS;
  /** Told of each thing that happens: for whoever reads a run. */
  told: ((line: string) => void) | undefined;

  constructor(seed: number, startsAt: number) {
    this.random = new Random(seed);
    this.#given = new Random(seed ^ 0x5bd1e995);
    this.#wallAhead = startsAt - this.#monotonic;
  }

  /** Throws anew from here on, so that what came before does not move what comes. */
  reseed(seed: number): void {
    this.random = new Random(seed);
    this.#given = new Random(seed ^ 0x5bd1e995);
  }

  wall(): number {
    return Math.floor(this.#monotonic + this.#wallAhead);
  }

  monotonic(): number {
    return this.#monotonic;
  }

  /** Runs this as somebody's code: what it asks for until all has come to rest goes with it. */
  as<A>(owner: Owner, work: () => A): A {
    this.#current = owner;
    return work();
  }

  word(): number {
    return this.#given.word();
  }

  /** Somebody sets the wall clock. */
  setClock(by: number): void {
    this.#wallAhead += by;
    this.note(`clock ${by}`);
  }

  timer(run: () => void, milliseconds: number, repeats: boolean, owner = this.#current): number {
    this.#lastId += 1;
    const id = this.#lastId;
    if (owner.isDead) return id;
    this.#timers.set(id, {
      id,
      owner,
      run,
      every: repeats ? milliseconds : undefined,
      isSoon: false,
      due: this.#monotonic + milliseconds,
    });
    return id;
  }

  /** It runs whoever is killed meanwhile: others may wait for what it wakes (`breathe`). */
  soon(run: () => void, owner = this.#current): number {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#timers.set(id, {
      id,
      owner: OUTSIDE,
      run: () => this.as(owner, run),
      every: undefined,
      isSoon: true,
      due: this.#monotonic,
    });
    return id;
  }

  clear(id: number): void {
    this.#timers.delete(id);
  }

  /** Something that can happen from now on, in any order with the rest. */
  later(owner: Owner, label: string, run: () => void): void {
    if (owner.isDead) return;
    this.#line += 1;
    this.#waiting.push({ owner, label, run, line: this.#line });
  }

  /** Resolves when its turn comes. */
  turn(owner: Owner, label: string): Promise<void> {
    return new Promise((resolve) => this.later(owner, label, resolve));
  }

  /**
   * A process is gone, and all that it had still to do. Code of it that waits for a time goes on at once: it
   * meets a database that answers nothing, and ends.
   */
  kill(owner: Owner): void {
    owner.isDead = true;
    for (let at = this.#waiting.length - 1; at >= 0; at -= 1)
      if (this.#waiting[at]?.owner === owner) this.#waiting.splice(at, 1);
    for (const timer of [...this.#timers.values()]) {
      if (timer.owner !== owner) continue;
      this.#timers.delete(timer.id);
      if (timer.every === undefined) this.soon(timer.run, owner);
    }
  }

  /** Lets things happen until it is so. Throws where it never comes to be so. */
  async until(isSo: () => boolean, stepsMax = 200_000): Promise<void> {
    await rest();
    for (let steps = 0; !isSo(); steps += 1) {
      if (steps > stepsMax) throw new Stuck(`nothing came of ${stepsMax} steps`);
      if (!this.#next()) throw new Stuck('nobody has anything to do any more, and somebody waits');
      await rest();
    }
  }

  /**
   * Lets what was asked for at once happen, and nothing else: modules remember that they wait for it, longer
   * than a world lasts.
   */
  async comeToRest(): Promise<void> {
    for (;;) {
      await rest();
      const now = [...this.#timers.values()].filter(({ isSoon }) => isSoon);
      if (now.length === 0) return;
      for (const timer of now) this.#fire({ timer, at: this.#monotonic });
    }
  }

  /** Everything that happened, in one number. */
  get digest(): number {
    return this.#digest >>> 0;
  }

  /** Goes into the digest. */
  note(line: string): void {
    this.told?.(line);
    let digest = this.#digest;
    for (let at = 0; at < line.length; at += 1) digest = Math.imul(digest ^ line.charCodeAt(at), 0x01000193);
    this.#digest = digest;
  }

  #next(): boolean {
    const now = this.#monotonic;
    const ready = this.#waiting.filter(({ owner }) => owner.pausedUntil <= now);
    const due = this.#nextTimer();
    const isNear = due !== undefined && due.at - now <= this.leapMs;
    if (due !== undefined && (ready.length === 0 || (isNear && this.random.chance(LEAP))))
      return this.#fire(due);
    if (due !== undefined && due.at <= now && this.random.chance(0.5)) return this.#fire(due);
    if (ready.length === 0) {
      const wakes = this.#waiting.map(({ owner }) => owner.pausedUntil);
      if (wakes.length === 0) return false;
      this.#monotonic = Math.max(now, Math.min(...wakes));
      return true;
    }
    const chosen = this.random.oneOf(ready);
    this.#waiting.splice(this.#waiting.indexOf(chosen), 1);
    this.#monotonic += this.random.share() * STEP_MS;
    this.#happen(chosen.owner, chosen.label, chosen.run);
    return true;
  }

  #nextTimer(): { readonly timer: Timer; readonly at: number } | undefined {
    let first: { timer: Timer; at: number } | undefined;
    for (const timer of this.#timers.values()) {
      const at = Math.max(timer.due, timer.owner.pausedUntil);
      if (first === undefined || at < first.at) first = { timer, at };
    }
    return first;
  }

  #fire({ timer, at }: { readonly timer: Timer; readonly at: number }): boolean {
    this.#monotonic = Math.max(this.#monotonic, at);
    if (timer.every === undefined) this.#timers.delete(timer.id);
    else timer.due = this.#monotonic + timer.every;
    this.#happen(timer.owner, 'timer', timer.run);
    return true;
  }

  #happen(owner: Owner, label: string, run: () => void): void {
    this.happened += 1;
    this.note(`${owner.name} ${label}`);
    this.as(owner, run);
  }
}

/** Somebody waits for what never happens. */
export class Stuck extends Error {
  override readonly name = 'Stuck';
}

/** Resolves when everything that follows at once has happened. */
function rest(): Promise<void> {
  return new Promise((resolve) => void real.setImmediate(resolve));
}
