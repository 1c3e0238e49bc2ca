import { expect } from 'chai';
import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { Busy, Unavailable, type Books, type IdempotencyKeys } from '@kontor/kernel';
import type { Decision, Dialect, Engine } from '../dialect/dialect.js';
import { mysqlDialect } from '../dialect/mysql.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import type { Row, Session, Statement } from '../statement.js';
import { Counter } from '../sequence/reservation.js';
import { Epoch } from './epoch.js';
import type { Unit } from './unit.js';
import { UnitsOfWork } from './unit-of-work.js';
import { sessionOf, sessionToShow, writing, type Scope } from './scope.js';
import { insertInto } from '../statements/writes.js';

type UnitBooks = Books & {
  readonly unit: Unit;
  readonly scope: Scope;
  readonly idempotency: IdempotencyKeys;
};

const into = insertInto('product', ['a']);
const DEADLOCK = { errno: 1213, code: 'ER_LOCK_DEADLOCK' };
const DUPLICATE = { errno: 1062, code: 'ER_DUP_ENTRY' };

/** Units of work over an engine that keeps what is committed, and fails as it is told to. */
function underTest({
  dialect = mysqlDialect,
  write,
  answer = () => [],
}: {
  dialect?: Dialect;
  /** What writes the statements of groups, where the engine does. */
  write?: Engine['write'];
  /** What a read finds. */
  answer?: (sql: string) => readonly Row[];
} = {}) {
  const committed: string[][] = [];
  /** All that was written by a commit of its own. */
  const closed: string[] = [];
  const sent: string[] = [];
  const commitFails: object[] = [];
  let began = 0;
  const session: Session = {
    run: (...all) => {
      sent.push(...all.map(({ sql }) => sql));
      return Promise.resolve(all.map(({ sql }) => ({ rows: answer(sql), affected: 1 })));
    },
  };
  const commit = async (sqls: readonly string[]): Promise<void> => {
    closed.push(...sqls);
    const fails = commitFails.shift();
    if (fails !== undefined) throw Object.assign(new Error('thrown'), fails);
    committed.push(sqls.filter((sql) => sql.startsWith('INSERT INTO `product`')));
  };
  const engine = {
    dialect,
    write,
    reader: session,
    transaction: async <A>(work: (of: Session) => Promise<Decision<A>>): Promise<A> => {
      began += 1;
      const decision = await work(session);
      if (decision.commit && decision.pending.commitWithOthers !== undefined)
        await decision.pending.commitWithOthers();
      else if (decision.commit && !decision.pending.isEmpty)
        await commit(decision.pending.statements().map(({ sql }) => sql));
      return decision.result;
    },
    ranAgain: new Map(),
  } as unknown as Engine;
  const open = (scope: Scope, idempotency: IdempotencyKeys): UnitBooks =>
    ({ scope, unit: scope.unit && writing(scope).unit, idempotency }) as unknown as UnitBooks;
  const told: unknown[] = [];
  const units = new UnitsOfWork(engine, new Epoch(session), open, {
    committed: (agreementNumber) => told.push(agreementNumber),
    written: ({ versionName }) => told.push(versionName),
  });
  const hooks: string[] = [];
  /** Inserts one row, and ends as is said. */
  const insert = (result: Either<string, string> = right('done')) =>
    units.inTransaction<string, string>(1, ({ unit }) => async () => {
      unit.hooks.afterCommit(() => hooks.push('kept'));
      unit.hooks.afterRollback(() => hooks.push('undone'));
      await unit.apply({ kind: 'insert', into, rows: [[1]] });
      return result;
    })();
  return { engine, units, insert, committed, closed, sent, told, commitFails, hooks, began: () => began };
}

