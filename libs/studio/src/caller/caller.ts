import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { ModuleName, Timestamp } from '@kontor/kernel';
import type { Agreement } from '../agreement/agreement.js';
import type { Grant } from '../grant/grant.js';
import type { RoleName } from './role.js';

/** Who is calling: an app, in the name of a person, in the books of one agreement. */
export type Caller = {
  readonly agreementNumber: number;
  readonly appNumber: number;
  readonly grantNumber: number;
  readonly userName: string;
  readonly roles: readonly RoleName[];
  readonly modules: readonly ModuleName[];
  /** Calls the demo agreement: may read everything and write nothing (D97). */
  readonly isDemo: boolean;
  /** Under an administrator grant: only self and the studio module (§5.6). */
  readonly isAdministrator: boolean;
  readonly grantExpires?: Timestamp;
  /** When the secret ends, where another has taken its place. */
  readonly secretExpires?: Timestamp;
  /** Why nothing is written in these books (§3 as amended): the agreement is blocked, or on its way out. */
  readonly closedBecause?: 'blocked' | 'forDeletion';
};

/** What the two tokens of a request lead to, each by its hash: as much as tells who calls. */
export type KnownCredentials = {
  readonly app?: { readonly appNumber: number; readonly secretExpires?: Timestamp } | undefined;
  readonly grant?: Omit<Grant, 'issued'> | undefined;
  /** The agreement of the grant. */
  readonly agreement?:
    | Pick<Agreement, 'agreementNumber' | 'blocked' | 'forDeletion' | 'isAdministrator' | 'modules'>
    | undefined;
};

/** The one global look-up of every request: token hash → app, grant, agreement. */
export type CredentialRepository = {
  find(secretHash: string, tokenHash: string): Promise<KnownCredentials>;
  /** Notes that a grant was used. */
  noteUse(grant: Pick<Grant, 'agreementNumber' | 'grantNumber'>, at: Timestamp): Promise<void>;
};

/** No grant has that token, or it was revoked, or has ended. */
export type GrantTokenUnknown = { readonly kind: 'GrantTokenUnknown' };

/** §5.3: why it is not known who calls (401). */
export type AccessRefusal =
  /** `header`: the missing one, where the other was sent; undefined where both are missing. */
  | { readonly kind: 'CredentialsMissing'; readonly header?: 'X-AppSecretToken' | 'X-AgreementGrantToken' }
  | { readonly kind: 'SecretTokenUnknown' }
  | GrantTokenUnknown
  | { readonly kind: 'TokensDoNotBelongTogether' };

/**
 * §5.3: who the tokens of a request stand for, at an instant. A grant that
 * was revoked or has ended counts as unknown.
 */
export function callerOf(
  { app, grant, agreement }: KnownCredentials,
  now: Timestamp,
): Either<AccessRefusal, Caller> {
  if (app === undefined) return left({ kind: 'SecretTokenUnknown' });
  if (app.secretExpires !== undefined && app.secretExpires <= now)
    return left({ kind: 'SecretTokenUnknown' });
  if (grant === undefined || agreement === undefined) return left({ kind: 'GrantTokenUnknown' });
  if (grant.revoked !== undefined || grant.expires <= now) return left({ kind: 'GrantTokenUnknown' });
  if (agreement.blocked && grant.administratorNumber !== undefined)
    return left({ kind: 'GrantTokenUnknown' });
  if (grant.appNumber !== app.appNumber) return left({ kind: 'TokensDoNotBelongTogether' });
  return right({
    agreementNumber: agreement.agreementNumber,
    appNumber: app.appNumber,
    grantNumber: grant.grantNumber,
    userName: grant.userName,
    roles: grant.roles,
    modules: agreement.modules,
    isDemo: false,
    isAdministrator: agreement.isAdministrator,
    grantExpires: grant.expires,
    ...(app.secretExpires !== undefined && { secretExpires: app.secretExpires }),
    ...(agreement.blocked && { closedBecause: 'blocked' }),
    ...(agreement.forDeletion && { closedBecause: 'forDeletion' }),
  });
}
