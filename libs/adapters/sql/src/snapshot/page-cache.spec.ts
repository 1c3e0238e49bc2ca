import { expect } from 'chai';
import { PageCache } from './page-cache.js';

const LIST = 'products of 7';

describe('what is remembered of pages', () => {
  /**
   * How many pages are searched for at a version until the keys are read; then so many are served by them.
   */
  const searchesAt = (cache: PageCache, version: number, served: number): number => {
    let searches = 0;
    do {
      cache.see(LIST, version, 3);
      searches += 1;
    } while (
      !cache.isWorthIt(cache.statisticsOf(LIST) ?? { version, times: 0, results: 3, worthAfter: Infinity })
    );
    cache.rememberKeys(LIST, version, ['a', 'b', 'c']);
    for (let page = 0; page < served; page += 1) cache.served(LIST);
    return searches;
  };

  it('reads a list whole at its second page, as long as that repays', () => {
    const cache = new PageCache();

    expect([1, 2, 3, 4].map((version) => searchesAt(cache, version, 20))).to.deep.equal([2, 2, 2, 2]);
  });

  it('searches longer for the pages of a list that is written before its keys have repaid, and again less', () => {
    const cache = new PageCache();

    const busy = [1, 2, 3, 4, 5, 6, 7, 8].map((version) => searchesAt(cache, version, 1));
    const calm = [9, 10, 11, 12].map((version) => searchesAt(cache, version, 100));

    expect(busy).to.deep.equal([2, 4, 8, 16, 32, 64, 64, 64]);
    expect(calm).to.deep.equal([64, 32, 16, 8]);
  });

  it('reads nothing whole of a list that is written between any two pages', () => {
    const cache = new PageCache();

    for (let version = 1; version < 50; version += 1) {
      cache.see(LIST, version, 3);
      const seen = cache.statisticsOf(LIST);
      expect(seen !== undefined && cache.isWorthIt(seen)).to.equal(false);
    }
  });

  it('holds no more than its bytes, however long the keys are that the lists are made of', () => {
    const cache = new PageCache();
    const keys = Array.from({ length: 5000 }, (_, index) => `${index}`.padEnd(200, 'x'));

    for (let list = 0; list < 40; list += 1) {
      cache.see(`list ${list}`, 1, keys.length);
      cache.rememberKeys(`list ${list}`, 1, keys);
    }

    expect(cache.listsBytes).to.be.within(40 * 1024 * 1024, 48 * 1024 * 1024);
    expect(cache.statisticsOf('list 0')).to.equal(undefined);
    expect(cache.statisticsOf('list 39')?.keys).to.have.length(5000);
  });
});
