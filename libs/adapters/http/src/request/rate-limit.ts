import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { LRUCache } from 'lru-cache';
import type { Caller } from '@kontor/studio';
import type { HttpRefusal } from '../failure/http-failure.js';

/** A token bucket (amendment 87): `burst` requests at once, `perSecond` in the long run. */
export type Rate = { readonly perSecond: number; readonly burst: number };

/** Is told a header of the answer. */
type Tell = (header: string, value: string) => void;

/** Counts a request of a caller at an instant in milliseconds; 429 where it is one too many. */
export type RateLimiter = (caller: Caller, nowMs: number, tell?: Tell) => Either<HttpRefusal, void>;

/** Of some 50,000 grants. By their number they would take their room at once. */
const BUCKETS_BYTES_MAX = 8 * 1024 * 1024;
const BUCKET_BYTES = 150;

/**
 * One bucket for each grant, in this process: with N processes a grant may do up to N times as much. Every
 * answer says what the bucket holds (draft-ietf-httpapi-ratelimit-headers-10): `q` requests at most, and all
 * of them again after `w` seconds; `r` are left, and in `t` seconds it is full.
 */
export function rateLimiter(rate: Rate | undefined): RateLimiter {
  if (rate === undefined) return () => right(undefined);
  const { perSecond, burst } = rate;
  const policy = `"grant";q=${Math.floor(burst)};w=${Math.ceil(burst / perSecond)}`;
  const buckets = new LRUCache<string, { tokens: number; at: number }>({
    maxSize: BUCKETS_BYTES_MAX,
    sizeCalculation: (_, grant) => BUCKET_BYTES + 2 * grant.length,
  });
  return ({ agreementNumber, grantNumber }, nowMs, tell) => {
    const grant = `${agreementNumber}/${grantNumber}`;
    let bucket = buckets.get(grant);
    if (bucket === undefined) buckets.set(grant, (bucket = { tokens: burst, at: nowMs }));
    const refilled = bucket.tokens + (Math.max(0, nowMs - bucket.at) / 1000) * perSecond;
    bucket.tokens = Math.min(burst, refilled);
    bucket.at = nowMs;
    const isEmpty = bucket.tokens < 1;
    if (!isEmpty) bucket.tokens -= 1;
    const full = Math.ceil((burst - bucket.tokens) / perSecond);
    tell?.('RateLimit-Policy', policy);
    tell?.('RateLimit', `"grant";r=${Math.floor(bucket.tokens)};t=${full}`);
    if (isEmpty) {
      const wait = Math.ceil((1 - bucket.tokens) / perSecond);
      return left({ kind: 'RateExceeded', retryAfterSeconds: Math.max(1, wait) });
    }
    return right(undefined);
  };
}
