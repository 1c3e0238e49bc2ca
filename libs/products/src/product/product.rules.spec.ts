import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import { expect } from 'chai';
import type { Decimal, Timestamp } from '@kontor/kernel';
import type { Product, ProductDraft } from './product.resource.js';
import { creditsDepartmentsOneWay, productToStore, sharesOutOverDepartments } from './product.rules.js';

const d = (text: string): Decimal => text as Decimal;

const draft: ProductDraft = {
  productNumber: 'K-1',
  name: 'Lamp',
  barred: false,
  tags: [],
  productGroup: { productGroupNumber: 1 },
};
const now = new Date('2026-11-20T10:31:59.900Z');

describe('a product (§2.1)', () => {
  it('credits one department, or shares out by one distribution key', () => {
    expect(isRight(creditsDepartmentsOneWay({ department: { departmentNumber: 1 } }))).to.equal(true);
    expect(isRight(creditsDepartmentsOneWay({ distributionKey: { distributionKeyNumber: 4 } }))).to.equal(
      true,
    );
    expect(isRight(creditsDepartmentsOneWay({}))).to.equal(true);
  });

  it('does not do both', () => {
    const both = { department: { departmentNumber: 1 }, distributionKey: { distributionKeyNumber: 4 } };

    expect(creditsDepartmentsOneWay(both)).to.deep.equal({
      _tag: 'Left',
      left: { kind: 'DepartmentAndDistributionKey' },
    });
  });

  it('shares out by a distribution over several departments, not by that of one', () => {
    expect(isRight(sharesOutOverDepartments('distribution'))).to.equal(true);
    expect(isLeft(sharesOutOverDepartments('department'))).to.equal(true);
  });

  it('leaves it to the reference to say that a distribution is missing', () => {
    expect(isRight(sharesOutOverDepartments(undefined))).to.equal(true);
  });
});

describe('a product to keep', () => {
  it('is marked with the whole minute of its last change (D1)', () => {
    expect(productToStore(draft, { modules: [], now }).lastUpdated).to.equal('2026-11-20T10:31:00Z');
  });

  it('keeps the cost price it was given, without the inventory module', () => {
    expect(productToStore({ ...draft, costPrice: d('5') }, { modules: [], now }).costPrice).to.equal('5');
  });

  it('ignores a cost price that is sent, with the inventory module (D191)', () => {
    const stored: Product = {
      ...draft,
      productGroup: draft.productGroup,
      lastUpdated: '' as Timestamp,
      costPrice: d('3'),
    };

    const fresh = productToStore({ ...draft, costPrice: d('5') }, { modules: ['inventory'], now });
    const replaced = productToStore({ ...draft, costPrice: d('5') }, { modules: ['inventory'], now, stored });

    expect(fresh.costPrice).to.equal(undefined);
    expect(replaced.costPrice).to.equal('3');
  });

  it('starts with an empty stock and keeps it when it is replaced, with the inventory module', () => {
    const inventory = {
      available: d('2'),
      inStock: d('5'),
      orderedByCustomers: d('3'),
      orderedFromSuppliers: d('0'),
      packageVolume: d('1'),
    };
    const stored: Product = { ...draft, lastUpdated: '' as Timestamp, inventory };

    const fresh = productToStore(draft, { modules: ['inventory'], now });
    const replaced = productToStore(draft, { modules: ['inventory'], now, stored });

    expect(fresh.inventory).to.include({ available: '0', inStock: '0', packageVolume: '0' });
    expect(replaced.inventory).to.deep.equal({ ...inventory, packageVolume: '0' });
  });

  it('shows the departmental distribution behind its distribution key', () => {
    const keyed = { ...draft, distributionKey: { distributionKeyNumber: 4 } };

    expect(productToStore(keyed, { modules: ['dimension'], now }).departmentalDistribution).to.deep.equal({
      departmentalDistributionNumber: 4,
    });
  });
});
