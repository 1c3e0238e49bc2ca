import { expect } from 'chai';
import { numberedFrom, storedNumbers } from './line-numbers.rules.js';

const lines = (...numbers: readonly (number | undefined)[]) =>
  numbers.map((entryNumber) => ({ entryNumber }));

describe('the entry numbers of lines (D66)', () => {
  it('are kept by lines that give the number of a line that is there', () => {
    expect(storedNumbers(lines(12, undefined, 11), lines(11, 12, 13))).to.deep.equal([12, undefined, 11]);
  });

  it('are not taken from what a client makes up', () => {
    expect(storedNumbers(lines(99, 1), lines(11, 12))).to.deep.equal([undefined, undefined]);
  });

  it('are kept once, however often they are given', () => {
    expect(storedNumbers(lines(11, 11, 11), lines(11))).to.deep.equal([11, undefined, undefined]);
  });

  it('follow each other for lines that are new', () => {
    const numbered = numberedFrom(lines(12, undefined, 11, undefined), [12, undefined, 11, undefined], 40);

    expect(numbered.map(({ entryNumber }) => entryNumber)).to.deep.equal([12, 40, 11, 41]);
  });
});
