import { expect } from 'chai';
import { Busy, Unavailable } from '@kontor/kernel';
import type { Dialect, Engine } from '../dialect/dialect.js';
import { mysqlDialect } from '../dialect/mysql.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import { CommitFailed } from '../dialect/dialect.js';
import { ConcurrentModification, NumbersLost, PreconditionFailed } from './errors.js';
import { inGlobalTransaction, isFailedPrecondition, repeatedly, type Attempt } from './retry.js';

const error = (given: object): Error => Object.assign(new Error('thrown'), given);
const CONFLICT = error({ errno: 1213 });
const LOCK_WAIT = error({ errno: 1205 });
const DUPLICATE = error({ errno: 1062 });
const FAILOVER = error({ errno: 1290 });
const LOST = error({ code: 'PROTOCOL_CONNECTION_LOST' });
const UNREACHED = error({ code: 'ECONNREFUSED' });

/** How each attempt ends, in turn: with an error, or done. What it claims is what a unit with a key does. */
async function attempts({
  ends,
  claims = false,
  dialect = mysqlDialect,
  pauses = 0,
  attemptMs = 0,
  deadline,
}: {
  readonly ends: readonly (Error | 'done')[];
  readonly claims?: boolean;
  readonly dialect?: Dialect;
  /** What chance gives for each pause, from 0 to 1. */
  readonly pauses?: number;
  readonly attemptMs?: number;
  readonly deadline?: number;
}) {
  const records: Attempt[] = [];
  const waited: number[] = [];
  const engine = { dialect, ranAgain: new Map() } as unknown as Engine;
  const real = { random: Math.random, setTimeout: globalThis.setTimeout, now: performance.now };
  let clock = 0;
  Math.random = () => pauses;
  performance.now = () => clock;
  globalThis.setTimeout = ((work: () => void, ms: number) => {
    waited.push(ms);
    clock += ms;
    queueMicrotask(work);
  }) as never;
  const left = [...ends];
  let ended: unknown;
  try {
    ended = await repeatedly(
      engine,
      (record) => {
        records.push({ ...record });
        record.hasClaimed = claims;
        clock += attemptMs;
        const end = left.shift() ?? 'done';
        return end === 'done' ? Promise.resolve('done') : Promise.reject(end);
      },
      deadline,
    ).catch((thrown: unknown) => thrown);
  } finally {
    Object.assign(Math, { random: real.random });
    performance.now = real.now;
    globalThis.setTimeout = real.setTimeout;
  }
  const ran = records.map(({ isEager, isRepairing }) =>
    isRepairing ? 'repairing' : isEager ? 'eagerly' : 'as ever',
  );
  return { ended, ran, waited, records, counted: Object.fromEntries(engine.ranAgain) as object };
}

