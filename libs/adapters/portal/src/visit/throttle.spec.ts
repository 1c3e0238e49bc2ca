import { expect } from 'chai';
import { throttle } from './throttle.js';

describe('attempts', () => {
  it('are counted by name until their time is over, or one was right', () => {
    let now = 0;
    const attempts = throttle({ attempts: 2, withinMs: 60_000 }, () => new Date(now));

    expect([1, 2].map(() => attempts.attempt('anna'))).to.deep.equal([undefined, undefined]);
    expect(attempts.attempt('anna')).to.equal(60);
    expect(attempts.attempt('bodil')).to.equal(undefined);
    now = 45_500;
    expect(attempts.attempt('anna')).to.equal(15);
    now = 60_000;
    expect(attempts.attempt('anna')).to.equal(undefined);
    attempts.attempt('anna');
    attempts.forgive('anna');
    expect(attempts.attempt('anna')).to.equal(undefined);
  });
});
