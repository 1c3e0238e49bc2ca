import { expect } from 'chai';
import { Busy } from '@kontor/kernel';
import { statementsOf, WriteBatch } from './write-batch.js';
import { mysqlDialect } from '../dialect/mysql.js';
import { Counter } from '../sequence/reservation.js';
import { SequenceCache } from '../sequence/sequence-cache.js';
import { GroupCommit, isFaultOfOneUnit, confirmingNumbers } from './group-commit.js';
import { insertInto } from '../statements/writes.js';

const into = insertInto('entry', ['a']);
const set = (agreementNumber: number, writes = 1): WriteBatch => {
  const batch = new WriteBatch(agreementNumber);
  for (let write = 0; write < writes; write += 1) batch.add({ kind: 'insert', into, rows: [[write]] });
  return batch;
};

/** Groups whose writes end when the test says so. */
function groupsUnderTest(isBad: (sets: readonly WriteBatch[]) => boolean = () => false) {
  const written: (readonly WriteBatch[])[] = [];
  const gates: (() => void)[] = [];
  const groups = new GroupCommit(
    (sets) =>
      new Promise((resolve, reject) => {
        written.push(sets);
        gates.push(() => (isBad(sets) ? reject(new Error('bad')) : resolve()));
      }),
    () => true,
  );
  const openGates = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) {
      gates.splice(0).forEach((open) => open());
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { groups, written, openGates };
}

