import { Busy } from '@kontor/kernel';
import { NOTHING_LEFT, type Engine } from '../dialect/dialect.js';
import type { Session } from '../statement.js';
import { asPortError, classify, isCommitFailed, NumbersLost } from './errors.js';
import type { ClaimRecord } from './idempotency-keys.js';

const ATTEMPTS_MAX = 8;
const TOTAL_MS_MAX = 3000;
const FIRST_PAUSE_MS = 8;
const PAUSE_MS_MAX = 400;

/**
 * Runs a transaction, and again from the start when it lost against another: at most 8
 * times and 3 s, with pauses of random length so that rivals part. What cannot get its turn
 * ends as `Busy`; an outage as `Unavailable`.
 */
export async function repeatedly<A>(
  engine: Engine,
  attemptOnce: (record: ClaimRecord) => Promise<A>,
): Promise<A> {
  const began = performance.now();
  let isEager = false;
  let isRepairing = false;
  let isLocking = false;
  for (let attempt = 1; ; attempt += 1) {
    const record: ClaimRecord = { hasClaimed: false, isEager, isRepairing, isLocking };
    try {
      return await attemptOnce(record);
    } catch (error) {
      if (!isEager && isFailedPrecondition(engine, error)) {
        // Nothing has to be looked at for new numbers; but whose turn never comes takes them under a lock.
        isEager = attempt > 1 || !(error instanceof NumbersLost);
        count(engine, error);
        continue;
      }
      // What an eager unit makes it has looked at: the number of an event is what is left that may be taken.
      if (!isRepairing && classify(engine.dialect, error) === 'duplicate') {
        isRepairing = true;
        count(engine, error);
        continue;
      }
      if (!mayRunAgain(engine, error, record)) throw asPortError(engine.dialect, error);
      // A claim that may have been kept is asked for by itself.
      isEager ||= isCommitFailed(error) && record.hasClaimed;
      // Who changes master data again and again would come before it each time.
      isLocking ||= classify(engine.dialect, error) === 'preconditionFailed';
      const pause = Math.random() * Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** attempt);
      if (attempt >= ATTEMPTS_MAX || performance.now() - began + pause > TOTAL_MS_MAX) {
        // A connection that breaks every time is an outage, and no matter of turns.
        const kind = classify(engine.dialect, error);
        throw kind === 'lost' || kind === 'failover'
          ? asPortError(engine.dialect, error)
          : new Busy(`the work could not get its turn (attempts: ${attempt})`, { cause: error });
      }
      count(engine, error);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** A transaction over the tables that span agreements. */
export function inGlobalTransaction<A>(engine: Engine, work: (session: Session) => Promise<A>): Promise<A> {
  return repeatedly(engine, () =>
    engine.transaction(async (session) => ({
      keep: true,
      closing: NOTHING_LEFT,
      result: await work(session),
    })),
  );
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
function mayRunAgain({ dialect }: Engine, error: unknown, { hasClaimed, isEager }: ClaimRecord): boolean {
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
