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
    expect(summedBy(9000, 20)).to.deep.equal([{ from: 1010, to: 1020 }]);
    expect(summedBy(5810, 20)).to.deep.equal([]);
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

  it('are the same of display numbers, whatever they are', () => {
    const display = fc.option(fc.constantFrom('', 'a', 'A', 'ab', 'B', 'b1', 'z'), { nil: undefined });
    const place = fc.integer({ min: 0, max: 9 });

    fc.assert(
      fc.property(
        fc.array(display, { minLength: 10, maxLength: 10 }),
        fc.array(fc.tuple(place, place), { maxLength: 4 }),
        (displays, spans) => {
          const chart = displays.map((displayNumber, at) => account(at, 'status', { displayNumber }));
          const sum = account(100, 'sumAlpha', { intervals: spans.map(([from, to]) => ({ from, to })) });
          const shown = displays.map((text) => text?.toLowerCase());
          const isIn = (text: string | undefined): boolean =>
            spans.some(([from, to]) => {
              const [first, last] = [shown[from], shown[to]];
              return text !== undefined && first !== undefined && last !== undefined
                ? text >= first && text <= last
                : false;
            });
          const members = chart.filter((_, at) => isIn(shown[at])).map(({ accountNumber }) => accountNumber);

          const { over, summedBy } = chartSums([...chart, sum]);
          const totals = new Map(
            chart.map(({ accountNumber }) => [accountNumber, 10n ** BigInt(accountNumber)]),
          );
          expect(over(totals).get(100)).to.equal(members.reduce((all, at) => all + 10n ** BigInt(at), 0n));
          const named = summedBy(100, 20).flatMap(({ from, to }) =>
            Array.from({ length: to - from + 1 }, (_, at) => from + at),
          );
          expect(named).to.deep.equal(members);
        },
      ),
    );
  });

  it('look at each account a few times, however many sums there are', () => {
    let looks = 0;
    const watched = (one: AccountOfChart): AccountOfChart => ({
      ...one,
      get accountNumber() {
        looks += 1;
        return one.accountNumber;
      },
      get displayNumber() {
        looks += 1;
        return one.displayNumber;
      },
    });
    const size = 300;
    const chart = Array.from({ length: size }, (_, at) => [
      account(at, 'status', { displayNumber: `${at % 2 === 0 ? 'a' : 'z'}${at}` }),
      account(size + at, 'sumAlpha', { intervals: [{ from: 0, to: size - 2 }] }),
      account(2 * size + at, 'sumInterval', { intervals: [{ from: 0, to: at }] }),
      account(3 * size + at, 'totalFrom', { totalFrom: at }),
    ]).flat();

    const { over, summedBy } = chartSums(chart.map(watched));
    over(new Map());
    expect(looks).to.be.lessThan(20 * chart.length);

    looks = 0;
    for (let at = size; at < chart.length; at += 1) summedBy(at, 20);
    expect(looks).to.be.at.most(2 * 20 * chart.length);
  });
});
