import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import { expect } from 'chai';
import type { Caller } from '@kontor/studio';
import { rateLimiter } from './rate-limit.js';

const caller = (grantNumber: number): Caller => ({
  agreementNumber: 1,
  appNumber: 1,
  grantNumber,
  userName: 'a',
  roles: [],
  modules: [],
  isDemo: false,
  isAdministrator: false,
});

describe('the rate limit (amendment 87)', () => {
  it('lets a burst pass and refuses what comes on top', () => {
    const limit = rateLimiter({ perSecond: 1, burst: 3 });

    const answers = [1, 2, 3, 4].map(() => isRight(limit(caller(1), 0)));

    expect(answers).to.deep.equal([true, true, true, false]);
  });

  it('says after how many seconds to try again', () => {
    const limit = rateLimiter({ perSecond: 1, burst: 1 });
    limit(caller(1), 0);

    const refused = limit(caller(1), 0);

    expect(isLeft(refused) && refused.left).to.deep.equal({ kind: 'RateExceeded', retryAfterSeconds: 1 });
  });

  it('fills the bucket again as time passes', () => {
    const limit = rateLimiter({ perSecond: 2, burst: 1 });
    limit(caller(1), 0);

    expect(isLeft(limit(caller(1), 400))).to.equal(true);
    expect(isRight(limit(caller(1), 1000))).to.equal(true);
  });

  it('counts each grant by itself', () => {
    const limit = rateLimiter({ perSecond: 1, burst: 1 });
    limit(caller(1), 0);

    expect(isRight(limit(caller(2), 0))).to.equal(true);
  });

  it('lets everything pass when it is off', () => {
    const limit = rateLimiter(undefined);

    expect(Array.from({ length: 1000 }, () => limit(caller(1), 0)).every(isRight)).to.equal(true);
  });
});
