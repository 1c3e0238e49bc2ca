import type { Timestamp } from '@kontor/kernel';

/** A person who is signed in to the portal, in one browser. Its token is kept as a hash only. */
export type PortalSession = {
  readonly userName: string;
  readonly started: Timestamp;
  /** From this instant on the person has to sign in again. */
  readonly expires: Timestamp;
};

/** Kept where every replica sees them, so that signing out ends a session everywhere at once. */
export type PortalSessionRepository = {
  /** Stores a session, and forgets those that ended before it started. `tokenHash`: SHA-256, base64url. */
  start(session: PortalSession, tokenHash: string): Promise<void>;
  find(tokenHash: string): Promise<PortalSession | undefined>;
  end(tokenHash: string): Promise<void>;
};

/** The key that signs what browsers keep, the same on every replica. */
export type PortalKeyRepository = {
  /** The key that was kept first: `fresh`, or what another process kept before. */
  save(fresh: string): Promise<string>;
};
