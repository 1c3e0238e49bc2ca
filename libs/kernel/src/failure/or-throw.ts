import { isLeft } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/**
 * The result of work that cannot be refused where it is asked for, such as filling books with data of our
 * own: a refusal is a defect and throws, with the whole refusal in its message.
 */
export async function orThrow<A>(work: TaskEither<{ readonly kind: string }, A>): Promise<A> {
  const done = await work();
  if (isLeft(done)) throw new Error(`refused: ${JSON.stringify(done.left)}`);
  return done.right;
}
