import { expect } from 'chai';
import { ACCOUNT_CATEGORIES } from './account-category.data.js';
import type { AccountCategoryRow } from './account-category.data.js';

describe('the account categories', () => {
  const byNumber = new Map(ACCOUNT_CATEGORIES.map((category) => [category.accountCategoryNumber, category]));

  it('have positive whole numbers, each once', () => {
    const wrong = [...byNumber.keys()].filter((number) => !Number.isInteger(number) || number < 1);

    expect(wrong).to.deep.equal([]);
    expect(byNumber.size).to.equal(ACCOUNT_CATEGORIES.length);
  });

  it('have a description, each once within the tree', () => {
    const descriptions = ACCOUNT_CATEGORIES.map((category) => category.description);

    expect(descriptions.filter((description) => description.trim() === '')).to.deep.equal([]);
    expect(new Set(descriptions)).to.have.property('size', descriptions.length);
  });

  it('keep every number that is known', () => {
    const known = [3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16, 19, 20, 21, 22, 24, 25, 26, 48, 60, 61, 62, 70];

    expect([...byNumber.keys()]).to.include.members(known);
    expect(byNumber.get(48)).to.include({
      description: 'Sales of products',
      accountCategoryType: 'ProfitAndLoss',
    });
  });

  it('have parents that exist, of the same type and listed before them', () => {
    const wrong = ACCOUNT_CATEGORIES.filter((category, position) => {
      if (category.parent === undefined) return false;
      const parent = byNumber.get(category.parent);
      return (
        parent === undefined ||
        parent.accountCategoryType !== category.accountCategoryType ||
        ACCOUNT_CATEGORIES.indexOf(parent) > position
      );
    });

    expect(wrong).to.deep.equal([]);
  });

  it('form a tree without cycles under three roots', () => {
    const roots = new Set(ACCOUNT_CATEGORIES.map((category) => rootOf(category)));

    expect([...roots]).to.have.members(['Assets', 'Equity and liabilities', 'Profit and loss']);
  });

  it('are inverted for equity and liabilities and for income, and not for assets and expenses', () => {
    const inverted = (description: string) =>
      ACCOUNT_CATEGORIES.find((category) => category.description === description)?.useInvertedAccountCategory;

    expect(['Capital', 'Trade creditors', 'Sales of products', 'Depreciation'].map(inverted)).to.deep.equal([
      true,
      true,
      true,
      true,
    ]);
    expect(['Trade debtors', 'Cost of goods', 'Staff'].map(inverted)).to.deep.equal([false, false, false]);
  });

  const rootOf = (category: AccountCategoryRow, seen: readonly number[] = []): string => {
    if (seen.includes(category.accountCategoryNumber)) return `a cycle at ${category.accountCategoryNumber}`;
    const parent = category.parent === undefined ? undefined : byNumber.get(category.parent);
    return parent === undefined
      ? category.description
      : rootOf(parent, [...seen, category.accountCategoryNumber]);
  };
});
