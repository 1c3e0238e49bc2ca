import { isLeft, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/**
 * Steps that wait for nothing of each other: all begin in the same turn, in their order, so that what they
 * read goes out together. Refused is what the first of them in that order refuses, when all have ended.
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
