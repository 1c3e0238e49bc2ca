import { expect } from 'chai';
import { defined } from './defined.js';

describe('what is there for sure', () => {
  it('is given as it is, also where it is false or null', () => {
    expect([1, false, null, ''].map((value) => defined(value))).to.deep.equal([1, false, null, '']);
  });

  it('fails where it is not there', () => {
    const none: readonly number[] = [];

    expect(() => defined(none[0])).to.throw(TypeError);
  });
});
