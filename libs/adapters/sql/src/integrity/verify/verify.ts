import type { BooksChecked, ChainHead } from '@kontor/ledger';
import { APP_SETTING_ENTITIES } from '../../app-settings/app-setting.entities.js';
import type { Dialect, Engine } from '../../dialect/dialect.js';
import { Entities } from '../../entity/entities.js';
import { HOUSEKEEPING } from '../../entity/housekeeping.js';
import { STUDIO_ENTITIES } from '../../studio/studio.entities.js';
import type { ResourceAccesses } from '../../resource/resource-access.js';
import {
  amountsAgree,
  amountsInBase,
  documentsHaveEntries,
  entriesStandInTheirPeriod,
  invoicesHaveVouchers,
  placesOfEntries,
  vouchersBalance,
} from './check-entries.js';
import { attachmentsAreWhole } from './check-attachments.js';
import { followChain, SealedEntriesSeen } from './check-chain.js';
import { countsAgree } from './check-counts.js';
import { documentsHold, linesAgree } from './check-documents.js';
import { draftsAreInOpenYears } from './check-drafts.js';
import { creditsAgree, EntriesOfInvoices, invoicesAgree, partsOfInvoicesAgree } from './check-invoices.js';
import { linkedEntries, linksHold } from './check-links.js';
import { DifferencesPosted, matchesAgree } from './check-matches.js';
import { EntriesWithPost, remaindersAgree } from './check-open-posts.js';
import {
  EntryNumbers,
  entryNumbersAreUnique,
  eventsAreWhole,
  writesAreRecorded,
  seriesAreWhole,
} from './check-numbers.js';
import { movementsAgree, stockAgrees } from './check-stock.js';
import { costsAgree } from './check-stock-costs.js';
import { NamedByEntries, referencesHold, rowsAreReadable } from './check-references.js';
import {
  dayTotals,
  daysAgree,
  partiesAgree,
  PartyTotals,
  PeriodTotals,
  totalsAgree,
} from './check-totals.js';
import { settlementsAgree, VatOfEntries } from './check-vat-settlements.js';
import { closingsAgree, periodsCoverYears } from './check-years.js';
import type { Looked } from './checks.js';
import { documentsIn } from './documents.js';
import { seeEntries } from './entries-seen.js';
import { PostedDocuments } from './posted-documents.js';

/** A database whose books are checked, and TypeORM's entities of all its tables. */
type CheckedBy = {
  readonly engine: Engine;
  readonly access: ResourceAccesses;
  readonly fixed: Looked['fixed'];
  readonly entities: Entities;
};

/** What checks of a database ask: with TypeORM's entities of all tables that they read. */
export function checkedBy(engine: Engine, access: ResourceAccesses, fixed: Looked['fixed']): CheckedBy {
  const resources = [...access.values()].map(({ table }) => table.table);
  const tables = [...resources, ...HOUSEKEEPING, ...APP_SETTING_ENTITIES, ...STUDIO_ENTITIES];
  return { engine, access, fixed, entities: new Entities(engine.dialect, tables) };
}

/**
 * Checks everything the books promise of themselves, in one consistent state; where a row cannot be read, it
 * names that one alone.
 */
export function checkBooks(
  { engine, access, fixed, entities }: CheckedBy,
  agreementNumber: number,
  noted: readonly ChainHead[],
): Promise<readonly BooksChecked[]> {
  return engine.snapshot(async (session) => {
    const looked: Looked = {
      agreementNumber,
      session,
      access,
      fixed,
      tables: await entities.over(session),
      yearText: engine.dialect.asText('t.year_folded'),
    };
    try {
      return await allChecks(looked, engine.dialect, noted);
    } catch (error) {
      const readable = await rowsAreReadable(looked);
      if (readable.faults.length === 0) throw error;
      return [readable];
    }
  });
}

async function allChecks(
  looked: Looked,
  dialect: Dialect,
  noted: readonly ChainHead[],
): Promise<readonly BooksChecked[]> {
  // The chain first: it says what entries there should be. Then each entry is read once, for all checks.
  const chain = await followChain(looked, noted);
  const sealed = new SealedEntriesSeen(chain.seals);
  const posted = new PostedDocuments();
  const entries = {
    amounts: await amountsInBase(looked),
    periods: new PeriodTotals(),
    days: await dayTotals(looked),
    parties: new PartyTotals(),
    places: await placesOfEntries(looked),
    links: await linkedEntries(looked),
    invoices: new EntriesOfInvoices(),
    withPost: new EntriesWithPost(),
    differences: new DifferencesPosted(),
    vat: new VatOfEntries(),
    numbers: new EntryNumbers(),
    named: new NamedByEntries(looked),
  };
  await seeEntries(looked, dialect, [posted, sealed, ...Object.values(entries)]);
  // Only now: beside what reading the entries needs, they would take up too much memory.
  const documents = await documentsIn(looked);
  return [
    vouchersBalance(posted),
    amountsAgree(entries.amounts),
    await totalsAgree(looked, entries.periods),
    await daysAgree(looked, entries.days),
    await partiesAgree(looked, entries.parties, 'customer'),
    await partiesAgree(looked, entries.parties, 'supplier'),
    await entriesStandInTheirPeriod(looked, entries.places),
    documentsHaveEntries(documents, posted.byVoucher),
    ...(await documentsHold(looked, documents, posted.byVoucher)),
    await linesAgree(looked),
    linksHold(documents, entries.links),
    await invoicesHaveVouchers(looked),
    await invoicesAgree(looked, documents, entries.invoices),
    await partsOfInvoicesAgree(looked, 'booked'),
    await partsOfInvoicesAgree(looked, 'draft'),
    await creditsAgree(looked),
    await attachmentsAreWhole(looked),
    await remaindersAgree(looked, documents, entries.withPost, entries.parties),
    await matchesAgree(looked, entries.differences, posted.byVoucher),
    await settlementsAgree(looked, entries.vat, posted.byVoucher),
    await stockAgrees(looked),
    await movementsAgree(looked, documents, posted.byVoucher),
    await costsAgree(looked, documents, posted.byVoucher),
    await draftsAreInOpenYears(looked),
    await periodsCoverYears(looked),
    await closingsAgree(looked, posted.byVoucher),
    await countsAgree(looked),
    await seriesAreWhole(looked, documents),
    await entryNumbersAreUnique(looked, entries.numbers),
    await eventsAreWhole(looked),
    await writesAreRecorded(looked),
    chain.links,
    sealed.checked(),
    ...(noted.length > 0 ? [chain.heads] : []),
    ...(await referencesHold(looked, entries.named)),
  ];
}
