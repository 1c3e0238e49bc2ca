import { isRight, type Either } from 'fp-ts/lib/Either.js';
import type { Caller } from '@kontor/studio';
import type { ServiceProvider, WorkInUnit } from './services.js';

/** Undoes a unit of work that has done what it was asked to. */
class RollBack extends Error {
  override readonly name = 'RollBack';
}

/**
 * Does work in a unit of work, undoes all of it, and gives what came of it: for previews and dry runs, of
 * which neither a row stays, nor a number, nor an event. Rejects with what the work throws.
 */
export async function runAndRollBack<F, A>(
  services: Pick<ServiceProvider, 'inTransaction'>,
  caller: Caller,
  work: WorkInUnit<F, A>,
  deadline?: number,
): Promise<Either<F, A>> {
  let outcome: Either<F, A> | undefined;
  try {
    const trying: WorkInUnit<F, A> = (unit, beside) => async () => {
      outcome = await work(unit, beside)();
      if (isRight(outcome)) throw new RollBack();
      return outcome;
    };
    return await services.inTransaction(caller, trying, deadline)();
  } catch (error) {
    if (!(error instanceof RollBack) || outcome === undefined) throw error;
    return outcome;
  }
}
