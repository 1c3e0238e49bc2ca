import { expect } from 'chai';
import { left, right } from 'fp-ts/lib/Either.js';
import { ruleBroken } from '@kontor/kernel';
import { everyLineIsSharedOut, type AccountInDraft } from './draft-facts.js';

const account = (accountNumber: number, requiresDepartment: boolean) =>
  [
    accountNumber,
    {
      accountNumber,
      accountType: 'profitAndLoss',
      barred: false,
      blockDirectEntries: false,
      requiresDepartment,
    },
  ] as const;
const facts = { accounts: new Map([account(1310, false), account(1320, true)]) };

describe('accounts that ask for a department on their entries (§2.9)', () => {
  it('get one by every line that is booked on them', () => {
    const lines: AccountInDraft[] = [
      { property: 'lines[0].account', accountNumber: 1310, lacksDepartment: 'notSaid' },
      { property: 'lines[1].account', accountNumber: 1320 },
    ];

    expect(everyLineIsSharedOut(lines, facts)).to.deep.equal(right(undefined));
  });

  it('refuse a line that has none, and say what is missing', () => {
    const lines: AccountInDraft[] = [
      { property: '[1].lines[2].contraAccount', accountNumber: 1320, lacksDepartment: 'notSaid' },
    ];

    expect(everyLineIsSharedOut(lines, facts)).to.deep.equal(
      left(
        ruleBroken(
          'E10160',
          '[1].lines[2].departmentalDistribution',
          'is missing: account 1320 takes entries of departments only',
        ),
      ),
    );
  });
});
