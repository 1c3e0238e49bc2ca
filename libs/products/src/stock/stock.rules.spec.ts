import { expect } from 'chai';
import { isLeft } from 'fp-ts/lib/Either.js';
import type { Decimal } from '@kontor/kernel';
import { averageCost, correctionMoves, correctionsTo, stockIsStorable, unitCostOf } from './stock.rules.js';

const d = (text: string) => text as Decimal;
const average = (inStock: string, costPrice: string | undefined, quantity: string, unitCost: string) =>
  averageCost(
    { inStock: d(inStock), ...(costPrice !== undefined && { costPrice: d(costPrice) }) },
    { quantity: d(quantity), unitCost: d(unitCost) },
  );

describe('the cost price of a product with stock (§2.1)', () => {
  it('is the average of what was there and of what came in', () => {
    expect(average('10', '40', '5', '60')).to.equal('46.6666666667');
    expect(average('0.5', '10', '0.5', '20')).to.equal('15');
  });

  it('is the cost of what came in where nothing was there, or less', () => {
    expect(average('0', '40', '5', '60')).to.equal('60');
    expect(average('-3', '40', '5', '60')).to.equal('60');
    expect(average('3', undefined, '5', '60')).to.equal('60');
  });

  it('is again what it was when that is taken back, and stays when nothing is left', () => {
    expect(average('4', '200', '-2', '300')).to.equal('100');
    expect(average('5', '60', '-5', '60')).to.equal('60');
    expect(average('1', '60', '-5', '60')).to.equal('60');
    expect(average('6', '10', '-5', '60')).to.equal('10');
  });

  it('stays where next to nothing is left of a value', () => {
    expect(average('1000000', '1000000', '-999999.9999999999', '1')).to.equal('1000000');
  });

  it('is of one unit, without sign', () => {
    expect(unitCostOf(d('300'), d('8'))).to.equal('37.5');
    expect(unitCostOf(d('-300'), d('-8'))).to.equal('37.5');
  });
});

describe('a stock that comes from elsewhere', () => {
  const corrections = (inStock: string, quantity: string, unitCost?: string, costPrice?: string) =>
    correctionsTo(
      { inStock: d(inStock), costPrice: costPrice === undefined ? undefined : d(costPrice) },
      { quantity: d(quantity), unitCost: unitCost === undefined ? undefined : d(unitCost) },
    );

  it('is corrected by what is missing, which comes in at its cost', () => {
    expect(corrections('0', '12', '34.5')).to.deep.equal([{ quantity: '12', unitCost: '34.5' }]);
    expect(corrections('2.5', '12', '34.5', '30')).to.deep.equal([{ quantity: '9.5', unitCost: '34.5' }]);
    expect(corrections('12', '2', '34.5', '34.5')).to.deep.equal([{ quantity: '-10' }]);
    expect(corrections('12', '12', '34.5', '34.5')).to.deep.equal([]);
  });

  it('has its cost also where nothing is there, by one that comes in and goes out again', () => {
    expect(corrections('0', '0', '34.5')).to.deep.equal([
      { quantity: '1', unitCost: '34.5' },
      { quantity: '-1' },
    ]);
    expect(corrections('-2', '-8', '34.5', '30')).to.deep.equal([
      { quantity: '3', unitCost: '34.5' },
      { quantity: '-9' },
    ]);
    expect(corrections('0', '-8', '34.5', '34.5')).to.deep.equal([{ quantity: '-8' }]);
    expect(corrections('-8', '-8', '34.5', '34.5')).to.deep.equal([]);
  });
});

describe('a stock correction', () => {
  const refused = (quantity: string, unitCost?: string) =>
    isLeft(
      correctionMoves({ quantity: d(quantity), ...(unitCost !== undefined && { unitCost: d(unitCost) }) }),
    );

  it('moves something, and names a cost only of what comes in', () => {
    expect([refused('1'), refused('1', '2'), refused('-1'), refused('1', '0')]).to.deep.equal(
      Array.from({ length: 4 }, () => false),
    );
    expect([refused('0'), refused('-1', '2'), refused('1', '-2')]).to.deep.equal([true, true, true]);
  });

  it('leaves a stock that can be kept', () => {
    expect(isLeft(stockIsStorable(d('1'), d('9999999999998')))).to.equal(false);
    expect(isLeft(stockIsStorable(d('2'), d('9999999999998')))).to.equal(true);
  });
});
