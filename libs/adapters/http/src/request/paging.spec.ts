import { expect } from 'chai';
import { isLeft } from 'fp-ts/lib/Either.js';
import { paging, positionAfter, selectionOf } from './paging.js';
import { queryParameters } from './query-string.js';

const UNITS = selectionOf('units');

const request = (query: string) => {
  const parameters = queryParameters(query);
  if (isLeft(parameters)) throw new Error(parameters.left.message);
  return paging(parameters.right, UNITS);
};
const read = (query: string) => {
  const page = request(query);
  if (isLeft(page)) throw new Error(page.left.message);
  return page.right;
};

describe('paging (G22)', () => {
  const boundaries: readonly [query: string, pageSize: number, skipPages: number][] = [
    ['', 20, 0],
    ['other=1', 20, 0],
    ['pagesize=1', 1, 0],
    ['pagesize=20', 20, 0],
    ['pagesize=007', 7, 0],
    ['pagesize=999', 999, 0],
    ['pagesize=1000', 1000, 0],
    ['pagesize=1001', 1000, 0],
    ['pagesize=10000', 1000, 0],
    ['pagesize=9007199254740993', 1000, 0],
    [`pagesize=${'9'.repeat(4000)}`, 1000, 0],
    ['skippages=0', 20, 0],
    ['skippages=1&pagesize=5', 5, 1],
    ['skippages=1000000', 20, 1_000_000],
    ['skippages=0001000000', 20, 1_000_000],
    ['skippages=1000001', 20, 1_000_001],
    ['skippages=9007199254740991', 20, 9_007_199_254_740_991],
    [`skippages=${'9'.repeat(4000)}`, 20, 9_007_199_254_740_991],
    ['pageSize=5&skipPages=2', 5, 2],
    ['PAGESIZE=5&SKIPPAGES=2', 5, 2],
    ['page%73ize=5', 5, 0],
  ];
  for (const [query, pageSize, skipPages] of boundaries) {
    it(`${query.slice(0, 40) || 'nothing'} asks for ${pageSize} items after ${skipPages} pages`, () => {
      expect(read(query)).to.deep.equal({ pageSize, skipPages });
    });
  }

  const malformed: readonly [query: string, parameter: string, written: string][] = [
    ['pagesize=0', 'pagesize', '0'],
    ['pagesize=000', 'pagesize', '000'],
    ['pagesize=', 'pagesize', ''],
    ['pagesize', 'pagesize', ''],
    ['pagesize=-1', 'pagesize', '-1'],
    ['pagesize=%2B1', 'pagesize', '+1'],
    ['pagesize=+1', 'pagesize', ' 1'],
    ['pagesize=1%20', 'pagesize', '1 '],
    ['pagesize=1.0', 'pagesize', '1.0'],
    ['pagesize=20.5', 'pagesize', '20.5'],
    ['pagesize=1e2', 'pagesize', '1e2'],
    ['pagesize=0x10', 'pagesize', '0x10'],
    ['pagesize=ten', 'pagesize', 'ten'],
    ['pagesize=NaN', 'pagesize', 'NaN'],
    ['pagesize=%D9%A3', 'pagesize', '٣'],
    ['pagesize=1%00', 'pagesize', '1\0'],
    ['pagesize=1&pagesize=1', 'pagesize', '1,1'],
    ['pagesize=1&pageSize=2', 'pagesize', '1,2'],
    ['skippages=-1', 'skippages', '-1'],
    ['skippages=0.5', 'skippages', '0.5'],
    ['skippages=', 'skippages', ''],
    ['skippages=1e1', 'skippages', '1e1'],
    ['skippages=1&skippages=2', 'skippages', '1,2'],
    ['after=', 'after', ''],
    ['after=a=', 'after', 'a='],
    ['after=a/b', 'after', 'a/b'],
    ['after=a%20b', 'after', 'a b'],
    ['after=a%0A', 'after', 'a\n'],
    [`after=${'a'.repeat(1_001)}`, 'after', 'a'.repeat(1_001)],
    ['after=a&AFTER=b', 'after', 'a,b'],
  ];
  for (const [query, parameter, written] of malformed) {
    it(`refuses ${query.slice(0, 40)}`, () => {
      const page = request(query);

      expect(isLeft(page) && page.left).to.include({ kind: 'PagingMalformed', parameter, written });
      expect(isLeft(page) && page.left.message)
        .to.contain(parameter)
        .and.have.length.below(200);
    });
  }

  it('carries the position as it is', () => {
    expect(read('after=AZaz09-_&skippages=3')).to.deep.equal({
      pageSize: 20,
      skipPages: 3,
      after: 'AZaz09-_',
    });
    expect(read(`after=${'a'.repeat(400)}`).after).to.have.lengthOf(400);
  });

  it('leaves a position out that another page begins at', () => {
    expect(read(`after=${positionAfter(60, UNITS, 'Mg')}&skippages=3`).after).to.equal('Mg');
    expect(read(`after=${positionAfter(60, UNITS, 'Mg')}`).after).to.equal('Mg');
    expect(read(`after=${positionAfter(60, UNITS, 'Mg')}&skippages=6&pagesize=10`).after).to.equal('Mg');
    expect(read(`after=${positionAfter(60, UNITS, 'Mg')}&skippages=4`)).to.deep.equal({
      pageSize: 20,
      skipPages: 4,
    });
    expect(read(`after=${positionAfter(60, UNITS, 'Mg')}&skippages=3&pagesize=30`)).to.deep.equal({
      pageSize: 30,
      skipPages: 3,
    });
  });

  it('leaves a position out that was made for another collection or filter', () => {
    const others = [selectionOf('products'), selectionOf('units', 'name$eq:kg')];
    for (const selection of others) {
      for (const skipPages of [0, 3]) {
        const asked = `after=${positionAfter(60, selection, 'Mg')}&skippages=${skipPages}`;

        expect(read(asked)).to.deep.equal({ pageSize: 20, skipPages });
      }
    }
    expect(selectionOf('units', ' ')).to.equal(UNITS);
  });

  it('takes a position as older versions wrote it', () => {
    expect(read('after=60-Mg&skippages=3').after).to.equal('Mg');
    expect(read('after=60-Mg&skippages=4').after).to.equal(undefined);
  });
});
