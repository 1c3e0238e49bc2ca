import { expect } from 'chai';
import { bytesOf } from './bytes-of.js';

describe('what plain data takes in memory', () => {
  it('is two bytes for each character of a text, and what holds it', () => {
    expect(bytesOf('x'.repeat(50)) - bytesOf('')).to.equal(100);
    expect(bytesOf('')).to.be.above(0);
  });

  it('is that of all its members, with their names in a map', () => {
    const text = bytesOf('value');
    const empty = bytesOf({});
    const member = bytesOf({ a: 0 }) - empty;

    expect(member).to.be.above(0);
    expect(bytesOf({ a: 'value', b: 'value' })).to.equal(empty + 2 * (member + text));
    expect(bytesOf(['value', { a: 'value' }])).to.equal(2 * empty + 3 * member + 2 * text);
    expect(bytesOf(new Map([['name', 'value']]))).to.equal(empty + member + bytesOf('name') + text);
  });

  it('is nothing more than its place for a number, and none', () => {
    expect([7, true, null, undefined].map(bytesOf)).to.deep.equal([0, 0, 0, 0]);
  });
});
