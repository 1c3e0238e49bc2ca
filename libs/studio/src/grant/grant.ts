import type { Timestamp } from '@kontor/kernel';
import type { RoleName } from '../caller/role.js';

/** Permission given by an agreement to an app. The token is kept as a hash only. */
export type Grant = {
  readonly grantNumber: number;
  readonly agreementNumber: number;
  readonly appNumber: number;
  /** The person who gave it. */
  readonly userName: string;
  readonly roles: readonly RoleName[];
  readonly issued: Timestamp;
  /** From this instant on the grant is void (amendment 76). */
  readonly expires: Timestamp;
  readonly revoked?: Timestamp | undefined;
  /** The administrator agreement that asked for it: a temporary grant (§5.6). */
  readonly administratorNumber?: number | undefined;
  /** About when it was last used: written at most every ten minutes. */
  readonly lastUsed?: Timestamp | undefined;
};

/** What apps may do in agreements. Tokens come as hashes, and are never given back. */
export type GrantRepository = {
  /** Stores a new grant under the next grant number. `tokenHash`: SHA-256 of the grant token, base64url. */
  issue(grant: Omit<Grant, 'grantNumber'>, tokenHash: string): Promise<Grant>;
  /** The same for several, under consecutive numbers. */
  issueAll(
    grants: readonly { readonly grant: Omit<Grant, 'grantNumber'>; readonly tokenHash: string }[],
  ): Promise<readonly Grant[]>;
  listOf(agreementNumber: number): Promise<readonly Grant[]>;
  /** The agreement's grant of that number. */
  find(agreementNumber: number, grantNumber: number): Promise<Grant | undefined>;
  /** Those that have not ended at an instant, by number. */
  listCurrent(agreementNumber: number, at: Timestamp): Promise<readonly Grant[]>;
  /**
   * At most `max` grants that have ended by an instant, the highest number first; with `before`, those of
   * smaller numbers.
   */
  listEnded(
    agreementNumber: number,
    at: Timestamp,
    page: { readonly before?: number | undefined; readonly max: number },
  ): Promise<readonly Grant[]>;
  /** The agreement's grant of that number, held until the unit of work ends. */
  hold(agreementNumber: number, grantNumber: number): Promise<Grant | undefined>;
  /** The temporary ones that an administrator agreement asked for and that have not ended, by number. */
  listAskedBy(administratorNumber: number, at: Timestamp): Promise<readonly Grant[]>;
  /**
   * Counts the grants that have not ended at an instant: those that the people of an agreement gave (or one
   * of them), the temporary ones that an administrator agreement asked for, or all grants of an app.
   */
  countCurrent(
    of:
      | { readonly agreementNumber: number; readonly userName?: string }
      | { readonly administratorNumber: number }
      | { readonly appNumber: number },
    at: Timestamp,
  ): Promise<number>;
  /**
   * Revokes the temporary grants of an agreement, and those that it asked for as an administrator, where they
   * have not ended: these.
   */
  revokeTemporary(agreementNumber: number, at: Timestamp): Promise<readonly Grant[]>;
  /** Revokes those that an administrator asked for by an app and that have not ended, if meant: these. */
  revokeAskedBy(
    of: { readonly administratorNumber: number; readonly appNumber: number },
    at: Timestamp,
    isMeant: (grant: Grant) => boolean,
  ): Promise<readonly Grant[]>;
  /** Revokes the agreement's grant of that number; undefined when it has none such. */
  revoke(agreementNumber: number, grantNumber: number, at: Timestamp): Promise<Grant | undefined>;
};
