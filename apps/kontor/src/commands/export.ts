import { left, right } from 'fp-ts/lib/Either.js';
import { journalText } from '@kontor/ledger';
import { noSuchAgreement } from '../agreement-text.js';
import { required } from '../arguments.js';
import { command } from '../command.js';
import { identifier } from '../readers.js';

/** `kontor export`: as a journal of hledger, or in another format of exports. */
export const exportBooks = command({
  name: 'export',
  says: 'prints everything that is booked in an agreement',
  options: {
    agreement: required('N', 'the number of the agreement', identifier),
    format: required('FORMAT', 'how: hledger, a plain-text journal that hledger and ledger read', (text) =>
      text.toLowerCase() === 'hledger'
        ? right('hledger' as const)
        : left(`must be hledger, but is "${text}"`),
    ),
  },
  run: async ({ database }, { agreement }) => {
    const found = await database.studio.agreements.find(agreement);
    if (found === undefined) return left(noSuchAgreement(agreement));
    const journal = await database.journalOf(agreement);
    return right({ json: journal, text: journalText(journal, found) });
  },
});
