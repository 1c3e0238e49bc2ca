import { expect } from 'chai';
import { HangDetector, NotAnswering } from './mysql-hang-detector.js';

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const refused = (): Promise<void> => Promise.reject(new Error('no greeting'));

/** A statement that the server answers after so long; never, when left out. */
function statement(watch: HangDetector, ms?: number): Promise<string> {
  return watch.over<string>((resolve) => {
    const timer = ms === undefined ? undefined : setTimeout(() => resolve('answered'), ms);
    return () => clearTimeout(timer);
  });
}

async function outcomeOf(waiting: Promise<string>): Promise<string> {
  try {
    return await waiting;
  } catch (error) {
    return error instanceof NotAnswering ? 'given up' : 'thrown';
  }
}

describe('the watch over answers of the database', function () {
  it('gives up what waits for a server that does not even greet', async () => {
    const watch = new HangDetector(refused);

    expect(await outcomeOf(statement(watch))).to.equal('given up');
    watch.stop();
  });

  it('tells each time that it has given up, and not of a server that greets', async () => {
    const told: string[] = [];
    const watch = new HangDetector(refused);
    watch.onHang(() => told.push('hangs'));
    const greeted = new HangDetector(() => Promise.resolve());
    greeted.onHang(() => told.push('greets'));

    await Promise.all([
      outcomeOf(statement(watch)),
      outcomeOf(statement(watch)),
      outcomeOf(statement(greeted, 2000)),
    ]);

    expect(told).to.deep.equal(['hangs']);
    watch.stop();
    greeted.stop();
  });

  it('gives up in the same time when the clock of the machine is set back meanwhile', async () => {
    const watch = new HangDetector(refused);
    const real = Date.now;
    const waiting = outcomeOf(statement(watch));
    Date.now = () => real() - 3_600_000;
    try {
      expect(await Promise.race([waiting, later(2500).then(() => 'still waiting')])).to.equal('given up');
    } finally {
      Date.now = real;
      watch.stop();
    }
  });

  it('waits on where the server greets', async () => {
    const watch = new HangDetector(() => Promise.resolve());

    expect(await outcomeOf(statement(watch, 2500))).to.equal('answered');
    watch.stop();
  });

  it('gives up what the server would have ended long ago, though it greets and answers others', async () => {
    const watch = new HangDetector(() => Promise.resolve(), { answeredWithinMs: 1_000 });
    let isOver = false;
    const others = (async () => {
      while (!isOver) await statement(watch, 100);
    })();
    const unlimited = watch.over<string>(
      (resolve) => {
        const timer = setTimeout(resolve, 2500, 'answered');
        return () => clearTimeout(timer);
      },
      { isLimited: false },
    );

    expect(await outcomeOf(statement(watch))).to.equal('given up');
    expect(await outcomeOf(unlimited)).to.equal('answered');
    isOver = true;
    await others;
    watch.stop();
  });

  it('waits on where the server answers others meanwhile, though it greets nobody', async () => {
    const watch = new HangDetector(refused);
    let isOver = false;
    const others = (async () => {
      while (!isOver) await statement(watch, 100);
    })();

    expect(await outcomeOf(statement(watch, 2500))).to.equal('answered');
    isOver = true;
    await others;
    watch.stop();
  });

  it('waits on where an answer comes while it asks', async () => {
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    let times = 0;
    const watch = new HangDetector(async () => {
      times += 1;
      if (times > 1) return;
      asked();
      await later(400);
      throw new Error('no greeting');
    });
    const long = statement(watch, 3000);
    await isAsked;
    await statement(watch, 50);

    expect(await outcomeOf(long)).to.equal('answered');
    watch.stop();
  });

  it('does not take its own being busy for the silence of the server', async () => {
    let times = 0;
    const watch = new HangDetector(async () => {
      times += 1;
      if (times > 1) return;
      const until = Date.now() + 1500;
      while (Date.now() < until);
      throw Object.assign(new Error('too late to read the greeting'), { code: 'ETIMEDOUT' });
    });

    expect(await outcomeOf(statement(watch, 4000))).to.equal('answered');
    expect(times).to.be.greaterThan(1);
    watch.stop();
  });
});
