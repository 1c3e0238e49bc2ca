import { Busy, Unavailable } from '@kontor/kernel';
import type { CommitFailed, Dialect, Trouble } from './dialect/dialect.js';
import type { Session } from './statement.js';

/** A row that was read and then guarded has changed in between: the unit runs again from the start. */
export class Overtaken extends Error {
  constructor() {
    super('overtaken by another change');
  }
}

/** A unit expected a write to succeed that did not, or might not have: it runs again, carefully. */
export class Mistaken extends Error {
  override readonly name = 'Mistaken';
  constructor(cause: unknown) {
    super('what was taken for granted may not be so', { cause });
  }
}

/** What an error means, wherever it was caught. */
export function troubleOf(dialect: Dialect, error: unknown): Trouble {
  if (error instanceof Overtaken) return 'conflict';
  if (error instanceof Error && error.name === 'Mistaken') return 'unmet';
  return dialect.troubleOf(isCommitFailed(error) ? error.cause : error);
}

/** Told by its name: a driver that is loaded on demand may come with a class of its own under a test's module loader. */
export function isCommitFailed(error: unknown): error is CommitFailed {
  return error instanceof Error && error.name === 'CommitFailed';
}

/** The error as the ports promise it: outages and overload by name, everything else as it was. */
export function asPortError(dialect: Dialect, error: unknown): unknown {
  switch (troubleOf(dialect, error)) {
    case 'unavailable':
    case 'lost':
    case 'elsewhere':
      return new Unavailable('the database cannot be reached', { cause: error });
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
