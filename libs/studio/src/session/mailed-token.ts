import type { Timestamp } from '@kontor/kernel';

/**
 * What a link in a mail lets its reader do, once: say that the address is right, or choose another password.
 */
export type MailedPurpose = 'confirm' | 'reset';

/** A token that was sent to a person's e-mail address. It is kept as a hash only. */
export type MailedToken = {
  readonly userName: string;
  readonly purpose: MailedPurpose;
  readonly expires: Timestamp;
};

/** `tokenHash`: SHA-256 of the token, base64url. */
export type MailedTokenRepository = {
  /** Stores a token in place of the person's earlier ones for that purpose, and forgets those that ended. */
  issue(token: MailedToken, tokenHash: string, now: Timestamp): Promise<void>;
  find(tokenHash: string): Promise<MailedToken | undefined>;
  /** Takes the token away: true for the one who does, false for everybody after. */
  use(tokenHash: string): Promise<boolean>;
  /** Takes away what a person was mailed for a purpose. */
  forget(userName: string, purpose: MailedPurpose): Promise<void>;
};
