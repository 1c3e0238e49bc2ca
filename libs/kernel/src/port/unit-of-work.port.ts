import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { EventFeed } from './events.port.js';
import type { RepositoryProvider } from './resource-repository.port.js';

/** What an idempotency key was used for, and what was answered (amendment 139). */
export type StoredAnswer = {
  readonly status: number;
  readonly body: string;
  readonly location?: string;
};

/** The outcome of claiming a key: it is ours, it was answered before, or it was used for another request. */
export type Claim =
  | { readonly kind: 'Claimed' }
  | { readonly kind: 'Answered'; readonly answer: StoredAnswer }
  | { readonly kind: 'UsedForAnother' };

/** The answers that an agreement has under its keys have so many bytes together at most. */
export const STORED_ANSWERS_BYTES_MAX = 1024 * 1024 * 1024;

/** Keys of one agreement and app. Claiming happens in the transaction of the work it guards. */
export type IdempotencyKeys = {
  /**
   * Claims `key` for the request with this fingerprint. A rival that is still running makes this wait; when
   * it waits too long the unit of work ends as `Busy`. `looksFirst`: whether the key has been answered,
   * before anything is done under it: worth a look where another with it has just ended.
   */
  claim(
    appNumber: number,
    key: string,
    fingerprint: string,
    options?: { readonly looksFirst?: boolean | undefined },
  ): Promise<Claim>;
  /**
   * Keeps the answer beside the claim, in the same transaction; false where the agreement has kept so much
   * that it does not fit (`STORED_ANSWERS_BYTES_MAX`): then the unit of work is to be refused.
   */
  store(appNumber: number, key: string, answer: StoredAnswer): Promise<boolean>;
};

/** Who changed what by which request (G37). Never a token, never a body. */
export type AuditRecord = {
  /** Over the API, the app and the grant that the request came with; else those that were changed, or 0. */
  readonly appNumber: number;
  readonly grantNumber: number;
  /**
   * The person behind the grant, who is signed in, or under whose name the operating system runs the command.
   */
  readonly userName: string;
  /** `POST`, `PUT` or `DELETE`; `kontor` for the command. */
  readonly method: string;
  /** The path that was written to, without its query; the words of the command. */
  readonly path: string;
  /** What was answered; the exit status of the command. */
  readonly status: number;
  /** What `X-Request-Id` said; a name of its own for each unit of work of the command. */
  readonly requestId: string;
};

/** The record of changes of one agreement, which is only ever added to. */
export type AuditTrail = {
  /** Adds a record in the unit of work of the change: both are kept, or neither. */
  note(record: AuditRecord): void;
};

/** What a unit of work works with: everything is scoped to one agreement. */
export type Books = RepositoryProvider & {
  readonly agreementNumber: number;
  readonly idempotency: IdempotencyKeys;
  readonly audit: AuditTrail;
  /** What changed in it. */
  readonly events: EventFeed;
};

/** Thrown when a unit of work could not get its turn in time: answered 503 with `Retry-After`. */
export class Busy extends Error {
  readonly retryAfterSeconds = 1;
}

/**
 * Thrown when an answer would need more of the books in memory at once than a request may have: refused with
 * 400, and the caller asks for less.
 */
export class TooMuchAtOnce extends Error {}

/** Thrown when a counter has given its last number: what should bear the next one is refused with 400. */
export class NumbersUsedUp extends Error {}

/** Thrown when the database cannot be reached or cannot take writes: answered 503 with `Retry-After`. */
export class Unavailable extends Error {
  readonly retryAfterSeconds = 5;
}

/**
 * The way into the books of an agreement. `read` gives repositories for reading outside a transaction;
 * `inTransaction` runs `work` in one: a Left or a throw rolls it back. Work that loses a deadlock, a
 * certification or a lock wait runs again from the start, so it must be a pure function of its repositories:
 * no I/O of its own, clock and identifiers taken outside (R9). After `deadline`, by the clock of
 * `performance`, it waits for no turn, connection or lock any more, nor does it run again for want of one.
 */
export type UnitOfWork<B extends Books = Books> = {
  read(agreementNumber: number): B;
  inTransaction<F, A>(
    agreementNumber: number,
    work: (books: B) => TaskEither<F, A>,
    deadline?: number,
  ): TaskEither<F, A>;
};
