/** So long a piece of work goes on before others have their turn of the event loop. */
const TURN_MS = 8;

/** When what runs now was first seen in this turn of the event loop. */
let since: number | undefined;
/** Who waits to go on, in the order they came. */
const line: (() => void)[] = [];
/** Who waits to tell something that costs next to nothing, and goes on beside the next in `line`. */
const aheadOfLine: (() => void)[] = [];
/** Nobody who waited has gone on in this turn yet. */
let isFirst = true;
/** Something came in this turn of which there may be more (`letMoreCome`), and since when it goes first. */
let hasCome = false;
let comingSince = -Infinity;

/**
 * To be awaited between the pieces of work that may be large, such as the lines of a document: lets others
 * have their turn where this one has gone on for long, and costs next to nothing otherwise. So what one
 * request asks for never holds up the rest for longer than a piece takes, and neither do many at once: who
 * waited goes on one after the other, each for as long as a turn may take (`docs/internals/holding.md`).
 */
export function breathe(): Promise<void> | undefined {
  return waitIn(line);
}

/**
 * The same for what costs next to nothing and that somebody waits for who soon gives up, such as whether the
 * process lives: one of these goes on beside each of the others. Where turns are long, as where many requests
 * are refused, one piece of work goes on in each, and a probe behind as many as there are places would come
 * too late: a process that is only busy would be taken for dead.
 */
export function breatheAhead(): Promise<void> | undefined {
  return waitIn(aheadOfLine);
}

function waitIn(ofThese: (() => void)[]): Promise<void> | undefined {
  const now = performance.now();
  if (now - began(now) < TURN_MS) return undefined;
  return new Promise((resolve) => {
    ofThese.push(resolve);
    setImmediate(letNextGoOn);
  });
}

/**
 * Whether this turn of the event loop has lasted so long that nothing more may begin in it; `now`: by
 * `performance.now()`, in ms. Without this, requests that need not wait would follow each other in one turn
 * for as long as there are any, and timers, other connections and health checks would starve.
 */
export function isTurnOver(now: number): boolean {
  return isComing(now) || now - began(now) >= TURN_MS;
}

/**
 * To be called where something has come that Node takes one of in each turn of the event loop, as connections
 * are since Node 20: there may be more. So what waits to go on, or to be begun, lets turns pass in which
 * something came, for as long as one of its own may take. Otherwise each connection would wait for as many
 * turns of work as there are connections before it, 5 s beside 200 that ask for long lists
 * (`docs/internals/holding.md`).
 */
export function letMoreCome(): void {
  const now = performance.now();
  // What waited has had as long in between.
  if (now - comingSince >= 2 * TURN_MS) comingSince = now;
  hasCome = true;
  setImmediate(() => (hasCome = false));
}

function isComing(now: number): boolean {
  return hasCome && now - comingSince < TURN_MS;
}

/** Whether there is more to do than fits into a turn of the event loop: somebody waits to go on. */
export function isLoopCrowded(): boolean {
  return line.length > 0;
}

/** When this turn began; it ends with the next round of `setImmediate`. */
function began(now: number): number {
  if (since === undefined) {
    since = now;
    setImmediate(() => (since = undefined));
  }
  return since;
}

/** One goes on in each turn at least, and more of them while the turn has time. */
function letNextGoOn(): void {
  const now = performance.now();
  if (isFirst) {
    isFirst = false;
    // Stands before whatever waits for the next round, since nothing of this one has gone on yet.
    setImmediate(() => (isFirst = true));
    since = undefined;
  }
  if (isTurnOver(now)) return void setImmediate(letNextGoOn);
  aheadOfLine.shift()?.();
  line.shift()?.();
}

/**
 * The same as `items.map(change)`, with turns for others between. `atOnce`: of so many items the clock is
 * looked at once, where all of them are small.
 */
export async function mapInTurns<A, B>(
  items: readonly A[],
  change: (item: A, index: number) => B,
  atOnce = 1,
): Promise<readonly B[]> {
  const changed: B[] = [];
  for (let index = 0; index < items.length; index += 1) {
    changed.push(change(items[index] as A, index));
    if ((index + 1) % atOnce > 0) continue;
    const pause = breathe();
    if (pause !== undefined) await pause;
  }
  return changed;
}

/** Goes through the steps of a long piece of work with turns for others between; gives what it comes to. */
export async function inTurns<A>(steps: Iterator<unknown, A>): Promise<A> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    const pause = breathe();
    if (pause !== undefined) await pause;
  }
}

/** The same at once, for programs that serve nobody meanwhile. */
export function atOnce<A>(steps: Iterator<unknown, A>): A {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
