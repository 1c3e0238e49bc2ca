import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { RepositoryProvider } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import { Account } from './account.resource.js';
import { canTakeEntries, type AccountNamed } from './account.rules.js';

/** Accounts that entries are to be made on must take them. Whether they exist is seen when the reference is kept. */
export function accountsTakeEntries(
  resources: RepositoryProvider,
  named: readonly AccountNamed[],
): TaskEither<LedgerFailure, readonly void[]> {
  return TE.traverseSeqArray((one: AccountNamed) =>
    pipe(
      TE.fromTask<Awaited<ReturnType<typeof find>>, LedgerFailure>(() => find(resources, one)),
      TE.flatMapEither((account) => canTakeEntries(one, account?.value)),
    ),
  )(named);
}

function find(resources: RepositoryProvider, { accountNumber }: AccountNamed) {
  return resources.of(Account).find(accountNumber);
}
