import { expect } from 'chai';
import { Unit } from '@kontor/products';
import { InMemory } from '../../test/in-memory.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import { mysqlDialect } from '../dialect/mysql.js';
import { HOUSEKEEPING } from '../entity/housekeeping.js';
import { tableOf } from '../entity/table-of.js';
import type { Statement } from '../statement.js';
import { versionName, versionsIn, versionStep } from './collection-version.js';
import {
  EVENTS,
  type RaisedVersion,
  isMoreThan,
  raiseVersions,
  readVersions,
  sumOfVersions,
} from '../statements/collection-versions.js';

const LINK = 'a'.repeat(64);

describe('the versions of collections', () => {
  let database: InMemory;
  const raise = (states: readonly RaisedVersion[], step = 10, agreement = 7) =>
    database.run(raiseVersions(sqliteDialect, agreement, states, step));
  const numberOf = async (read: Statement): Promise<unknown> =>
    Object.values((await database.run(read))[0]?.rows[0] ?? {})[0];
  beforeEach(async () => {
    database = new InMemory(...HOUSEKEEPING);
    await raise([['units', 2], ['units-of-others', 1], ['aliases/1', 3], ['aliases/2', 4]]); // prettier-ignore
    await raise([['units', 50]], 99, 8);
  });
  afterEach(() => database.close());

  it('begin with the first write, and are raised by a step with the count of items', async () => {
    await raise([['units', -1]], 5);
    const [outcome] = await database.run(readVersions(7, ['units', 'aliases/2', 'never']));

    expect([...versionsIn(outcome as NonNullable<typeof outcome>)]).to.have.deep.members([
      ['units', 15],
      ['aliases/2', 10],
    ]);
    expect(database.read("SELECT items FROM collection_state WHERE collection = 'units'").flat()).to.deep.equal([1, 50]); // prettier-ignore
  });

  it('are summed up, of those that are named and of those within any item', async () => {
    expect(await numberOf(sumOfVersions(7, ['units', 'aliases/1']))).to.equal(20);
    expect(await numberOf(sumOfVersions(7, ['units'], ['aliases']))).to.equal(30);
    expect(await numberOf(sumOfVersions(7, [], ['units']))).to.equal(null);
    expect(await numberOf(sumOfVersions(8, ['units']))).to.equal(99);
  });

  it('tell whether more is counted of a collection than so much', async () => {
    expect(await numberOf(isMoreThan(7, 'units', 1))).to.equal(1);
    expect(await numberOf(isMoreThan(7, 'units', 2))).to.equal(0);
    expect(await numberOf(isMoreThan(7, 'never', 0))).to.equal(0);
  });

  it('hold the head of the chain with the count of events', async () => {
    const headOf = () =>
      database.read(`SELECT items, head FROM collection_state WHERE collection = '${EVENTS}'`);
    await raise([[EVENTS, 2, LINK], ['units', 1], ['aliases/1', 0]]); // prettier-ignore
    expect(headOf()).to.deep.equal([[2, LINK]]);

    await raise([['units', 1]]);
    expect(headOf()).to.deep.equal([[2, LINK]]);
    await raise([[EVENTS, 1, LINK], ['units', 1]]); // prettier-ignore
    const [[items, head] = []] = headOf();
    expect(items).to.equal(3);
    expect(head).to.match(/^[0-9a-f]{64}$/).and.not.equal(LINK); // prettier-ignore
  });

  it('leave the count of events for the statements after them where the server can, and else no head', () => {
    const events = raiseVersions(mysqlDialect, 7, [[EVENTS, 2, LINK], ['units', 1]], 10); // prettier-ignore
    const units = raiseVersions(mysqlDialect, 7, [['units', 1]], 10);

    expect(events.sql).to.include('LAST_INSERT_ID').and.to.include('`head`');
    expect(events.values).to.deep.equal([7, EVENTS, 10, 2, LINK, 7, 'units', 10, 1, null]);
    expect(units.sql).to.not.include('LAST_INSERT_ID').and.not.to.include('`head`');
    expect(units.values).to.deep.equal([7, 'units', 10, 1]);
    expect(raiseVersions(mysqlDialect, 7, [], 10).values).to.deep.equal([]);
  });

  it('are raised at random, by 1 at least and a million or so at most', () => {
    const steps = Array.from({ length: 500 }, versionStep);

    expect(steps.every((step) => Number.isInteger(step) && step >= 1 && step <= 2 ** 20)).to.equal(true);
    expect(Math.max(...steps) - Math.min(...steps)).to.be.above(2 ** 18);
    expect(new Set(steps).size).to.be.above(400);
  });

  it('have names of ASCII alone, with what the items live within', () => {
    expect(versionName(tableOf(Unit), [])).to.equal('units');
    expect(versionName(tableOf(Unit), [7, 'å/b'])).to.equal('units/7/%C3%A5/b');
  });
});
