import { expect } from 'chai';
import * as fc from 'fast-check';
import { compareDecimals, decimalFromUnits, type Decimal, type DecimalKind } from '@kontor/kernel';
import { sortableText } from '../entity/column-encoding.js';
import { decimalBound } from './decimal-bound.js';

const amount: DecimalKind = { type: 'decimal', scale: 2, digits: 13, shown: 2 };
const price: DecimalKind = { type: 'decimal', scale: 10, digits: 13, shown: 2 };

describe('the bound of a number that a column is compared with', () => {
  it('is the number itself where the column can hold it', () => {
    expect(decimalBound(amount, '-12.5')).to.deep.equal({ compared: -1250, isExact: true });
    expect(decimalBound(price, '-12.5')).to.deep.equal({
      compared: sortableText('-12.5' as Decimal),
      isExact: true,
    });
  });

  it('is what stands below it where the column cannot', () => {
    expect(decimalBound(amount, '1.005')).to.deep.equal({ compared: 100, isExact: false });
    expect(decimalBound(amount, '-1.005')).to.deep.equal({ compared: -101, isExact: false });
  });

  it('orders every storable price as the number does', () => {
    const stored = fc
      .bigInt({ min: -(10n ** 23n) + 1n, max: 10n ** 23n - 1n })
      .map((units) => decimalFromUnits(units, 10));
    const asked = fc
      .bigInt({ min: -(10n ** 45n), max: 10n ** 45n })
      .map((units) => decimalFromUnits(units, 15));
    const isRight = (value: Decimal, bound: Decimal): boolean => {
      const { compared } = decimalBound(price, bound);
      return sortableText(value) > (compared as string) === compareDecimals(value, bound) > 0;
    };

    fc.assert(fc.property(stored, fc.oneof(asked, stored), isRight), { numRuns: 2000 });
  });
});
