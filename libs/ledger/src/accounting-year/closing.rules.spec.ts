import { expect } from 'chai';
import { isRight } from 'fp-ts/lib/Either.js';
import { centsOf, type FullDate } from '@kontor/kernel';
import { chartSums, type AccountOfChart } from '../account/account-sums.js';
import { closingEntries, takesResult } from './closing.rules.js';

const account = (
  accountNumber: number,
  accountType: AccountOfChart['accountType'],
  more: Partial<AccountOfChart> = {},
): AccountOfChart => ({ accountNumber, accountType, intervals: [], ...more });

const accounts = [
  account(1010, 'profitAndLoss'),
  account(1310, 'profitAndLoss'),
  account(5110, 'status'),
  account(5120, 'status', { openingAccount: 5110 }),
  account(5810, 'status'),
  account(6140, 'status'),
];

function closing(booked: Readonly<Record<number, bigint>>) {
  const { closing, opening } = closingEntries(
    {
      fromDate: '2025-01-01' as FullDate,
      toDate: '2025-12-31' as FullDate,
      booked: new Map(Object.entries(booked).map(([number, cents]) => [Number(number), cents])),
      chart: { accounts, sums: chartSums(accounts) },
    },
    { year: '2025', nextYear: '2026', baseCurrency: 'EUR' },
  );
  const shown = (entries: typeof closing) =>
    entries.map(({ accountNumber, amountInBaseCurrency }) => [accountNumber, centsOf(amountInBaseCurrency)]);
  return { closing: shown(closing), opening: shown(opening), entries: [...closing, ...opening] };
}

describe('closing an accounting year (D17)', () => {
  it('carries the result to no account of profit and loss, where it would be earned again', () => {
    const other = accounts.filter(({ accountNumber }) => accountNumber !== 6140);
    const refused = takesResult({ accounts: [...other, account(6140, 'profitAndLoss')] });

    expect(refused).to.deep.include({
      left: {
        kind: 'RuleBroken',
        code: 'E10160',
        property: 'account',
        is: 'must be an account of type status: 6140 is profitAndLoss',
      },
    });
    expect([accounts, other].map((some) => isRight(takesResult({ accounts: some })))).to.deep.equal([
      true,
      true,
    ]);
  });

  it('carries profit and loss to the result, and the balance sheet into the next year', () => {
    const made = closing({ 1010: -10_000n, 1310: 4_000n, 5810: 6_000n });

    expect(made.closing).to.deep.equal([
      [1010, 10_000n],
      [1310, -4_000n],
      [6140, -6_000n],
    ]);
    expect(made.opening).to.deep.equal([
      [5810, 6_000n],
      [6140, -6_000n],
    ]);
  });

  it('adds the result to what stands on its account already', () => {
    const made = closing({ 1010: -500n, 5810: 800n, 6140: -300n });

    expect(made.opening).to.deep.equal([
      [5810, 800n],
      [6140, -800n],
    ]);
  });

  it('opens the next year on the opening account, where one is named (§2.9)', () => {
    const made = closing({ 5110: 1_000n, 5120: 250n, 5810: -1_250n });

    expect(made.closing).to.deep.equal([]);
    expect(made.opening).to.deep.equal([
      [5110, 1_250n],
      [5810, -1_250n],
    ]);
  });

  it('leaves out what stands at zero', () => {
    const made = closing({ 1010: 0n, 1310: 0n, 5810: 0n });

    expect([made.closing, made.opening]).to.deep.equal([[], []]);
  });

  it('carries on what opening balances have left unbalanced (D154)', () => {
    const made = closing({ 5810: 700n });

    expect(made.opening).to.deep.equal([[5810, 700n]]);
  });

  it('is made by the service, in the base currency', () => {
    for (const entry of closing({ 1010: -1n, 5810: 1n }).entries) {
      expect(entry).to.include({ isSystemMade: true, currency: 'EUR' });
    }
  });
});
