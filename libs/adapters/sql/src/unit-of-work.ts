import { isLeft, isRight, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { Busy, type IdempotencyKeys, type UnitOfWork } from '@kontor/kernel';
import { booksOf, type Shelves, type SqlBooks } from './books.js';
import { Changes } from './changes.js';
import type { Decision, Dialect, Engine } from './dialect/dialect.js';
import { asPortError, isCommitFailed, Mistaken, troubleOf, withPortErrors } from './failures.js';
import { idempotencyKeys, type ClaimRecord } from './idempotency.js';
import { countersBefore, raiseCounters, type Raise, type RaiseCounters } from './number-counter.js';
import { NumberMemory } from './number-memory.js';
import type { Session } from './statement.js';
import { Together } from './together.js';
import { NO_WRITES } from './write-set.js';

const ATTEMPTS_MAX = 8;
const TOTAL_MS_MAX = 3000;
const FIRST_PAUSE_MS = 8;
const PAUSE_MS_MAX = 400;
const RAISES_TOGETHER_MAX = 100;

/** The way into the books: plain reads on the pool, and units of work in transactions that run again when they lose. */
export function unitOfWork(engine: Engine, shelves: Shelves): UnitOfWork<SqlBooks> {
  const { dialect } = engine;
  const reader = withPortErrors(dialect, engine.reader);
  const numbers = new NumberMemory();
  const raiseAtOnce = raisingAtOnce(engine, numbers);
  return {
    read: (agreementNumber) => booksOf(shelves, { agreementNumber, session: reader }, NO_KEYS),
    inTransaction:
      <F, A>(agreementNumber: number, work: (books: SqlBooks) => TaskEither<F, A>): TaskEither<F, A> =>
      () =>
        repeatedly(engine, async (record) => {
          const changes = new Changes(dialect, agreementNumber, { trusts: !record.isCareful, numbers });
          const result = await noticing(engine, changes, () =>
            engine.transaction(async (raw): Promise<Decision<Either<F, A>>> => {
              const session = changes.sessionOver(raw);
              const keys = idempotencyKeys(session, { agreementNumber, dialect, changes, record });
              const done = await proven(
                changes,
                work(
                  booksOf(
                    shelves,
                    {
                      agreementNumber,
                      session,
                      changes,
                      beside: raw,
                      ...(changes.trusts && raiseAtOnce !== undefined && { raiseAtOnce }),
                    },
                    keys,
                  ),
                ),
              );
              if (isLeft(done)) return { keep: false, result: done };
              if (changes.isSpoiled)
                throw new Error('a unit of work went on after a write that was refused halfway');
              return { keep: true, closing: changes.take(), result: done };
            }),
          );
          if (isRight(result)) changes.wereKept();
          else changes.wereUndone();
          return result;
        }),
  };
}

/** What was remembered and turned out not to be so is forgotten, and numbers that were given for nothing. */
async function noticing<A>(engine: Engine, changes: Changes, attempt: () => Promise<A>): Promise<A> {
  try {
    return await attempt();
  } catch (error) {
    if (isMistake(engine, error)) changes.wereMistaken();
    changes.wereUndone();
    throw error;
  }
}

/** A refusal or a defect that rests on writes which may not succeed is no answer: the unit runs again, carefully. */
async function proven<F, A>(changes: Changes, work: TaskEither<F, A>): Promise<Either<F, A>> {
  let result: Either<F, A>;
  try {
    result = await work();
  } catch (error) {
    throw changes.isUnproven ? new Mistaken(error) : error;
  }
  if (isLeft(result) && changes.isUnproven) throw new Mistaken(result.left);
  return result;
}

/** Counters raised for good in a transaction of their own, which several units of an agreement share. */
function raisingAtOnce(engine: Engine, numbers: NumberMemory): RaiseCounters | undefined {
  const { atOnce } = engine;
  if (atOnce === undefined) return undefined;
  const counters = new Together<readonly Raise[], ReadonlyMap<string, number>>(
    RAISES_TOGETHER_MAX,
    (groups, agreementNumber) =>
      repeatedly(engine, () => raisedTogether(atOnce, engine.dialect, agreementNumber, groups, numbers)),
  );
  return (agreementNumber, raises) => counters.join(agreementNumber, raises);
}

/** Raises by what all of them want, and shares it out in the order in which they came. */
async function raisedTogether(
  session: Session,
  dialect: Dialect,
  agreementNumber: number,
  groups: readonly (readonly Raise[])[],
  numbers: NumberMemory,
): Promise<readonly ReadonlyMap<string, number>[]> {
  const sums = new Map<string, number>();
  for (const { name, by } of groups.flat()) sums.set(name, (sums.get(name) ?? 0) + by);
  const raises = [...sums].map(([name, by]) => ({ name, by }));
  numbers.drop(agreementNumber, sums.keys());
  const last = await raiseCounters(session, dialect, agreementNumber, raises);
  const taken = new Map(countersBefore(raises, last));
  numbers.found(agreementNumber, taken);
  numbers.learn(agreementNumber, last);
  return groups.map(
    (group) =>
      new Map(
        group.map(({ name, by }) => {
          const to = (taken.get(name) as number) + by;
          taken.set(name, to);
          return [name, to];
        }),
      ),
  );
}

/** A transaction over the tables that span agreements. */
export function globally<A>(engine: Engine, work: (session: Session) => Promise<A>): Promise<A> {
  return repeatedly(engine, () =>
    engine.transaction(async (session) => ({ keep: true, closing: NO_WRITES, result: await work(session) })),
  );
}

const NO_KEYS: IdempotencyKeys = {
  claim: () => Promise.reject(new Error('books that are open for reading claim no keys')),
  keep: () => Promise.reject(new Error('books that are open for reading keep no answers')),
};

/**
 * Runs a transaction, and again from the start when it lost against another: at most 8 times and 3 s, with pauses of
 * random length so that rivals part. What cannot get its turn ends as `Busy`; an outage as `Unavailable`.
 */
async function repeatedly<A>(engine: Engine, attemptOnce: (record: ClaimRecord) => Promise<A>): Promise<A> {
  const began = Date.now();
  let isCareful = false;
  for (let attempt = 1; ; attempt += 1) {
    const record: ClaimRecord = { hasClaimed: false, isCareful };
    try {
      return await attemptOnce(record);
    } catch (error) {
      if (!isCareful && isMistake(engine, error)) {
        isCareful = true;
        count(engine, error);
        continue;
      }
      if (!mayRunAgain(engine, error, record)) throw asPortError(engine.dialect, error);
      // A claim that may have been kept is asked for by itself.
      isCareful ||= isCommitFailed(error) && record.hasClaimed;
      const pause = Math.random() * Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** attempt);
      if (attempt >= ATTEMPTS_MAX || Date.now() - began + pause > TOTAL_MS_MAX) {
        // A connection that breaks every time is an outage, and no matter of turns.
        const trouble = troubleOf(engine.dialect, error);
        throw trouble === 'lost' || trouble === 'elsewhere'
          ? asPortError(engine.dialect, error)
          : new Busy('the work could not get its turn', { cause: error });
      }
      count(engine, error);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

function count({ dialect, ranAgain }: Engine, error: unknown): void {
  const trouble = troubleOf(dialect, error);
  ranAgain.set(trouble, (ranAgain.get(trouble) ?? 0) + 1);
}

/**
 * A transaction that lost, or whose connection broke before the commit, did nothing. Whether a commit without an answer
 * was kept is unknown: then only a unit that has claimed an idempotency key runs again, because its claim will tell.
 */
function mayRunAgain({ dialect }: Engine, error: unknown, { hasClaimed, isCareful }: ClaimRecord): boolean {
  if (error instanceof Busy) return false;
  const trouble = troubleOf(dialect, error);
  // The first request with the key is still running, and was waited for as long as a caller is kept waiting.
  if (trouble === 'lockWait' && hasClaimed && !isCareful) return false;
  if (trouble === 'conflict' || trouble === 'lockWait' || trouble === 'elsewhere') return true;
  return trouble === 'lost' && (!isCommitFailed(error) || hasClaimed);
}

/** A write that was expected to succeed did not: what is to be refused is found out by running again, carefully. */
function isMistake({ dialect }: Engine, error: unknown): boolean {
  const trouble = troubleOf(dialect, error);
  return dialect.checks !== undefined && (trouble === 'duplicate' || trouble === 'unmet');
}
