import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a browser keeps for us: a random token and our signature of it. */
export type CookieSigner = {
  /** The value of the cookie. */
  signed(token: string): string;
  /** The token of a cookie's value; undefined when the signature is not ours. */
  tokenOf(value: string | undefined): string | undefined;
  /** What a form must carry that was shown in the browser with this token. */
  csrfOf(token: string): string;
  isCsrfOf(token: string, given: string | undefined): boolean;
};

/** Signs with a key that is the same on every replica. */
export function cookieSigner(key: string): CookieSigner {
  const sign = (purpose: string, token: string): string =>
    createHmac('sha256', key).update(`${purpose}\n${token}`).digest('base64url');
  return {
    signed: (token) => `${token}.${sign('session', token)}`,
    tokenOf: (value) => {
      const [, token = '', signature = ''] = /^([\w-]{20,100})\.([\w-]{43})$/.exec(value ?? '') ?? [];
      return token !== '' && areSame(signature, sign('session', token)) ? token : undefined;
    },
    csrfOf: (token) => sign('csrf', token),
    isCsrfOf: (token, given) => given !== undefined && areSame(given, sign('csrf', token)),
  };
}

function areSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * How the cookie is named and where it goes. A browser takes `__Host-` over
 * https only, and from nobody but this host.
 */
export type CookieJar = {
  read(header: string | undefined): string | undefined;
  /** The `Set-Cookie` header; without a life it goes when the browser is closed. */
  written(value: string, maxAgeSeconds?: number): string;
};

/** `kind`: of a second cookie beside that of the session. */
export function cookieJar(baseUrl: string, kind = ''): CookieJar {
  const { protocol, pathname } = new URL(baseUrl);
  const isSecure = protocol === 'https:';
  const name = isSecure ? `${pathname === '/' ? '__Host-' : '__Secure-'}kontor${kind}` : `kontor${kind}`;
  return {
    read: (header) => {
      for (const pair of (header ?? '').split(';')) {
        const [key = '', value] = pair.trim().split('=', 2);
        if (key === name) return value;
      }
      return undefined;
    },
    written: (value, maxAgeSeconds) =>
      [
        `${name}=${value}`,
        `Path=${pathname}`,
        'HttpOnly',
        'SameSite=Lax',
        ...(isSecure ? ['Secure'] : []),
        ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
      ].join('; '),
  };
}
