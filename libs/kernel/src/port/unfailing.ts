import { isRight } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** What a port gives that refuses nothing, for a function that awaits. Rejects as the port does. */
export async function unfailing<A>(read: TaskEither<never, A>): Promise<A> {
  const given = await read();
  // A Left cannot be made: its type is never.
  if (isRight(given)) return given.right;
  return given.left;
}
