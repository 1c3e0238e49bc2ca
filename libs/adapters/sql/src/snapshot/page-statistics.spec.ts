import { expect } from 'chai';
import { worthReading } from './page-statistics.js';

describe('what is worth reading of a list', () => {
  const KEYS_MAX = 100;
  const worth = (times: number, results: number, worthAfter = 2, isByKey = true) =>
    worthReading({ version: 1, times, results, worthAfter }, isByKey, KEYS_MAX);

  it('is all of its keys, where it is no longer than it may be and was searched often enough', () => {
    expect([worth(1, 100), worth(2, 100), worth(9, 100)]).to.deep.equal([undefined, 'keys', 'keys']);
    expect(worth(2, 100, 2, false)).to.equal('keys');
  });

  it('is bookmarks of a longer one in the order of its key, up to two millions', () => {
    expect([worth(3, 101), worth(4, 101), worth(9, 101, 2, false)]).to.deep.equal([
      undefined,
      'bookmarks',
      undefined,
    ]);
    expect([worth(7, 101, 8), worth(8, 101, 8)]).to.deep.equal([undefined, 'bookmarks']);
    expect([worth(9, 2_000_000), worth(9, 2_000_001)]).to.deep.equal(['bookmarks', undefined]);
  });
});
