import type { BooksChecked, ChainHead } from '@kontor/ledger';
import type { Engine } from '../../dialect/dialect.js';
import { entryToSeal } from '../../ledger/entry-seals.js';
import type { ResourceAccesses } from '../../resource/resource-access.js';
import {
  amountsAgree,
  daysAgree,
  partiesAgree,
  documentsHaveEntries,
  entriesStandInTheirPeriod,
  invoicesHaveVouchers,
  totalsAgree,
  vouchersBalance,
} from './check-entries.js';
import { attachmentsAreWhole } from './check-attachments.js';
import { followChain, SealedEntriesSeen } from './check-chain.js';
import { countsAgree } from './check-counts.js';
import { documentsHold, linesAgree } from './check-documents.js';
import { draftsAreInOpenYears } from './check-drafts.js';
import { invoicesAgree } from './check-invoices.js';
import { remaindersAgree } from './check-open-posts.js';
import { entryNumbersAreUnique, eventsAreWhole, writesAreRecorded, seriesAreWhole } from './check-numbers.js';
import { stockAgrees } from './check-stock.js';
import { referencesHold } from './check-references.js';
import { settlementsAgree } from './check-vat-settlements.js';
import { periodsCoverYears } from './check-years.js';
import type { Looked } from './checks.js';
import { documentsIn } from './documents.js';
import { seeEntries } from './entries-seen.js';

/** Checks everything the books promise of themselves, in one consistent state. */
export function checkBooks(
  engine: Engine,
  access: ResourceAccesses,
  agreementNumber: number,
  noted: readonly ChainHead[],
): Promise<readonly BooksChecked[]> {
  return engine.snapshot(async (session) => {
    const looked: Looked = {
      agreementNumber,
      session,
      access,
      yearText: engine.dialect.asText('`year_folded`'),
    };
    // The chain first: it says what entries there should be. Then each entry is read once, for all checks.
    const chain = await followChain(looked, noted);
    const sealed = new SealedEntriesSeen(chain.seals);
    const entries = await seeEntries(looked, engine.dialect, (year, values) =>
      sealed.see(entryToSeal(year, values)),
    );
    const documents = await documentsIn(looked);
    return [
      vouchersBalance(entries),
      amountsAgree(entries),
      await totalsAgree(looked, entries),
      await daysAgree(looked, entries),
      await partiesAgree(looked, entries, 'customer'),
      await partiesAgree(looked, entries, 'supplier'),
      await entriesStandInTheirPeriod(looked, entries),
      documentsHaveEntries(documents, entries),
      ...(await documentsHold(looked, documents, entries)),
      await linesAgree(looked),
      await invoicesHaveVouchers(looked),
      await invoicesAgree(looked, entries),
      await attachmentsAreWhole(looked),
      await remaindersAgree(looked, documents, entries),
      await settlementsAgree(looked, entries),
      await stockAgrees(looked),
      await draftsAreInOpenYears(looked),
      await periodsCoverYears(looked),
      await countsAgree(looked),
      await seriesAreWhole(looked, documents),
      await entryNumbersAreUnique(looked, entries),
      await eventsAreWhole(looked),
      await writesAreRecorded(looked),
      chain.links,
      sealed.checked(),
      ...(noted.length > 0 ? [chain.heads] : []),
      ...(await referencesHold(looked, entries)),
    ];
  });
}
