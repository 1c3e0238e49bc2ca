import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import { expect } from 'chai';
import type { Decimal } from '@kontor/kernel';
import type { DepartmentalDistributionDraft } from './departmental-distribution.resource.js';
import {
  fitsItsType,
  namesEachDepartmentOnce,
  sharesOutEverything,
} from './departmental-distribution.rules.js';

const shared = (...shares: readonly (readonly [number, string])[]): DepartmentalDistributionDraft => ({
  name: 'Rent',
  distributionType: 'distribution',
  distributions: shares.map(([departmentNumber, percentage]) => ({
    department: { departmentNumber },
    percentage: percentage as Decimal,
  })),
});

describe('a departmental distribution', () => {
  it('shares out everything: its percentages sum to 100, exactly', () => {
    expect(
      isRight(sharesOutEverything(shared([1, '33.3333333333'], [2, '33.3333333333'], [3, '33.3333333334']))),
    ).to.equal(true);
    expect(isLeft(sharesOutEverything(shared([1, '33.33'], [2, '33.33'], [3, '33.33'])))).to.equal(true);
    expect(isLeft(sharesOutEverything(shared()))).to.equal(true);
  });

  it('names each department once, and says where one stands again', () => {
    const twice = namesEachDepartmentOnce(shared([1, '50'], [2, '0'], [1, '50']));

    expect(isLeft(twice) && twice.left.property).to.equal('distributions[2].department');
  });

  it('of type department names one department', () => {
    expect(isRight(fitsItsType({ ...shared([1, '100']), distributionType: 'department' }))).to.equal(true);
    expect(isLeft(fitsItsType({ ...shared([1, '50'], [2, '50']), distributionType: 'department' }))).to.equal(
      true,
    );
  });
});
