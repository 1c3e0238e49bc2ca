import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { itemOf } from '@kontor/kernel';
import { OpeningBalance, type OpeningBalanceDraft } from '@kontor/ledger';
import { bodyOf, type Endpoint } from '../endpoint/endpoint.js';
import { documentEndpoints } from './document.endpoints.js';
import { BOOKING } from './write-document.endpoints.js';

/** §2.2, §4.2: opening balances, drafts and booked. */
export function openingBalanceEndpoints(): readonly Endpoint[] {
  return documentEndpoints({
    resource: OpeningBalance,
    stability: 'stable',
    access: ['BookKeeping'],
    creations: [
      {
        below: '',
        name: 'create',
        says: 'Create a new draft opening balance.',
        create: ({ ledger }, draft) => ledger.draftOpeningBalance({ draft: draft as OpeningBalanceDraft }),
      },
    ],
    refuses: {
      draft: ['E10080', 'E10090', 'E10140', 'E10160'],
      book: ['E06000', 'E10080', 'E10090', 'E10120', 'E10160', 'E10190', 'E10210', 'E10320'],
    },
    revise: ({ ledger }, command, request) =>
      ledger.reviseOpeningBalance({ ...command, draft: bodyOf(request, OpeningBalance) }),
    discard: ({ ledger }, command) => ledger.discardOpeningBalance(command),
    book: ({ ledger }, request) =>
      pipe(
        ledger.bookOpeningBalance(bodyOf(request, BOOKING)),
        TE.map((booked) => [booked]),
      ),
    mayBeBooked: ({ ledger }, draft) => ledger.openingBalanceMayBeBooked(itemOf(OpeningBalance, draft)),
  });
}
