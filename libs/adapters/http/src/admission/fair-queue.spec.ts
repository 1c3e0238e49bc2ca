import { expect } from 'chai';
import { FairQueue, QUEUE_LIMITS, type Flow } from './fair-queue.js';

const known = (name: string): Flow => ({ group: 'known', name });
const stranger = (name: string): Flow => ({ group: 'stranger', name });

/** A queue whose clock and work are moved by hand. */
function bench(limits: Partial<typeof QUEUE_LIMITS> = {}) {
  let now = 0;
  let isOverloaded = false;
  let isTurnOver = false;
  const nextTurn: (() => void)[] = [];
  const queue = new FairQueue(
    { ...QUEUE_LIMITS, ...limits },
    {
      now: () => now,
      isOverloaded: () => isOverloaded,
      isTurnOver: () => isTurnOver,
      inNextTurn: (go) => void nextTurn.push(go),
    },
  );
  const running: { readonly name: string; readonly done: () => void }[] = [];
  const begun: string[] = [];
  const refused: string[] = [];
  return {
    queue,
    running,
    begun,
    refused,
    pass: (ms: number): void => void (now += ms),
    crowd: (is: boolean): void => void (isOverloaded = is),
    endTurn: (): void => void (isTurnOver = true),
    beginTurn: (): void => {
      isTurnOver = false;
      for (const go of nextTurn.splice(0)) go();
    },
    ask: (flow: Flow, times = 1): void => {
      for (let time = 0; time < times; time += 1) {
        queue.enter(
          flow,
          (done) => {
            begun.push(flow.name);
            running.push({ name: flow.name, done });
          },
          () => refused.push(flow.name),
        );
      }
    },
    finish: (count = 1): void => {
      for (let time = 0; time < count; time += 1) running.shift()?.done();
    },
  };
}

