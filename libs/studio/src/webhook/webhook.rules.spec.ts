import { expect } from 'chai';
import { isLeft, isRight, right } from 'fp-ts/lib/Either.js';
import type { Timestamp } from '@kontor/kernel';
import {
  askedToWait,
  failsForDays,
  isAskedFor,
  mayHaveOneMore,
  typesAsked,
  urlIsReachable,
  waitAfter,
} from './webhook.rules.js';

const HOUR_MS = 3_600_000;

describe('the rules of webhooks', () => {
  it('take types of events, all of a thing as well, each once', () => {
    expect(typesAsked(['invoice.booked', 'accountingYear.closed', 'customer.*', 'customer.*'])).to.deep.equal(
      right(['invoice.booked', 'accountingYear.closed', 'customer.*']),
    );
    for (const wrong of ['*', 'invoice', 'invoice.', 'Invoice.booked', 'invoice.booked,x', 'invoice.*.*']) {
      expect(isLeft(typesAsked([wrong])), wrong).to.equal(true);
    }
  });

  it('deliver what is asked for, and everything where nothing is', () => {
    expect(isAskedFor([], 'invoice.booked')).to.equal(true);
    expect(isAskedFor(['invoice.*'], 'invoice.booked')).to.equal(true);
    expect(isAskedFor(['invoice.booked'], 'invoice.booked')).to.equal(true);
    expect(isAskedFor(['invoice.booked', 'customer.*'], 'invoice.removed')).to.equal(false);
    expect(isAskedFor(['invoice.*'], 'invoiceLine.created')).to.equal(false);
  });

  it('say what is wrong with an address', () => {
    const refused = urlIsReachable({ wrongWith: () => 'be an https address' }, 'http://x');

    expect(refused).to.deep.include({ _tag: 'Left' });
    expect(isRight(urlIsReachable({ wrongWith: () => undefined }, 'https://shop.example.com'))).to.equal(
      true,
    );
  });

  it('let an agreement have a hundred', () => {
    expect(isRight(mayHaveOneMore(99))).to.equal(true);
    expect(isLeft(mayHaveOneMore(100))).to.equal(true);
  });

  it('wait longer after each failure, differently each time, for three days together', () => {
    const waits = Array.from({ length: 12 }, (_, index) => waitAfter(index + 1, 0.5) ?? 0);

    expect(waits).to.deep.equal([...waits].sort((one, other) => one - other));
    expect(waits.reduce((sum, wait) => sum + wait, 0)).to.be.within(71 * HOUR_MS, 73 * HOUR_MS);
    expect(waitAfter(13, 0.5)).to.equal(undefined);
    expect(waitAfter(3, 0)).to.be.below(waitAfter(3, 1) ?? 0);
  });

  it('end for a webhook when nothing was taken for as long as one event is tried', () => {
    const since = '2026-11-20T12:00:00Z' as Timestamp;

    expect(failsForDays(since, new Date('2026-11-22T12:00:00Z'))).to.equal(false);
    expect(failsForDays(since, new Date('2026-11-23T12:00:00Z'))).to.equal(true);
  });

  it('obey Retry-After in seconds or as a date, for a day at most', () => {
    const now = new Date('2026-11-22T12:00:00Z');

    expect(askedToWait('120', now)).to.equal(120_000);
    expect(askedToWait('Sun, 22 Nov 2026 12:01:00 GMT', now)).to.equal(60_000);
    expect(askedToWait('99999999', now)).to.equal(24 * HOUR_MS);
    expect(askedToWait('9'.repeat(400), now)).to.equal(24 * HOUR_MS);
    expect(askedToWait('Sun, 22 Nov 2020 12:01:00 GMT', now)).to.equal(0);
    expect(askedToWait('soon', now)).to.equal(0);
    expect(askedToWait(undefined, now)).to.equal(0);
  });
});
