import { expect } from 'chai';
import { decimal, decimalFromUnits, scaledUnits } from './decimal.js';

describe('scaledUnits', () => {
  it('gives a value in units of the scale, without rounding', () => {
    const cases: readonly (readonly [written: string, scale: number, units: bigint])[] = [
      ['12.5', 2, 1250n],
      ['12', 2, 1200n],
      ['0', 2, 0n],
      ['-0.25', 2, -25n],
      ['-7', 0, -7n],
      ['0.00000001', 8, 1n],
      ['90071992547409.93', 2, 9007199254740993n],
    ];

    for (const [written, scale, units] of cases) {
      expect(scaledUnits(decimal(written), scale), written).to.equal(units);
      expect(decimalFromUnits(units, scale), written).to.equal(written);
    }
  });

  it('refuses a value with more decimals than the scale', () => {
    expect(() => scaledUnits(decimal('0.125'), 2)).to.throw(RangeError, '0.125 has more than 2 decimals');
  });
});
