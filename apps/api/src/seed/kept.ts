import { isLeft } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** A refusal while filling is a defect of the data. */
export async function kept<A>(work: TaskEither<{ readonly kind: string }, A>): Promise<A> {
  const done = await work();
  if (isLeft(done)) throw new Error(`the standard books are wrong: ${JSON.stringify(done.left)}`);
  return done.right;
}
