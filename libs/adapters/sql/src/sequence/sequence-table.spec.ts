import { expect } from 'chai';
import { Unit } from '@kontor/products';
import { InMemory } from '../../test/in-memory.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import { integer, table } from '../entity/columns.js';
import { HOUSEKEEPING } from '../entity/housekeeping.js';
import { tableOf, type ResourceTable } from '../entity/table-of.js';
import type { SqlValue } from '../statement.js';
import { countersBefore, nextFreeNumber, raiseCounters, readCounters } from './sequence-table.js';
import { insertGivenNumbers, addToCounters, sumOfCounters, type Raise } from '../statements/sequences.js';

const AGREEMENT = 7;
const OTHERS = 8;

describe('the counters of a database', () => {
  let database: InMemory;
  const raise = (raises: readonly Raise[], agreement = AGREEMENT) =>
    raiseCounters(database, sqliteDialect, agreement, raises);
  const given = (name: string, last: number, agreement = AGREEMENT) =>
    database.run(insertGivenNumbers(agreement, [{ name, last }]));
  const counters = () =>
    database.read('SELECT agreement_number, name, last_number FROM number_counter ORDER BY 1, 2');
  beforeEach(() => {
    database = new InMemory(...HOUSEKEEPING);
  });
  afterEach(() => database.close());

  it('begin with nothing, and are raised by what is wanted, each by itself', async () => {
    expect(await raise([{ name: 'id', by: 2 }])).to.deep.equal(new Map([['id', 2]]));
    const both = [
      { name: 'id', by: 1 },
      { name: 'entry', by: 5 },
    ];
    const raised = await raise(both);

    expect([...raised]).to.have.deep.members([
      ['id', 3],
      ['entry', 5],
    ]);
    expect([...countersBefore(both, raised)]).to.have.deep.members([
      ['id', 2],
      ['entry', 0],
    ]);
    await raise([{ name: 'id', by: 9 }], OTHERS);
    expect(counters()).to.deep.equal([
      [AGREEMENT, 'entry', 5],
      [AGREEMENT, 'id', 3],
      [OTHERS, 'id', 9],
    ]);
  });

  it('are raised in the order of their names, in whatever order they are wanted', async () => {
    const wanted = ['b', 'a', 'c'].map((name) => ({ name, by: 1 }));
    for (const raises of [wanted, [...wanted].reverse(), wanted.slice(0, 2)]) {
      database.sent.length = 0;
      await raise(raises);
      expect(database.sent[0]?.values.filter((value) => typeof value === 'string')).to.deep.equal(
        raises.map(({ name }) => name).sort(),
      );
    }
  });

  it('go on after the numbers that were given, where somebody has lowered them, and stay there', async () => {
    await raise([{ name: 'id', by: 3 }]);
    await given('id', 9);
    await given('id', 10);
    await given('id', 99, OTHERS);
    await given('entry', 1_000);

    expect(await raise([{ name: 'id', by: 2 }])).to.deep.equal(new Map([['id', 12]]));
    expect(await raise([{ name: 'id', by: 1 }])).to.deep.equal(new Map([['id', 13]]));
    expect(counters()).to.deep.equal([[AGREEMENT, 'id', 13]]);
  });

  it('are raised by one statement where they do not lag behind what was given', async () => {
    await raise([{ name: 'id', by: 3 }]);
    await given('id', 3);
    database.sent.length = 0;

    expect(await raise([{ name: 'id', by: 2 }])).to.deep.equal(new Map([['id', 5]]));
    expect(database.sent.filter(({ sql }) => sql.startsWith('INSERT'))).to.have.length(1);
  });

  it('are read where they are, or where numbers were given to; at 0 where they never were raised', async () => {
    await raise([
      { name: 'ahead', by: 5 },
      { name: 'behind', by: 5 },
    ]);
    await given('ahead', 4);
    await given('behind', 8);

    expect([...(await readCounters(database, AGREEMENT, ['ahead', 'behind', 'never']))]).to.deep.equal([
      ['ahead', 5],
      ['behind', 8],
      ['never', 0],
    ]);
    expect([...(await readCounters(database, OTHERS, ['ahead']))]).to.deep.equal([['ahead', 0]]);
  });

  it('are summed up, those that are named of one agreement', async () => {
    const raises = ['a', 'b', 'c'].map((name, index) => ({ name, by: 10 ** index }));
    await database.run(
      addToCounters(sqliteDialect, AGREEMENT, raises),
      addToCounters(sqliteDialect, OTHERS, raises.slice(0, 1)),
    );
    const [outcome] = await database.run(sumOfCounters(AGREEMENT, ['a', 'c']));

    expect(Object.values(outcome?.rows[0] ?? {})).to.deep.equal([101]);
  });

  it('have their numbers noted, none of them twice', async () => {
    const noted = ['b', 'a', 'b', 'a'].map((name, index) => ({ name, last: 4 - index }));
    const statement = insertGivenNumbers(AGREEMENT, noted);
    await database.run(statement);

    const inOrder: readonly SqlValue[] = ['a', 1, 'a', 3, 'b', 2, 'b', 4];
    expect(statement.values.filter((value) => value !== AGREEMENT)).to.deep.equal(inOrder);
    expect(database.read('SELECT name, number FROM given_number ORDER BY 1, 2').flat()).to.deep.equal(
      inOrder,
    );
    expect(await given('a', 3).catch((error: unknown) => error)).to.be.an('error');
    await given('a', 3, OTHERS);
  });
});

