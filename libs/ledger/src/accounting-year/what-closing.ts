import { isRight } from 'fp-ts/lib/Either.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { mayBeReopened } from './accounting-year.rules.js';
import { isClosable } from './close-accounting-year.use-case.js';
import { yearIn } from './find-year.js';

export type ClosingNow = 'close' | 'reopen';

/** Amendment 15: which of the two a year allows now, if any; the same rules decide when it is done. */
export const whatClosing =
  (ledger: Pick<LedgerRepositories, 'accountingYears' | 'drafts'>) =>
  async (name: string): Promise<ClosingNow | undefined> => {
    const found = yearIn(await ledger.accountingYears.chain(), name);
    if (!isRight(found)) return undefined;
    if (found.right.year.closed) return isRight(mayBeReopened(found.right)) ? 'reopen' : undefined;
    return isRight(await isClosable(ledger, found.right)()) ? 'close' : undefined;
  };
