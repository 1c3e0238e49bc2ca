import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { ModuleName } from '@kontor/kernel';
import type { Agreement } from '../agreement/agreement.js';
import type { RoleName } from '../caller/role.js';

/** D75: why a person cannot give an app the access it asks for. */
export type ConsentRefusal =
  | { readonly kind: 'AgreementBlocked' }
  | { readonly kind: 'AgreementForDeletion' }
  /** §8: the person, or the agreement, has given as many as there may be. */
  | { readonly kind: 'GrantsMany' }
  | { readonly kind: 'RolesMissing'; readonly roles: readonly RoleName[] }
  | { readonly kind: 'ModulesMissing'; readonly modules: readonly ModuleName[] };

/** What a person is asked to allow an app, and what is known of both. */
export type Consent = {
  readonly agreement: Pick<Agreement, 'blocked' | 'forDeletion' | 'modules'>;
  /** What the person may do; everything when left out. */
  readonly held: readonly RoleName[] | undefined;
  /** What the app asks for. */
  readonly asked: readonly RoleName[];
};

/** D10: the modules that an agreement must have before a role can be given: none do. */
export const MODULES_OF_ROLE: Readonly<Record<RoleName, readonly ModuleName[]>> = {
  SuperUser: [],
  BookKeeping: [],
  Sales: [],
  ProjectEmployee: [],
};

/** D75: a person gives away only what the person may do, in an agreement that is in use. */
export function mayConsent(
  { agreement, held = ['SuperUser'], asked }: Consent,
  modulesOf: typeof MODULES_OF_ROLE = MODULES_OF_ROLE,
): Either<ConsentRefusal, void> {
  if (agreement.blocked) return left({ kind: 'AgreementBlocked' });
  if (agreement.forDeletion) return left({ kind: 'AgreementForDeletion' });
  const roles = held.includes('SuperUser') ? [] : asked.filter((role) => !held.includes(role));
  if (roles.length > 0) return left({ kind: 'RolesMissing', roles });
  const needed = new Set(asked.flatMap((role) => modulesOf[role]));
  const modules = [...needed].filter((module) => !agreement.modules.includes(module));
  if (modules.length > 0) return left({ kind: 'ModulesMissing', modules });
  return right(undefined);
}
