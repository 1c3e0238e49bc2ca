import { expect } from 'chai';
import { longAmong } from '../dialect/long-reads.js';
import { openTotals } from '../statements/totals.js';

/** As on SQLite. */
const LOOKED_AT_MAX = 100_000;
const AGREEMENT = 1;

describe('what stands on accounts in open years', () => {
  const isLong = (
    asked: readonly number[] | undefined,
    { accounts, years }: { readonly accounts: number; readonly years: number },
  ): boolean => {
    const items: Readonly<Record<string, number>> = { accounts, 'accounting-years': years };
    const sizeOf = (_agreementNumber: number, collection: string): number => items[collection] ?? 0;
    const read = openTotals(AGREEMENT, asked);
    return longAmong([read], { sizeOf, lookedAtMax: LOOKED_AT_MAX }) !== undefined;
  };
  const numbers = (count: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => 1000 + index);

  it('is a long read of all accounts, where there are many in many years', () => {
    expect(isLong(undefined, { accounts: 2_200, years: 20 })).to.equal(true);
    expect(isLong(undefined, { accounts: 5_000, years: 1 })).to.equal(true);
  });

  it('is a short one of all accounts of a usual chart', () => {
    expect(isLong(undefined, { accounts: 233, years: 12 })).to.equal(false);
    expect(isLong(undefined, { accounts: 2_200, years: 1 })).to.equal(false);
  });

  it('is a short one of an account or a page of them, in the largest chart', () => {
    expect(isLong(numbers(1), { accounts: 50_000, years: 20 })).to.equal(false);
    expect(isLong(numbers(20), { accounts: 50_000, years: 20 })).to.equal(false);
  });

  it('is a long one of a thousand accounts in many years', () => {
    expect(isLong(numbers(1_000), { accounts: 50_000, years: 20 })).to.equal(true);
  });
});
