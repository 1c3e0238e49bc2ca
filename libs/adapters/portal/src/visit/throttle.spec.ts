import { expect } from 'chai';
import { NAMES_BYTES_MAX, networkOf, throttle } from './throttle.js';

describe('attempts', () => {
  it('are counted by name until their time is over, or one was right', () => {
    let now = 0;
    const attempts = throttle({ attempts: 2, withinMs: 60_000 }, () => now);

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

  it('that were right are taken back one by one where many people share a name', () => {
    const attempts = throttle({ attempts: 2, withinMs: 60_000 }, () => 0);

    for (let turn = 0; turn < 5; turn += 1) {
      expect(attempts.attempt('one address')).to.equal(undefined);
      attempts.takeBack('one address');
    }
    for (let turn = 0; turn < 2; turn += 1) attempts.attempt('one address');

    expect(attempts.attempt('one address')).to.equal(60);
  });

  it('of any number of names of any length take no more room than they may', () => {
    const attempts = throttle({ attempts: 2, withinMs: 60_000 }, () => 0);
    for (let index = 0; index < 5_000; index += 1) attempts.attempt(`${index}${'x'.repeat(2_000)}`);
    for (let index = 0; index < 50_000; index += 1) attempts.attempt(`${index}`);

    expect(attempts.bytes).to.be.within(NAMES_BYTES_MAX / 2, NAMES_BYTES_MAX);
  });
});

describe('where somebody is', () => {
  it('is of IPv6 the network of 64 bits, however many of its numbers are left out', () => {
    const of = ['2001:db8::1', '2001:db8::7:0:0:1', '2001:db8:0:0:1:2:3:4', '2001:db8::'].map(networkOf);
    const others = ['2001:db8:0:1::1', '2001:db8:1::1', '::1', '2001:db8:0:1:2:3:4:5'].map(networkOf);

    expect(new Set(of)).to.deep.equal(new Set(['2001:db8:0:0']));
    expect(others).to.deep.equal(['2001:db8:0:1', '2001:db8:1:0', '0:0:0:0', '2001:db8:0:1']);
  });

  it('is of IPv4 the address, also as IPv6 writes it', () => {
    expect(['192.0.2.7', '::ffff:192.0.2.7', ''].map(networkOf)).to.deep.equal([
      '192.0.2.7',
      '::ffff:192.0.2.7',
      '',
    ]);
  });
});
