import type { Timestamp } from '@kontor/kernel';
import type { RoleName } from '../caller/role.js';

/** A person who works with an agreement. The password is kept as a scrypt hash only. */
export type User = {
  /**
   * Unique in the whole service, compared as it looks (`lookOfName`): without regard to case, and to letters
   * that are taken for one another.
   */
  readonly userName: string;
  readonly agreementNumber: number;
  readonly name: string;
  readonly email: string;
  /** What the person may do; everything when left out. */
  readonly roles?: readonly RoleName[] | undefined;
  /** The language of the pages, such as `de-DE`; undefined when none was chosen. */
  readonly culture?: string | undefined;
  /**
   * When the person followed a link that was sent to `email`; undefined for an address that nobody confirmed.
   */
  readonly emailConfirmed?: Timestamp | undefined;
};

/**
 * Stands in the place of a password's hash for somebody who cannot sign in:
 * no hash of a password looks like it.
 */
export const NO_PASSWORD = 'none';

/** A person with the hash of her password. */
export type UserWithPassword = User & { readonly passwordHash: string };

/** People who sign in, over all agreements. Names are found in any case. */
export type UserRepository = {
  /** Stores a new person; false when the user name is taken. */
  create(user: User, passwordHash: string): Promise<boolean>;
  find(userName: string): Promise<UserWithPassword | undefined>;
  /** The person of exactly this name has the e-mail address that is kept. */
  confirmEmail(userName: string, at: Timestamp): Promise<void>;
  /** Another password for the person of exactly this name. */
  changePassword(userName: string, passwordHash: string): Promise<void>;
};
