import { expect } from 'chai';
import { isRight } from 'fp-ts/lib/Either.js';
import { lineNumbersOf, numbersStandOnce } from './line-numbers.rules.js';

const lists = (...numbers: readonly (number | undefined)[]) => ({
  lines: numbers.map((lineNumber) => ({ lineNumber })),
  additionalExpenseLines: [],
});

describe('the number of a line', () => {
  it('is its place when left out, or the next that no line has', () => {
    expect(lineNumbersOf(lists(undefined, undefined).lines)).to.deep.equal([1, 2]);
    expect(lineNumbersOf(lists(2, undefined, undefined, 1).lines)).to.deep.equal([2, 3, 4, 1]);
  });

  it('stands once in a list; in a credit note again where its invoice has it twice', () => {
    expect(isRight(numbersStandOnce(lists(2, undefined, undefined, 1)))).to.equal(true);
    expect(isRight(numbersStandOnce(lists(5, 5)))).to.equal(false);
    expect(isRight(numbersStandOnce(lists(5, 5), lists(5, 5, 6)))).to.equal(true);
    expect(isRight(numbersStandOnce(lists(6, 6), lists(5, 5, 6)))).to.equal(false);
  });
});
