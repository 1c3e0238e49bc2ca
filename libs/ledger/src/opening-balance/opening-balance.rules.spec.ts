import { expect } from 'chai';
import type { Decimal, FullDate } from '@kontor/kernel';
import type { OpeningBalance } from './opening-balance.resource.js';
import { accountsOpened, openingPosting } from './opening-balance.rules.js';

const decimal = (text: string): Decimal => text as Decimal;
const aBalance: OpeningBalance = {
  booked: false,
  date: '2026-01-01' as FullDate,
  voucherId: 7,
  voucherNumber: { displayVoucherNumber: 'OB3', prefix: 'OB', voucherNumber: 3 },
  lines: [
    {
      account: { accountNumber: 5810 },
      amountInBaseCurrency: decimal('10000'),
      text: 'Bank',
      entryNumber: 21,
    },
    { customer: { customerNumber: 1 }, amountInBaseCurrency: decimal('250.5'), entryNumber: 22 },
    { supplier: { supplierNumber: 2 }, amountInBaseCurrency: decimal('-99.99'), entryNumber: 23 },
  ],
};
const terms = {
  baseCurrency: 'EUR',
  controlAccountOf: ({ customer }: { readonly customer?: unknown }) => (customer === undefined ? 6410 : 5710),
};

describe('a booked opening balance (D153, D154, D157)', () => {
  it('is one entry of type openingEntry for each line, with its number', () => {
    const { entries } = openingPosting(aBalance, terms);

    expect(entries.map(({ entryNumber, entryType, text }) => [entryNumber, entryType, text])).to.deep.equal([
      [21, 'openingEntry', 'Bank'],
      [22, 'openingEntry', undefined],
      [23, 'openingEntry', undefined],
    ]);
  });

  it('stands on the accounts, and on the control accounts of customers and suppliers', () => {
    const { entries } = openingPosting(aBalance, terms);

    expect(
      entries.map(({ accountNumber, amount, amountInBaseCurrency, currency, isSystemMade }) => [
        accountNumber,
        amount,
        amountInBaseCurrency,
        currency,
        isSystemMade,
      ]),
    ).to.deep.equal([
      [5810, '10000', '10000', 'EUR', false],
      [5710, '250.5', '250.5', 'EUR', true],
      [6410, '-99.99', '-99.99', 'EUR', true],
    ]);
    expect(
      entries.map(({ customerNumber, supplierNumber }) => [customerNumber, supplierNumber]),
    ).to.deep.equal([
      [undefined, undefined],
      [1, undefined],
      [undefined, 2],
    ]);
  });

  it('need not sum to zero', () => {
    expect(openingPosting(aBalance, terms)).to.deep.include({
      mayBeUnbalanced: true,
      voucherId: 7,
      voucherNumber: 3,
      date: '2026-01-01',
    });
  });

  it('says where it names accounts', () => {
    expect(accountsOpened(aBalance.lines)).to.deep.equal([
      { property: 'lines[0].account', accountNumber: 5810 },
    ]);
    expect(openingPosting(aBalance, terms).entries.map(({ property }) => property)).to.deep.equal([
      'lines[0].account',
      'lines[1].customer',
      'lines[2].supplier',
    ]);
  });
});
