import { expect } from 'chai';
import { mysqlDialect } from '../dialect/mysql.js';
import type { Outcome, Row, Session, Statement } from '../statement.js';
import { Allocation, type AllocatingUnit } from './allocation.js';
import { confirm, type Reservation } from './reservation.js';
import { SequenceCache } from './sequence-cache.js';
import type { GivenNumber } from '../statements/sequences.js';
import { CommitHooks } from '../transaction/commit-hooks.js';

const AGREEMENT = 7;

type Wanted = readonly [series: string, count: number, gapless?: 'gapless'];

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
    const noted: GivenNumber[] = [];
    const hooks = new CommitHooks();
    const { session } = database;
    const unit: AllocatingUnit = {
      ahead: session,
      mayReserve,
      reserve: (...reservations) => void reserved.push(...reservations),
      note: (...given) => void noted.push(...given),
      hooks,
    };
    const numbers = new Allocation(AGREEMENT, {
      dialect: mysqlDialect,
      readSession: session,
      unit,
      cache,
    });
    return {
      reserved,
      noted,
      allocate: (...wanted: readonly Wanted[]) =>
        numbers.allocate(
          wanted.map(([series, count, gapless]) => ({ series, count, gapless: gapless !== undefined })),
        ),
      hold: (...series: readonly string[]) => numbers.hold(series),
      forget: (series: string) => numbers.forget(series),
      commit: () => {
        for (const { name, to } of reserved) database.at.set(name, to);
        confirm(reserved);
        hooks.committed();
      },
      rollBack: () => hooks.rolledBack(),
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
    expect(await begin(false).allocate(['entry', 0])).to.deep.equal([{ first: 1, count: 0 }]);
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

  it('holds counters in the order of their names, and gives what follows what they have given', async () => {
    database.at.set('id', 4);
    const [other, holding] = [begin(), begin(false)];
    await other.allocate(['id', 1]);

    expect([...(await holding.hold('id', 'entry'))]).to.have.deep.members([
      ['id', 4],
      ['entry', 0],
    ]);

    expect(holding.noted, 'nothing is given yet').to.deep.equal([]);
    expect(other.reserved[0]?.counter.isValid, 'nobody else has them').to.equal(false);
    expect(database.statements[1]?.values).to.deep.equal([AGREEMENT, 'entry', 0, AGREEMENT, 'id', 0]);
    expect(await holding.allocate(['id', 2])).to.deep.equal([{ first: 5, count: 2 }]);
    holding.commit();
    expect(await begin().allocate(['id', 1])).to.deep.equal([{ first: 7, count: 1 }]);
  });

  it('goes on after all that was given of a series to one unit', async () => {
    await begin().allocate(['entry', 3], ['entry', 2]);

    expect(await begin().allocate(['entry', 1])).to.deep.equal([{ first: 6, count: 1 }]);
  });

  it('leaves none out of a series where any of what is wanted may have no gap', async () => {
    const isGapless = async (...wanted: readonly Wanted[]) => {
      const unit = begin();
      await unit.allocate(...wanted);
      return unit.reserved.map(({ gapless }) => gapless);
    };

    expect(await isGapless(['invoice', 1])).to.deep.equal([false]);
    expect(await isGapless(['invoice', 1], ['invoice', 1])).to.deep.equal([false]);
    expect(await isGapless(['invoice', 1, 'gapless'])).to.deep.equal([true]);
    expect(await isGapless(['invoice', 1, 'gapless'], ['invoice', 1])).to.deep.equal([true]);
    expect(await isGapless(['invoice', 1], ['invoice', 1, 'gapless'])).to.deep.equal([true]);
  });

  it('notes as given what it has raised a counter to itself', async () => {
    const eager = begin(false);
    await eager.allocate(['id', 1], ['entry', 2], ['id', 3]);

    expect(eager.noted).to.have.deep.members([
      { name: 'id', last: 4 },
      { name: 'entry', last: 2 },
    ]);
  });

  it('reserves again, from what the database has, when a unit that raised them was rolled back', async () => {
    const eager = begin(false);
    await eager.allocate(['id', 5]);
    eager.rollBack();
    database.at.delete('id');
    const next = begin();

    expect(await next.allocate(['id', 1])).to.deep.equal([{ first: 1, count: 1 }]);
    expect(next.reserved).to.have.length(1);
  });

  it('raises them itself where another unit holds them for longer than a moment', async () => {
    await begin(false).allocate(['id', 5]);
    const next = begin();

    expect(await next.allocate(['id', 1])).to.deep.equal([{ first: 6, count: 1 }]);
    expect(next.reserved).to.have.length(0);
  });

  it('goes on from there when that unit was committed', async () => {
    const eager = begin(false);
    await eager.allocate(['id', 5]);
    const waiting = begin().allocate(['id', 1]);
    await new Promise((resolve) => setImmediate(resolve));
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