describe('what runs again', () => {
  for (const [name, lost] of [
    ['a deadlock', CONFLICT],
    ['a lock that was waited for too long', LOCK_WAIT],
    ['a change of what was read', new ConcurrentModification()],
    ['a connection that broke before the commit', LOST],
    ['a failover', FAILOVER],
  ] as const) {
    it(`is a transaction that was ended by ${name}`, async () => {
      const { ended, ran } = await attempts({ ends: [lost, lost, 'done'] });

      expect(ended).to.equal('done');
      expect(ran).to.deep.equal(['as ever', 'as ever', 'as ever']);
    });
  }

  it('is a unit whose numbers were lost, with others at once, and under a lock where they are lost again', async () => {
    const lost = new NumbersLost('a number before has not been written yet');
    const { ended, ran, waited } = await attempts({ ends: [lost, lost, 'done'] });

    expect(ended).to.equal('done');
    expect(ran).to.deep.equal(['as ever', 'as ever', 'eagerly']);
    expect(waited).to.deep.equal([]);
  });

  it('is none that was ended by a defect, an outage, or by having no turn', async () => {
    const defect = new Error('a defect');
    const busy = new Busy('no turn');

    expect(await attempts({ ends: [defect] })).to.include({ ended: defect });
    expect(await attempts({ ends: [busy] })).to.include({ ended: busy });
    expect((await attempts({ ends: [defect] })).records[0]).to.include({ isEager: false, hasClaimed: false });
    const outage = await attempts({ ends: [UNREACHED] });
    expect(outage.ended).to.be.instanceOf(Unavailable);
    expect(outage.ran).to.have.length(1);
  });

  it('is a commit without an answer only where a claim will tell, and then eagerly', async () => {
    const failed = new CommitFailed(LOST);

    const unclaimed = await attempts({ ends: [failed] });
    expect(unclaimed.ended).to.be.instanceOf(Unavailable);
    expect(unclaimed.ran).to.deep.equal(['as ever']);
    const claimed = await attempts({ ends: [failed], claims: true });
    expect(claimed.ended).to.equal('done');
    expect(claimed.ran).to.deep.equal(['as ever', 'eagerly']);
  });

  it('stays as it was where a connection with a claim broke before the commit', async () => {
    const { ran } = await attempts({ ends: [LOST], claims: true });

    expect(ran).to.deep.equal(['as ever', 'as ever']);
  });

  it('is none with a key that another request holds, unless it runs eagerly', async () => {
    const held = await attempts({ ends: [LOCK_WAIT], claims: true });
    expect(held.ended).to.be.instanceOf(Busy);
    expect(held.ran).to.deep.equal(['as ever']);
    const eager = await attempts({ ends: [new PreconditionFailed(0), LOCK_WAIT], claims: true });
    expect(eager.ended).to.equal('done');
    expect(eager.ran).to.deep.equal(['as ever', 'eagerly', 'eagerly']);
  });

  it('is done eagerly at once where a precondition failed, and with a pause when it fails again', async () => {
    const failed = new PreconditionFailed(0);
    const { ended, ran, waited, counted } = await attempts({ ends: [failed, failed, 'done'], pauses: 0.5 });

    expect(ended).to.equal('done');
    expect(ran).to.deep.equal(['as ever', 'eagerly', 'eagerly']);
    expect(waited).to.have.length(1);
    expect(counted).to.deep.equal({ preconditionFailed: 2 });
  });

  it('lets nobody change what it rests on any more when that has changed before an eager unit', async () => {
    const { records } = await attempts({ ends: [new PreconditionFailed('1'), new PreconditionFailed('2')] });
    expect(records.map(({ isLocking }) => isLocking)).to.deep.equal([false, false, true]);
  });

  it('looks at a number that is taken, repairs it, and throws what is taken then', async () => {
    const { ended, ran, waited, counted } = await attempts({ ends: [DUPLICATE, DUPLICATE, DUPLICATE] });

    expect(ended).to.equal(DUPLICATE);
    expect(ran).to.deep.equal(['as ever', 'eagerly', 'repairing']);
    expect(waited).to.deep.equal([]);
    expect(counted).to.deep.equal({ duplicate: 2 });
  });

  it('repairs at once where batches have no checks', async () => {
    const taken = error({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY', errcode: 1555 });
    const { ended, ran } = await attempts({ ends: [taken], dialect: sqliteDialect });

    expect(ended).to.equal('done');
    expect(ran).to.deep.equal(['as ever', 'repairing']);
    expect(isFailedPrecondition({ dialect: sqliteDialect } as Engine, taken)).to.equal(false);
    expect(isFailedPrecondition({ dialect: mysqlDialect } as Engine, DUPLICATE)).to.equal(true);
    expect(isFailedPrecondition({ dialect: mysqlDialect } as Engine, CONFLICT)).to.equal(false);
  });
});

describe('running again', () => {
  it('is tried eight times, with pauses that grow to 400 ms', async () => {
    const { ended, ran, waited, counted } = await attempts({
      ends: Array.from({ length: 20 }, () => CONFLICT),
      pauses: 1,
    });

    expect(ran).to.have.length(8);
    expect(waited).to.deep.equal([16, 32, 64, 128, 256, 400, 400]);
    expect(ended).to.be.instanceOf(Busy).and.to.have.property('cause', CONFLICT);
    expect(counted).to.deep.equal({ conflict: 7 });
  });

  it('waits a random part of each pause', async () => {
    const { waited } = await attempts({ ends: [CONFLICT, CONFLICT], pauses: 0.25 });

    expect(waited).to.deep.equal([4, 8]);
  });

  it('ends where the next attempt would begin after three seconds', async () => {
    const ends = Array.from({ length: 9 }, () => CONFLICT);

    expect((await attempts({ ends, attemptMs: 1_000, pauses: 0 })).ran).to.have.length(4);
    expect((await attempts({ ends, attemptMs: 1_490, pauses: 1 })).ran).to.have.length(2);
    expect((await attempts({ ends, attemptMs: 3_001 })).ended).to.be.instanceOf(Busy);
  });

  it('ends where the next attempt would begin after who asked is kept waiting no longer', async () => {
    const ends = Array.from({ length: 9 }, () => LOCK_WAIT);

    expect((await attempts({ ends, attemptMs: 1_000, deadline: 1_500 })).ran).to.have.length(2);
    expect((await attempts({ ends, attemptMs: 1_000, deadline: 0 })).ended).to.be.instanceOf(Busy);
    expect((await attempts({ ends: [DUPLICATE], attemptMs: 1_000, deadline: 0 })).ended).to.equal('done');
  });

  it('goes on once after that where what it rests on has changed each time, and nobody can change it then', async () => {
    const ends = Array.from({ length: 9 }, () => new PreconditionFailed('changed'));
    const { ended, records } = await attempts({ ends, attemptMs: 2_000 });

    expect(records.map(({ isLocking }) => isLocking)).to.deep.equal([false, false, true]);
    expect(ended).to.be.instanceOf(Busy);
    expect((await attempts({ ends: ends.slice(0, 2), attemptMs: 2_000 })).ended).to.equal('done');
  });

  it('calls a connection that breaks every time an outage', async () => {
    const { ended, ran } = await attempts({ ends: Array.from({ length: 9 }, () => LOST) });

    expect(ran).to.have.length(8);
    expect(ended).to.be.instanceOf(Unavailable);
    const failedOver = await attempts({ ends: Array.from({ length: 9 }, () => FAILOVER) });
    expect(failedOver.ended).to.be.instanceOf(Unavailable);
    const locked = await attempts({ ends: Array.from({ length: 9 }, () => LOCK_WAIT) });
    expect(locked.ended)
      .to.be.instanceOf(Busy)
      .and.to.have.property('message', 'the work could not get its turn (attempts: 8)');
  });

  it('keeps what a transaction over the tables of all agreements gives', async () => {
    const decisions: unknown[] = [];
    const engine = {
      dialect: mysqlDialect,
      ranAgain: new Map(),
      transaction: async (work: (session: unknown) => Promise<{ result: unknown }>) => {
        const decision = await work('a session');
        decisions.push(decision);
        return decision.result;
      },
    } as unknown as Engine;

    const given = await inGlobalTransaction(engine, (session) => Promise.resolve(['worked on', session]));

    expect(given).to.deep.equal(['worked on', 'a session']);
    expect(decisions).to.have.length(1);
    expect(decisions[0]).to.include({ commit: true });
    expect(decisions[0]).to.have.nested.property('pending.isEmpty', true);
  });
});
