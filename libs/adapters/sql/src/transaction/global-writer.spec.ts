import { expect } from 'chai';
import type { Engine } from '../dialect/dialect.js';
import { mysqlDialect } from '../dialect/mysql.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import type { Session } from '../statement.js';
import { ConcurrentModification } from './errors.js';
import { writesAlone, writesWithin } from './global-writer.js';

const session: Session = { run: () => Promise.resolve([]) };

/** A query of which is noted how it locks. */
class Query {
  locks: string | undefined;
  setLock(mode: 'pessimistic_write'): this {
    this.locks = mode;
    return this;
  }
}

const counting = (count: number, added?: number) => ({
  max: 3,
  count: () => Promise.resolve(count),
  ...(added !== undefined && { added }),
});

describe('who writes what spans agreements', () => {
  it('within a unit of work writes by its session, and locks what it will change where there are such locks', async () => {
    const locksOn = (dialect: typeof mysqlDialect | typeof sqliteDialect) =>
      writesWithin(dialect, session).toChange(new Query()).locks;

    expect(await writesWithin(mysqlDialect, session).write((own) => Promise.resolve(own))).to.equal(session);
    expect([locksOn(mysqlDialect), locksOn(sqliteDialect)]).to.deep.equal(['pessimistic_write', undefined]);
  });

  it('within a unit of work runs again where others have filled the room that it had decided on', async () => {
    const { expectRoom } = writesWithin(mysqlDialect, session);
    const endOf = (count: number, added?: number) =>
      expectRoom(counting(count, added)).catch((error: unknown) => error);

    expect(await endOf(2)).to.equal(undefined);
    expect(await endOf(3)).to.be.instanceOf(ConcurrentModification);
    expect(await endOf(1, 2)).to.equal(undefined);
    expect(await endOf(2, 2)).to.be.instanceOf(ConcurrentModification);
  });

  it('alone has a transaction for each write, and neither locks nor counts: nothing was decided before', async () => {
    let transactions = 0;
    const transaction: Engine['transaction'] = async (work) => {
      transactions += 1;
      return (await work(session)).result;
    };
    const engine = { dialect: mysqlDialect, transaction } as Engine;
    const writer = writesAlone(engine);

    expect(await writer.write((own) => Promise.resolve(own))).to.equal(session);
    expect(transactions).to.equal(1);
    expect(writer.toChange(new Query()).locks).to.equal(undefined);
    await writer.expectRoom({ max: 0, count: () => Promise.reject(new Error('counted')) });
  });
});
