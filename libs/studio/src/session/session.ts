import type { Timestamp } from '@kontor/kernel';

/** A person who is signed in to the portal, in one browser. Its token is kept as a hash only. */
export type PortalSession = {
  readonly userName: string;
  readonly started: Timestamp;
  /** From this instant on the person has to sign in again. */
  readonly expires: Timestamp;
  /** What the browser says that it is, at most `AGENT_MAX` characters; undefined when it says nothing. */
  readonly agent?: string | undefined;
};

/** A session as its person sees it among others: its token's hash names it, and opens nothing. */
export type ListedSession = PortalSession & { readonly tokenHash: string };

/** Characters of what a browser says that it is. */
export const AGENT_MAX = 250;

/** Kept where every replica sees them, so that signing out ends a session everywhere at once. */
export type PortalSessionRepository = {
  /**
   * Stores a session, and forgets those that ended before it started and the one in whose place it comes, all
   * or none. `tokenHash`: SHA-256, base64url.
   */
  start(session: PortalSession, tokenHash: string, inPlaceOf?: string): Promise<void>;
  find(tokenHash: string): Promise<PortalSession | undefined>;
  end(tokenHash: string): Promise<void>;
  /** The person's sessions that have not ended, the latest first; `max` of them. */
  listOf(userName: string, now: Timestamp, max: number): Promise<readonly ListedSession[]>;
  /** Ends one session of the person. */
  endOwn(userName: string, tokenHash: string): Promise<void>;
  /** Ends all sessions of the person, but the one of `exceptTokenHash`. */
  endAll(userName: string, exceptTokenHash?: string): Promise<void>;
};

/**
 * Keys that every replica has: what signs what browsers keep, and what encrypts keys of webhooks.
 */
export type PortalKeyRepository = {
  /** The key that was kept first of that purpose: `fresh`, or what another process kept before. */
  save(fresh: string, of?: 'sessions' | 'webhooks'): Promise<string>;
  /** The key of that purpose, where one was kept. */
  find(of: 'sessions' | 'webhooks'): Promise<string | undefined>;
};