describe('the next free number', () => {
  const taken = { agreementNumber: AGREEMENT, parentKeys: [], name: 'units', taken: 2 };
  const rooms = {
    table: table(
      'room',
      ['agreement_number', 'house_number', 'room_number'],
      ['agreement_number', 'house_number', 'room_number'].map((name) => integer(name)),
    ),
    keyColumn: 'room_number',
    parents: [{ column: 'house_number' }],
  } as unknown as ResourceTable;
  let database: InMemory;
  beforeEach(async () => {
    database = new InMemory(...HOUSEKEEPING, tableOf(Unit).table, rooms.table);
    for (const number of [1, 2, 3, 5, 7])
      await database.run({
        sql: 'INSERT INTO unit (agreement_number, unit_number, name, name_folded, version) VALUES (?, ?, ?, ?, 1)',
        values: [AGREEMENT, number, 'u', 'u'],
      });
  });
  afterEach(() => database.close());
  const lastNumbers = () => database.read('SELECT last_number FROM number_counter').flat();

  it('is that behind the taken one and all that follow it, to which the counter goes, and which is noted', async () => {
    await database.run(addToCounters(sqliteDialect, AGREEMENT, [{ name: 'units', by: 2 }]));

    expect(await nextFreeNumber(database, tableOf(Unit), taken)).to.equal(4);
    expect(lastNumbers()).to.deep.equal([4]);
    expect(database.read('SELECT agreement_number, name, number FROM given_number')).to.deep.equal([
      [AGREEMENT, 'units', 4],
    ]);
    expect(await nextFreeNumber(database, tableOf(Unit), { ...taken, taken: 5 })).to.equal(6);
  });

  it('lowers no counter', async () => {
    await database.run(addToCounters(sqliteDialect, AGREEMENT, [{ name: 'units', by: 9 }]));

    expect(await nextFreeNumber(database, tableOf(Unit), taken)).to.equal(4);
    expect(lastNumbers()).to.deep.equal([9]);
  });

  it('is that of the item within which it is wanted', async () => {
    for (const [house, room] of [
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 3],
    ])
      await database.run({
        sql: 'INSERT INTO room VALUES (?, ?, ?)',
        values: [AGREEMENT, house as number, room as number],
      });

    const inHouse = (house: number) =>
      nextFreeNumber(database, rooms, { ...taken, parentKeys: [house], name: `rooms/${house}`, taken: 1 });
    expect([await inHouse(1), await inHouse(2)]).to.deep.equal([3, 2]);
  });
});
