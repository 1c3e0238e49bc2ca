import type { Access } from '../endpoint/endpoint.js';
import { ROLES, type RoleName } from '@kontor/studio';

/** Whom an endpoint lets in, as `authorise` does (§5.4, §5.6, D13). */
export type Reach = {
  /** Anybody, without credentials. */
  readonly anybody: boolean;
  /** An administrator's grant. */
  readonly administrator: boolean;
  readonly roles: readonly RoleName[];
};

/** In the order of their numbers. */
export const ROLE_NAMES: readonly RoleName[] = ROLES.map(({ name }) => name);

/** Who gets to a route: with any credentials, as an administrator, or by which roles. */
export function reachOf(access: Access): Reach {
  if (access === 'open') return { anybody: true, administrator: true, roles: ROLE_NAMES };
  if (access === 'administrator') return { anybody: false, administrator: true, roles: [] };
  if (typeof access === 'string')
    return { anybody: false, administrator: access === 'studio', roles: ROLE_NAMES };
  const roles = ROLE_NAMES.filter((name) => name === 'SuperUser' || access.includes(name));
  return { anybody: false, administrator: false, roles };
}
