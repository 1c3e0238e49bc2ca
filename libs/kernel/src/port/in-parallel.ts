import { isLeft, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/**
 * Runs steps that do not depend on each other. All begin in the same turn of the event loop, in their order,
 * so that their reads are sent together. When all have ended, the refusal of the first one that refused
 * counts.
 */
export function inParallel<F, A extends Readonly<Record<string, unknown>>>(steps: {
  readonly [K in keyof A]: TaskEither<F, A[K]>;
}): TaskEither<F, A> {
  return async () => {
    const names = Object.keys(steps);
    const done = await Promise.all(Object.values(steps).map((step: TaskEither<F, unknown>) => step()));
    const refused = done.find(isLeft);
    if (refused !== undefined) return refused;
    const values = done.map((one, index) => [names[index], isLeft(one) ? undefined : one.right]);
    return right(Object.fromEntries(values));
  };
}