describe('commit groups', () => {
  it('write the first at once and what comes meanwhile together', async () => {
    const { groups, written, openGates } = groupsUnderTest();

    const done = Promise.all(Array.from({ length: 5 }, () => groups.commit(set(1))));
    await openGates();
    await done;

    expect(written.map((sets) => sets.length)).to.deep.equal([1, 4]);
  });

  it('never mix agreements, and let none wait for another', async () => {
    const { groups, written, openGates } = groupsUnderTest();

    const done = Promise.all([1, 2, 1, 2, 1].map((agreement) => groups.commit(set(agreement))));
    expect(written).to.have.length(2);
    await openGates();
    await done;

    expect(
      written.every((sets) => new Set(sets.map(({ agreementNumber }) => agreementNumber)).size === 1),
    ).to.equal(true);
  });

  it('leave a large unit by itself, between two of them', async () => {
    const { groups, written, openGates } = groupsUnderTest();

    const done = Promise.all([groups.commit(set(1)), groups.commit(set(1, 100)), groups.commit(set(1))]);
    expect(
      written.map((sets) => sets.length),
      'at first',
    ).to.deep.equal([1]);
    await openGates();
    await done;

    expect(written.map(([first, ...others]) => [first?.size, ...others])).to.deep.equal([[1], [100], [1]]);
  });

  it('write units of fifty statements with others, and fifty units at most', async () => {
    const { groups, written, openGates } = groupsUnderTest();

    const done = Promise.all(Array.from({ length: 53 }, () => groups.commit(set(1, 50))));
    expect(groups.waiting).to.equal(52);
    await openGates();
    await done;

    expect(written.map((sets) => sets.length)).to.deep.equal([1, 50, 2]);
    expect(groups.waiting).to.equal(0);
  });

  it('try nothing again of what was alone, or of what failed for all', async () => {
    let writes = 0;
    const failing = (isFaultOfOne: boolean) =>
      new GroupCommit(
        () => {
          writes += 1;
          return Promise.reject(new Error('bad'));
        },
        () => isFaultOfOne,
      );

    await Promise.allSettled([failing(true).commit(set(1))]);
    expect(writes).to.equal(1);
    const groups = failing(false);
    await Promise.allSettled([set(1), set(1), set(1)].map((one) => groups.commit(one)));
    expect(writes).to.equal(3);
  });

  it('write a unit by itself that fits only some of those before it', async () => {
    const { groups, written, openGates } = groupsUnderTest();
    const expecting = (version: number): WriteBatch => {
      const batch = set(1);
      batch.expected = { versions: new Map([['accounts', version]]), rows: new Map(), most: new Map() };
      return batch;
    };

    const batches = [set(1), set(1), expecting(5), expecting(5), expecting(6)];
    const done = Promise.all(batches.map((one) => groups.commit(one)));
    await openGates();
    await done;

    expect(written.map((sets) => sets.length)).to.deep.equal([1, 3, 1]);
  });

  it('try none that has waited for too long in the line, and leave each a second after the first', async () => {
    const deadlines: number[] = [];
    let fail = (): void => undefined;
    const groups = new GroupCommit(
      (_, deadline) => {
        deadlines.push(deadline);
        return deadlines.length === 1 ? new Promise((_resolve, reject) => (fail = () => reject(new Error('locked')))) : Promise.resolve(); // prettier-ignore
      },
      () => true,
    );
    const due = (instant: number): WriteBatch => Object.assign(set(1), { deadline: instant });
    const now = performance.now();
    const first = groups.commit(due(now + 60_000));
    const [waits, waitsLonger, late] = [due(now + 90_000), due(now + 95_000), due(0)];
    const behind = [waits, waitsLonger, late].map((one) => groups.commit(one));
    // Who comes late to the line has a second there, which is over.
    expect(late.deadline).to.be.above(now + 900);
    late.deadline = now;
    fail();
    const ended = await Promise.allSettled([first, ...behind]);

    expect(ended.map(({ status }) => status)).to.deep.equal([
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(ended[3]).to.have.property('reason').that.is.instanceOf(Busy);
    expect(deadlines).to.deep.equal([now + 60_000, now + 89_000]);
  });

  it('try none whose time went by while others of its group were written before it', async () => {
    const barring = set(1);
    barring.change('accounts', 0);
    const booking = set(1);
    booking.expected = { versions: new Map([['accounts', 5]]), rows: new Map(), most: new Map() };
    const { groups, written, openGates } = groupsUnderTest((sets) => {
      if (sets.includes(barring)) booking.deadline = performance.now();
      return sets.includes(barring);
    });

    const done = Promise.allSettled([set(1), barring, booking].map((one) => groups.commit(one)));
    await openGates();
    const [, , late] = await done;

    expect(late).to.have.property('reason').that.is.instanceOf(Busy);
    expect(written).to.have.length(2);
  });

  it('let only the one fail that is to blame', async () => {
    const culprit = set(1);
    const { groups, openGates } = groupsUnderTest((sets) => sets.includes(culprit));

    const done = Promise.allSettled([set(1), set(1), culprit, set(1)].map((one) => groups.commit(one)));
    await openGates();

    expect((await done).map(({ status }) => status)).to.deep.equal([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('keep the failure of one until those behind it are written, and then tell it', async () => {
    const barring = set(1);
    barring.change('accounts', 0);
    const booking = set(1);
    booking.expected = { versions: new Map([['accounts', 5]]), rows: new Map(), most: new Map() };
    const { groups, openGates } = groupsUnderTest((sets) => sets.includes(barring));

    // Node ends a process with a failure that nobody listens to meanwhile.
    const unheard: unknown[] = [];
    const hear = (reason: unknown): void => void unheard.push(reason);
    process.on('unhandledRejection', hear);

    const done = Promise.allSettled([set(1), barring, booking].map((one) => groups.commit(one)));
    await openGates();

    process.off('unhandledRejection', hear);
    expect(unheard).to.deep.equal([]);
    expect((await done).map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('write a unit that expects what another of them changes after that one', async () => {
    const { groups, written, openGates } = groupsUnderTest();
    const barring = set(1);
    barring.change('accounts', 0);
    const booking = set(1);
    booking.expected = { versions: new Map([['accounts', 5]]), rows: new Map(), most: new Map() };

    const done = Promise.all([set(1), barring, booking].map((one) => groups.commit(one)));
    await openGates();
    await done;

    expect(written).to.deep.equal([[written[0]?.[0]], [barring], [booking]]);
  });

  it('are told of in their order; what reads goes before the next, which nothing of it is parted by', async () => {
    const told: string[] = [];
    const gates: (() => void)[] = [];
    const groups = new GroupCommit(
      () => new Promise((resolve) => gates.push(resolve)),
      () => true,
      (batches) => told.push(`${batches.length} written`),
    );
    const turn = () => new Promise((resolve) => setImmediate(resolve));

    const done = [groups.commit(set(1)), groups.commit(set(1)), groups.commit(set(1))];
    let endRead = (): void => undefined;
    const read = groups.between(1, () => {
      told.push('read');
      return new Promise<string>((resolve) => (endRead = () => resolve('what was read')));
    });
    done.push(groups.commit(set(1)));
    gates.shift()?.();
    await turn();
    expect(told).to.deep.equal(['1 written', 'read']);
    expect(gates, 'writes while it is read').to.have.length(0);

    endRead();
    expect(await read).to.equal('what was read');
    await turn();
    gates.shift()?.();
    await Promise.all(done);
    expect(told).to.deep.equal(['1 written', 'read', '3 written']);
  });

  it('do not tell of what is written by itself, since it was too large or another has failed', async () => {
    const told: number[] = [];
    const groups = new GroupCommit(
      (batches) => (batches.length > 1 ? Promise.reject(new Error('bad')) : Promise.resolve()),
      () => true,
      (batches) => told.push(batches.length),
    );

    await Promise.all([groups.commit(set(1)), groups.commit(set(1)), groups.commit(set(1))]);
    await groups.commit(set(2, 100));

    expect(told).to.deep.equal([1]);
  });

  it('go on after a reading that has failed', async () => {
    const groups = new GroupCommit(
      () => Promise.resolve(),
      () => true,
    );

    const read = groups.between(1, () => Promise.reject(new Error('not read')));
    const written = groups.commit(set(1));

    expect(await read.catch((error: Error) => error.message)).to.equal('not read');
    await written;
  });

  it('refuse what came to its turn too late behind others of its group, instead of trying each', async () => {
    const sentGroups: (readonly WriteBatch[])[] = [];
    const lockWait = Object.assign(new Error('a lock that somebody holds'), { errno: 1205 });
    const groups = new GroupCommit(
      async (batches) => {
        sentGroups.push(batches);
        // A server counts seconds: the lock is waited for so long at the least, whatever is left.
        await new Promise((resolve) => setTimeout(resolve, 1_050));
        throw lockWait;
      },
      () => true,
    );
    const expecting = (version: number): WriteBatch =>
      Object.assign(set(1), {
        deadline: performance.now() + 1_500,
        expected: { versions: new Map([['product', version]]), rows: new Map(), most: new Map() },
      });

    const began = performance.now();
    // Each of them expects something else, so that none is written together with another.
    const all = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((one) => groups.commit(expecting(one))));
    const tookMs = performance.now() - began;

    expect(all.map((one) => one.status === 'rejected' && one.reason === lockWait)).to.deep.equal([
      ...[true, true],
      ...[false, false, false, false],
    ]);
    for (const one of all.slice(2)) expect(one.status === 'rejected' && one.reason).to.be.instanceOf(Busy);
    expect(sentGroups).to.have.length(2);
    expect(tookMs).to.be.lessThan(4_000);
  });

  it('have time of their own also where one of them is late, which would part them else', async () => {
    const ends: [number, number][] = [];
    const groups = new GroupCommit(
      async (batches, deadline) => {
        ends.push([batches.length, deadline - performance.now()]);
        await new Promise((resolve) => setTimeout(resolve, 5));
      },
      () => true,
    );
    const due = (inMs: number): WriteBatch => Object.assign(set(1), { deadline: performance.now() + inMs });

    await Promise.all([set(1), due(-2_000), due(5_000)].map((one) => groups.commit(one)));

    expect(ends.map(([size]) => size)).to.deep.equal([1, 2]);
    expect(ends[0]?.[1]).to.equal(Infinity);
    expect(ends[1]?.[1]).to.be.within(300, 1_000);
  });
});

describe('what a group has reserved', () => {
  const known = () => {
    const suspected: number[] = [];
    const counter = new Counter(4, (confirmed) => suspected.push(confirmed));
    const batch = set(1);
    batch.reservations.push({
      name: 'units',
      by: 1,
      gapless: false,
      counter,
      to: 5,
      turn: counter.nextTurn(false),
    });
    return { counter, batch, suspected };
  };

  it('is used up when it is written', async () => {
    const { counter, batch } = known();
    await confirmingNumbers(mysqlDialect, [batch], () => Promise.resolve());

    expect([counter.confirmed, counter.isValid]).to.deep.equal([5, true]);
  });

  it('is not used when it is not, and others may have used it where a precondition failed', async () => {
    for (const [errno, suspects] of [
      [1213, []],
      [1690, [4]],
    ] as const) {
      const { counter, batch, suspected } = known();
      const error = Object.assign(new Error('thrown'), { errno });
      const settled = confirmingNumbers(mysqlDialect, [batch], () => Promise.reject(error));

      expect(await settled.catch((thrown: unknown) => thrown)).to.equal(error);
      expect([counter.confirmed, counter.isValid, suspected]).to.deep.equal([4, false, suspects]);
    }
  });

  it('is written by those before the one that is to blame, and by none behind it', async () => {
    const cache = new SequenceCache();
    await cache.read(1, ['invoices'], () => Promise.resolve(new Map([['invoices', 4]])));
    const [first, second, culprit, last] = [1, 2, 3, 4].map((write) => {
      const batch = set(1, write);
      batch.reservations.push(...(cache.reserve(1, [{ name: 'invoices', by: 1, gapless: true }]) ?? []));
      return batch;
    }) as [WriteBatch, WriteBatch, WriteBatch, WriteBatch];
    const raised: unknown[] = [];
    const groups = new GroupCommit(
      (batches) =>
        confirmingNumbers(mysqlDialect, batches, async () => {
          const [raise] = statementsOf(mysqlDialect, batches);
          await Promise.resolve();
          if (batches.includes(culprit)) throw Object.assign(new Error('thrown'), { errno: 1690 });
          raised.push(raise?.values);
        }),
      (error) => isFaultOfOneUnit(mysqlDialect, error),
    );

    const done = await Promise.allSettled(
      [set(1), first, second, culprit, last].map((one) => groups.commit(one)),
    );
    expect(
      done.map((one) => one.status === 'rejected' && (one.reason as Error).constructor.name),
    ).to.deep.equal([false, false, false, 'Error', 'NumbersLost']);
    expect(raised.slice(1)).to.deep.equal([
      [1, 'invoices', 1],
      [1, 'invoices', 1],
    ]);
  });

  it('may fail for one of them alone, unless the server or its turn has failed', () => {
    const isFaultOfOne = (given: object) =>
      isFaultOfOneUnit(mysqlDialect, Object.assign(new Error('thrown'), given));

    expect([{ errno: 1062 }, { errno: 1690 }, {}].map(isFaultOfOne)).to.deep.equal([true, true, true]);
    const ofAll = [{ errno: 1213 }, { errno: 1290 }, { code: 'ECONNREFUSED' }, { errno: 2013 }];
    expect(ofAll.map(isFaultOfOne)).to.deep.equal([false, false, false, false]);
  });
});
