import { expect } from 'chai';
import { person, unescaped, type Entries, type Person, type Seen } from '@kontor/conformance';
import type { ServiceUnderTest } from './service-under-test.js';

/** Somebody who can sign up with the service, or with a replica of it. */
export type Visitor = Person & { signUp(given?: Entries): Promise<Seen> };

export const PASSWORD = 'correct horse battery';

export function visitor(
  at: () => Pick<ServiceUnderTest, 'port' | 'base'>,
  cookies?: Map<string, string>,
): Visitor {
  const somebody = person(at, cookies);
  return {
    ...somebody,
    signUp: async (given = {}) =>
      somebody.submit(await somebody.open('/portal/sign-up'), '/portal/sign-up', {
        ...aSignUp(),
        ...given,
      }),
  };
}

let people = 0;

export function aSignUp(): Readonly<Record<string, string>> {
  people += 1;
  return {
    business: 'Kavana “Ζ” & Søn',
    currency: 'DKK',
    'first-year': '2026-07-01',
    name: 'Åse <b>Lindqvist</b>',
    email: `aase${people}@example.com`,
    password: PASSWORD,
    'password-again': PASSWORD,
  };
}

/** A page of ours: whole, in its language, and locked down. */
export function expectPage(seen: Seen, status: number, says?: string): void {
  expect(seen.status, seen.html).to.equal(status);
  expect(seen.headers.get('content-type')).to.equal('text/html; charset=utf-8');
  expect(seen.headers.get('cache-control')).to.equal('no-store');
  expect(seen.headers.get('referrer-policy')).to.equal('no-referrer');
  expect(seen.headers.get('x-frame-options')).to.equal('DENY');
  expect(seen.headers.get('x-content-type-options')).to.equal('nosniff');
  expect(seen.headers.get('cross-origin-opener-policy')).to.equal('same-origin');
  expect(seen.headers.get('permissions-policy')).to.contain('camera=()');
  const policy = seen.headers.get('content-security-policy') ?? '';
  expect(policy).to.match(/^default-src 'none'; /);
  for (const closed of ["frame-ancestors 'none'", "base-uri 'none'"]) expect(policy).to.contain(closed);
  expect(policy).not.to.contain('unsafe');
  expect(seen.html).to.match(/^<!doctype html>\s+<html lang="[a-z]{2}-[A-Z]{2}">/);
  expect(seen.html).not.to.match(/ style=| on[a-z]+=|<script>|<style|javascript:|undefined|\[object/);
  if (says !== undefined) expect(unescaped(seen.html)).to.contain(says);
}