describe('the queue of requests', () => {
  it('begins at once what has a place', () => {
    const { queue, ask, begun } = bench({ placesMax: 8 });

    ask(known('one'), 8);

    expect(begun).to.have.length(8);
    expect(queue.load).to.deep.equal({ running: 8, waiting: 0, places: 8, oldestMs: 0 });
  });

  it('gives places in turns, whoever has how much waiting', () => {
    const { ask, begun, finish } = bench({ placesMax: 4 });
    ask(known('loud'), 40);
    ask(known('quiet'), 2);
    begun.length = 0;

    finish(4);

    expect(begun.filter((name) => name === 'quiet')).to.have.length(2);
  });

  it('gives nobody more than half of the places while another is there', () => {
    const { ask, begun, finish, pass, queue, running } = bench({ placesMax: 8, timeoutMs: 1e6 });
    ask(known('quiet'));
    finish();
    ask(known('loud'), 20);
    expect(running).to.have.length(4);
    begun.length = 0;

    ask(known('quiet'), 3);
    expect(begun).to.deep.equal(['quiet', 'quiet', 'quiet']);

    finish(7);
    pass(1_100);
    queue.adjust(0);
    finish(3);
    pass(1_100);
    queue.adjust(0);
    expect(running.filter(({ name }) => name === 'loud').length, 'alone again').to.be.greaterThan(4);
  });

  it('gives each few places in a crowd, and lets in at once who has none of them', () => {
    const { ask, begun, crowd, finish, pass, queue } = bench({ placesMax: 64, timeoutMs: 1e6 });
    ask(known('before'), 64);
    for (let time = 0; time < 20; time += 1) queue.adjust(1);
    finish(64);
    begun.length = 0;
    pass(2_000);
    queue.adjust(1);
    crowd(true);
    ask(known('loud'), 40);
    expect(queue.load.running, 'alone').to.equal(4);

    ask(known('quiet'), 2);
    expect(begun.slice(4)).to.deep.equal(['quiet', 'quiet']);
    begun.length = 0;
    finish(3);
    expect(begun, 'half of them, beside another').to.deep.equal(['loud']);

    crowd(false);
    finish();
    expect(queue.load.running).to.be.greaterThan(30);
  });

  it('begins nothing more in a turn of the event loop that is over, and refuses nobody for it', () => {
    const { ask, begun, finish, refused, endTurn, beginTurn } = bench({ placesMax: 8, waitingMax: 4 });
    ask(known('loud'));
    endTurn();
    ask(known('loud'), 20);
    finish();
    ask(stranger('quiet'));
    expect(begun).to.deep.equal(['loud']);

    beginTurn();

    expect(begun.filter((name) => name === 'loud')).to.have.length(1 + 4);
    expect(begun).to.contain('quiet');
    expect(refused).to.deep.equal([]);
  });

  it('goes on with what was begun before it begins anything else of the same flow', () => {
    const { ask, begun, finish, queue } = bench({ placesMax: 1 });
    ask(known('one'), 3);

    queue.enterAgain(
      known('one'),
      () => begun.push('again'),
      () => expect.fail('it has its turn'),
    );
    finish();

    expect(begun).to.deep.equal(['one', 'again']);
  });

  it('takes any number of strangers as one beside those who are known', () => {
    const { ask, begun, finish } = bench({ placesMax: 4 });
    ask(known('one'), 1);
    for (let address = 0; address < 100; address += 1) ask(stranger(`address ${address}`), 2);
    ask(known('one'), 6);
    begun.length = 0;

    finish(12);

    expect(begun.filter((name) => name === 'one')).to.have.length(6);
  });

  it('refuses all that waits when what is at work cannot get on, and lets in who comes after', () => {
    const { ask, refused, begun, finish, queue } = bench({ placesMax: 2 });
    ask(known('one'), 3);
    ask(stranger('other'));

    queue.refuseWaiting();
    expect([refused, queue.load.waiting]).to.deep.equal([['one', 'other'], 0]);

    finish(2);
    ask(known('next'));
    expect(begun).to.deep.equal(['one', 'one', 'next']);
  });

  it('refuses nobody afterwards for how long that took which could not get on', () => {
    const { ask, pass, refused, begun, finish, queue } = bench({ placesMax: 2 });
    for (let time = 0; time < 100; time += 1) {
      ask(known('one'), 2);
      pass(2_000);
      queue.refuseWaiting();
      finish(2);
    }
    begun.length = 0;

    ask(known('one'), 50);
    finish(50);

    expect([refused, begun.length]).to.deep.equal([[], 50]);
  });

  it('refuses at once what would not have its turn in time, and only that', () => {
    const { ask, pass, finish, refused, begun } = bench({ placesMax: 2, timeoutMs: 1_000 });
    for (let time = 0; time < 100; time += 1) {
      ask(known('loud'), 2);
      pass(100);
      finish(2);
    }
    ask(known('loud'), 100);

    // 100 ms each in two places: some twenty within a second.
    expect(refused.length).to.be.within(70, 90);
    begun.length = 0;
    ask(known('quiet'));
    expect(refused).not.to.include('quiet');
    finish(2);
    expect(begun).to.include('quiet');
  });

  it('refuses nobody for how long the work of others takes', () => {
    const { ask, pass, finish, refused, begun } = bench({ placesMin: 2, placesMax: 4, timeoutMs: 1_000 });
    for (let time = 0; time < 100; time += 1) {
      ask(known('quiet'));
      pass(5);
      finish();
      ask(known('loud'));
      pass(900);
      finish();
    }
    ask(known('loud'), 4);
    begun.length = 0;

    ask(known('quiet'), 10);

    expect(begun).to.deep.equal(['quiet', 'quiet']);
    expect(refused).to.deep.equal([]);
  });

  it('holds no more than it may, and keeps room for who has little', () => {
    const { ask, queue, refused } = bench({ placesMax: 1, waitingMax: 100, timeoutMs: 1e9 });
    ask(known('loud'), 1_000);
    expect(queue.load.waiting).to.equal(50);

    ask(known('quiet'), 2);
    for (let address = 0; address < 1_000; address += 1) ask(stranger(String(address)));

    expect(refused).not.to.include('quiet');
    expect(queue.load.waiting).to.equal(100);
  });

  it('begins with few places, and has more when all are taken and the event loop is not late', () => {
    const { queue, ask, finish } = bench({ placesMax: 64, placesMin: 4, timeoutMs: 1e6 });
    for (let time = 0; time < 20; time += 1) queue.adjust(1);
    expect(queue.load.places).to.equal(8);

    ask(known('one'), 100);
    for (let time = 0; time < 20; time += 1) queue.adjust(1);

    expect(queue.load).to.deep.include({ places: 64, running: 64, waiting: 36 });
    finish(100);
    queue.adjust(1);
    expect(queue.load.places).to.equal(64);
  });

  it('has fewer places while the event loop is late, and all of them again when it is not', () => {
    const { queue, ask } = bench({ placesMax: 64, placesMin: 4, timeoutMs: 1e6 });

    for (let time = 0; time < 20; time += 1) queue.adjust(200);
    expect(queue.load.places).to.equal(4);
    ask(known('one'), 100);
    for (let time = 0; time < 20; time += 1) queue.adjust(1);
    expect(queue.load.places).to.equal(64);
  });

  it('refuses what has waited too long for its turn', () => {
    const { ask, pass, finish, refused } = bench({ placesMax: 1, timeoutMs: 1_000 });
    ask(known('one'), 3);
    pass(1_001);

    finish();

    expect(refused).to.have.length(2);
  });

  it('refuses what has waited too long although no place falls free', () => {
    const { queue, ask, pass, refused, finish, begun } = bench({ placesMax: 1, timeoutMs: 1_000 });
    ask(known('one'), 3);
    pass(600);
    ask(known('other'));
    pass(401);

    queue.adjust(0);

    expect(refused).to.deep.equal(['one', 'one']);
    expect(queue.load.waiting).to.equal(1);
    finish();
    expect(begun).to.deep.equal(['one', 'other']);
  });
});
