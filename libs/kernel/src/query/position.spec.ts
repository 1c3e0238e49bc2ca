import { expect } from 'chai';
import { keyOfPosition, positionOf } from './position.js';

describe('a position', () => {
  it('stands for the identifier that a page ended with, as a text that an address can hold', () => {
    expect(positionOf('å/?')).to.match(/^[\w-]+$/);
    expect(keyOfPosition(positionOf('å/?'), true)).to.equal('å/?');
    expect(keyOfPosition(positionOf(4711), false)).to.equal(4711);
  });

  it('stands for nothing where it is not of the kind of the identifier, or none', () => {
    expect(keyOfPosition(positionOf('4711'), false)).to.equal(undefined);
    expect(keyOfPosition(positionOf(4711), true)).to.equal(undefined);
    expect(keyOfPosition(positionOf(1.5), false)).to.equal(undefined);
    expect(keyOfPosition('no position', false)).to.equal(undefined);
  });
});
