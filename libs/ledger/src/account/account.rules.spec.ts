import { expect } from 'chai';
import { left, right } from 'fp-ts/lib/Either.js';
import { ACCOUNT_TYPES } from './account.resource.js';
import {
  accountToStore,
  isHeading,
  isNamed,
  namesOtherAccounts,
  sumsUpwards,
  takesEntries,
  type NamedAccount,
} from './account.rules.js';

const anAccount = (more: Partial<NamedAccount> = {}): NamedAccount => ({
  accountNumber: 1310,
  accountType: 'profitAndLoss',
  accountsSummed: [],
  barred: false,
  blockDirectEntries: false,
  requireDepartmentalDistributionOnEntries: false,
  ...more,
  name: more.name ?? 'Purchases',
});
const to = (accountNumber: number) => ({ accountNumber });
const violated = (property: string, is: string) =>
  left({ kind: 'RuleBroken', code: is === 'must be another account' ? 'E10470' : 'E10460', property, is });
const missing = (property: string) => left({ kind: 'SchemaViolation', missing: [property], violations: [] });

describe('an account (§2.9)', () => {
  it('takes entries when it is of profit and loss or of the balance sheet; headings have no balance', () => {
    expect(ACCOUNT_TYPES.filter(takesEntries)).to.deep.equal(['profitAndLoss', 'status']);
    expect(ACCOUNT_TYPES.filter(isHeading)).to.deep.equal(['heading', 'headingStart']);
  });

  it('is made with a name', () => {
    expect(isNamed(undefined)).to.deep.equal(missing('name'));
    expect(isNamed('Bank')).to.deep.equal(right('Bank'));
  });

  it('sums from an account before it, when it is a total', () => {
    const total = (totalFromAccount?: { accountNumber: number }) =>
      sumsUpwards(anAccount({ accountNumber: 1399, accountType: 'totalFrom', totalFromAccount }));

    expect(total(), 'sums nothing yet').to.deep.equal(right(undefined));
    expect(total(to(1400))).to.deep.equal(
      violated('totalFromAccount', 'must stand before the total, by number'),
    );
    expect(total(to(1300))).to.deep.equal(right(undefined));
    expect(total(to(1399)), 'told as another matter').to.deep.equal(right(undefined));
    expect(sumsUpwards(anAccount({ totalFromAccount: to(1400) })), 'no total').to.deep.equal(
      right(undefined),
    );
  });

  it('says of which accounts it is the sum, in their order', () => {
    const sum = (
      accountType: 'sumInterval' | 'sumAlpha',
      ...intervals: readonly (readonly [number, number])[]
    ) =>
      sumsUpwards(
        anAccount({
          accountType,
          accountsSummed: intervals.map(([from, until]) => ({ fromAccount: to(from), toAccount: to(until) })),
        }),
      );

    expect(sum('sumInterval'), 'sums nothing yet').to.deep.equal(right(undefined));
    expect(sum('sumAlpha')).to.deep.equal(right(undefined));
    expect(sum('sumInterval', [1010, 1020], [1050, 1040])).to.deep.equal(
      violated('accountsSummed[1].toAccount', 'must not stand before fromAccount'),
    );
    expect(sum('sumInterval', [1010, 1020], [1040, 1040])).to.deep.equal(right(undefined));
    // By display number an account may stand before one of a lower number.
    expect(sum('sumAlpha', [1050, 1040])).to.deep.equal(right(undefined));
  });

  it('names other accounts, never itself', () => {
    for (const member of ['contraAccount', 'openingAccount', 'totalFromAccount'] as const) {
      expect(namesOtherAccounts(anAccount({ [member]: to(1310) })), member).to.deep.equal(
        violated(member, 'must be another account'),
      );
      expect(namesOtherAccounts(anAccount({ [member]: to(1320) })), member).to.deep.equal(right(undefined));
    }
    const intervals = [{ fromAccount: to(1310), toAccount: to(1320) }];
    expect(namesOtherAccounts(anAccount({ accountsSummed: intervals }))).to.deep.equal(
      violated('accountsSummed[0].fromAccount', 'must be another account'),
    );
    const upTo = [{ fromAccount: to(1300), toAccount: to(1310) }];
    expect(namesOtherAccounts(anAccount({ accountsSummed: upTo }))).to.deep.equal(
      violated('accountsSummed[0].toAccount', 'must be another account'),
    );
    expect(namesOtherAccounts(anAccount())).to.deep.equal(right(undefined));
  });
});

describe('what is left out of an account (D36)', () => {
  const CASES = [
    // type, category, is its figure turned, side given → side, category
    ['profitAndLoss', undefined, undefined, undefined, 'credit', 40],
    ['profitAndLoss', undefined, undefined, 'debit', 'debit', 40],
    ['profitAndLoss', 47, false, undefined, 'debit', 47],
    ['profitAndLoss', 48, true, undefined, 'credit', 48],
    ['status', undefined, undefined, undefined, 'debit', 1],
    ['status', undefined, undefined, 'credit', 'credit', 18],
    ['status', 32, true, undefined, 'credit', 32],
    ['status', 32, true, 'debit', 'debit', 32],
    ['heading', undefined, undefined, undefined, 'debit', undefined],
    ['totalFrom', undefined, undefined, 'credit', 'credit', undefined],
  ] as const;

  for (const [accountType, category, isInverted, given, side, storedNumber] of CASES) {
    const says = `${accountType}, ${category === undefined ? 'no category' : `category ${category}`}, ${given ?? 'no'} side`;
    it(`follows from the rest: ${says} → ${side}, ${storedNumber ?? 'none'}`, () => {
      const accountCategory = category === undefined ? undefined : { accountCategoryNumber: category };

      const account = accountToStore(
        anAccount({ accountType, accountCategory, debitCredit: given }),
        isInverted,
      );

      expect(account.debitCredit).to.equal(side);
      expect(account.accountCategory?.accountCategoryNumber).to.equal(storedNumber);
    });
  }
});
