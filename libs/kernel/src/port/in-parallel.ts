import { isLeft, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

type Steps = Readonly<Record<string, TaskEither<unknown, unknown>>>;
type FailureOf<S> = S extends TaskEither<infer F, unknown> ? F : never;
type ValueOfStep<S> = S extends TaskEither<unknown, infer A> ? A : never;

/**
 * Steps that wait for nothing of each other: all begin in the same turn, in their order, so that what they
 * read goes out together. Refused is what the first of them in that order refuses, when all have ended.
 */
export function inParallel<S extends Steps>(
  steps: S,
): TaskEither<FailureOf<S[keyof S]>, { readonly [K in keyof S]: ValueOfStep<S[K]> }> {
  return async () => {
    const names = Object.keys(steps);
    const done = await Promise.all(Object.values(steps).map((step) => step()));
    const refused = done.find(isLeft);
    if (refused !== undefined) return refused as never;
    const values = done.map((one, index) => [names[index], isLeft(one) ? undefined : one.right]);
    return right(Object.fromEntries(values) as never);
  };
}
