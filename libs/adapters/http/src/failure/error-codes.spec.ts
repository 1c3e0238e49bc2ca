import { expect } from 'chai';
import { ERROR_CODES } from './error-codes.js';

describe('the codes of refusals', () => {
  it('stand in the order of their numbers, as /errors lists them: so one sees which are free', () => {
    const codes = Object.keys(ERROR_CODES);

    expect(codes).to.deep.equal([...codes].sort());
  });
});
