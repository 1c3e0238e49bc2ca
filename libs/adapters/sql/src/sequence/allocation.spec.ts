import { expect } from 'chai';
import { mysqlDialect } from '../dialect/mysql.js';
import type { Outcome, Row, Session, Statement } from '../statement.js';
import { Allocation, type AllocatingUnit } from './allocation.js';
import { confirm, SequenceCache, type Reservation } from './sequence-cache.js';

const AGREEMENT = 7;

/** A database that has counters and nothing else. */
class Counters {
  readonly at = new Map<string, number>();
  readonly statements: Statement[] = [];
  /** The last number that is noted as given. */
  given = 0;

  readonly session: Session = {
    run: (...statements) => Promise.resolve(statements.map((one) => this.#run(one))),
  };

  #run(one: Statement): Outcome {
    this.statements.push(one);
    if (one.sql.startsWith('SELECT')) {
      const rows = [...this.at].map(([name, last_number]): Row => ({ name, last_number, given: this.given }));
      return { rows: rows.filter(({ name }) => one.values.includes(name as string)), affected: 0 };
    }
    if (one.sql.includes('given_number')) return { rows: [], affected: 1 };
    for (let index = 0; index < one.values.length; index += 3) {
      const [, name, by] = one.values.slice(index) as [number, string, number];
      this.at.set(name, (this.at.get(name) ?? 0) + by);
    }
    return { rows: [], affected: 1 };
  }
}

describe('the allocation of numbers', () => {
  let database: Counters;
  let cache: SequenceCache;
  beforeEach(() => {
    database = new Counters();
    cache = new SequenceCache();
  });

  /** A unit of work: it commits or rolls back when it is told to. */
  const begin = (mayReserve = true) => {
    const reserved: Reservation[] = [];
    const committed: (() => void)[] = [];
    const rolledBack: (() => void)[] = [];
    const unit: AllocatingUnit = {
      mayReserve,
      reserve: (...reservations) => void reserved.push(...reservations),
      note: () => undefined,
      afterCommit: (work) => void committed.push(work),
      afterRollback: (work) => void rolledBack.push(work),
    };
    const { session } = database;
    const numbers = new Allocation(AGREEMENT, {
      dialect: mysqlDialect,
      session,
      readSession: session,
      unit,
      cache,
    });
    return {
      reserved,
      allocate: (...wanted: readonly (readonly [series: string, count: number])[]) =>
        numbers.allocate(wanted.map(([series, count]) => ({ series, count, gapless: false }))),
      forget: (series: string) => numbers.forget(series),
      commit: () => {
        for (const { name, to } of reserved) database.at.set(name, to);
        confirm(reserved);
        for (const work of committed) work();
      },
      rollBack: () => {
        for (const work of rolledBack) work();
      },
    };
  };

  it('gives a range for each of what is wanted, in that order, of each series one after the other', async () => {
    const ranges = await begin().allocate(['entry', 3], ['id', 1], ['entry', 2], ['id', 1]);

    expect(ranges).to.deep.equal([
      { first: 1, count: 3 },
      { first: 1, count: 1 },
      { first: 4, count: 2 },
      { first: 2, count: 1 },
    ]);
  });

  it('asks nobody for none', async () => {
    expect(await begin().allocate(['entry', 0])).to.deep.equal([{ first: 1, count: 0 }]);
    expect(database.statements).to.have.length(0);
  });

  it('reads counters once, and reserves from then on', async () => {
    const [first, second] = [begin(), begin()];

    await first.allocate(['id', 1]);
    expect(await second.allocate(['id', 1])).to.deep.equal([{ first: 2, count: 1 }]);

    expect(database.statements.map(({ sql }) => sql.slice(0, 6))).to.deep.equal(['SELECT']);
    expect(second.reserved.map(({ to }) => to)).to.deep.equal([2]);
    expect(database.at.get('id')).to.equal(undefined);
  });

  it('raises them in a unit that may not reserve, in the order of their names', async () => {
    const eager = begin(false);

    expect(await eager.allocate(['id', 1], ['entry', 2])).to.deep.equal([
      { first: 1, count: 1 },
      { first: 1, count: 2 },
    ]);

    expect(eager.reserved).to.have.length(0);
    expect(database.statements[0]?.values).to.deep.equal([AGREEMENT, 'entry', 2, AGREEMENT, 'id', 1]);
  });

  it('goes on from there when that unit was committed', async () => {
    const eager = begin(false);
    await eager.allocate(['id', 5]);
    const waiting = begin().allocate(['id', 1]);
    eager.commit();

    expect(await waiting).to.deep.equal([{ first: 6, count: 1 }]);
    expect(database.statements).to.have.length(2);
  });

  it('goes on after what was given, where somebody has set the counter back, and brings it there', async () => {
    database.given = 7;

    expect(await begin(false).allocate(['id', 2])).to.deep.equal([{ first: 8, count: 2 }]);

    expect(database.at.get('id')).to.equal(9);
  });

  it('gives again what a unit did not use', async () => {
    const undone = begin();
    await undone.allocate(['id', 4]);
    undone.rollBack();

    expect(await begin().allocate(['id', 1])).to.deep.equal([{ first: 1, count: 1 }]);
  });

  it('reads anew what turned out to be taken', async () => {
    const eager = begin(false);
    await eager.allocate(['id', 1]);
    database.at.set('id', 9);
    eager.forget('id');
    eager.commit();

    expect(await begin().allocate(['id', 1])).to.deep.equal([{ first: 10, count: 1 }]);
  });
});
