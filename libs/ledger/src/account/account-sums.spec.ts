import { expect } from 'chai';
import fc from 'fast-check';
import { chartSums, type AccountOfChart } from './account-sums.js';

const account = (
  accountNumber: number,
  accountType: AccountOfChart['accountType'],
  more: Partial<AccountOfChart> = {},
): AccountOfChart => ({ accountNumber, accountType, intervals: [], ...more });

const booked = new Map([
  [1010, -100n],
  [1020, 30n],
  [5810, 70n],
]);

describe('sums of a chart (amendment 20)', () => {
  it('sum from an account to the total itself, by number', () => {
    const { over } = chartSums([
      account(1005, 'heading'),
      account(1010, 'profitAndLoss'),
      account(1020, 'profitAndLoss'),
      account(1099, 'totalFrom', { totalFrom: 1005 }),
      account(5810, 'status'),
    ]);

    expect(over(booked).get(1099)).to.equal(-70n);
  });

  it('sum intervals by number, every account once, and no sums in sums', () => {
    const { over } = chartSums([
      account(1010, 'profitAndLoss'),
      account(1020, 'profitAndLoss'),
      account(1099, 'totalFrom', { totalFrom: 1010 }),
      account(5810, 'status'),
      account(7000, 'sumInterval', {
        intervals: [
          { from: 1000, to: 1500 },
          { from: 1020, to: 6000 },
        ],
      }),
    ]);

    expect(over(booked).get(7000)).to.equal(0n);
  });

  it('sum intervals by display number, without regard to case', () => {
    const { over, summedBy } = chartSums([
      account(1, 'heading', { displayNumber: 'a' }),
      account(2, 'heading', { displayNumber: 'B-99' }),
      account(1010, 'profitAndLoss', { displayNumber: 'A-10' }),
      account(1020, 'profitAndLoss', { displayNumber: 'b-99' }),
      account(5810, 'status', { displayNumber: 'C' }),
      account(5820, 'status'),
      account(9000, 'sumAlpha', { intervals: [{ from: 1, to: 2 }] }),
    ]);

    expect(over(booked).get(9000)).to.equal(-70n);
    expect(summedBy(9000)).to.deep.equal([{ from: 1010, to: 1020 }]);
    expect(summedBy(5810)).to.deep.equal([]);
  });

  it('know what is a sum', () => {
    const { isSum } = chartSums([
      account(1010, 'profitAndLoss'),
      account(1099, 'totalFrom', { totalFrom: 1010 }),
    ]);

    expect([isSum(1099), isSum(1010), isSum(5)]).to.deep.equal([true, false, false]);
  });

  it('are what adding up account by account gives, whatever the chart', () => {
    const amounts = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 60 }), fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })),
    );
    const intervals = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })), {
      maxLength: 4,
    });

    fc.assert(
      fc.property(amounts, intervals, (rows, spans) => {
        const totals = new Map(rows);
        const sum = account(100, 'sumInterval', { intervals: spans.map(([from, to]) => ({ from, to })) });
        const chart = [...totals.keys()].map((number) => account(number, 'status'));

        const expected = [...totals]
          .filter(([number]) => spans.some(([from, to]) => number >= from && number <= to))
          .reduce((all, [, cents]) => all + cents, 0n);
        expect(
          chartSums([...chart, sum])
            .over(totals)
            .get(100),
        ).to.equal(expected);
      }),
    );
  });
});
