import { expect } from 'chai';
import { flatMapped } from './flat-mapped.js';

describe('what items give', () => {
  it('stands in one list, in their order, as the method of arrays gives it', () => {
    const given = (item: string, index: number): readonly string[] =>
      Array.from({ length: index }, (_, at) => `${item}${at}`);

    for (const items of [[], ['a'], ['a', 'b', 'c']])
      expect(flatMapped(items, given)).to.deep.equal(items.flatMap(given));
  });

  it('is not taken apart any further, and leaves the lists as they are', () => {
    const [list, inner] = [[1], [2]];
    expect(flatMapped([0], () => [list, inner])).to.deep.equal([[1], [2]]);
    expect(flatMapped([list], (one) => one)).to.not.equal(list);
  });
});
