import { Busy, Unavailable } from '@kontor/kernel';
import type { CommitFailed, Dialect, DatabaseErrorKind } from '../dialect/dialect.js';
import type { Session } from '../statement.js';

/** What was read has been changed by another before it was written on: the unit runs again from the start. */
export class ConcurrentModification extends Error {
  constructor() {
    super('what was read has been changed by another');
  }
}

/** A unit expected a write to succeed that did not, or might not have: it runs again eagerly. */
export class PreconditionFailed extends Error {
  override readonly name = 'PreconditionFailed';
  constructor(cause: unknown) {
    super('a precondition of the unit of work does not hold', { cause });
  }
}

/**
 * Numbers that a unit has reserved cannot be written any more, since those before them were not: with others,
 * all else that it expects may hold.
 */
export class NumbersLost extends PreconditionFailed {}

/** What an error means, wherever it was caught. */
export function classify(dialect: Dialect, error: unknown): DatabaseErrorKind {
  if (error instanceof ConcurrentModification) return 'conflict';
  if (error instanceof Error && error.name === 'PreconditionFailed') return 'preconditionFailed';
  return dialect.classify(isCommitFailed(error) ? error.cause : error);
}

const OF_DATABASE: ReadonlySet<DatabaseErrorKind> = new Set([
  'conflict',
  'lockWait',
  'lost',
  'failover',
  'unavailable',
  'tooSlow',
]);

/** Whether the database could not do what it was asked, or in time, whatever the unit of work rests on. */
export function isOfDatabase(dialect: Dialect, error: unknown): boolean {
  if (error instanceof Busy) return true;
  return !(error instanceof ConcurrentModification) && OF_DATABASE.has(classify(dialect, error));
}

/**
 * Told by its name: a driver that is loaded on demand may come with a class
 * of its own under a test's module loader.
 */
export function isCommitFailed(error: unknown): error is CommitFailed {
  return error instanceof Error && error.name === 'CommitFailed';
}

/** The error as the ports promise it: outages and overload by name, everything else as it was. */
export function asPortError(dialect: Dialect, error: unknown): unknown {
  switch (classify(dialect, error)) {
    case 'unavailable':
    case 'lost':
    case 'failover':
      return new Unavailable('the database cannot be reached', { cause: error });
    // While a backup is put back, tables are away.
    case 'missing':
      return new Unavailable('tables of the database are missing', { cause: error });
    case 'tooSlow':
    case 'lockWait':
    case 'conflict':
      return new Busy('the database is busy', { cause: error });
    default:
      return isCommitFailed(error) ? error.cause : error;
  }
}

/** The session, with errors as the ports promise them. */
export function withPortErrors(dialect: Dialect, session: Session): Session {
  return {
    run: async (...statements) => {
      try {
        return await session.run(...statements);
      } catch (error) {
        throw asPortError(dialect, error);
      }
    },
  };
}
