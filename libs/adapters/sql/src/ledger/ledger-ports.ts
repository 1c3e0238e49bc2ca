import * as TE from 'fp-ts/lib/TaskEither.js';
import { ImmutableFacts } from '../snapshot/immutable-facts.js';
import { defined, lazyMembers, type ByteStore } from '@kontor/kernel';
import { Entry, type LedgerRepositories, type Numbers } from '@kontor/ledger';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { sessionToShow, writing, type Scope } from '../transaction/scope.js';
import { rowsOf } from '../statement.js';
import { textAt } from '../row.js';
import { sqlAttachments } from '../attachment/attachments.js';
import { sqlAccountingYears } from './accounting-years.js';
import { sqlBookedDocuments } from './booked-documents.js';
import { sqlBookedMarks } from './booked-marks.js';
import { Charts } from './chart.js';
import { PeriodFigures } from './period-figures.js';
import { PostingSnapshots } from './posting-snapshots.js';
import { entryRows, type EntryRows } from './entry-rows.js';
import { entrySeals, type EntrySeals } from './entry-seals.js';
import { sqlOpenPosts, vouchersOfInvoices } from './open-posts.js';
import { sqlImportStore } from './import-store.js';
import { sqlPosting } from './posting.repository.js';
import { sqlStatementFigures } from './statement-figures.js';
import { sqlBalances, sqlTotals } from './totals.js';
import { sqlVouchersOnAccount } from './vouchers-on-account.js';
import { readBaseCurrency } from '../statements/agreements.js';

/** What the ledger asks of a database beyond its declared resources. */
export type LedgerPorts = Pick<
  LedgerRepositories,
  | 'accountingYears'
  | 'attachments'
  | 'balances'
  | 'baseCurrency'
  | 'bookedDocuments'
  | 'bookedMarks'
  | 'numbers'
  | 'openPosts'
  | 'imports'
  | 'posting'
  | 'statementFigures'
  | 'totals'
  | 'vouchersOfInvoices'
  | 'vouchersOnAccount'
>;

/** What the ports need that is the same for every agreement, made once when the database is opened. */
export type LedgerAccess = {
  readonly charts: Charts;
  /** The sums of periods, for statements. */
  readonly periodFigures: PeriodFigures;
  readonly snapshots: PostingSnapshots;
  readonly rowsOfEntries: EntryRows;
  readonly sealsOfEntries: EntrySeals;
  /** The currency of an agreement's books never changes. */
  readonly baseCurrencies: ImmutableFacts<string>;
};

const BASE_CURRENCY = 'base currency';
const CURRENCIES_BYTES_MAX = 2 * 1024 * 1024;

/** What the ledger keeps for all agreements: made once when a database is opened. */
export function ledgerAccess(access: ResourceAccesses): LedgerAccess {
  const entries = accessTo(access, Entry);
  return {
    charts: new Charts(access),
    periodFigures: new PeriodFigures(),
    snapshots: new PostingSnapshots(access, entries.targets.permanentReferences),
    rowsOfEntries: entryRows(entries),
    sealsOfEntries: entrySeals(entries),
    baseCurrencies: new ImmutableFacts(CURRENCIES_BYTES_MAX),
  };
}

/** Whose books the ports are over, and by what they are reached. */
type LedgerOver = {
  readonly access: ResourceAccesses;
  readonly shared: LedgerAccess;
  readonly bytesOf: (agreementNumber: number) => ByteStore;
  readonly scope: Scope;
};

/** What the ledger asks of the database (`LedgerRepositories`), for one agreement and one scope. */
export const ledgerPorts = lazyMembers<LedgerOver, LedgerPorts>({
  attachments: ({ access, scope, bytesOf }) => sqlAttachments(access, scope, bytesOf(scope.agreementNumber)),
  imports: ({ access, scope, bytesOf }) => sqlImportStore(access, scope, bytesOf(scope.agreementNumber)),
  accountingYears: ({ access, scope }) => sqlAccountingYears(access, scope),
  balances: ({ shared, scope }) => sqlBalances(shared.charts, scope),
  bookedDocuments: ({ access, scope }) => sqlBookedDocuments(access, scope),
  bookedMarks: ({ access, scope }) => sqlBookedMarks(access, scope),
  numbers: ({ scope }) => numbersOf(scope),
  openPosts: ({ access, scope }) => sqlOpenPosts(access, scope),
  vouchersOfInvoices: ({ scope }) => vouchersOfInvoices(scope),
  posting: ({ access, shared, scope }) => sqlPosting({ access, ...shared }, scope),
  statementFigures: ({ access, shared, scope }) => sqlStatementFigures(access, shared, scope),
  totals: ({ access, shared, scope }) => sqlTotals(access, shared.charts, scope),
  vouchersOnAccount: ({ access, scope }) => sqlVouchersOnAccount(access, scope),
  baseCurrency: (over) => () => baseCurrencyOf(over),
});

async function baseCurrencyOf({ shared: { baseCurrencies }, scope }: LedgerOver): Promise<string> {
  const { agreementNumber } = scope;
  const known = baseCurrencies.get(agreementNumber, BASE_CURRENCY);
  if (known !== undefined) return known;
  // What never changes needs no lock, and nothing that the unit has queued need be written before it.
  const [row] = await rowsOf(sessionToShow(scope, BASE_CURRENCY), readBaseCurrency(agreementNumber));
  const baseCurrency = textAt(defined(row), 'base_currency');
  baseCurrencies.put(agreementNumber, BASE_CURRENCY, baseCurrency);
  return baseCurrency;
}

function numbersOf(scope: Scope): Numbers {
  return { allocate: (wanted) => TE.fromTask(() => writing(scope).numbers.allocate(wanted)) };
}
