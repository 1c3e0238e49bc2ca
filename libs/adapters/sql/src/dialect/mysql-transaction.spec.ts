import { expect } from 'chai';
import { statement } from '../statement.js';
import { inRoundTrips } from './mysql-transaction.js';

const made = (text: string) => statement('INSERT INTO `t` (`a`) VALUES (?)', text);
const changed = statement('UPDATE `t` SET `a` = ?', 'x'.repeat(200_000));
const check = statement('SELECT 1');

describe('the round trips of a transaction', () => {
  it('are one where little is sent', () => {
    const few = Array.from({ length: 100 }, () => made('lamp'));
    expect(inRoundTrips(few)).to.deep.equal([few]);
  });

  it('are several where much is sent, in the same order', () => {
    const much = Array.from({ length: 10 }, (_, index) => made(String(index).repeat(100_000)));

    const trips = inRoundTrips(much);

    expect(trips.map(({ length }) => length)).to.deep.equal([2, 2, 2, 2, 2]);
    expect(trips.flat()).to.deep.equal(much);
  });

  it('have one statement at least, however large it is', () => {
    const large = made('x'.repeat(1_000_000));
    expect(inRoundTrips([large, large])).to.deep.equal([[large], [large]]);
  });

  it('never part a change from what checks how many rows it has changed', () => {
    const all = [made('a'), changed, check, changed, check, made('b')];
    expect(inRoundTrips(all)).to.deep.equal([all.slice(0, 5), all.slice(5)]);
  });
});
