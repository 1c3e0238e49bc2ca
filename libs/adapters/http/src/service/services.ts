import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type {
  AnyResource,
  Asker,
  Books,
  ByteStore,
  EventFeed,
  KeyValue,
  RepositoryProvider,
  ValueOf,
} from '@kontor/kernel';
import type { WholeBooksReader } from '@kontor/ledger';
import type { Caller } from '@kontor/studio';
import type { ContextServices } from '../context-types.js';

/** What endpoints work with: the repositories and use cases of one agreement. */
export type Services = ContextServices & {
  readonly resources: RepositoryProvider;
  /** Items by their identifiers, in one look; those that are not there are left out. */
  findAll<R extends AnyResource>(resource: R, keys: readonly KeyValue[]): Promise<readonly ValueOf<R>[]>;
  /** Where the agreement's files are kept. */
  readonly files: ByteStore;
  /** All that the agreement has, in one state. */
  readonly wholeBooks: WholeBooksReader;
  /** What changed in the agreement. */
  readonly events: EventFeed;
  /** There is an import to work on, once this unit of work is kept. */
  wakeImports(): void;
  /** The same over other repositories. */
  with(resources: RepositoryProvider): Services;
};

/** Wakes who waits for events. */
export type Waiting = {
  /** A seat for who is about to wait; gives how to leave it. Throws `Busy` where there is none for them. */
  sit(agreementNumber: number, who: string): () => void;
  /** Resolves when there may be an event after a sequence, or so many ms are over, or the signal says so. */
  until(agreementNumber: number, after: number, ms: number, signal: AbortSignal): Promise<void>;
  /** Nobody is to wait any more. */
  readonly hasEnded: boolean;
};

/** Gives the services of a caller's agreement, for reading or in one unit of work. */
export type ServiceProvider = {
  /** `givenUp`: aborted when nobody waits for what is read any more. */
  read(caller: Caller, givenUp?: Asker['givenUp']): Services;
  /** Where the files of a caller's agreement are kept. */
  files(caller: Caller): ByteStore;
  /** Wakes who waits for events. */
  readonly waiting: Waiting;
  /** `deadline`: after that instant of `performance` it waits for nothing any more. */
  inTransaction<F, A>(caller: Caller, work: WorkInUnit<F, A>, deadline?: number): TaskEither<F, A>;
};

/** What one unit of work does: undone where it is refused, or throws. */
export type WorkInUnit<F, A> = (
  services: Services,
  beside: Pick<Books, 'audit' | 'idempotency'>,
) => TaskEither<F, A>;