describe('units of work', () => {
  it('keep all that the work has written, by one commit, and tell the hooks after it', async () => {
    const { insert, committed, hooks } = underTest();

    expect(await insert()).to.deep.equal(right('done'));
    expect(committed.map((inserts) => inserts.length)).to.deep.equal([1]);
    expect(hooks).to.deep.equal(['kept']);
  });

  it('keep nothing of a refusal, which is found out by a run that looks at each outcome', async () => {
    const { insert, committed, hooks, began } = underTest();

    expect(await insert(left('no'))).to.deep.equal(left('no'));
    expect(committed).to.deep.equal([]);
    expect(began()).to.equal(2);
    expect(hooks).to.deep.equal(['undone', 'undone']);
  });

  it('answer a refusal that rests on nothing written after one run', async () => {
    const { units, began, committed } = underTest();

    expect(isLeft(await units.inTransaction(1, () => async () => left('no'))())).to.equal(true);
    expect(began()).to.equal(1);
    expect(committed).to.deep.equal([]);
  });

  it('run again from the start when they lose a deadlock, and have their effect once', async () => {
    const { insert, committed, commitFails, hooks, began, engine } = underTest();
    commitFails.push(DEADLOCK, DEADLOCK);

    expect(await insert()).to.deep.equal(right('done'));
    expect(began()).to.equal(3);
    expect(committed).to.have.length(1);
    expect(hooks).to.deep.equal(['undone', 'undone', 'kept']);
    expect(engine.ranAgain.get('conflict')).to.equal(2);
  });

  it('tell the hooks of a run that is undone with others of its transaction, which then runs again', async () => {
    const { insert, sent, hooks, engine } = underTest({ dialect: sqliteDialect });
    const { transaction } = engine;
    Object.assign(engine, {
      transaction: async <A>(work: (of: Session) => Promise<Decision<A>>): Promise<A> => {
        await work(engine.reader);
        return transaction(work);
      },
    });

    expect(await insert()).to.deep.equal(right('done'));
    expect(hooks).to.deep.equal(['undone', 'kept']);
    expect(sent.filter((sql) => sql.startsWith('INSERT INTO `product`'))).to.have.length(2);
  });

  it('run again eagerly where an effect did not come about that was expected to', async () => {
    const { units, commitFails, began } = underTest();
    commitFails.push(DUPLICATE);
    const ran: boolean[] = [];
    const work = units.inTransaction<never, string>(1, ({ unit }) => async () => {
      ran.push(unit.isOptimistic);
      await unit.apply({ kind: 'insert', into, rows: [[1]] });
      return right('done');
    });

    expect(await work()).to.deep.equal(right('done'));
    expect(ran).to.deep.equal([true, false]);
    expect(began()).to.equal(2);
  });

  it('end as busy when they lose again and again', async () => {
    const { insert, commitFails, committed } = underTest();
    commitFails.push(...Array.from({ length: 20 }, () => DEADLOCK));

    const thrown = await insert().catch((error: unknown) => error);

    expect(thrown).to.be.instanceOf(Busy);
    expect(committed).to.deep.equal([]);
  });

  it('throw what is a defect, and keep nothing', async () => {
    const { units, committed, began } = underTest();
    const defect = units.inTransaction(1, () => () => Promise.reject(new Error('a defect')));

    expect(await defect().catch((error: unknown) => error)).to.have.property('message', 'a defect');
    expect(began()).to.equal(1);
    expect(committed).to.deep.equal([]);
  });

  it('tell an outage at once, also where they rest on what was not looked at', async () => {
    const { units, began } = underTest({
      answer: (sql) => {
        if (sql.endsWith(' FOR UPDATE')) throw Object.assign(new Error('thrown'), { code: 'ECONNREFUSED' });
        return [];
      },
    });
    const locking = units.inTransaction<never, void>(1, ({ unit }) => async () => {
      await unit.apply({ kind: 'insert', into, rows: [[1]] });
      await unit.locked('accounts').run({ sql: 'SELECT 1 FOR UPDATE', values: [] });
      return right(undefined);
    });

    expect(await locking().catch((error: unknown) => error)).to.be.instanceOf(Unavailable);
    expect(began()).to.equal(1);
  });

  it('keep nothing of work that goes on after a write was refused halfway', async () => {
    const { units, committed } = underTest();
    const work = units.inTransaction(1, ({ unit }) => async () => {
      unit.rollBackOnly();
      return right('done');
    });

    expect(await work().catch((error: unknown) => error)).to.be.an('error');
    expect(committed).to.deep.equal([]);
  });

  it('are opened for reading without one: no unit, no transaction', () => {
    const { units, began } = underTest();

    expect(units.read(1).unit).to.equal(undefined);
    expect(began()).to.equal(0);
  });

  /** A unit that changes a collection and tells of it, or refuses. */
  const changing = (
    { units }: ReturnType<typeof underTest>,
    result: Either<string, string> = right('done'),
  ) =>
    units.inTransaction<string, string>(7, ({ unit }) => async () => {
      unit.change('products', 1);
      unit.events.add({ type: 'product.created', collection: 'products', keys: [1] });
      unit.atCommit({ kind: 'insert', into, rows: [[1]] });
      return result;
    })();

  it('tell that an agreement has events, when they are kept and there are some', async () => {
    const test = underTest();
    await test.insert();
    expect(test.told).to.deep.equal([]);
    await changing(test, left('no'));
    expect(test.told).to.deep.equal([]);
    expect(test.closed.filter((sql) => sql.includes('event'))).to.deep.equal([]);
    await changing(test);
    expect(test.told).to.deep.equal([7]);
  });

  it('tell what they have done to a collection where there is one writer, or where groups are written', async () => {
    const one = underTest({ dialect: sqliteDialect });
    await changing(one);
    expect(one.told).to.deep.equal([7, 'products']);

    const written: (readonly Statement[])[] = [];
    const grouped = underTest({ write: (all) => Promise.resolve(void written.push(all)) });
    await changing(grouped);
    expect(grouped.told).to.deep.equal(['products', 7]);
    expect(grouped.closed).to.deep.equal([]);
    expect(written).to.have.length(1);
    expect(written[0]?.at(-1)?.sql).to.match(/^SET @kept.*database_epoch/);
  });

  it('write nothing in groups while something is read between', async () => {
    const grouped = underTest({ write: () => Promise.resolve() });
    let end = (): void => undefined;
    const read = grouped.units.between(
      7,
      () => new Promise<string>((resolve) => (end = () => resolve('read'))),
    );
    const change = changing(grouped);
    await new Promise((resolve) => setImmediate(resolve));
    expect([grouped.units.waiting, grouped.told]).to.deep.equal([1, []]);
    end();
    expect(await read).to.equal('read');
    await change;
    expect(grouped.units.waiting).to.equal(0);

    const alone = underTest();
    expect(await alone.units.between(7, () => Promise.resolve('read'))).to.equal('read');
    expect(alone.units.waiting).to.equal(0);
  });

  it('use up the numbers they have reserved', async () => {
    const { units } = underTest();
    const counter = new Counter(4, () => undefined);
    const reserving = units.inTransaction<never, void>(1, ({ unit }) => async () => {
      unit.reserve({
        name: 'products',
        by: 1,
        gapless: false,
        counter,
        to: 5,
        turn: counter.nextTurn(false),
      });
      return right(undefined);
    });
    await reserving();
    expect(counter.confirmed).to.equal(5);
  });

  it('are written after those that have the numbers before theirs of a series without gaps', async () => {
    const written: unknown[] = [];
    const { units, engine } = underTest({
      write: (all) => {
        const noted = all.filter(({ sql }) => sql.startsWith('INSERT INTO `given_number`'));
        written.push(...noted.map(({ values }) => values));
        return Promise.resolve();
      },
      answer: (sql) => (sql.includes('number_counter') ? [{ name: 'series', last_number: 4, given: 4 }] : []),
    });
    const numbered = (until: Promise<void>, result: Either<string, void> = right(undefined)) =>
      units.inTransaction<string, void>(7, ({ scope }) => async () => {
        await writing(scope).numbers.allocate([{ series: 'series', count: 1, gapless: true }]);
        await until;
        return result;
      })();
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

    const first = numbered(held);
    await turn();
    const others = [numbered(Promise.resolve()), numbered(Promise.resolve())];
    await turn();
    expect(written, 'before the first').to.deep.equal([]);
    goOn();
    await Promise.all([first, ...others]);

    expect(written.flat()).to.deep.equal([7, 'series', 5, 7, 'series', 6, 7, 'series', 7]);
    expect(Object.fromEntries(engine.ranAgain), 'that ran again').to.deep.equal({});
  });

  it('run eagerly where no statement stops a batch, and expect the epoch where one does', async () => {
    const one = underTest({ dialect: sqliteDialect });
    await one.insert();
    expect(one.sent.filter((sql) => sql.startsWith('INSERT INTO `product`'))).to.have.length(1);
    expect(one.sent.some((sql) => sql.includes('database_epoch'))).to.equal(false);
    const mysql = underTest();
    await mysql.insert();
    expect(mysql.sent.some((sql) => sql.startsWith('INSERT INTO `product`'))).to.equal(false);
    expect(mysql.closed.at(-1)).to.match(/^SET @kept.*database_epoch/);
  });

  it('look whether the database is in another epoch before they write at once', async () => {
    let epoch = 7;
    const { checks: _, ...without } = mysqlDialect;
    const { insert, sent } = underTest({
      dialect: without,
      answer: (sql) => (sql.includes('database_epoch') ? [{ epoch }] : []),
    });
    expect(await insert()).to.deep.equal(right('done'));
    expect(sent.filter((sql) => sql.startsWith('INSERT INTO `product`'))).to.have.length(1);
    epoch = 8;
    expect(await insert().catch((error: unknown) => error)).to.be.instanceOf(Unavailable);
    expect(sent.filter((sql) => sql.startsWith('INSERT INTO `product`'))).to.have.length(1);
  });

  it('look at what they expect before the commit where no statement can, and run again where it is not so', async () => {
    const { checks: _, ...without } = mysqlDialect;
    let version = 5;
    const { units, closed, sent, began } = underTest({
      dialect: without,
      answer: (sql) => (sql.includes('SUM') ? [{ version }] : [{ epoch: 7 }]),
    });
    const expecting = units.inTransaction<never, string>(1, ({ unit }) => async () => {
      unit.expect.versions(new Map([['accounts', 4]]));
      unit.change('products', 1);
      if (began() === 2) version = 4;
      return right('done');
    });
    expect(await expecting()).to.deep.equal(right('done'));
    expect(began()).to.equal(2);
    expect(closed).to.deep.equal([]);
    expect(sent.filter((sql) => sql.startsWith('INSERT INTO `collection_state`'))).to.have.length(2);
  });

  it('answer a refusal only where all that it rests on was so at one time', async () => {
    let version = 10;
    const { units, began } = underTest({ answer: (sql) => (sql.includes('SUM') ? [{ version }] : []) });
    const refusing = units.inTransaction<string, never>(1, ({ unit }) => async () => {
      unit.expect.versions(new Map([['accounts', 4], ['units', 5]])); // prettier-ignore
      if (began() === 2) version = 9;
      return left('no');
    });
    expect(await refusing()).to.deep.equal(left('no'));
    expect(began()).to.equal(2);
  });

  it('tell their hooks of a precondition that failed, and of nothing else that ended them', async () => {
    const failedBy = async (error: object): Promise<number> => {
      const { units, commitFails } = underTest();
      commitFails.push(error);
      let failed = 0;
      const work = units.inTransaction<never, string>(1, ({ unit }) => async () => {
        unit.hooks.afterFailedPrecondition(() => (failed += 1));
        await unit.apply({ kind: 'insert', into, rows: [[1]] });
        return right('done');
      });
      await work();
      return failed;
    };
    expect([await failedBy(DUPLICATE), await failedBy(DEADLOCK)]).to.deep.equal([1, 0]);
  });

  it('claim keys by their first write', async () => {
    const { units, closed } = underTest();
    const claiming = units.inTransaction<never, unknown>(
      7,
      ({ idempotency }) =>
        async () =>
          right(await idempotency.claim(3, 'key', 'asked')),
    );
    expect(await claiming()).to.deep.equal(right({ kind: 'Claimed' }));
    expect(closed[0]).to.match(/^INSERT INTO `idempotency_key`/);
  });

  it('are given their agreement, a session to read by, and no keys where they are open for reading', async () => {
    const { units, sent } = underTest();
    const { scope, idempotency } = units.read(7);
    expect(scope.agreementNumber).to.equal(7);
    await sessionOf(scope).run({ sql: 'SELECT 1', values: [] });
    await sessionToShow(scope, 'products').run({ sql: 'SELECT 2', values: [] });
    expect(sent).to.deep.equal(['SELECT 1', 'SELECT 2']);
    expect(() => writing(scope)).to.throw('write nothing');
    const message = (thrown: Promise<unknown>) => thrown.catch((error: Error) => error.message);
    expect(await message(idempotency.claim(1, 'key', 'asked'))).to.include('claim no keys');
    const answer = { status: 200, body: '' };
    expect(await message(idempotency.store(1, 'key', answer))).to.include('keep no answers');
  });

  it('read within by what they have written: what they show, and what they lock', async () => {
    const { units, sent } = underTest();
    const work = units.inTransaction<never, void>(1, ({ unit, scope }) => async () => {
      await unit.apply({ kind: 'insert', into, rows: [[1]] });
      unit.change('products', 1);
      await sessionToShow(scope, 'units').run({ sql: 'SELECT 1', values: [] });
      await sessionToShow(scope, 'products').run({ sql: 'SELECT 2', values: [] });
      await sessionOf(scope).run({ sql: 'SELECT 3 FOR UPDATE', values: [] });
      return right(undefined);
    });
    await work();
    const order = sent
      .filter((sql) => /^SELECT \d|^INSERT INTO `product`/.test(sql))
      .map((sql) => sql.slice(0, 8));
    expect(order).to.deep.equal(['SELECT 1', 'INSERT I', 'SELECT 2', 'SELECT 3']);
  });

  it('are tried each by itself where one of a group may be to blame', async () => {
    const written: number[] = [];
    const grouped = underTest({
      write: (all) => {
        const { values = [] } = all.find(({ sql }) => sql.startsWith('INSERT INTO `product`')) ?? {};
        written.push(values.length);
        return values.length > 1
          ? Promise.reject(Object.assign(new Error('thrown'), DUPLICATE))
          : Promise.resolve();
      },
    });

    await Promise.all([1, 2, 3].map(() => grouped.insert()));
    expect(written).to.deep.equal([1, 2, 1, 1]);
    expect(grouped.began()).to.equal(3);
  });

  it('are given numbers, from where the counters of their agreement are', async () => {
    const { units } = underTest({
      answer: (sql) => (sql.includes('number_counter') ? [{ name: 'units', last_number: 4, given: 3 }] : []),
    });
    const numbering = units.inTransaction<never, unknown>(
      7,
      ({ scope }) =>
        async () =>
          right(await writing(scope).numbers.allocate([{ series: 'units', count: 2, gapless: false }])),
    );

    expect(await numbering()).to.deep.equal(right([{ first: 5, count: 2 }]));
  });
});
