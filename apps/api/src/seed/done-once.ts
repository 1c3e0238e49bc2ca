import { unfailing } from '@kontor/kernel';
import type { Database, SqlBooks } from '@kontor/sql';
import * as TE from 'fp-ts/lib/TaskEither.js';

/** Does something in the books of an agreement once, however many replicas start at once and try. */
export async function doneOnce(
  unitOfWork: Database['unitOfWork'],
  agreementNumber: number,
  key: string,
  work: (books: SqlBooks) => Promise<void>,
): Promise<void> {
  const once = unitOfWork.inTransaction<never, void>(agreementNumber, (books) =>
    TE.fromTask(async () => {
      const claim = await books.idempotency.claim(0, key, key);
      if (claim.kind !== 'Claimed') return;
      await work(books);
      await books.idempotency.store(0, key, { status: 204, body: '' });
    }),
  );
  await unfailing(once);
}
