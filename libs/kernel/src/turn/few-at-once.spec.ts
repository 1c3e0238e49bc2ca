import { expect } from 'chai';
import { Busy } from '../port/unit-of-work.port.js';
import { fewAtOnce } from './few-at-once.js';

describe('what is done few at a time', () => {
  it('is done in the order it came, and refused at once where too much waits', async () => {
    const through = fewAtOnce({ inside: 1, waiting: 1 });
    const done: string[] = [];
    let open = (): void => undefined;
    const first = through(() => new Promise<void>((resolve) => (open = resolve)));
    const second = through(async () => void done.push('second'));

    const third = await through(async () => void done.push('third')).catch((error: unknown) => error);
    expect(done).to.deep.equal([]);
    open();
    await Promise.all([first, second]);

    expect(third).to.be.instanceOf(Busy);
    expect(done).to.deep.equal(['second']);
  });

  it('is refused where it has waited too long, and what comes after it is done', async () => {
    const through = fewAtOnce({ inside: 1, waiting: 2, timeoutMs: 5 });
    let open = (): void => undefined;
    const first = through(() => new Promise<void>((resolve) => (open = resolve)));

    const second = await through(() => Promise.resolve('second')).catch((error: unknown) => error);
    const third = through(() => Promise.resolve('third'));
    open();

    expect(second).to.be.instanceOf(Busy);
    await first;
    expect(await third).to.equal('third');
  });

  it('takes no place among those that wait when nobody waits for it any more', async () => {
    const through = fewAtOnce({ inside: 1, waiting: 1 });
    let open = (): void => undefined;
    const first = through(() => new Promise<void>((resolve) => (open = resolve)));
    const gone = new AbortController();
    const asked = async (what: string, givenUp: AbortSignal): Promise<unknown> =>
      through(() => Promise.resolve(what), 'one', givenUp).catch((error: unknown) => error);

    const second = asked('second', gone.signal);
    gone.abort();
    const third = asked('third', gone.signal);
    const here = new AbortController();
    const fourth = asked('fourth', here.signal);
    open();
    await first;

    expect(await second).to.be.instanceOf(Busy);
    expect(await third).to.be.instanceOf(Busy);
    expect(await fourth).to.equal('fourth');
    here.abort();
  });

  it('is done by turns of those who ask, and of one only so much waits', async () => {
    const through = fewAtOnce({ inside: 1, waiting: 4, waitingOfOne: 2 });
    const done: string[] = [];
    let open = (): void => undefined;
    const ask = (name: string): Promise<void> => through(async () => void done.push(name), name);
    const first = through(() => new Promise<void>((resolve) => (open = resolve)), 'many');
    const asked = [ask('many'), ask('many'), ask('few')];

    const beyond = await ask('many').catch((error: unknown) => error);
    open();
    await Promise.all([first, ...asked]);

    expect(beyond).to.be.instanceOf(Busy);
    expect(done).to.deep.equal(['many', 'few', 'many']);
  });

  it('is done of one name no more at once than may be, and of others meanwhile', async () => {
    const few = fewAtOnce({ inside: 3, insideOfOne: 2, waiting: 9 });
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const done = ['a', 'a', 'a', 'b', 'b'].map((name, index) =>
      few(() => {
        begun.push(`${name}${index}`);
        return new Promise<void>((resolve) => ends.push(resolve));
      }, name),
    );
    const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

    await settled();
    expect(begun).to.deep.equal(['a0', 'a1', 'b3']);
    ends[2]?.();
    await settled();
    expect(begun).to.deep.equal(['a0', 'a1', 'b3', 'b4']);
    ends[0]?.();
    await settled();
    expect(begun).to.deep.equal(['a0', 'a1', 'b3', 'b4', 'a2']);
    for (const end of ends) end();
    await Promise.all(done);
  });
});
