import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { Failure } from '../failure/http-failure.js';

/** A request's own path and query, each as it was sent. */
export type Address = { readonly path: string; readonly query: string };

/** D118: characters of path and query together; a longer address is refused. */
export const ADDRESS_LENGTH_MAX = 8192;

const SLASHES_OUTSIDE = /^\/{2,}-(?:\/|$)/;

/**
 * The request's own path and query. An absolute-form target counts by its path; its host is
 * ignored, as the Host header is (G33), so it is not even parsed. Slashes in a row count as one:
 * clients put a base address that ends with one before a path that begins with one. Not where that
 * would be a path outside the API (`//-/metrics`): balancers keep those to themselves by how they begin.
 */
export function addressIn(target: string): Address {
  const local = target.startsWith('/')
    ? target
    : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') || '/';
  const mark = local.indexOf('?');
  const written = mark < 0 ? local : local.slice(0, mark);
  const path = SLASHES_OUTSIDE.test(written) ? written : written.replace(/\/{2,}/g, '/');
  return { path: path || '/', query: mark < 0 ? '' : local.slice(mark + 1) };
}

const UNRESERVED = /%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;
const BROKEN = /%(?![\dA-F]{2})/i;
/** What operators keep from the public by this very beginning (`docs/operating/tls.md`). */
const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/]*)?\/+-(?:\/|$)/i;

/**
 * A target with letters, digits and `-._~` of its path as themselves, where they came percent-encoded: to RFC
 * 3986 (6.2.2.2) `/%75nits/1` is `/units/1`. What else is encoded stays so, `%2F` and `%25` too, and so does
 * all of a path whose encoding is broken, or that would come to be one of those outside the API (`/-/live`).
 */
export function plainTarget(target: string): string {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  if (!path.includes('%') || BROKEN.test(path)) return target;
  const plain = path.replace(UNRESERVED, (encoded) => String.fromCharCode(parseInt(encoded.slice(1), 16)));
  return OUTSIDE.test(plain) ? target : plain + target.slice(path.length);
}

/** The target is of a length that is taken (D118), and says once at most whose it is. */
export function hasOneAddress({ req }: Context): Either<Failure, void> {
  if ((req.url ?? '').length > ADDRESS_LENGTH_MAX)
    return left({ kind: 'AddressTooLong', most: ADDRESS_LENGTH_MAX });
  let hosts = 0;
  // Node keeps the first of several; all of them stand in the raw ones, name and value in turn.
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    if (req.rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  const isOne = hosts === 1 || (hosts === 0 && req.httpVersion === '1.0');
  return isOne ? right(undefined) : left({ kind: 'HostNotOne' });
}
