import { expect } from 'chai';
import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { Busy, type Books } from '@kontor/kernel';
import type { Decision, Engine } from '../dialect/dialect.js';
import { mysqlDialect } from '../dialect/mysql.js';
import type { Session } from '../statement.js';
import { insertInto } from './effect.js';
import { Epoch } from './epoch.js';
import type { Unit } from './unit.js';
import { unitOfWork } from './unit-of-work.js';
import { writing } from './scope.js';

type UnitBooks = Books & { readonly unit: Unit };

const into = insertInto('product', ['a']);
const DEADLOCK = { errno: 1213, code: 'ER_LOCK_DEADLOCK' };
const DUPLICATE = { errno: 1062, code: 'ER_DUP_ENTRY' };

/** Units of work over an engine that keeps what is committed, and fails as it is told to. */
function underTest() {
  const committed: string[][] = [];
  const commitFails: object[] = [];
  let began = 0;
  const session: Session = { run: (...all) => Promise.resolve(all.map(() => ({ rows: [], affected: 1 }))) };
  const commit = async (sqls: readonly string[]): Promise<void> => {
    const fails = commitFails.shift();
    if (fails !== undefined) throw Object.assign(new Error('thrown'), fails);
    committed.push(sqls.filter((sql) => sql.startsWith('INSERT INTO `product`')));
  };
  const engine = {
    dialect: mysqlDialect,
    reader: session,
    transaction: async <A>(work: (of: Session) => Promise<Decision<A>>): Promise<A> => {
      began += 1;
      const decision = await work(session);
      if (decision.keep && !decision.closing.isEmpty)
        await commit(decision.closing.statements().map(({ sql }) => sql));
      return decision.result;
    },
    ranAgain: new Map(),
  } as unknown as Engine;
  const open = (scope: Parameters<typeof writing>[0]): UnitBooks =>
    ({ unit: scope.unit && writing(scope).unit }) as UnitBooks;
  const units = unitOfWork(engine, new Epoch(session), open);
  const hooks: string[] = [];
  /** Inserts one row, and ends as is said. */
  const insert = (result: Either<string, string> = right('done')) =>
    units.inTransaction<string, string>(1, ({ unit }) => async () => {
      unit.afterCommit(() => hooks.push('kept'));
      unit.afterRollback(() => hooks.push('undone'));
      await unit.apply({ kind: 'insert', into, rows: [[1]] });
      return result;
    })();
  return { engine, units, insert, committed, commitFails, hooks, began: () => began };
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
});
