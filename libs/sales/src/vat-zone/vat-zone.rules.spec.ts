import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import { expect } from 'chai';
import { isForCustomers, isForSuppliers } from './vat-zone.rules.js';

const CUSTOMERS_ONLY = { enabledForCustomer: true, enabledForSupplier: false };
const SUPPLIERS_ONLY = { enabledForCustomer: false, enabledForSupplier: true };

describe('for whom a VAT zone is', () => {
  it('admits a customer where the zone is for customers', () => {
    expect(isRight(isForCustomers(CUSTOMERS_ONLY))).to.equal(true);
    expect(isLeft(isForCustomers(SUPPLIERS_ONLY))).to.equal(true);
  });

  it('admits a supplier where the zone is for suppliers', () => {
    expect(isRight(isForSuppliers(SUPPLIERS_ONLY))).to.equal(true);
    expect(isLeft(isForSuppliers(CUSTOMERS_ONLY))).to.equal(true);
  });

  it('leaves a zone that is not there to the reference', () => {
    expect(isRight(isForCustomers(undefined))).to.equal(true);
    expect(isRight(isForSuppliers(undefined))).to.equal(true);
  });
});
