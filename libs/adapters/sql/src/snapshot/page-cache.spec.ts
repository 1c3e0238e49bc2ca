import { expect } from 'chai';
import type { WrittenCollection } from '../transaction/write-batch.js';
import { listByKey, PageCache } from './page-cache.js';
import { worthReading, type PageStatistics } from './page-statistics.js';

const LIST = 'products of 7';

describe('what is remembered of pages', () => {
  const areKeysWorthReading = (cache: PageCache): boolean => {
    const seen = cache.statisticsOf(LIST);
    return seen !== undefined && worthReading(seen, true, 200_000) === 'keys';
  };
  /**
   * How many pages are searched for at a version until the keys are read; then so many are served by them.
   */
  const searchesAt = (cache: PageCache, version: number, served: number): number => {
    let searches = 0;
    do {
      cache.see(LIST, { version, results: 3 });
      searches += 1;
    } while (!areKeysWorthReading(cache));
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
      expect(areKeysWorthReading(cache)).to.equal(false);
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
    const written = (step: number, keys: WrittenCollection['keys'], namesAll = true): WrittenCollection => ({
      agreementNumber: 7,
      versionName: 'products',
      step,
      keys,
      namesAll,
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

    describe('with rows', () => {
      const [a, c] = [{ name: 'A' }, { name: 'C' }];
      const shown = (): PageCache => {
        const cache = learned();
        cache.rememberRows(list, 10, [['a', a], ['c', c]]); // prettier-ignore
        return cache;
      };

      it('gives them in the order that is asked for, and none where one is not known', () => {
        expect(shown().rowsOf(list, ['c', 'a'])).to.deep.equal([c, a]);
        expect(shown().rowsOf(list, ['a', 'b'])).to.equal(undefined);
        expect(shown().rowsOf(list, [])).to.deep.equal([]);
      });

      it('keeps those that were not written, and no other', () => {
        const cache = shown();
        cache.follow(written(5, [{ key: 'b', by: 1 }, { key: 'c', by: 0 }])); // prettier-ignore

        expect(cache.rowsOf(list, ['a'])).to.deep.equal([a]);
        expect(cache.rowsOf(list, ['c'])).to.equal(undefined);
        cache.follow(written(5, [{ key: 'a', by: -1 }, { key: 'a', by: 1 }])); // prettier-ignore
        expect(cache.rowsOf(list, ['a'])).to.equal(undefined);
      });

      it('keeps none where it is not told which were written', () => {
        const cache = shown();
        cache.follow(written(5, [{ key: 'b', by: 1 }], false));

        expect(cache.statisticsOf(list)?.version).to.equal(15);
        expect(cache.rowsOf(list, ['a'])).to.equal(undefined);
      });

      it('takes none of another version than its own, and has none once somebody else has written', () => {
        const cache = learned();
        cache.rememberRows(list, 9, [['a', a]]);
        expect(cache.rowsOf(list, ['a'])).to.equal(undefined);

        const told = shown();
        told.outdated(list, 20, 2);
        expect(told.rowsOf(list, ['a'])).to.equal(undefined);
      });

      it('counts their bytes', () => {
        const cache = learned();
        cache.rememberRows(list, 10, [['a', { name: 'x'.repeat(1000) }]]);

        expect(cache.rowsBytes).to.be.within(2000, 2500);
      });

      it('holds no more than its bytes of all lists, and the keys of those whose rows went', () => {
        const cache = new PageCache();
        const lists = Array.from({ length: 50 }, (_, index) => `list ${index}`);
        for (const one of lists) {
          cache.rememberKeys(one, 1, ['a']);
          cache.rememberRows(one, 1, [['a', { name: 'x'.repeat(500_000) }]]);
        }

        expect(cache.rowsBytes).to.be.within(30 * 1024 * 1024, 32 * 1024 * 1024);
        expect(cache.rowsOf('list 0', ['a'])).to.equal(undefined);
        expect(cache.rowsOf('list 49', ['a'])).to.have.length(1);
        expect(cache.statisticsOf('list 0')?.keys).to.have.length(1);
      });

      it('has none of a list whose keys were read anew', () => {
        const cache = shown();
        cache.rememberKeys(list, 30, ['a', 'c']);

        expect(cache.rowsOf(list, ['a'])).to.equal(undefined);
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

    it('is forgotten too where a key was taken away that it does not have', () => {
      const cache = learned();

      cache.follow(written(5, [{ key: 'x', by: -1 }]));

      expect(cache.statisticsOf(list)).to.equal(undefined);
    });

    it('follows by its count alone where its keys are not known, and by its version where no key changes', () => {
      const cache = new PageCache();
      cache.follow(written(5, [{ key: 'b', by: 1 }]));
      expect(cache.statisticsOf(list)).to.equal(undefined);

      cache.see(list, { version: 10, results: 2, follows: true });
      cache.follow(written(5, [{ key: 'b', by: -1 }]));
      expect(cache.statisticsOf(list)).to.include({ version: 15, results: 1 });
      cache.rememberBookmarks(list, 14, ['a']);
      expect(cache.statisticsOf(list)?.bookmarks).to.equal(undefined);
      cache.rememberBookmarks(list, 15, ['a']);
      cache.follow(written(3, []));
      expect(cache.statisticsOf(list)).to.deep.include({ version: 18, results: 1, bookmarks: ['a'] });
      cache.follow(written(3, [{ key: 'b', by: 0 }]));
      expect(cache.statisticsOf(list)).to.deep.include({ version: 21, results: 1, bookmarks: ['a'] });
    });

    it('is of the version that a later search has found, where its keys are not known', () => {
      const cache = new PageCache();
      cache.see(list, { version: 10, results: 2, follows: true });
      cache.see(list, { version: 12, results: 3, follows: true });

      expect(cache.statisticsOf(list)).to.include({ version: 12, results: 3, times: 1 });
    });

    it('does not stay ahead where it is told of a write that a search had seen', () => {
      const cache = new PageCache();
      cache.see(list, { version: 15, results: 3, follows: true });
      cache.follow(written(5, [{ key: 'b', by: 1 }]));
      cache.see(list, { version: 15, results: 3, follows: true });
      expect(cache.statisticsOf(list)).to.include({ version: 15, results: 3 });

      cache.rememberBookmarks(list, 15, ['a']);
      cache.follow(written(5, [{ key: 'b', by: 0 }]));
      cache.see(list, { version: 15, results: 3, follows: true });
      expect(cache.statisticsOf(list)).to.include({ version: 15 }).and.not.have.property('bookmarks');
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

  it('counts the names of lists too', () => {
    const bytesWith = (list: string): number => {
      const cache = new PageCache();
      cache.see(list, { version: 1, results: 3 });
      return cache.listsBytes;
    };

    expect(bytesWith('x'.repeat(60)) - bytesWith('x'.repeat(10))).to.equal(100);
  });

  it('minds no page of a list that it does not know', () => {
    const cache = new PageCache();
    cache.served(LIST);
    cache.rememberBookmarks(LIST, 1, ['a']);

    expect(cache.statisticsOf(LIST)).to.equal(undefined);
  });

  it('repays the keys of a list by eight pages', () => {
    for (const [served, searches] of [
      [7, 4],
      [8, 2],
    ] as const) {
      const cache = new PageCache();
      expect([searchesAt(cache, 1, served), searchesAt(cache, 2, 0)]).to.deep.equal([2, searches]);
    }
  });

  it('repays bookmarks as it does keys, and takes what neither has served as it was', () => {
    const cache = new PageCache();
    const waitAt = (version: number): number | undefined => {
      cache.see(LIST, { version, results: 3 });
      return cache.statisticsOf(LIST)?.worthAfter;
    };

    expect(waitAt(1)).to.equal(2);
    cache.rememberBookmarks(LIST, 1, ['a']);
    expect(waitAt(2)).to.equal(4);
    expect(waitAt(3)).to.equal(4);
    cache.outdated(LIST, 4, 3);
    expect(cache.statisticsOf(LIST)).to.include({ version: 4, times: 0, worthAfter: 4 });
  });
});
