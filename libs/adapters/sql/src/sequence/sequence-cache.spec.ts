import { expect } from 'chai';
import { mysqlDialect } from '../dialect/mysql.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import { PreconditionFailed } from '../transaction/errors.js';
import { confirm, getInLine, raiseToReserved, release, turnsOf, type Reservation } from './reservation.js';
import { SequenceCache, type Locking } from './sequence-cache.js';

const AGREEMENT = 7;
const START = new Map([
  ['voucher-id', 10],
  ['entry-number', 100],
]);

describe('the numbers that a process reserves without asking', () => {
  let now = 0;
  let cache: SequenceCache;
  const read = (counters: ReadonlyMap<string, number>, agreement = AGREEMENT): Promise<void> =>
    cache.read(agreement, [...counters.keys()], () => Promise.resolve(counters));
  beforeEach(async () => {
    now = 0;
    cache = new SequenceCache({ now: () => now });
    await read(START);
  });

  const reserve = (name: string, by = 1, gapless = false): readonly Reservation[] => {
    const reservations = cache.reserve(AGREEMENT, [{ name, by, gapless }]);
    if (reservations === undefined) throw new Error(`${name} is not known`);
    return reservations;
  };
  const isKnown = (name: string): boolean =>
    cache.reserve(AGREEMENT, [{ name, by: 0, gapless: false }]) !== undefined;
  const writing = (...reservations: readonly Reservation[]) =>
    raiseToReserved(mysqlDialect, AGREEMENT, reservations);
  const values = (...reservations: readonly Reservation[]) =>
    writing(...reservations).map((one) => one.values);

  it('follow each other', () => {
    expect(reserve('voucher-id')[0]?.to).to.equal(11);
    expect(reserve('voucher-id', 3)[0]?.to).to.equal(14);
    expect(reserve('entry-number', 2)[0]?.to).to.equal(102);
  });

  it('are of no agreement and no counter that is not known, and of none where one of them is not', () => {
    const wanted = ['voucher-id', 'series'].map((name) => ({ name, by: 1, gapless: false }));

    expect(cache.reserve(8, wanted.slice(0, 1))).to.equal(undefined);
    expect(cache.reserve(AGREEMENT, wanted)).to.equal(undefined);
    expect(reserve('voucher-id')[0]?.to).to.equal(11);
  });

  it('of a series that was never counted begin with 1', async () => {
    await cache.read(AGREEMENT, ['series'], () => Promise.resolve(new Map()));

    expect(reserve('series')[0]?.to).to.equal(1);
  });

  it('raise their counters once for all who are written together, in order, are expected by one sum, and are noted', () => {
    const all = [...reserve('voucher-id'), ...reserve('entry-number', 3), ...reserve('voucher-id')];

    expect(values(...all)).to.deep.equal([
      [AGREEMENT, 'entry-number', 3, AGREEMENT, 'voucher-id', 2],
      [AGREEMENT, 'entry-number', 'voucher-id', 103 + 12],
      [AGREEMENT, 'entry-number', 103, AGREEMENT, 'voucher-id', 11, AGREEMENT, 'voucher-id', 12],
    ]);
  });

  it('raise by what is left when numbers that came later are written first', () => {
    const [first, second] = [reserve('voucher-id'), reserve('voucher-id')];

    expect(values(...second)[0]).to.deep.equal([AGREEMENT, 'voucher-id', 2]);
    confirm(second);
    expect(values(...first)).to.deep.equal([[AGREEMENT, 'voucher-id', 11]]);
    confirm(first);
    expect(values(...reserve('voucher-id'))[0]).to.deep.equal([AGREEMENT, 'voucher-id', 1]);
    expect(values(...second)).to.deep.equal([[AGREEMENT, 'voucher-id', 12]]);
  });

  it('raise their counters in the order of names, in whatever order they were reserved', () => {
    const [voucher, entry] = [reserve('voucher-id'), reserve('entry-number')];
    const raised = [AGREEMENT, 'entry-number', 1, AGREEMENT, 'voucher-id', 1];

    expect(values(...voucher, ...entry)[0]).to.deep.equal(raised);
    expect(values(...entry, ...voucher)[0]).to.deep.equal(raised);
  });

  it('are none of a database that cannot check them in its batch', () => {
    const reserved = reserve('voucher-id');

    expect(() => raiseToReserved(sqliteDialect, AGREEMENT, reserved)).to.throw('no batch can check');
  });

  it('are never written before those that come before them, where none may be left out', () => {
    const [first, second, third] = [1, 2, 3].map(() => reserve('voucher-id', 1, true)) as [
      readonly Reservation[],
      readonly Reservation[],
      readonly Reservation[],
    ];

    expect(() => writing(...second)).to.throw(PreconditionFailed);
    expect(() => writing(...first, ...third)).to.throw(PreconditionFailed);
    expect(() => writing(...second, ...reserve('voucher-id'))).to.throw(PreconditionFailed);
    expect(() => writing(...reserve('voucher-id'), ...second)).to.throw(PreconditionFailed);
    expect(values(...first, ...second)[0]).to.deep.equal([AGREEMENT, 'voucher-id', 2]);
    confirm([...first, ...second]);
    expect(values(...third)[0]).to.deep.equal([AGREEMENT, 'voucher-id', 1]);
  });

  describe('have their turn', () => {
    const three = () =>
      [1, 2, 3].map(() => reserve('voucher-id', 1, true)) as [
        readonly Reservation[],
        readonly Reservation[],
        readonly Reservation[],
      ];
    const soon = () => new Promise((resolve) => setImmediate(resolve));

    it('in line when those before are in it too, or never will be', async () => {
      const [first, second, third] = three();
      const came: string[] = [];
      const wait = (name: string, of: readonly Reservation[]) =>
        turnsOf(of, true)?.then(() => came.push(name));
      const turns = [wait('second', second), wait('third', third)];

      expect(turnsOf(first, true), 'of the first').to.equal(undefined);
      expect(turnsOf(reserve('entry-number'), true), 'of another series').to.equal(undefined);
      await soon();
      expect(came).to.deep.equal([]);
      getInLine(first);
      await turns[0];
      expect(came).to.deep.equal(['second']);
      release(second);
      await turns[1];
      expect(came).to.deep.equal(['second', 'third']);
      expect(turnsOf(third, true), 'behind what is over').to.equal(undefined);
    });

    it('in a transaction of their own when those before are written', async () => {
      const [first, second] = three();
      let hasCome = false;
      const turn = turnsOf(second, false)?.then(() => (hasCome = true));

      getInLine(first);
      await soon();
      expect(hasCome).to.equal(false);
      confirm(first);
      await turn;
      expect(hasCome).to.equal(true);
      expect(turnsOf(second, false)).to.equal(undefined);
    });

    it('at once behind others of the same unit, as a list has that is made at once', async () => {
      const [before, one, another] = [reserve('voucher-id'), reserve('voucher-id'), reserve('voucher-id')];
      const list = [...one, ...another];
      let hasCome = false;
      const turn = turnsOf(list, true)?.then(() => (hasCome = true));

      expect(turnsOf(before, true)).to.equal(undefined);
      getInLine(before);
      await turn;

      expect(hasCome).to.equal(true);
      expect(turnsOf(list, true), 'behind nobody else').to.equal(undefined);
    });

    it('before whoever waits for it himself, as of two lists that take numbers by turns', async () => {
      const lists: [Reservation[], Reservation[]] = [[], []];
      for (const name of ['voucher-id', 'voucher-id', 'entry-number'])
        for (const list of lists) list.push(...reserve(name));
      const [one, another] = lists;
      let hasCome = false;

      const turn = turnsOf(one, true)?.then(() => (hasCome = true));

      expect(turnsOf(another, true), 'of who is waited for').to.equal(undefined);
      await soon();
      expect(hasCome).to.equal(false);
      getInLine(another);
      await turn;
    });

    it('also where others wait in between', async () => {
      await read(new Map([['unit-id', 1]]));
      const [one, another, third] = [reserve('voucher-id'), reserve('entry-number'), reserve('unit-id')];
      const turns = [
        turnsOf([...another, ...reserve('voucher-id')], true),
        turnsOf([...third, ...reserve('entry-number')], true),
      ];

      expect(turnsOf([...one, ...reserve('unit-id')], true), 'of who is waited for').to.equal(undefined);
      getInLine(one);
      await turns[0];
      getInLine(another);
      await turns[1];
    });

    for (const [gapless, ms] of [
      [true, 500],
      [false, 250],
    ] as const)
      it(`after ${ms} ms in any case, of a series ${gapless ? 'without' : 'with'} gaps`, async () => {
        reserve('voucher-id', 1, gapless);
        const began = performance.now();
        await turnsOf(reserve('voucher-id', 1, gapless), true);

        expect(performance.now() - began).to.be.within(0.8 * ms, 5_000);
      });
  });

  it('are not used, nor those after them, when one of them was not written', () => {
    const [first, second] = [reserve('voucher-id'), reserve('voucher-id')];
    release(first);

    expect(() => writing(...second)).to.throw(PreconditionFailed);
    expect(isKnown('voucher-id')).to.equal(false);
    expect(isKnown('entry-number')).to.equal(true);
  });

  it('are not used when the counter was forgotten in between', async () => {
    const before = reserve('voucher-id');
    cache.forget(AGREEMENT, ['voucher-id']);

    expect(() => writing(...before)).to.throw(PreconditionFailed);
    await read(new Map([['voucher-id', 20]]));
    expect(reserve('voucher-id')[0]?.to).to.equal(21);
  });

  it('are read once for all who want the same at a time, and never over what is known', async () => {
    let readings = 0;
    const wanted = ['voucher-id', 'series'];
    const reading = () => {
      readings += 1;
      return Promise.resolve(new Map([['voucher-id', 9]]));
    };

    await Promise.all([1, 2, 3].map(() => cache.read(AGREEMENT, wanted, reading)));

    expect(readings).to.equal(1);
    expect(reserve('voucher-id')[0]?.to).to.equal(11);
    expect(reserve('series')[0]?.to).to.equal(1);
  });

  it('are known again when no unit is left that locks their counter, by what those raised that were committed', async () => {
    const [committed, undone, last] = [1, 2, 3].map(() => cache.lock(AGREEMENT, ['voucher-id'])) as [
      Locking,
      Locking,
      Locking,
    ];
    committed.end(new Map([['voucher-id', 12]]));
    undone.end();
    await read(new Map([['voucher-id', 11]]));
    expect(isKnown('voucher-id')).to.equal(false);
    const unlocked = cache.unlocked(AGREEMENT, [{ name: 'voucher-id', by: 1 }]);

    last.end(new Map([['voucher-id', 13]]));
    last.end();
    await unlocked;

    expect(reserve('voucher-id')[0]?.to).to.equal(14);
    expect(cache.unlocked(AGREEMENT, [{ name: 'voucher-id', by: 1 }])).to.equal(undefined);
  });

  it('stay unknown as long as one unit of several locks their counter, however often another ends', async () => {
    const [one, other] = [1, 2].map(() => cache.lock(AGREEMENT, ['voucher-id'])) as [Locking, Locking];
    one.end(new Map([['voucher-id', 12]]));
    one.end(new Map([['voucher-id', 12]]));

    expect(isKnown('voucher-id')).to.equal(false);
    other.end();
    expect(reserve('voucher-id')[0]?.to).to.equal(13);
  });

  it('are to be read where no unit that locked their counter was committed', async () => {
    cache.lock(AGREEMENT, ['voucher-id']).end();

    expect(isKnown('voucher-id')).to.equal(false);
    await read(START);
    expect(reserve('voucher-id')[0]?.to).to.equal(11);
  });

  it('are waited for until the first counter that is locked is so no longer, and not a moment longer', async () => {
    const locking = cache.lock(AGREEMENT, ['voucher-id']);
    const wanted = ['entry-number', 'voucher-id'].map((name) => ({ name, by: 1 }));
    const unlocked = cache.unlocked(AGREEMENT, wanted)?.then(() => 'at once');
    const turn = new Promise((resolve) => setImmediate(resolve, 'later'));
    expect(unlocked).to.be.a('promise');

    locking.end();

    expect(await Promise.race([unlocked, turn])).to.equal('at once');
  });

  it('are not read while a unit locks one of their counters', async () => {
    cache.lock(AGREEMENT, ['voucher-id']);
    let readings = 0;
    await cache.read(AGREEMENT, ['entry-number', 'voucher-id'], () => {
      readings += 1;
      return Promise.resolve(START);
    });

    expect(readings).to.equal(0);
  });

  it('are waited for no longer than a moment', async () => {
    cache.lock(AGREEMENT, ['voucher-id']);

    await cache.unlocked(AGREEMENT, [{ name: 'voucher-id', by: 1 }]);

    expect(isKnown('voucher-id')).to.equal(false);
  });

  describe('where another process turns out to raise the counter as well', () => {
    const refused = (): void => {
      release([...reserve('voucher-id'), ...reserve('entry-number')], true);
      cache.observed(
        AGREEMENT,
        new Map([
          ['voucher-id', 12],
          ['entry-number', 100],
        ]),
      );
    };

    it('are not reserved for a second, and those of other counters at once', async () => {
      refused();
      await read(new Map([['voucher-id', 13]]));
      await read(new Map([['entry-number', 101]]));

      expect(isKnown('voucher-id')).to.equal(false);
      expect(reserve('entry-number')[0]?.to).to.equal(102);
      now += 999;
      await read(new Map([['voucher-id', 13]]));
      expect(isKnown('voucher-id')).to.equal(false);
      now += 1;
      await read(new Map([['voucher-id', 13]]));
      expect(isKnown('voucher-id')).to.equal(true);
    });

    it('are neither read, nor waited for, nor known by what a unit has raised meanwhile', async () => {
      refused();
      let readings = 0;
      const reading = () => {
        readings += 1;
        return Promise.resolve(START);
      };
      const locking = cache.lock(AGREEMENT, ['voucher-id']);

      expect(cache.unlocked(AGREEMENT, [{ name: 'voucher-id', by: 1 }])).to.equal(undefined);
      locking.end(new Map([['voucher-id', 14]]));
      await cache.read(AGREEMENT, ['entry-number', 'voucher-id'], reading);

      expect([readings, isKnown('voucher-id')]).to.deep.equal([0, false]);
    });

    it('are not reserved for a second again where that was long ago, and for two where it was not', async () => {
      const aloneFor = async (): Promise<number> => {
        const began = now;
        while (!isKnown('voucher-id')) {
          now += 250;
          await read(START);
        }
        await read(START);
        return now - began;
      };
      refused();
      expect(await aloneFor()).to.equal(1_000);
      now += 10_000;
      refused();
      expect(await aloneFor()).to.equal(1_000);
      now += 9_999;
      refused();
      expect(await aloneFor()).to.equal(2_000);
    });

    it('are reserved at once where nobody has found another number than was expected', async () => {
      const [first, second] = [reserve('voucher-id'), reserve('voucher-id')];
      release(first);
      release(second, true);
      cache.observed(AGREEMENT, new Map([['voucher-id', 12]]));
      await read(new Map([['voucher-id', 13]]));

      expect(reserve('voucher-id')[0]?.to).to.equal(14);
    });

    it('are left alone by the clock of the process where none is given', async () => {
      cache = new SequenceCache();
      await read(START);
      refused();
      await read(START);

      expect(isKnown('voucher-id')).to.equal(false);
    });

    it('are not reserved for twice as long each time, up to a minute', async () => {
      let alone = 0;
      for (let times = 0; times < 10; times += 1) {
        refused();
        alone = 0;
        while (!isKnown('voucher-id')) {
          now += 500;
          alone += 500;
          await read(START);
        }
        await read(START);
      }

      expect(alone).to.be.within(60_000, 60_500);
    });
  });

  it('of what was known before and is known anew are never written together', async () => {
    const before = reserve('voucher-id');
    cache.forget(AGREEMENT, ['voucher-id']);
    await read(new Map([['voucher-id', 11]]));
    (before[0] as Reservation).counter.isValid = true;

    expect(() => writing(...reserve('voucher-id'), ...before)).to.throw(PreconditionFailed);
  });

  it('are invalid when there is no more room to keep their counter, which is bounded in bytes', async () => {
    const before = reserve('voucher-id');
    cache.forget(AGREEMENT, ['entry-number']);
    for (let agreement = 100; agreement < 10_200; agreement += 1) {
      await read(new Map([['voucher-id', 1]]), agreement);
      expect(cache.bytes).to.be.at.most(cache.bytesMax);
    }

    expect(cache.bytes).to.be.above(cache.bytesMax / 2);
    expect(() => writing(...before)).to.throw(PreconditionFailed);
  });

  it('take room for the names of their counters too', async () => {
    const { bytes } = cache;
    await read(new Map([['a'.repeat(10), 1]]));
    const short = cache.bytes - bytes;
    await read(new Map([['b'.repeat(60), 1]]));

    expect(cache.bytes - bytes - short).to.equal(short + 2 * 50);
  });
});
