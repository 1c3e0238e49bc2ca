import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { LRUCache } from 'lru-cache';
import type { Caller } from '@kontor/studio';
import type { HttpRefusal } from '../failure/http-failure.js';

/** A token bucket (amendment 87): `burst` requests at once, `perSecond` in the long run. */
export type Rate = { readonly perSecond: number; readonly burst: number };

export type RateLimiter = (caller: Caller, nowMs: number) => Either<HttpRefusal, void>;

const GRANTS_MAX = 50_000;

/** One bucket for each grant, in this process: with N processes a grant may do up to N times as much. */
export function rateLimiter(rate: Rate | undefined): RateLimiter {
  if (rate === undefined) return () => right(undefined);
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: GRANTS_MAX });
  return ({ agreementNumber, grantNumber }, nowMs) => {
    const grant = `${agreementNumber}/${grantNumber}`;
    let bucket = buckets.get(grant);
    if (bucket === undefined) buckets.set(grant, (bucket = { tokens: rate.burst, at: nowMs }));
    const refilled = bucket.tokens + (Math.max(0, nowMs - bucket.at) / 1000) * rate.perSecond;
    bucket.tokens = Math.min(rate.burst, refilled);
    bucket.at = nowMs;
    if (bucket.tokens < 1) {
      const wait = Math.ceil((1 - bucket.tokens) / rate.perSecond);
      return left({ kind: 'RateExceeded', retryAfterSeconds: Math.max(1, wait) });
    }
    bucket.tokens -= 1;
    return right(undefined);
  };
}
