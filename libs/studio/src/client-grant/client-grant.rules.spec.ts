import { left, right } from 'fp-ts/lib/Either.js';
import { expect } from 'chai';
import type { FullDate } from '@kontor/kernel';
import type { Agreement } from '../agreement/agreement.js';
import { everyOneIsAClient, everyOneTakesAGrant } from './client-grant.rules.js';

const client = (agreementNumber: number, flags: Partial<Agreement> = {}): Agreement => ({
  agreementNumber,
  name: `Client ${agreementNumber}`,
  blocked: false,
  forDeletion: false,
  isAdministrator: false,
  administratorNumber: 2,
  baseCurrency: 'EUR',
  modules: [],
  signupDate: '2025-01-01' as FullDate,
  ...flags,
});

describe('the agreements that grants are asked for (D182, D183)', () => {
  const [first, second] = [client(11), client(12)];

  it('are found in the order of the request, each once', () => {
    expect(everyOneIsAClient([12, 11, 12], [first, second])).to.deep.equal(right([second, first]));
  });

  it('are all clients of the administrator: the others are named, each once', () => {
    expect(everyOneIsAClient([11, 99, 13, 99], [first, second])).to.deep.equal(
      left({ kind: 'ClientAgreementsMissing', agreementNumbers: [99, 13] }),
    );
  });

  it('are neither blocked nor marked for deletion: those that are are named, each once', () => {
    const blocked = client(13, { blocked: true });
    const leaving = client(14, { forDeletion: true });
    const both = client(15, { blocked: true, forDeletion: true });

    expect(everyOneTakesAGrant([first, blocked, leaving, both, blocked])).to.deep.equal(
      left({
        kind: 'ClientAgreementsTakeNoGrant',
        agreements: [
          { agreementNumber: 13, reason: 'blocked' },
          { agreementNumber: 14, reason: 'forDeletion' },
          { agreementNumber: 15, reason: 'blocked' },
        ],
      }),
    );
    expect(everyOneTakesAGrant([first, second])).to.deep.equal(right([first, second]));
  });
});
