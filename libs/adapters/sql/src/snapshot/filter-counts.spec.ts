import { expect } from 'chai';
import { FilterCounts } from './filter-counts.js';

describe('counts of filters', () => {
  it('are remembered by the texts of filters, until they are removed', () => {
    const counts = new FilterCounts();
    counts.put('a filter', { version: 3, results: 4 });
    expect(counts.get('a filter')).to.deep.equal({ version: 3, results: 4 });

    counts.remove('a filter');
    expect(counts.get('a filter')).to.equal(undefined);
  });

  it('take no more than their bytes, texts included', () => {
    const counts = new FilterCounts();
    for (let filter = 0; filter < 3_000; filter += 1)
      counts.put(`${filter} `.padEnd(1_000), { version: 1, results: filter });

    expect(counts.get('0 '.padEnd(1_000))).to.equal(undefined);
    expect(counts.get('2999 '.padEnd(1_000))?.results).to.equal(2_999);
  });
});
