import { isRight } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { AuditRecord } from '@kontor/kernel';
import type { Database, SqlBooks } from '@kontor/sql';

/** How long such a unit waits altogether: as long as one that the API was asked for. */
const WAITS_MS = 5_000;

/** Runs work in a unit of an agreement's books that leaves a record of who did it. */
export type Recorded = <F, A>(
  agreementNumber: number,
  work: (books: SqlBooks) => TaskEither<F, A>,
  by: (done: A) => AuditRecord | undefined,
) => TaskEither<F, A>;

/**
 * Units of work for what is not asked over the API: the record (G37) is kept or undone with what it is about.
 * What is refused leaves none, nor does what `by` knows to have changed nothing.
 */
export const recorded =
  ({ unitOfWork }: Pick<Database, 'unitOfWork'>): Recorded =>
  (agreementNumber, work, by) =>
  () => {
    const noted = (books: SqlBooks) => async () => {
      const done = await work(books)();
      const record = isRight(done) ? by(done.right) : undefined;
      if (record !== undefined) books.audit.note(record);
      return done;
    };
    return unitOfWork.inTransaction(agreementNumber, noted, performance.now() + WAITS_MS)();
  };
