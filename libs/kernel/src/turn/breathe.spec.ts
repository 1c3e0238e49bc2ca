import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { breathe, breatheAhead, isLoopCrowded, isTurnOver } from './breathe.js';

/** Keeps the thread, as work on it does. */
function workFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('turns of the event loop', () => {
  it('lets others go on where one has gone on for long', async () => {
    await setImmediate();
    await setImmediate();
    expect(breathe(), 'at the beginning of a turn').to.equal(undefined);
    workFor(10);

    const pause = breathe();

    expect(pause).not.to.equal(undefined);
    expect(isLoopCrowded()).to.equal(true);
    await pause;
    expect(isLoopCrowded()).to.equal(false);
  });

  it('are over after some milliseconds, until the next one begins', async () => {
    await setImmediate();
    await setImmediate();
    expect(isTurnOver(performance.now())).to.equal(false);
    workFor(10);
    expect(isTurnOver(performance.now())).to.equal(true);

    await setImmediate();

    expect(isTurnOver(performance.now())).to.equal(false);
  });

  it('lets who waited go on one after the other, each in a turn of its own where it takes a whole one', async () => {
    await setImmediate();
    await breathe();
    workFor(10);
    let turns = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; turns += 1) await setImmediate();
    })();
    const wentOnIn: number[] = [];

    const work = async (): Promise<void> => {
      await breathe();
      wentOnIn.push(turns);
      workFor(10);
    };
    await Promise.all([work(), work(), work()]);
    isOver = true;
    await counting;

    expect(new Set(wentOnIn).size).to.equal(3);
    expect(wentOnIn).to.deep.equal([...wentOnIn].sort((one, other) => one - other));
  });

  it('lets them go on in the order they came', async () => {
    await setImmediate();
    await breathe();
    workFor(10);
    const done: number[] = [];

    await Promise.all(
      [1, 2, 3].map(async (number) => {
        await breathe();
        done.push(number);
      }),
    );

    expect(done).to.deep.equal([1, 2, 3]);
  });

  it('let what costs next to nothing go on beside the first of those who wait', async () => {
    await setImmediate();
    await breathe();
    workFor(10);
    const done: string[] = [];
    const work = async (): Promise<void> => {
      await breathe();
      done.push('work');
      workFor(10);
    };
    const probe = async (): Promise<void> => {
      await breatheAhead();
      done.push('probe');
    };

    await Promise.all([work(), work(), work(), probe(), probe()]);

    expect(done).to.deep.equal(['probe', 'work', 'probe', 'work', 'work']);
  });
});
