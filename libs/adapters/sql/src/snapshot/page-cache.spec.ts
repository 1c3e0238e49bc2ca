import { expect } from 'chai';
import type { WrittenCollection } from '../transaction/write-batch.js';
import { listByKey, PageCache, type PageStatistics } from './page-cache.js';

const LIST = 'products of 7';

describe('what is remembered of pages', () => {
  /**
   * How many pages are searched for at a version until the keys are read; then so many are served by them.
   */
  const searchesAt = (cache: PageCache, version: number, served: number): number => {
    let searches = 0;
    do {
      cache.see(LIST, { version, results: 3 });
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
      cache.see(LIST, { version, results: 3 });
      const seen = cache.statisticsOf(LIST);
      expect(seen !== undefined && cache.isWorthIt(seen)).to.equal(false);
    }
  });

  it('holds no more than its bytes, however long the keys are that the lists are made of', () => {
    const cache = new PageCache();
    const keys = Array.from({ length: 5000 }, (_, index) => `${index}`.padEnd(200, 'x'));

    for (let list = 0; list < 40; list += 1) {
      cache.see(`list ${list}`, { version: 1, results: keys.length });
      cache.rememberKeys(`list ${list}`, 1, keys);
    }

    expect(cache.listsBytes).to.be.within(40 * 1024 * 1024, 48 * 1024 * 1024);
    expect(cache.statisticsOf('list 0')).to.equal(undefined);
    expect(cache.statisticsOf('list 39')?.keys).to.have.length(5000);
  });

  describe('of a whole collection in the order of its key', () => {
    const list = listByKey(7, 'products');
    const written = (step: number, keys: WrittenCollection['keys']): WrittenCollection => ({
      agreementNumber: 7,
      versionName: 'products',
      step,
      keys,
    });
    const learned = (): PageCache => {
      const cache = new PageCache();
      cache.rememberKeys(list, 10, ['a', 'c']);
      return cache;
    };

    it('follows what this process writes, with its keys and its version', () => {
      const cache = learned();

      cache.follow(written(5, [{ key: 'b', by: 1 }]));
      cache.follow(written(3, []));
      cache.follow(written(2, [{ key: 'a', by: -1 }, { key: 'd', by: 1 }])); // prettier-ignore

      const { version, results, keys } = cache.statisticsOf(list) as PageStatistics;
      expect({ version, results, keys: keys?.slice(0, 9) }).to.deep.equal({
        version: 20,
        results: 3,
        keys: ['b', 'c', 'd'],
      });
    });

    it('stays behind a write of which the keys are not told, and is of no version of the collection any more', () => {
      const cache = learned();

      cache.follow(written(5, undefined));
      cache.follow(written(2, []));

      expect(cache.statisticsOf(list)?.version).to.equal(12);
    });

    it('is forgotten where it does not fit what was written', () => {
      const cache = learned();

      cache.follow(written(5, [{ key: 'a', by: 1 }]));

      expect(cache.statisticsOf(list)).to.equal(undefined);
    });

    it('is not given up for a search that was overtaken, but when somebody else has written', () => {
      const cache = learned();

      cache.see(list, { version: 8, results: 1, follows: true });
      cache.see(list, { version: 12, results: 3, follows: true });
      expect(cache.statisticsOf(list)?.keys).to.have.length(2);

      cache.outdated(list, 12, 3);
      expect(cache.statisticsOf(list)).to.include({ version: 12, results: 3 }).and.not.have.property('keys');
    });

    it('is counted as seen from one version to the next, and its bookmarks are of one version', () => {
      const cache = new PageCache();
      cache.see(list, { version: 10, results: 2, follows: true });
      cache.follow(written(5, [{ key: 'b', by: 1 }]));
      cache.see(list, { version: 15, results: 3, follows: true });
      expect(cache.statisticsOf(list)).to.include({ version: 15, times: 2, results: 3 });

      cache.rememberBookmarks(list, 15, ['a']);
      cache.follow(written(5, [{ key: 'c', by: 1 }]));
      expect(cache.statisticsOf(list)?.version).to.equal(15);
    });
  });
});
