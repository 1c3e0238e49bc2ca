import { defined } from '@kontor/kernel';

/**
 * Whose work it is. Agreements and strangers take turns as two groups, so that no number of
 * strangers outweighs those who are known.
 */
export type Flow = { readonly group: 'known' | 'stranger'; readonly name: string };

/** How many requests are worked on at once and how many may wait. */
export type QueueLimits = {
  /**
   * How many work at once, at most and at least: the places follow the delay of the event loop
   * between the two, and begin with twice the least. In a crowd each flow has as few as if there were
   * the least.
   */
  readonly placesMax: number;
  readonly placesMin: number;
  /** How many may wait, of all flows together. */
  readonly waitingMax: number;
  /** What would wait longer is refused at once. */
  readonly timeoutMs: number;
  /** With a longer delay of the event loop there are fewer places, with a shorter one more. */
  readonly loopDelayMs: number;
};

/** What the service runs with. */
export const QUEUE_LIMITS: QueueLimits = {
  placesMax: 64,
  placesMin: 4,
  waitingMax: 1_000,
  timeoutMs: 5_000,
  loopDelayMs: 25,
};

/** What a queue looks at. */
export type QueueDependencies = {
  /** Milliseconds of a clock that is never set. */
  readonly now: () => number;
  /** Whether more is at work than the process gets on with at once: what is begun now would wait inside. */
  readonly isOverloaded: () => boolean;
  /**
   * Whether nothing more is to be begun in this turn of the event loop, which lasts since long before `now`.
   */
  readonly isTurnOver: (now: number) => boolean;
  /** Goes on in the next turn of the event loop. */
  readonly inNextTurn: (go: () => void) => void;
};

/** How full a queue is, for the metrics. */
export type QueueLoad = {
  readonly running: number;
  readonly waiting: number;
  readonly places: number;
  readonly oldestMs: number;
};

/** Work that waits for its place; it is begun, or told that it is refused. */
type Waiting = { readonly begin: () => void; readonly refuse: () => void; readonly since: number };
type Line = {
  readonly flow: Flow;
  readonly waiting: Waiting[];
  running: number;
  /** How long its own work takes; at first as long as that of all. */
  meanMs: number;
};
type Group = { readonly lines: Line[]; next: number };

/** A flow that had work within this time counts among those who share the places. */
const PRESENT_MS = 1_000;
/** How much a new duration counts in the mean. */
const WEIGHT = 0.05;

