import { expect } from 'chai';
import type { Dialect, Engine } from '../dialect/dialect.js';
import { mysqlDialect } from '../dialect/mysql.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import { Entities } from '../entity/entities.js';
import type { Session } from '../statement.js';
import { ConcurrentModification } from './errors.js';
import { writesAlone, writesWithin } from './global-writer.js';

const session: Session = { run: () => Promise.resolve([]) };

/** None: no table is written here. */
const entitiesOf = (dialect: Dialect): Entities => new Entities(dialect, []);

/** A query of which is noted how it locks. */
class Query {
  locks: string | undefined;
  setLock(mode: 'pessimistic_write'): this {
    this.locks = mode;
    return this;
  }
}

describe('who writes what spans agreements', () => {
  it('within a unit of work writes by its session, and locks what it will change where there are such locks', async () => {
    const locksOn = (dialect: typeof mysqlDialect | typeof sqliteDialect) =>
      writesWithin(dialect, entitiesOf(dialect), session).toChange(new Query()).locks;

    expect(
      await writesWithin(mysqlDialect, entitiesOf(mysqlDialect), session).write((own) =>
        Promise.resolve(own),
      ),
    ).to.equal(session);
    expect([locksOn(mysqlDialect), locksOn(sqliteDialect)]).to.deep.equal(['pessimistic_write', undefined]);
  });

  it('within a unit of work runs again where what it had decided does not hold any more', async () => {
    const { expectStill } = writesWithin(mysqlDialect, entitiesOf(mysqlDialect), session);
    const endOf = (holds: boolean) =>
      expectStill(() => Promise.resolve(holds)).catch((error: unknown) => error);

    expect(await endOf(true)).to.equal(undefined);
    expect(await endOf(false)).to.be.instanceOf(ConcurrentModification);
  });

  it('alone has a transaction for each write, and neither locks nor looks again: nothing was decided before', async () => {
    let transactions = 0;
    const transaction: Engine['transaction'] = async (work) => {
      transactions += 1;
      return (await work(session)).result;
    };
    const engine = { dialect: mysqlDialect, transaction } as Engine;
    const writer = writesAlone(engine, entitiesOf(mysqlDialect));

    expect(await writer.write((own) => Promise.resolve(own))).to.equal(session);
    expect(transactions).to.equal(1);
    expect(writer.toChange(new Query()).locks).to.equal(undefined);
    await writer.expectStill(() => Promise.reject(new Error('looked again')));
  });
});
