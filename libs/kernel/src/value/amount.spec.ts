import { expect } from 'chai';
import fc from 'fast-check';
import {
  amountOf,
  centsOf,
  inBaseCurrency,
  negated,
  percentageOf,
  productInCents,
  roundedQuotient,
  sumOf,
  vatInside,
} from './amount.js';
import type { Decimal } from './decimal.js';

const d = (text: string): Decimal => text as Decimal;

describe('amounts', () => {
  it('are counted in cents, exactly', () => {
    expect(centsOf(d('-0.05'))).to.equal(-5n);
    expect(amountOf(999_999_999_999_999n)).to.equal('9999999999999.99');
    expect(sumOf([d('0.1'), d('0.2'), d('-0.3')])).to.equal('0');
  });

  it('turn their sign, and quantities of ten decimals theirs', () => {
    expect(['12.5', '-12.5', '0', '0.0000000001'].map((text) => negated(d(text)))).to.deep.equal([
      '-12.5',
      '12.5',
      '0',
      '-0.0000000001',
    ]);
  });

  it('round half away from zero, for negative amounts too (amendment 5.4)', () => {
    expect(roundedQuotient(5n, 2n)).to.equal(3n);
    expect(roundedQuotient(-5n, 2n)).to.equal(-3n);
    expect(roundedQuotient(5n, -2n)).to.equal(-3n);
    expect(roundedQuotient(4n, 3n)).to.equal(1n);
  });

  it('have the VAT inside that was recorded (facts 5.4, 22 %)', () => {
    for (const [gross, vat] of [
      ['150', '27.05'],
      ['610', '110'],
      ['717.65', '129.41'],
      ['1000', '180.33'],
    ] as const) {
      expect(vatInside(d(gross), d('22')), gross).to.equal(vat);
      expect(vatInside(d(`-${gross}`), d('22')), `-${gross}`).to.equal(`-${vat}`);
    }
  });

  it('make line nets as recorded: 45.50 × 0.93 is 42.32 (facts 5.4)', () => {
    expect(amountOf(productInCents(d('45.5'), d('0.93')))).to.equal('42.32');
  });

  it('take percentages and exchange rates per hundred', () => {
    expect(percentageOf(d('100.02'), d('25'))).to.equal('25.01');
    expect(inBaseCurrency(d('100'), d('745.605'))).to.equal('745.61');
  });

  it('leave less than half a cent between the rounded and the exact quotient', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (top, bottom) => {
          const difference = roundedQuotient(top, bottom) * bottom - top;
          expect(2n * (difference < 0n ? -difference : difference) <= bottom).to.equal(true);
        },
      ),
    );
  });
});
