/** Thrown at those who wait for a server that has stopped answering. */
export class NotAnswering extends Error {
  readonly code = 'KONTOR_NOT_ANSWERING';
  constructor() {
    super('the database does not answer');
  }
}

type Waiting = { readonly since: number; readonly isLimited: boolean; giveUp: (() => void) | undefined };

/** What is waited for, beside what begins it. */
export type Awaited = {
  /** What it leads to comes from the server, which is alive then: no connection that lay ready. */
  readonly isHeard?: boolean;
  /** The server ends it within seconds: whoever waits for much longer waits for nothing. */
  readonly isLimited?: boolean;
};

const LOOK_EVERY_MS = 200;
const SUSPECT_AFTER_MS = 800;
const PROBE_TIMEOUT_MS = 800;
/**
 * The server ends a statement after 5 s and lets a lock be waited for as long; some go in one round trip.
 * What is not answered then is on a connection that leads nowhere any more, though the server greets others.
 */
const ANSWERED_WITHIN_MS = 20_000;

/**
 * Tells a slow statement from a server that hangs. A statement may take 5 s and a lock may be waited for as
 * long, so waiting alone proves nothing; but when something has waited for a while and the server does not
 * even greet a new connection, everything that waits is given up, well within the 2 s in which a caller is
 * owed an answer. A server that answers others meanwhile is alive, however long the greeting takes; so is one
 * whose greeting this process was too busy to read.
 */
export class HangDetector {
  readonly #waiting = new Set<Waiting>();
  readonly #probe: (timeoutMs: number) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #lastLook = 0;
  #lastAnswer = 0;
  #trustedUntil = 0;
  #isProbing = false;
  readonly #answeredWithinMs: number;
  #tellOfHang = (): void => undefined;

  constructor(
    probe: (timeoutMs: number) => Promise<void>,
    { answeredWithinMs = ANSWERED_WITHIN_MS }: { readonly answeredWithinMs?: number } = {},
  ) {
    this.#probe = probe;
    this.#answeredWithinMs = answeredWithinMs;
  }

  /**
   * What `begin` leads to, or `NotAnswering`; then what `begin` gave is called, to free what it holds.
   */
  over<A>(
    begin: (resolve: (value: A) => void, reject: (error: Error) => void) => () => void,
    { isHeard = true, isLimited = true }: Awaited = {},
  ): Promise<A> {
    return new Promise<A>((resolve, reject) => {
      const waiting: Waiting = { since: performance.now(), isLimited, giveUp: undefined };
      const done =
        <V>(settle: (value: V) => void) =>
        (value: V): void => {
          this.#waiting.delete(waiting);
          // A set that is written all the time leaves old tables behind, which hold what was in them until
          // V8's next full collection: what was waited for is not to be kept with it.
          waiting.giveUp = undefined;
          settle(value);
        };
      this.#waiting.add(waiting);
      const heard = (value: A): void => {
        if (isHeard) this.#lastAnswer = performance.now();
        resolve(value);
      };
      const abandon = begin(done(heard), done(reject));
      waiting.giveUp = () => {
        this.#waiting.delete(waiting);
        reject(new NotAnswering());
        abandon();
      };
      if (this.#timer === undefined) this.#start();
    });
  }

  /** `told`: called each time that the server was found to hang, when what waited for it was given up. */
  onHang(told: () => void): void {
    this.#tellOfHang = told;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #start(): void {
    this.#lastLook = performance.now();
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  #look(): void {
    const now = performance.now();
    const wasAsleep = now - this.#lastLook > 2 * LOOK_EVERY_MS;
    this.#lastLook = now;
    if (this.#waiting.size === 0) return this.stop();
    // When this process itself was busy, its answers may lie unread in the socket.
    if (!wasAsleep) this.#giveUpLate(now);
    if (wasAsleep || this.#isProbing || now < this.#trustedUntil) return;
    if (now - this.#lastAnswer < SUSPECT_AFTER_MS) return;
    const [oldest] = this.#waiting;
    if (oldest !== undefined && now - oldest.since > SUSPECT_AFTER_MS) void this.#ask(now);
  }

  /** Those that wait longest are the first of all. */
  #giveUpLate(now: number): void {
    for (const waiting of this.#waiting) {
      if (now - waiting.since < this.#answeredWithinMs) return;
      if (waiting.isLimited) waiting.giveUp?.();
    }
  }

  async #ask(now: number): Promise<void> {
    this.#isProbing = true;
    try {
      await this.#probe(PROBE_TIMEOUT_MS);
      this.#trustedUntil = performance.now() + SUSPECT_AFTER_MS;
    } catch (error) {
      if (this.#lastAnswer > now || isOwnDelay(error, performance.now() - now)) return;
      for (const waiting of this.#waiting) if (waiting.since <= now) waiting.giveUp?.();
      this.#tellOfHang();
    } finally {
      this.#isProbing = false;
    }
  }
}

/**
 * A greeting that this process was too busy to read in time; whoever refuses has been heard in time enough.
 */
function isOwnDelay(error: unknown, tookMs: number): boolean {
  const isTimeout = (error as { readonly code?: unknown } | undefined)?.code === 'ETIMEDOUT';
  return isTimeout && tookMs > PROBE_TIMEOUT_MS + LOOK_EVERY_MS;
}
