import { left, right } from 'fp-ts/lib/Either.js';
import { expect } from 'chai';
import type { FullDate, Timestamp } from '@kontor/kernel';
import type { Agreement } from '../agreement/agreement.js';
import { everyOneIsAClient, everyOneTakesAGrant, mayStillAsk } from './client-grant.rules.js';

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

/** As a list names them. */
const asked = (...agreementNumbers: readonly number[]) =>
  agreementNumbers.map((agreementNumber, index) => ({
    agreementNumber,
    property: `[${index}].agreementNumber`,
  }));

describe('the agreements that grants are asked for (D182, D183)', () => {
  const [first, second] = [client(11), client(12)];

  it('are found in the order of the request, each once', () => {
    expect(everyOneIsAClient(asked(12, 11, 12), [first, second])).to.deep.equal(right([second, first]));
  });

  it('are all clients of the administrator: the others are named where they stand first', () => {
    expect(everyOneIsAClient(asked(11, 99, 13, 99), [first, second])).to.deep.equal(
      left({
        kind: 'ClientAgreementsMissing',
        agreements: [
          { agreementNumber: 99, property: '[1].agreementNumber' },
          { agreementNumber: 13, property: '[2].agreementNumber' },
        ],
      }),
    );
  });

  it('are neither blocked nor marked for deletion: those that are are named where they stand first', () => {
    const blocked = client(13, { blocked: true });
    const leaving = client(14, { forDeletion: true });
    const both = client(15, { blocked: true, forDeletion: true });

    const all = [first, blocked, leaving, both];
    expect(everyOneTakesAGrant(asked(11, 13, 14, 15, 13), all)).to.deep.equal(
      left({
        kind: 'ClientAgreementsTakeNoGrant',
        agreements: [
          { agreementNumber: 13, property: '[1].agreementNumber', reason: 'blocked' },
          { agreementNumber: 14, property: '[2].agreementNumber', reason: 'forDeletion' },
          { agreementNumber: 15, property: '[3].agreementNumber', reason: 'blocked' },
        ],
      }),
    );
    expect(everyOneTakesAGrant(asked(11, 12), [first, second])).to.deep.equal(right([first, second]));
  });

  it('are given by a grant that has not ended, of an administrator that may write', () => {
    const at = (time: string) => `2026-11-29T${time}:00Z` as Timestamp;
    const grant = { expires: at('12:00') };
    const unknown = left({ kind: 'GrantTokenUnknown' });

    expect(mayStillAsk(first, grant, at('11:59'))).to.deep.equal(right(undefined));
    expect(mayStillAsk(first, grant, at('12:00'))).to.deep.equal(unknown);
    expect(mayStillAsk(first, { ...grant, revoked: at('10:00') }, at('11:00'))).to.deep.equal(unknown);
    expect(mayStillAsk(first, undefined, at('11:00'))).to.deep.equal(unknown);
    for (const reason of ['blocked', 'forDeletion'] as const) {
      const administrator = client(2, { [reason]: true });
      expect(mayStillAsk(administrator, grant, at('11:00'))).to.deep.equal(
        left({ kind: 'AgreementTakesNoWrites', reason }),
      );
    }
  });
});
