import { isRight } from 'fp-ts/lib/Either.js';
import { expect } from 'chai';
import type { FullDate, Timestamp } from '@kontor/kernel';
import type { Agreement } from '../agreement/agreement.js';
import type { Grant } from '../grant/grant.js';
import { callerOf } from './caller.js';

const NOW = '2026-11-20T12:00:00Z' as Timestamp;
const app = { appNumber: 3 };
const grant: Grant = {
  grantNumber: 9,
  agreementNumber: 5,
  appNumber: 3,
  userName: 'anna',
  roles: ['Sales'],
  issued: '2026-01-01T00:00:00Z' as Timestamp,
  expires: '2026-12-27T00:00:00Z' as Timestamp,
};
const agreement: Agreement = {
  agreementNumber: 5,
  name: 'A',
  blocked: false,
  forDeletion: false,
  isAdministrator: false,
  baseCurrency: 'EUR',
  modules: ['inventory'],
  signupDate: '2025-01-01' as FullDate,
};

describe('who calls (§5)', () => {
  it('is the app, in the name of the person who granted, in the books of the agreement', () => {
    const caller = callerOf({ app, grant, agreement }, NOW);

    expect(isRight(caller) && caller.right).to.deep.include({
      agreementNumber: 5,
      appNumber: 3,
      userName: 'anna',
      roles: ['Sales'],
      modules: ['inventory'],
      isDemo: false,
    });
  });

  it('is unknown without an app of that secret token', () => {
    expect(callerOf({ grant, agreement }, NOW)).to.deep.equal({
      _tag: 'Left',
      left: { kind: 'SecretTokenUnknown' },
    });
  });

  it('is unknown without a grant of that token, and when it was revoked or has ended', () => {
    const unknown = { _tag: 'Left', left: { kind: 'GrantTokenUnknown' } };

    expect(callerOf({ app }, NOW)).to.deep.equal(unknown);
    expect(callerOf({ app, agreement, grant: { ...grant, revoked: NOW } }, NOW)).to.deep.equal(unknown);
    expect(callerOf({ app, agreement, grant }, grant.expires)).to.deep.equal(unknown);
  });

  it('is nobody when the grant was given to another app', () => {
    expect(callerOf({ app: { appNumber: 4 }, grant, agreement }, NOW)).to.deep.equal({
      _tag: 'Left',
      left: { kind: 'TokensDoNotBelongTogether' },
    });
  });
});
