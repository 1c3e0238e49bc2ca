import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Caller } from '@kontor/studio';
import type { Access, Method } from '../endpoint/endpoint.js';
import type { HttpRefusal } from '../failure/http-failure.js';

/**
 * §5.4, §5.6, D97: whether the caller's grant reaches the endpoint.
 * Credentials are fine; the right may be missing.
 */
export function authorise(caller: Caller, access: Access, method: Method): Either<HttpRefusal, void> {
  const isOfStudio = access === 'studio' || access === 'administrator';
  if (caller.isAdministrator && !isOfStudio) return left({ kind: 'AdministratorGrantOutsideStudio' });
  if (caller.isDemo && method !== 'GET') return left({ kind: 'DemoIsReadOnly' });
  if (access === 'administrator' && !caller.isAdministrator)
    return left({ kind: 'AdministratorGrantMissing' });
  // Marked for deletion: its books are read by who may do everything, to take them along.
  if (caller.closedBecause === 'forDeletion' && !caller.roles.includes('SuperUser')) {
    return left({ kind: 'RoleMissing', needs: [], has: caller.roles, closedBecause: 'forDeletion' });
  }
  if (typeof access === 'string' || caller.roles.includes('SuperUser')) return right(undefined);
  if (caller.roles.some((role) => access.includes(role))) return right(undefined);
  return left({ kind: 'RoleMissing', needs: access, has: caller.roles });
}
