import { expect } from 'chai';
import { left, right } from 'fp-ts/lib/Either.js';
import { everyLineNamesOneParty, partyOf } from './party.rules.js';

const account = { accountNumber: 5810 };
const customer = { customerNumber: 1 };
const supplier = { supplierNumber: 1 };

describe('the party of a line (§2.2)', () => {
  it('is exactly one of account, customer and supplier', () => {
    expect(everyLineNamesOneParty([{ account }, { customer }, { supplier }])).to.deep.equal(right(undefined));
    expect(everyLineNamesOneParty([])).to.deep.equal(right(undefined));
  });

  it('is missing where a line names none', () => {
    expect(everyLineNamesOneParty([{ account }, {}])).to.deep.equal(
      left({ kind: 'LineNamesNoSingleParty', property: 'lines[1]', named: [] }),
    );
  });

  it('is unclear where a line names several', () => {
    expect(everyLineNamesOneParty([{ account, customer }])).to.deep.equal(
      left({ kind: 'LineNamesNoSingleParty', property: 'lines[0]', named: ['account', 'customer'] }),
    );
    expect(everyLineNamesOneParty([{ account }, { account, customer, supplier }])).to.deep.equal(
      left({
        kind: 'LineNamesNoSingleParty',
        property: 'lines[1]',
        named: ['account', 'customer', 'supplier'],
      }),
    );
  });

  it('is the one that is named', () => {
    expect([{ account }, { customer }, { supplier }].map(partyOf)).to.deep.equal([
      'account',
      'customer',
      'supplier',
    ]);
  });
});
