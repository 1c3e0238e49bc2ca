/** How fast the requests of one client are sent. */
export type Pace = {
  /** When an answer last came whole, to any of them. */
  answered: number;
  /** Waits for its turn, before those who wait for their first; throws the reason of the signal. */
  enter(isRetry: boolean, signal: AbortSignal): Promise<void>;
  /** Its answer is there, or will not come. */
  leave(): void;
  /** It was not refused for coming too soon. */
  passed(): void;
  /** It was refused for coming too soon, with so long to wait. */
  refused(waitMs: number): void;
};

/** A rest is up to so much longer than asked for, at random: many clients do not come back together. */
const JITTER = 0.2;
/** So many rounds without a refusal, and the next may be larger by one. */
const CLEAN_ROUNDS = 3;

/**
 * At most `parallel` requests are under way at once. After a 429 all rest, once and together, and from then
 * on go in rounds: as many as passed before the refusal, then a rest of the time that the service asked for.
 * Who asks for less than a round in that time is free of rounds again: a round that took longer than the rest
 * was not spent. Time is not that of day, which, once set back by an hour, would let nobody send for as long.
 */
export function paceOf(parallel: number): Pace {
  const queue: (() => void)[] = [];
  let underWay = 0;
  let opensAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restMs = 1000;
  let most = Infinity;
  let clean = 0;
  let round = { began: 0, sent: 0, passed: 0 };

  const rest = (ms: number): void => {
    opensAt = performance.now() + ms * (1 + Math.random() * JITTER);
    round = { began: opensAt, sent: 0, passed: 0 };
  };
  const next = (): void => {
    clearTimeout(timer);
    while (queue.length > 0 && underWay < parallel) {
      const now = performance.now();
      if (round.sent >= most) {
        clean += 1;
        if (clean % CLEAN_ROUNDS === 0) most += 1;
        rest(restMs);
      } else if (now < opensAt) {
        timer = setTimeout(next, opensAt - now);
        return;
      } else {
        if (now - round.began >= restMs) {
          if (round.sent > 0) most = Infinity;
          round = { began: now, sent: 0, passed: 0 };
        }
        round.sent += 1;
        underWay += 1;
        queue.shift()?.();
      }
    }
  };
  return {
    answered: 0,
    enter: (isRetry, signal) =>
      new Promise((resolve, reject) => {
        const stop = (): void => {
          queue.splice(queue.indexOf(go), 1);
          next();
          reject(signal.reason as Error);
        };
        const go = (): void => {
          signal.removeEventListener('abort', stop);
          resolve();
        };
        signal.throwIfAborted();
        signal.addEventListener('abort', stop);
        if (isRetry) queue.unshift(go);
        else queue.push(go);
        next();
      }),
    leave: () => {
      underWay -= 1;
      next();
    },
    passed: () => void (round.passed += 1),
    refused: (ms) => {
      if (performance.now() < opensAt) return;
      most = Math.max(1, round.passed);
      clean = 0;
      restMs = ms;
      rest(ms);
    },
  };
}
