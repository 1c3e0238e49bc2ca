import { left, right } from 'fp-ts/lib/Either.js';
import { journalText, type Journal } from '@kontor/ledger';
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
  run: async ({ database, print }, { agreement }) => {
    const found = await database.studio.agreements.find(agreement);
    if (found === undefined) return left(noSuchAgreement(agreement));
    // Printed as it is read: the books may be larger than the memory.
    await database.journalOf(agreement, (journal) =>
      print({ json: () => journalJson(journal), text: () => journalText(journal, found) }),
    );
    return right('printed' as const);
  },
});

/** The journal as JSON of one line. */
async function* journalJson({ baseCurrency, documents }: Journal): AsyncGenerator<string> {
  yield `{"baseCurrency":${JSON.stringify(baseCurrency)},"documents":[`;
  let between = '';
  for await (const document of documents) {
    yield between + JSON.stringify(document);
    between = ',';
  }
  yield ']}\n';
}
