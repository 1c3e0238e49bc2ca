import { expect } from 'chai';
import { ACCOUNT_CATEGORIES } from '../reference-data/account-category.data.js';
import {
  STANDARD_ASSET_GROUPS,
  STANDARD_CHART,
  STANDARD_VAT_ACCOUNTS,
  SYSTEM_ACCOUNTS,
  VAT_REPORT_SETUPS,
} from './standard-chart.data.js';
import type { StandardAccountRow } from './standard-chart.data.js';

const byNumber = new Map(STANDARD_CHART.map((account) => [account.accountNumber, account]));
const typeOf = (accountNumber: number) => byNumber.get(accountNumber)?.accountType;
const takesEntries = ({ accountType }: StandardAccountRow) =>
  accountType === 'profitAndLoss' || accountType === 'status';

describe('the standard chart of accounts', () => {
  it('has account numbers of four digits, each once, in order', () => {
    const numbers = STANDARD_CHART.map((account) => account.accountNumber);

    expect(numbers.filter((number) => !/^\d{4}$/.test(String(number)))).to.deep.equal([]);
    expect(new Set(numbers)).to.have.property('size', numbers.length);
    expect(numbers).to.deep.equal([...numbers].sort((a, b) => a - b));
  });

  it('has names of 1 to 125 characters', () => {
    expect(STANDARD_CHART.filter(({ name }) => name.trim() === '' || name.length > 125)).to.deep.equal([]);
  });

  it('gives every account that takes entries, and no other, a category of its side of the books', () => {
    const wrong = STANDARD_CHART.filter((account) => {
      const category = ACCOUNT_CATEGORIES.find(
        ({ accountCategoryNumber }) => accountCategoryNumber === account.accountCategory,
      );
      if (!takesEntries(account)) return account.accountCategory !== undefined;
      const side = account.accountType === 'status' ? 'BalanceSheet' : 'ProfitAndLoss';
      return category?.accountCategoryType !== side;
    });

    expect(wrong).to.deep.equal([]);
  });

  it('files accounts under categories without further categories below', () => {
    const parents = new Set(ACCOUNT_CATEGORIES.map((category) => category.parent));

    expect(STANDARD_CHART.filter((a) => a.accountCategory && parents.has(a.accountCategory))).to.deep.equal(
      [],
    );
  });

  it('names existing VAT codes, on accounts that take entries only', () => {
    const codes = STANDARD_VAT_ACCOUNTS.map((vatAccount) => vatAccount.vatCode);
    const withCode = STANDARD_CHART.filter((account) => account.vatCode !== undefined);

    expect(codes).to.include.members(withCode.map((account) => account.vatCode));
    expect(withCode.filter((account) => !takesEntries(account))).to.deep.equal([]);
  });

  it('starts each total at an existing account before it', () => {
    const totals = STANDARD_CHART.filter((account) => account.accountType === 'totalFrom');
    const wrong = totals.filter(
      ({ accountNumber, totalFrom }) =>
        totalFrom === undefined || !byNumber.has(totalFrom) || totalFrom >= accountNumber,
    );

    expect(totals).not.to.be.empty;
    expect(wrong).to.deep.equal([]);
    expect(STANDARD_CHART.filter((a) => a.totalFrom && a.accountType !== 'totalFrom')).to.deep.equal([]);
  });

  it('sums intervals between existing accounts, in order', () => {
    const sums = STANDARD_CHART.filter((account) => account.accountType === 'sumInterval');
    const intervals = sums.flatMap((account) => account.accountsSummed ?? []);

    expect(sums.filter((account) => !account.accountsSummed?.length)).to.deep.equal([]);
    expect(
      intervals.filter(([from, to]) => !byNumber.has(from) || !byNumber.has(to) || from > to),
    ).to.deep.equal([]);
  });

  it('reaches every account that takes entries from the result for the year or the balance totals', () => {
    const reached = (accountNumber: number) =>
      [2500, 5999, 6999].some((total) => {
        const from = byNumber.get(total)?.totalFrom;
        return from !== undefined && from <= accountNumber && accountNumber <= total;
      });

    const missed = STANDARD_CHART.filter(takesEntries).filter(({ accountNumber }) => !reached(accountNumber));

    expect(missed).to.deep.equal([]);
  });

  it('blocks direct entries on the control accounts and the result of the year', () => {
    const blocked = STANDARD_CHART.filter((account) => account.blockDirectEntries);

    expect(blocked.map((account) => account.accountNumber)).to.include.members([
      SYSTEM_ACCOUNTS.tradeDebtors,
      SYSTEM_ACCOUNTS.tradeCreditors,
      SYSTEM_ACCOUNTS.resultForTheYear,
    ]);
  });
});

