import { expect } from 'chai';
import { left, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { inParallel } from './in-parallel.js';

describe('inParallel', () => {
  const begun: string[] = [];
  const step =
    <F, A>(name: string, outcome: TaskEither<F, A>): TaskEither<F, A> =>
    () => {
      begun.push(name);
      return outcome();
    };
  const slowly: TaskEither<string, never> = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return left('slow');
  };

  it('begins every step in the same turn, in their order, and gives what each gave', async () => {
    begun.length = 0;

    const all = inParallel({
      one: step('one', async () => right(1)),
      two: step('two', async () => right('2')),
    });
    const result = all();

    expect(begun).to.deep.equal(['one', 'two']);
    expect(await result).to.deep.equal(right({ one: 1, two: '2' }));
  });

  it('refuses what the first in order refuses, however late', async () => {
    const refused = await inParallel({ one: slowly, two: async () => left('fast' as const) })();

    expect(refused).to.deep.equal(left('slow'));
  });
});
