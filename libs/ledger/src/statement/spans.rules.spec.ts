import { expect } from 'chai';
import type { FullDate } from '@kontor/kernel';
import type { YearOfBooks } from '../accounting-year/accounting-year.port.js';
import { yearsNotCarried } from './spans.rules.js';

const year = (name: number, closed: boolean): YearOfBooks => ({
  year: String(name),
  fromDate: `${name}-01-01` as FullDate,
  toDate: `${name}-12-31` as FullDate,
  closed,
  version: 1,
});

/** Whose entries make up balances in the last of some years, each closed or not. */
function notCarried(...closed: readonly boolean[]): readonly string[] {
  const years = closed.map((one, index) => year(2021 + index, one));
  return yearsNotCarried(years, years.at(-1) ?? year(2021, false)).map((one) => one.year);
}

describe('the years that balances are made of (decisions, "Statements")', () => {
  it('are those from the first open one to the year itself', () => {
    expect(notCarried(true, true, false)).to.deep.equal(['2023']);
    expect(notCarried(true, false, false)).to.deep.equal(['2022', '2023']);
    expect(notCarried(false, false)).to.deep.equal(['2021', '2022']);
  });

  it('are a closed year alone, into which those before it are carried', () => {
    expect(notCarried(true, true)).to.deep.equal(['2022']);
  });

  it('are those before a year that was made closed as well: it has carried nothing (D20)', () => {
    expect(notCarried(false, true, false)).to.deep.equal(['2021', '2022', '2023']);
    expect(notCarried(true, false, true, true)).to.deep.equal(['2022', '2023', '2024']);
    expect(notCarried(true, true, true, false)).to.deep.equal(['2024']);
  });
});
