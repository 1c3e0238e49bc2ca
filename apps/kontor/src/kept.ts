import { isLeft } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** The result of work that cannot be refused as it is asked for here; a refusal is a defect. */
export async function kept<A>(work: TaskEither<{ readonly kind: string }, A>): Promise<A> {
  const done = await work();
  if (isLeft(done)) throw new Error(`refused: ${done.left.kind}`);
  return done.right;
}
