import type { RepositoryProvider } from '@kontor/kernel';
import type { SqlBooks } from '@kontor/sql';

/** What a context is over: the books of one agreement, their resources, and who prints its documents. */
export type OverBooks<Printer> = {
  readonly books: SqlBooks;
  readonly resources: RepositoryProvider;
  readonly printer: Printer;
};
