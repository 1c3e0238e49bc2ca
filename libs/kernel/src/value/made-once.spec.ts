import { expect } from 'chai';
import { madeOnce } from './made-once.js';

describe('madeOnce', () => {
  it('makes one thing of each, however often it is asked', () => {
    let made = 0;
    const isLong = madeOnce((words: readonly string[]) => {
      made += 1;
      return words.length > 2;
    });
    const [few, many] = [['a'], ['a', 'b', 'c']];
    expect([few, many, few, many].map(isLong)).to.deep.equal([false, true, false, true]);
    expect(made).to.equal(2);
    expect(isLong(['a'])).to.equal(false);
    expect(made).to.equal(3);
  });
});
