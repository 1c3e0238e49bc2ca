import { left, right } from 'fp-ts/lib/Either.js';
import { expect } from 'chai';
import { everyLineSharesOutOnce, withDepartmentsIf } from './departments.js';

const department = { departmentNumber: 1 };
const departmentalDistribution = { departmentalDistributionNumber: 4 };

describe('a line', () => {
  it('credits one department or distributes over several, never both (E10130)', () => {
    expect(everyLineSharesOutOnce([{ department }, { departmentalDistribution }])).to.deep.equal(
      right(undefined),
    );
    expect(everyLineSharesOutOnce([{}, { department, departmentalDistribution }])).to.deep.equal(
      left({ kind: 'LineSharesOutTwice', property: 'lines[1].departmentalDistribution' }),
    );
  });

  it('says nothing of departments without the Dimension module', () => {
    const lines = [
      { department, text: 'one' },
      { departmentalDistribution, text: 'other' },
    ];

    expect(withDepartmentsIf(['dimension'], lines)).to.equal(lines);
    expect(withDepartmentsIf([], lines)).to.deep.equal([{ text: 'one' }, { text: 'other' }]);
  });
});
