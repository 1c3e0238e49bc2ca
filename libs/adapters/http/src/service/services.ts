import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Books, ByteStore, RepositoryProvider } from '@kontor/kernel';
import type { Caller } from '@kontor/studio';
import type { ContextServices } from '../context-types.js';

/** What endpoints work with: the repositories and use cases of one agreement. */
export type Services = ContextServices & {
  readonly resources: RepositoryProvider;
  /** Where the agreement's files are kept. */
  readonly files: ByteStore;
  /** The same over other repositories. */
  with(resources: RepositoryProvider): Services;
};

/** Gives the services of a caller's agreement, for reading or in one unit of work. */
export type ServiceProvider = {
  read(caller: Caller): Services;
  /** Where the files of a caller's agreement are kept. */
  files(caller: Caller): ByteStore;
  inTransaction<F, A>(
    caller: Caller,
    work: (services: Services, beside: Pick<Books, 'audit' | 'idempotency'>) => TaskEither<F, A>,
  ): TaskEither<F, A>;
};
