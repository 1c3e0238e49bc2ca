import { expect } from 'chai';
import { group, itemNumber, key, listOf, reference, resource } from '@kontor/kernel';
import { House } from '../../test/houses.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import { tableOf } from '../entity/table-of.js';
import type { Row, Session } from '../statement.js';
import { referrersOf } from './referrers.js';

const Tour = resource('tours', 'tour', {
  fields: {
    tourNumber: key(itemNumber()),
    stops: listOf(group({ house: reference('houses', 'houseNumber', itemNumber()) }), { max: 1_000 }),
  },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
const [houses, tours] = [tableOf(House), tableOf(Tour)];
const TOURS = 5_000;
/** The tour in which the house stands. */
const OLD = 4_321;

/** Asks where a house is used among tours of so many stops each; and what was read for it. */
async function asked(stops: number) {
  const portions: number[] = [];
  const row = (tourNumber: number): Row => {
    const house = { houseNumber: tourNumber === OLD ? 7 : 8 };
    return { tour_number: tourNumber, stops: JSON.stringify(Array(stops).fill({ house })) };
  };
  const session: Session = {
    run: (...statements) =>
      Promise.resolve(
        statements.map(({ sql }) => {
          const [, most, offset = '0'] = /LIMIT (\d+)(?: OFFSET (\d+))?$/.exec(sql) ?? [];
          portions.push(Number(most));
          const rows = Array.from({ length: Number(most) }, (_, at) => row(TOURS - Number(offset) - at));
          return { rows, affected: 0 };
        }),
      ),
  };
  const found = await referrersOf(session, 1, {
    table: houses,
    key: 7,
    parents: [],
    tables: new Map([['tours', tours]]),
    hints: sqliteDialect,
  });
  return { found, portions, rows: portions.reduce((sum, one) => sum + one, 0) };
}

describe('what refers to a thing', () => {
  it('is looked for among the newest thousand, some at a time where they may be large', async () => {
    const { found, portions, rows } = await asked(1);

    expect(found).to.deep.equal([{ resource: 'tours', keys: [OLD] }]);
    expect(Math.max(...portions)).to.equal(25);
    expect(rows).to.equal(1_000);
  });

  it('is looked for no further where so many are too much for one answer', async () => {
    const { found, rows } = await asked(10_000);

    expect(found).to.deep.equal([]);
    expect(rows).to.equal(25);
  });
});
