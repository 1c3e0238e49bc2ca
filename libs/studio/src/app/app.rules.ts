import * as E from 'fp-ts/lib/Either.js';
import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import {
  ruleBroken,
  schemaViolation,
  type ReferenceMissing,
  type RuleBroken,
  type SchemaViolation,
  referenceMissing,
} from '@kontor/kernel';
import { plainName, pretendsToBe } from '../agreement/name.rules.js';
import { ROLES, roleNamed, type RoleName } from '../caller/role.js';
import { isRootUrl } from '../grant/redirect.rules.js';
import { QUOTAS } from '../quotas.js';
import { AppRole } from './app-role.resource.js';
import type { StoredApp } from './app.js';
import { APP_NAME_MAX } from './app.resource.js';

/** A role as a request names it: the number counts before the name, as in every reference. */
export type RoleGiven = { readonly roleNumber?: number | undefined; readonly name?: string | undefined };

/** D56: each required role is named by its number or its name, and exists. A role named twice is one role. */
export function rolesAskedFor(
  given: readonly RoleGiven[],
): Either<SchemaViolation | ReferenceMissing, readonly RoleName[]> {
  if (given.length === 0) return left(schemaViolation('requiredRoles', 'must name at least one role'));
  const names = new Set<RoleName>();
  for (const [index, { roleNumber, name }] of given.entries()) {
    const property = `requiredRoles[${index}]`;
    const asked = roleNumber ?? name;
    if (asked === undefined)
      return left(schemaViolation(property, 'must carry roleNumber, name or self', 'E04500'));
    const found =
      roleNumber === undefined
        ? roleNamed(name ?? '')
        : ROLES.find((role) => role.roleNumber === roleNumber)?.name;
    if (found === undefined) {
      return left(referenceMissing(property, AppRole.collection, asked));
    }
    names.add(found);
  }
  return right([...names]);
}

/** People read this name before they open their books to the app: it is kept in one form, all of it seen. */
export function appName(given: string): Either<SchemaViolation, string> {
  return pipe(
    plainName(given, APP_NAME_MAX),
    E.mapLeft((is) => schemaViolation('name', is)),
  );
}

/** An agreement has at most so many apps, each called as `isNamedApart` says. */
export function mayBeAdded(name: string, apps: readonly NamedApp[]): Either<RuleBroken, void> {
  if (apps.length < QUOTAS.apps) return isNamedApart(name, apps);
  const is = `this would be app ${QUOTAS.apps + 1} of the agreement, which may have ${QUOTAS.apps}`;
  return left(ruleBroken('E10400', '', is));
}

type NamedApp = Pick<StoredApp, 'name'>;

/**
 * No app is called nearly as another of its agreement: either the same, told apart by its number, or
 * something else.
 */
export function isNamedApart(name: string, others: readonly NamedApp[]): Either<RuleBroken, void> {
  const other = others.find((app) => pretendsToBe(name, app.name));
  return other === undefined
    ? right(undefined)
    : left(ruleBroken('E10410', 'name', `must not look like "${other.name}" and be another name`));
}

/** What a request says of an app, each member as it is kept. */
export function appAskedFor({
  name,
  rootUrl,
  requiredRoles,
}: {
  readonly name: string;
  readonly rootUrl: string;
  readonly requiredRoles: readonly RoleGiven[];
}): Either<
  RuleBroken | SchemaViolation | ReferenceMissing,
  { readonly name: string; readonly requiredRoles: readonly RoleName[] }
> {
  const plain = rootUrlIsPlain(rootUrl);
  if (isLeft(plain)) return plain;
  const kept = appName(name);
  if (isLeft(kept)) return kept;
  return E.map((roles: readonly RoleName[]) => ({ name: kept.right, requiredRoles: roles }))(
    rolesAskedFor(requiredRoles),
  );
}

/**
 * What no address of ours holds, whatever a parser would make of it: white
 * space, control characters, backslashes (G31).
 */
const STRANGE = /[\s\\\p{Cc}\p{Cf}]/u;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const DOT_SEGMENT = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

/**
 * §2.10, G31: redirects after a grant go below this address only, so it must be one that cannot
 * be read in two ways: absolute, https (http on the loopback only, for developers), without
 * user-info, query, fragment, `.` and `..`.
 */
export function rootUrlIsPlain(rootUrl: string): Either<RuleBroken, void> {
  const wrong = wrongWith(rootUrl);
  return wrong === undefined ? right(undefined) : left(ruleBroken('E10370', 'rootUrl', wrong));
}

function wrongWith(rootUrl: string): string | undefined {
  const absolute = /^(https?):\/\/([^/?#]+)([^?#]*)(.*)$/i.exec(rootUrl);
  if (STRANGE.test(rootUrl) || absolute === null || !URL.canParse(rootUrl)) {
    return 'must be an absolute http or https address, such as https://app.example.com/start';
  }
  const [, scheme = '', authority = '', path = '', rest = ''] = absolute;
  if (authority.includes('@')) return 'must not carry user-info (what stands before an @)';
  if (rest !== '') return 'must not carry a query or a fragment';
  if (DOT_SEGMENT.test(path)) return 'must not carry . or .. in its path';
  const { hostname } = new URL(rootUrl);
  if (scheme.toLowerCase() === 'http' && !LOOPBACK.test(hostname)) {
    return 'must be https, unless it is on the loopback (http://localhost)';
  }
  return isRootUrl(rootUrl)
    ? undefined
    : 'must be an address that can be read in one way only: no escaped dots or slashes, no empty segments';
}
