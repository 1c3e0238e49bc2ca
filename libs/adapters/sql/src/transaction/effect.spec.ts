import { expect } from 'chai';
import { changeStatement, insertStatement, isAlike, type Change, type Insert } from './effect.js';
import { insertInto } from '../statements/writes.js';

const UNITS = insertInto('unit', ['unit_number', 'name']);
const insert = (...rows: Insert['rows']): Insert => ({ kind: 'insert', into: UNITS, rows });
const barring = (unitNumber: number): Change => ({
  kind: 'change',
  head: 'UPDATE `unit` SET `barred` = 1',
  set: [],
  where: { sql: '`unit_number` = ?', values: [unitNumber] },
  otherwise: 'retry',
});
const naming = (unitNumber: number): Change => ({
  ...barring(unitNumber),
  ...{ head: 'UPDATE `unit` SET `name` = ?', set: [`u${unitNumber}`] },
});

describe('the statement of effects', () => {
  it('has a placeholder for each column of each row, of one insert or of several', () => {
    const sql = 'INSERT INTO `unit` (`unit_number`, `name`) VALUES (?, ?)';

    expect(insertStatement([insert([1, 'a'])])).to.deep.equal({ sql, values: [1, 'a'] });
    expect(insertStatement([insert([1, 'a'], [2, 'b']), insert([3, 'c'])])).to.deep.equal({
      sql: `${sql}, (?, ?), (?, ?)`,
      values: [1, 'a', 2, 'b', 3, 'c'],
    });
    const three: Insert = { ...insert(), into: insertInto('t', ['a', 'b', 'c']), rows: [[1, 2, 3]] };
    expect(insertStatement([three]).sql).to.equal('INSERT INTO `t` (`a`, `b`, `c`) VALUES (?, ?, ?)');
  });

  it('sets what a change sets where it finds what the change wants, of any of several that set nothing', () => {
    expect(changeStatement([naming(7)])).to.deep.equal({
      sql: 'UPDATE `unit` SET `name` = ? WHERE `unit_number` = ?',
      values: ['u7', 7],
    });
    expect(changeStatement([barring(7), barring(8)])).to.deep.equal({
      sql: 'UPDATE `unit` SET `barred` = 1 WHERE (`unit_number` = ?) OR (`unit_number` = ?)',
      values: [7, 8],
    });
  });

  it('can be one of inserts into the same columns, and of the same changes that set no values', () => {
    const elsewhere: Insert = { ...insert([1, 'a']), into: insertInto('unit', ['unit_number']) };
    const deleting: Change = { ...barring(7), head: 'DELETE FROM `unit`' };
    const asRead: Change = { ...barring(7), where: { sql: '`unit_number` = ? AND `version` = ?', values: [7, 1] } }; // prettier-ignore

    expect(isAlike(insert([1, 'a']), insert([2, 'b']))).to.equal(true);
    expect(isAlike(barring(7), barring(8))).to.equal(true);
    for (const [one, other] of [
      [insert([1, 'a']), elsewhere],
      [insert([1, 'a']), barring(7)],
      [barring(7), deleting],
      [barring(7), asRead],
      [naming(7), naming(8)],
      [barring(7), { ...barring(8), set: [1] }],
    ] as const) {
      expect(isAlike(one, other)).to.equal(false);
      expect(isAlike(other, one)).to.equal(false);
    }
  });
});
