import { expect } from 'chai';
import { House } from '../../test/houses.js';
import { InMemory } from '../../test/in-memory.js';
import { tableOf } from '../entity/table-of.js';
import type { Session } from '../statement.js';
import { ItemReader } from './item-reader.js';

const OWN = 1;
const ANOTHER = 2;
const TABLE = tableOf(House);

describe('the reader of items', () => {
  let database: InMemory;
  let reader: ItemReader;
  beforeEach(() => {
    database = new InMemory(TABLE.table);
    reader = new ItemReader(TABLE);
    add(OWN, 1, 'own one');
    add(OWN, 2, 'own two');
    add(ANOTHER, 1, 'of another');
    database.sent.length = 0;
  });
  afterEach(() => database.close());

  function add(agreementNumber: number, houseNumber: number, name: string): void {
    void database.run({
      sql:
        'INSERT INTO `house` (agreement_number, house_number, name, version, uses) ' +
        'VALUES (?, ?, ?, 7, 0)',
      values: [agreementNumber, houseNumber, name],
    });
  }

  const named = async (session: Session, agreementNumber: number, key: number): Promise<unknown> =>
    (await reader.find(session, agreementNumber, key))?.['name'];

  it('asks once for all that are wanted in a turn of the event loop, each of its own agreement', async () => {
    const found = await Promise.all([
      named(database, OWN, 2),
      named(database, ANOTHER, 1),
      named(database, OWN, 1),
      named(database, OWN, 1),
      named(database, ANOTHER, 2),
    ]);
    expect(found).to.deep.equal(['own two', 'of another', 'own one', 'own one', undefined]);
    expect(database.sent).to.have.length(1);
  });

  it('asks again in the next turn, so what was written meanwhile is seen', async () => {
    expect(await named(database, OWN, 3)).to.equal(undefined);
    add(OWN, 3, 'new');
    expect(await named(database, OWN, 3)).to.equal('new');
  });

  it('asks for no more than a hundred at once', async () => {
    for (let key = 3; key <= 150; key += 1) add(OWN, key, `number ${key}`);
    database.sent.length = 0;
    const all = await Promise.all(Array.from({ length: 150 }, (_, at) => named(database, OWN, at + 1)));
    expect(all[149]).to.equal('number 150');
    expect(database.sent.map(({ values }) => values.length)).to.deep.equal([200, 100]);
  });

  it('gives each session what that one sees', async () => {
    const elsewhere = new InMemory(TABLE.table);
    try {
      const found = await Promise.all([named(database, OWN, 1), named(elsewhere, OWN, 1)]);
      expect(found).to.deep.equal(['own one', undefined]);
    } finally {
      elsewhere.close();
    }
  });

  it('tells everybody who asked of a failure, and serves the next', async () => {
    let isOut = true;
    const session: Session = {
      run: (...statements) =>
        isOut ? Promise.reject(new Error('out of reach')) : database.run(...statements),
    };
    const asked = await Promise.allSettled([named(session, OWN, 1), named(session, OWN, 2)]);
    expect(asked.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    isOut = false;
    expect(await named(session, OWN, 1)).to.equal('own one');
  });

  it('tells the state of an item by its version and whether it is in use, 0 where it is not there', async () => {
    const before = await reader.stateOf(database, OWN, 1);
    void database.run({ sql: 'UPDATE `house` SET uses = 1 WHERE agreement_number = 1', values: [] });
    const inUse = await reader.stateOf(database, OWN, 1);
    expect(new Set([before, inUse, await reader.stateOf(database, ANOTHER, 1)]).size).to.equal(2);
    expect(await reader.stateOf(database, OWN, 9)).to.equal('0');
  });
});
