import type { FullDate, Timestamp } from '@kontor/kernel';
import type { RoleName } from '../caller/role.js';
import type { Grant } from '../grant/grant.js';
import type { StoredWebhook } from '../webhook/webhook.js';

/** §2.10. An app that agreements can grant access to. The secret is kept as a hash only. */
export type StoredApp = {
  readonly appNumber: number;
  /** The developer agreement it belongs to. */
  readonly agreementNumber: number;
  readonly name: string;
  readonly appPublicToken: string;
  readonly created: FullDate;
  readonly rootUrl: string;
  readonly requiredRoles: readonly RoleName[];
};

/** What ends with an app, in the books of every agreement. */
export type RemovedApp = {
  readonly app: StoredApp;
  /** The grants that had not ended: they are revoked now. */
  readonly grants: readonly Grant[];
  /** They are gone, with what was delivered to them. */
  readonly webhooks: readonly StoredWebhook[];
};

/** Registered apps, over all agreements. Secrets come as hashes, and are never given back. */
export type AppRepository = {
  /** Stores a new app under the next app number. `secretHash`: SHA-256 of the secret token, base64url. */
  create(app: Omit<StoredApp, 'appNumber'>, secretHash: string): Promise<StoredApp>;
  find(appNumber: number): Promise<StoredApp | undefined>;
  /** The agreement's app of that number: within a unit of work, as it stays until that ends. */
  hold(agreementNumber: number, appNumber: number): Promise<StoredApp | undefined>;
  listOf(agreementNumber: number): Promise<readonly StoredApp[]>;
  /** The app that a grant link names. */
  findByPublicToken(appPublicToken: string): Promise<StoredApp | undefined>;
  /** The apps of these numbers, in any order; numbers that name none are passed over. */
  findAll(appNumbers: readonly number[]): Promise<readonly StoredApp[]>;
  /**
   * Changes an app of the agreement, and gives it another secret when one is passed; the former secret is
   * accepted until `formerUntil`. Undefined where the agreement has no app of that number.
   */
  revise(
    agreementNumber: number,
    appNumber: number,
    app: Pick<StoredApp, 'name' | 'rootUrl' | 'requiredRoles'>,
    secret?: { readonly secretHash: string; readonly formerUntil: Timestamp },
  ): Promise<StoredApp | undefined>;
  /**
   * Gives an app of the agreement another secret. The former one is accepted until `formerUntil`; without
   * that it is void at once. Undefined where the agreement has no app of that number.
   */
  rotateSecret(
    agreementNumber: number,
    appNumber: number,
    secretHash: string,
    formerUntil?: Timestamp,
  ): Promise<StoredApp | undefined>;
  /**
   * Removes the agreement's app of that number for good: its secrets are void, its grants are revoked and its
   * webhooks removed, in every agreement. Its number is given to no other. Undefined when it has none such.
   */
  remove(agreementNumber: number, appNumber: number, at: Timestamp): Promise<RemovedApp | undefined>;
};
