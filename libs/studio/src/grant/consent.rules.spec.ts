import { expect } from 'chai';
import { left, right } from 'fp-ts/lib/Either.js';
import { mayConsent, MODULES_OF_ROLE } from './consent.rules.js';

const agreement = { blocked: false, forDeletion: false, modules: [] };

describe('who may give an app access (D75)', () => {
  it('is somebody who may do everything, in an agreement that is in use', () => {
    expect(mayConsent({ agreement, held: undefined, asked: ['SuperUser', 'Sales'] })).to.deep.equal(
      right(undefined),
    );
    expect(mayConsent({ agreement, held: ['SuperUser'], asked: ['ProjectEmployee'] })).to.deep.equal(
      right(undefined),
    );
  });

  it('is somebody who may do what the app asks for', () => {
    expect(mayConsent({ agreement, held: ['Sales', 'BookKeeping'], asked: ['Sales'] })).to.deep.equal(
      right(undefined),
    );
    expect(
      mayConsent({ agreement, held: ['Sales'], asked: ['Sales', 'BookKeeping', 'SuperUser'] }),
    ).to.deep.equal(left({ kind: 'RolesMissing', roles: ['BookKeeping', 'SuperUser'] }));
  });

  it('is nobody of an agreement that is blocked or marked for deletion', () => {
    const asking = { held: undefined, asked: ['Sales'] } as const;

    expect(mayConsent({ agreement: { ...agreement, blocked: true }, ...asking })).to.deep.equal(
      left({ kind: 'AgreementBlocked' }),
    );
    expect(mayConsent({ agreement: { ...agreement, forDeletion: true }, ...asking })).to.deep.equal(
      left({ kind: 'AgreementForDeletion' }),
    );
  });

  it('is nobody of an agreement without a module that a role needs', () => {
    const needs = { ...MODULES_OF_ROLE, ProjectEmployee: ['projects'] } as const;
    const asking = { held: undefined, asked: ['ProjectEmployee', 'Sales'] } as const;

    expect(mayConsent({ agreement, ...asking }, needs)).to.deep.equal(
      left({ kind: 'ModulesMissing', modules: ['projects'] }),
    );
    expect(
      mayConsent({ agreement: { ...agreement, modules: ['projects'] }, ...asking }, needs),
    ).to.deep.equal(right(undefined));
  });
});
