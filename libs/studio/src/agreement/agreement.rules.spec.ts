import { expect } from 'chai';
import { left, right } from 'fp-ts/lib/Either.js';
import type { FullDate } from '@kontor/kernel';
import type { Agreement } from './agreement.js';
import { administrates, isAdministratorOrClient } from './agreement.rules.js';

describe('the administrator of a client agreement', () => {
  it('is an administrator agreement', () => {
    expect(administrates(7, anAgreement({ isAdministrator: true }))).to.deep.equal(right(undefined));
  });

  it('is refused when there is no such agreement', () => {
    expect(administrates(7, undefined)).to.deep.equal(
      left({ kind: 'AdministratorUnknown', agreementNumber: 7 }),
    );
  });

  it('is refused when it is an agreement like any other', () => {
    const plain = anAgreement({ isAdministrator: false });

    expect(administrates(7, plain)).to.deep.equal(left({ kind: 'AdministratesNobody', agreementNumber: 7 }));
  });
});

describe('an administrator agreement', () => {
  it('is nobody’s client', () => {
    const both = { isAdministrator: true, administratorNumber: 7 };

    expect(isAdministratorOrClient(both)).to.deep.equal(left({ kind: 'AdministratorIsClient' }));
    expect(isAdministratorOrClient({ isAdministrator: true })).to.deep.equal(right(undefined));
    expect(isAdministratorOrClient({ isAdministrator: false, administratorNumber: 7 })).to.deep.equal(
      right(undefined),
    );
  });
});

const anAgreement = (given: Partial<Agreement>): Agreement => ({
  agreementNumber: 7,
  name: 'Books and Sons',
  blocked: false,
  forDeletion: false,
  isAdministrator: false,
  baseCurrency: 'EUR',
  modules: ['internationalLedger'],
  signupDate: '2026-11-20' as FullDate,
  ...given,
});
