import { expect } from 'chai';
import { ListRows } from './list-rows.js';

describe('rows of a list', () => {
  it('are given whole, or not at all', () => {
    const rows = new ListRows();
    rows.put(1, ['one']);
    rows.put(2, ['two']);

    expect(rows.of([2, 1])).to.deep.equal([['two'], ['one']]);
    expect(rows.of([1, 3])).to.equal(undefined);
  });

  it('take no more than their bytes: those that came first go first', () => {
    const rows = new ListRows(10_000);
    for (let key = 0; key < 100; key += 1) rows.put(key, ['x'.repeat(500)]);

    expect(rows.bytes).to.be.within(8_000, 10_000);
    expect(rows.of([99])).to.have.length(1);
    expect(rows.of([0])).to.equal(undefined);
  });

  it('take nothing when all of them are gone, however often they were put', () => {
    const rows = new ListRows();
    for (let times = 0; times < 3; times += 1) rows.put(7, ['x'.repeat(times)]);
    rows.remove(7);
    rows.remove(7);

    expect(rows.bytes).to.equal(0);
    expect(rows.of([7])).to.equal(undefined);
  });
});
