import { expect } from 'chai';
import * as fc from 'fast-check';
import { compareDecimals, decimalFromUnits, type Decimal, type Kind } from '@kontor/kernel';
import { decimalFromSortable, foldedForm, sortableText, encodingOf } from './column-encoding.js';

const LIMIT = 10n ** 23n - 1n;
const anyPrice: fc.Arbitrary<Decimal> = fc.oneof(
  fc.bigInt({ min: -LIMIT, max: LIMIT }).map((units) => decimalFromUnits(units, 10)),
  fc.bigInt({ min: -1000n, max: 100000n }).map((cents) => decimalFromUnits(cents, 2)),
);

describe('the sortable text of a price', () => {
  it('gives the price back to the last digit', () => {
    fc.assert(
      fc.property(anyPrice, (price) => decimalFromSortable(sortableText(price)) === price),
      { numRuns: 2000 },
    );
  });

  it('has the order of the prices', () => {
    const inOrder = (left: Decimal, right: Decimal): boolean => {
      const [one, two] = [sortableText(left), sortableText(right)];
      return Math.sign(compareDecimals(left, right)) === (one < two ? -1 : one > two ? 1 : 0);
    };

    fc.assert(fc.property(anyPrice, anyPrice, inOrder), { numRuns: 2000 });
  });

  it('has always 26 digits', () => {
    fc.assert(fc.property(anyPrice, (price) => /^\d{26}$/.test(sortableText(price))));
  });

  it('is not made of more than fits', () => {
    expect(() => sortableText('0.00000000001' as Decimal)).to.throw(RangeError);
    expect(() => sortableText('1234567890123456' as Decimal)).to.throw(RangeError);
  });
});

describe('an amount in its column', () => {
  it('is whole cents, and comes back as the decimal that it was', () => {
    const encoding = encodingOf({ type: 'decimal', scale: 2 } as Kind);
    const cents = fc.oneof(
      fc.maxSafeInteger(),
      fc.integer({ min: -1100, max: 1100 }),
      fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0, -1, -10, -99),
    );
    fc.assert(
      fc.property(cents, (stored) => {
        const amount = decimalFromUnits(BigInt(stored), 2);
        expect(encoding.decode(stored)).to.equal(amount);
        expect(encoding.encode(amount)).to.equal(stored);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the folded form of a text', () => {
  it('is cut between characters, and only where it does not fit', () => {
    expect(foldedForm('ÆØÅ', 6)).to.equal('æøå');
    expect(foldedForm('ÆØÅ', 5)).to.equal('æø');
    expect(foldedForm('a𝄞', 4)).to.equal('a');
    expect(foldedForm('a𝄞', 5)).to.equal('a𝄞');
  });
});
