import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { FullDate } from '@kontor/kernel';
import { OpeningBalance, type OpeningBalanceDraft } from '@kontor/ledger';
import { bodyOf, type Endpoint } from '../endpoint/endpoint.js';
import { documentEndpoints } from './document.endpoints.js';

/** §2.2, §4.2: opening balances, drafts and booked. */
export function openingBalanceEndpoints(): readonly Endpoint[] {
  return documentEndpoints({
    of: OpeningBalance,
    stability: 'stable',
    access: ['BookKeeping'],
    creations: [
      {
        below: '',
        name: 'create',
        says: 'Create a new draft opening balance.',
        create: ({ ledger }, asked) =>
          ledger.draftOpeningBalance({ draft: bodyOf(asked) as OpeningBalanceDraft }),
      },
    ],
    refuses: { draft: ['E10080', 'E10090', 'E10140'], book: ['E10080', 'E10090', 'E10120'] },
    revise: ({ ledger }, command, asked) =>
      ledger.reviseOpeningBalance({ ...command, draft: bodyOf(asked) as OpeningBalanceDraft }),
    discard: ({ ledger }, command) => ledger.discardOpeningBalance(command),
    book: ({ ledger }, asked) =>
      pipe(
        ledger.bookOpeningBalance(bodyOf(asked) as { voucherId: number; date: FullDate }),
        TE.map((booked) => [booked]),
      ),
  });
}
