import type { BooksChecked, ChainHead } from '@kontor/ledger';
import type { Engine } from '../../dialect/dialect.js';
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
import { chainHolds } from './check-chain.js';
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
    return [
      await vouchersBalance(looked),
      await amountsAgree(looked),
      await totalsAgree(looked),
      await daysAgree(looked),
      await partiesAgree(looked, 'customer'),
      await partiesAgree(looked, 'supplier'),
      await entriesStandInTheirPeriod(looked),
      await documentsHaveEntries(looked),
      ...(await documentsHold(looked)),
      await linesAgree(looked),
      await invoicesHaveVouchers(looked),
      await invoicesAgree(looked),
      await attachmentsAreWhole(looked),
      await remaindersAgree(looked),
      await settlementsAgree(looked),
      await stockAgrees(looked),
      await draftsAreInOpenYears(looked),
      await periodsCoverYears(looked),
      await countsAgree(looked),
      await seriesAreWhole(looked),
      await entryNumbersAreUnique(looked),
      await eventsAreWhole(looked),
      await writesAreRecorded(looked),
      ...(await chainHolds(looked, engine.dialect, noted)),
      ...(await referencesHold(looked)),
    ];
  });
}