describe('the standard VAT accounts', () => {
  it('have codes of 1 to 5 characters, each once, and names of at most 40', () => {
    const codes = STANDARD_VAT_ACCOUNTS.map((vatAccount) => vatAccount.vatCode);

    expect(codes.filter((code) => !/^[A-Z0-9]{1,5}$/.test(code))).to.deep.equal([]);
    expect(new Set(codes)).to.have.property('size', codes.length);
    expect(STANDARD_VAT_ACCOUNTS.filter(({ name }) => name === '' || name.length > 40)).to.deep.equal([]);
  });

  it('stand on balance sheet accounts of the chart', () => {
    const accounts = STANDARD_VAT_ACCOUNTS.flatMap(({ account, contraAccount = account }) => [
      account,
      contraAccount,
    ]);

    expect(accounts.filter((accountNumber) => typeOf(accountNumber) !== 'status')).to.deep.equal([]);
  });

  it('have a contra account exactly when they are international or reverse charge', () => {
    const wrong = STANDARD_VAT_ACCOUNTS.filter(
      ({ vatTypeNumber, contraAccount }) => (vatTypeNumber === 3) !== (contraAccount !== undefined),
    );

    expect(wrong).to.deep.equal([]);
  });

  it('cover every VAT type, each with report setups of its own type', () => {
    const setups = VAT_REPORT_SETUPS.map((setup) => `${setup.vatTypeNumber}/${setup.vatReportSetupNumber}`);
    const used = STANDARD_VAT_ACCOUNTS.map((v) => `${v.vatTypeNumber}/${v.vatReportSetupNumber}`);

    expect(new Set(STANDARD_VAT_ACCOUNTS.map((v) => v.vatTypeNumber))).to.deep.equal(new Set([1, 2, 3]));
    expect(new Set(setups)).to.have.property('size', setups.length);
    expect(setups).to.include.members(used);
  });

  it('offer sales at 25, 12.5 and 0 percent', () => {
    const sales = STANDARD_VAT_ACCOUNTS.filter((vatAccount) => vatAccount.vatTypeNumber === 1);

    expect(sales.map((vatAccount) => vatAccount.ratePercentage)).to.include.members([25, 12.5, 0]);
  });
});

describe('the standard asset groups', () => {
  it('have numbers, each once, and a useful life in whole months', () => {
    const numbers = STANDARD_ASSET_GROUPS.map((group) => group.assetGroupNumber);

    expect(new Set(numbers)).to.have.property('size', numbers.length);
    expect(
      STANDARD_ASSET_GROUPS.filter(
        ({ usefulLife, residualValue }) =>
          !Number.isInteger(usefulLife) || usefulLife < 1 || !Number.isInteger(residualValue),
      ),
    ).to.deep.equal([]);
  });

  it('name eight accounts of the chart, two of them in the profit and loss', () => {
    const typesOf = STANDARD_ASSET_GROUPS.map((group) => ({
      balanceSheet: [
        group.openingAdditionAccount,
        group.additionAccount,
        group.disposalsAccount,
        group.openingDepreciationAccount,
        group.depreciationAccountBalanceSheet,
        group.reversedDepreciationsAccount,
      ].map(typeOf),
      profitAndLoss: [group.depreciationAccountProfitLoss, group.netBookedValueAccount].map(typeOf),
    }));

    for (const { balanceSheet, profitAndLoss } of typesOf) {
      expect(balanceSheet).to.deep.equal(Array(6).fill('status'));
      expect(profitAndLoss).to.deep.equal(Array(2).fill('profitAndLoss'));
    }
  });
});

describe('the system accounts', () => {
  it('exist in the chart and take entries', () => {
    const { exchangeDifferences, rounding, ...balanceSheet } = SYSTEM_ACCOUNTS;

    expect([exchangeDifferences, rounding].map(typeOf)).to.deep.equal(['profitAndLoss', 'profitAndLoss']);
    expect(Object.values(balanceSheet).map(typeOf)).to.deep.equal(Array(5).fill('status'));
  });
});
