import { expect } from 'chai';
import { groupedBy } from './grouped-by.js';

describe('groupedBy', () => {
  it('gives groups in the order of their first items, and items in their own', () => {
    const byLength = groupedBy(['two', 'three', 'one', 'seven', 'four'], ({ length }) => length);
    expect([...byLength]).to.deep.equal([
      [3, ['two', 'one']],
      [5, ['three', 'seven']],
      [4, ['four']],
    ]);
  });

  it('takes a key for a group too where it is undefined', () => {
    expect([...groupedBy([1, 2], () => undefined)]).to.deep.equal([[undefined, [1, 2]]]);
  });
});
