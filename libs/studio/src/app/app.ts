import type { FullDate, Timestamp } from '@kontor/kernel';
import type { RoleName } from '../caller/role.js';

/** §2.10. An app that agreements can grant access to. The secret is kept as a hash only. */
export type App = {
  readonly appNumber: number;
  /** The developer agreement it belongs to. */
  readonly agreementNumber: number;
  readonly name: string;
  readonly appPublicToken: string;
  readonly created: FullDate;
  readonly rootUrl: string;
  readonly requiredRoles: readonly RoleName[];
};

export type AppRepository = {
  /** Stores a new app under the next app number. `secretHash`: SHA-256 of the secret token, base64url. */
  create(app: Omit<App, 'appNumber'>, secretHash: string): Promise<App>;
  find(appNumber: number): Promise<App | undefined>;
  listOf(agreementNumber: number): Promise<readonly App[]>;
  /** The app that a grant link names. */
  findByPublicToken(appPublicToken: string): Promise<App | undefined>;
  /** The apps of these numbers, in any order; numbers that name none are passed over. */
  findAll(appNumbers: readonly number[]): Promise<readonly App[]>;
  /**
   * Changes the agreement's app of that number, and gives it another secret when one is given; the one before
   * is taken until `formerUntil`. Undefined when it has none such.
   */
  revise(
    agreementNumber: number,
    appNumber: number,
    app: Pick<App, 'name' | 'rootUrl' | 'requiredRoles'>,
    secret?: { readonly secretHash: string; readonly formerUntil: Timestamp },
  ): Promise<App | undefined>;
  /**
   * Gives the agreement's app of that number another secret: the one before
   * is void. Undefined when it has none such.
   */
  rotateSecret(agreementNumber: number, appNumber: number, secretHash: string): Promise<App | undefined>;
};
