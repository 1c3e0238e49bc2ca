import { Busy } from '@kontor/kernel';
import { NOTHING_PENDING, type Engine } from '../dialect/dialect.js';
import type { Session } from '../statement.js';
import { asPortError, classify, isCommitFailed, NumbersLost } from './errors.js';

/** How long a write of what spans agreements waits altogether: as long as one of an agreement's books. */
const GLOBAL_WAITS_MS = 5_000;
const ATTEMPTS_MAX = 8;
const TOTAL_MS_MAX = 3000;
const FIRST_PAUSE_MS = 8;
const PAUSE_MS_MAX = 400;

/** One run of a unit of work. */
export type Attempt = {
  /** The unit writes each thing by itself, to find out what is to be refused. */
  readonly isEager: boolean;
  /** A number was taken that nobody may have: the count of events is brought past those that are there. */
  readonly isRepairing: boolean;
  /** The unit holds the books before it reads, so that nobody raises versions until its commit. */
  readonly isLocking: boolean;
  /** The unit has claimed an idempotency key, which tells whether it was kept. */
  hasClaimed: boolean;
};

/**
 * Runs a transaction, and again from the start when it lost against another: at most 8
 * times and 3 s, with pauses of random length so that rivals part, and once after that when nobody
 * can change what it rests on; not for want of its turn after `deadline`. What cannot get its turn ends as
 * `Busy`; an outage as `Unavailable`.
 */
export async function repeatedly<A>(
  engine: Engine,
  attemptOnce: (attempt: Attempt) => Promise<A>,
  deadline = Infinity,
): Promise<A> {
  const end = Math.min(performance.now() + TOTAL_MS_MAX, deadline);
  let isEager = false;
  let isRepairing = false;
  let isLocking = false;
  for (let tries = 1; ; tries += 1) {
    const attempt: Attempt = { isEager, isRepairing, isLocking, hasClaimed: false };
    try {
      return await attemptOnce(attempt);
    } catch (error) {
      if (!isEager && isFailedPrecondition(engine, error)) {
        // Nothing has to be looked at for new numbers; but whose turn never comes takes them under a lock.
        isEager = tries > 1 || !(error instanceof NumbersLost);
        count(engine, error);
        continue;
      }
      // What an eager unit makes it has looked at: the number of an event is what is left that may be taken.
      if (!isRepairing && classify(engine.dialect, error) === 'duplicate') {
        isRepairing = true;
        count(engine, error);
        continue;
      }
      if (!mayRunAgain(engine, error, attempt)) throw asPortError(engine.dialect, error);
      // A claim that may have been kept is asked for by itself.
      isEager ||= isCommitFailed(error) && attempt.hasClaimed;
      // Who changes master data again and again would come before it each time. Once it is run so that nobody
      // can, however long it took until then.
      const isFirstToLock: boolean = !isLocking && classify(engine.dialect, error) === 'preconditionFailed';
      isLocking ||= isFirstToLock;
      const pause = Math.random() * Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** tries);
      const isLate = !isFirstToLock && performance.now() + pause > end;
      if (tries >= ATTEMPTS_MAX || isLate) {
        // A connection that breaks every time is an outage, and no matter of turns.
        const kind = classify(engine.dialect, error);
        throw kind === 'lost' || kind === 'failover'
          ? asPortError(engine.dialect, error)
          : new Busy(`the work could not get its turn (attempts: ${tries})`, { cause: error });
      }
      count(engine, error);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** A transaction over the tables that span agreements; it has a deadline of its own, whoever asks for it. */
export function inGlobalTransaction<A>(engine: Engine, work: (session: Session) => Promise<A>): Promise<A> {
  const deadline = performance.now() + GLOBAL_WAITS_MS;
  const once = (): Promise<A> =>
    engine.transaction(
      async (session) => ({ commit: true, pending: NOTHING_PENDING, result: await work(session) }),
      deadline,
    );
  return repeatedly(engine, once, deadline);
}

function count({ dialect, ranAgain }: Engine, error: unknown): void {
  const kind = classify(dialect, error);
  ranAgain.set(kind, (ranAgain.get(kind) ?? 0) + 1);
}

/**
 * A transaction that lost, or whose connection broke before the commit, did nothing. Whether a
 * commit without an answer was kept is unknown: then only a unit that has claimed an idempotency
 * key runs again, because its claim will tell.
 */
function mayRunAgain({ dialect }: Engine, error: unknown, { hasClaimed, isEager }: Attempt): boolean {
  const kind = classify(dialect, error);
  // The first request with the key is still running, and was waited for as long as a caller is kept waiting.
  if (kind === 'lockWait' && hasClaimed && !isEager) return false;
  if (kind === 'conflict' || kind === 'lockWait' || kind === 'failover') return true;
  // An eager unit has read what is so now, and it has changed again before the commit.
  if (kind === 'preconditionFailed') return true;
  return kind === 'lost' && (!isCommitFailed(error) || hasClaimed);
}

/**
 * An effect that was expected to come about did not: what is to be refused is
 * found out by running again eagerly.
 */
export function isFailedPrecondition({ dialect }: Engine, error: unknown): boolean {
  const kind = classify(dialect, error);
  return dialect.checks !== undefined && (kind === 'duplicate' || kind === 'preconditionFailed');
}