/**
 * Places for work, shared among flows in turns: while two flows or more have work, none has more
 * than half of the places, and a place that falls free goes to the next flow in turn, whoever has
 * how much waiting. So what a flow waits depends on how many flows there are, and not on how much
 * another of them asks for. What would not have its turn within the deadline is refused when it
 * comes. No turn of the event loop begins more than it has time for: what comes beyond waits for the next
 * one.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #now: () => number;
  readonly #isOverloaded: () => boolean;
  readonly #isTurnOver: (now: number) => boolean;
  readonly #inNextTurn: (go: () => void) => void;
  readonly #lines = new Map<string, Line>();
  readonly #groups: Readonly<Record<Flow['group'], Group>> = {
    known: { lines: [], next: 0 },
    stranger: { lines: [], next: 0 },
  };
  readonly #lastSeen = new Map<string, number>();
  #places: number;
  #running = 0;
  #waiting = 0;
  #meanMs = 5;
  #turn: Flow['group'] = 'known';
  #willGive = false;
  /** What had begun before then could not get on: how long it took tells nothing of what comes. */
  #gotOnAt = -Infinity;
  /** Since the event loop was looked at, all places were taken. */
  #wereTaken = false;

  constructor(limits: QueueLimits, { now, isOverloaded, isTurnOver, inNextTurn }: QueueDependencies) {
    this.#limits = limits;
    this.#now = now;
    this.#isOverloaded = isOverloaded;
    this.#isTurnOver = isTurnOver;
    this.#inNextTurn = inNextTurn;
    this.#places = Math.min(limits.placesMax, 2 * limits.placesMin);
  }

  /**
   * What is at work, what waits, for how many there are places, and how long the first in a line has waited.
   */
  get load(): QueueLoad {
    const lines = [...this.#groups.known.lines, ...this.#groups.stranger.lines];
    const first = Math.min(this.#now(), ...lines.map(({ waiting }) => waiting[0]?.since ?? this.#now()));
    return {
      running: this.#running,
      waiting: this.#waiting,
      places: this.#places,
      oldestMs: Math.max(0, this.#now() - first),
    };
  }

  /** Begins work now or later, or refuses it now: `begin` is given what to call when the work is done. */
  enter(flow: Flow, begin: (done: () => void) => void, refuse: () => void): void {
    const now = this.#now();
    const line = this.#lineOf(flow, now);
    const start = (): void => this.#start(line, begin);
    const hasPlace = this.#running < this.#places && line.running < this.#share();
    if (hasPlace && this.#waiting === 0 && !this.#isTurnOver(now)) return start();
    // Who only waits for the next turn of the event loop waits for no place.
    if (!hasPlace && this.#isHopeless(line)) return refuse();
    this.#wait(line, { begin: start, refuse, since: now }, 'last');
  }

  /** The same for what was at work before: it is the next of its flow, or what it did would be lost. */
  enterAgain(flow: Flow, begin: (done: () => void) => void, refuse: () => void): void {
    const now = this.#now();
    const line = this.#lineOf(flow, now);
    const start = (): void => this.#start(line, begin);
    this.#wait(line, { begin: start, refuse, since: now }, 'first');
  }

  #wait(line: Line, waiting: Waiting, place: 'first' | 'last'): void {
    if (line.waiting.length === 0) this.#groups[line.flow.group].lines.push(line);
    if (place === 'first') line.waiting.unshift(waiting);
    else line.waiting.push(waiting);
    this.#waiting += 1;
    this.#give();
  }

  /**
   * Follows the delay of the event loop, as it is measured every so often, and forgets who is gone. There are
   * more places only when all were taken: a process that was never busy is cold, and would begin 64 requests
   * before its event loop is seen to be late (`docs/internals/holding.md`).
   */
  adjust(loopDelayMs: number): void {
    const { placesMax, placesMin, loopDelayMs: most } = this.#limits;
    const wereTaken = this.#wereTaken || this.#running >= this.#places;
    this.#wereTaken = false;
    this.#places =
      loopDelayMs > most
        ? Math.max(placesMin, Math.floor(this.#places * 0.75))
        : Math.min(placesMax, this.#places + (wereTaken ? 4 : 0));
    this.#refuseLate();
    const before = this.#now() - PRESENT_MS;
    for (const [name, seen] of this.#lastSeen) {
      const line = this.#lines.get(name);
      if (line !== undefined && line.running + line.waiting.length > 0) continue;
      if (seen < before) {
        this.#lastSeen.delete(name);
        this.#lines.delete(name);
      }
    }
    this.#give();
  }

  /** Refuses all that waits: what is at work cannot get on, nor would each few that are let in after it. */
  refuseWaiting(): void {
    this.#gotOnAt = this.#now();
    this.#refuseOlder(Infinity);
  }

  /** Refuses what waits too long, also while no place falls free: whoever asks is owed an answer. */
  #refuseLate(): void {
    this.#refuseOlder(this.#now() - this.#limits.timeoutMs);
  }

  /** Refuses what has waited since before then. */
  #refuseOlder(since: number): void {
    for (const { lines } of Object.values(this.#groups)) {
      for (const line of lines.slice()) {
        for (let [first] = line.waiting; first !== undefined && first.since < since; [first] = line.waiting) {
          this.#waiting -= 1;
          line.waiting.shift();
          first.refuse();
        }
        if (line.waiting.length === 0) lines.splice(lines.indexOf(line), 1);
      }
    }
  }

  #lineOf(flow: Flow, now: number): Line {
    const name = `${flow.group} ${flow.name}`;
    this.#lastSeen.set(name, now);
    let line = this.#lines.get(name);
    if (line === undefined)
      this.#lines.set(name, (line = { flow, waiting: [], running: 0, meanMs: this.#meanMs }));
    return line;
  }

  /** How many of one flow may be at work; few where more would not be done sooner, and others would wait. */
  #share(): number {
    const places = this.#isOverloaded() ? this.#limits.placesMin : this.#places;
    return this.#lines.size > 1 ? Math.max(1, Math.ceil(places / 2)) : places;
  }

  /**
   * Whether what enters the line now would wait too long, or there is no room for it. It waits as its own
   * flow goes on, which has places of its own: by how long the work of all takes, who asks for little was
   * refused beside 16 drafts of 1,000 lines.
   */
  #isHopeless({ flow, waiting, meanMs }: Line): boolean {
    const { known, stranger } = this.#groups;
    const flows = Math.max(1, this.#groups[flow.group].lines.length);
    const groups = known.lines.length > 0 && stranger.lines.length > 0 ? 2 : 1;
    const before = (waiting.length + 1) * flows * groups;
    if (this.#waiting >= this.#limits.waitingMax) return true;
    // A flow with little waiting has room, whoever else waits.
    if (waiting.length >= Math.max(4, this.#limits.waitingMax / (2 * flows * groups))) return true;
    return (before * meanMs) / this.#places > this.#limits.timeoutMs;
  }

  #start(line: Line, begin: (done: () => void) => void): void {
    const began = this.#now();
    let isDone = false;
    line.running += 1;
    this.#running += 1;
    if (this.#running >= this.#places) this.#wereTaken = true;
    begin(() => {
      if (isDone) return;
      isDone = true;
      line.running -= 1;
      this.#running -= 1;
      if (began >= this.#gotOnAt) {
        const took = this.#now() - began;
        this.#meanMs += WEIGHT * (took - this.#meanMs);
        line.meanMs += WEIGHT * (took - line.meanMs);
      }
      this.#give();
    });
  }

  #give(): void {
    while (this.#waiting > 0 && this.#running < this.#places) {
      const now = this.#now();
      if (this.#isTurnOver(now)) return this.#giveInNextTurn();
      const next = this.#next();
      if (next === undefined) return;
      this.#waiting -= 1;
      if (now - next.since > this.#limits.timeoutMs) next.refuse();
      else next.begin();
    }
  }

  #giveInNextTurn(): void {
    if (this.#willGive) return;
    this.#willGive = true;
    this.#inNextTurn(() => {
      this.#willGive = false;
      this.#give();
    });
  }

  /** The first of the line whose turn it is; of the other group where this one has none that may begin. */
  #next(): Waiting | undefined {
    const first = this.#groups[this.#turn];
    this.#turn = this.#turn === 'known' ? 'stranger' : 'known';
    return this.#nextOf(first) ?? this.#nextOf(this.#groups[this.#turn]);
  }

  #nextOf(group: Group): Waiting | undefined {
    const share = this.#share();
    for (let tried = 0; tried < group.lines.length; tried += 1) {
      const at = group.next % group.lines.length;
      const line = defined(group.lines[at]);
      if (line.running >= share) {
        group.next = at + 1;
        continue;
      }
      const first = line.waiting.shift();
      if (line.waiting.length === 0) group.lines.splice(at, 1);
      else group.next = at + 1;
      return first;
    }
    return undefined;
  }
}
