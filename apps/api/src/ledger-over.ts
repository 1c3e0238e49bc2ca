import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  compare,
  keyOf,
  documentLanguageOf,
  lazyMembers,
  type AnyResource,
  type Filter,
  type Referrer,
  type RepositoryProvider,
} from '@kontor/kernel';
import {
  OpeningBalance,
  Voucher,
  type DraftsInYear,
  type LedgerRepositories,
  type VoucherPrinter,
} from '@kontor/ledger';
import { pdfVouchers } from '@kontor/pdf';
import { DraftInvoice } from '@kontor/sales';
import type { SqlBooks } from '@kontor/sql';
import { accountUsesOver } from './account-uses.js';
import { controlAccountsOver } from './control-accounts.js';
import { dueDatesOver } from './due-dates.js';
import { goodsReceivedOver } from './goods-over.js';
import type { OverBooks } from './over-books.js';

/** Draws where it is asked: for commands, which print none or few. */
const AT_ONCE = pdfVouchers();

const repositoriesOver = lazyMembers<OverBooks<VoucherPrinter>, LedgerRepositories>({
  resources: ({ resources }) => resources,
  stored: ({ books }) => books,
  numbers: ({ books }) => books.ledger.numbers,
  posting: ({ books }) => books.ledger.posting,
  accountingYears: ({ books }) => books.ledger.accountingYears,
  attachments: ({ books }) => books.ledger.attachments,
  imports: ({ books }) => books.ledger.imports,
  totals: ({ books }) => books.ledger.totals,
  statementFigures: ({ books }) => books.ledger.statementFigures,
  vouchersOnAccount: ({ books }) => books.ledger.vouchersOnAccount,
  bookedDocuments: ({ books }) => books.ledger.bookedDocuments,
  printer: ({ printer }) => printer,
  balances: ({ books }) => books.ledger.balances,
  accountUses: ({ books }) => accountUsesOver(books),
  drafts: ({ books }) => draftsOver(books),
  bookedMarks: ({ books }) => books.ledger.bookedMarks,
  openPosts: ({ books }) => books.ledger.openPosts,
  vouchersOfInvoices: ({ books }) => books.ledger.vouchersOfInvoices,
  controlAccounts: ({ books }) => controlAccountsOver(books),
  dueDates: ({ books }) => dueDatesOver(books),
  goodsReceived: ({ books }) => goodsReceivedOver(books),
  issuer:
    ({ books }) =>
    async () => {
      const { name, company } = await books.issuer();
      return { name, language: documentLanguageOf(company?.country) };
    },
  baseCurrency: ({ books }) => books.ledger.baseCurrency,
});

/** What the ledger needs from outside, answered by the books of one agreement and by the other contexts. */
export function ledgerOver(
  books: SqlBooks,
  resources: RepositoryProvider = books,
  printer: VoucherPrinter = AT_ONCE,
): LedgerRepositories {
  return repositoriesOver({ books, resources, printer });
}

/** So many of them are named. */
const DRAFTS_TOLD = 5;

/** The documents that are dated in a span and not booked. */
function draftsOver(books: SqlBooks): DraftsInYear {
  return {
    between: (fromDate, toDate) =>
      TE.fromTask(async () => {
        const dated = [compare('date', 'gte', fromDate), compare('date', 'lte', toDate)];
        const unbooked = compare('booked', 'eq', false);
        const kinds = [Voucher, OpeningBalance, DraftInvoice].map(async (resource) => {
          // Invoices that are booked are no longer among the drafts.
          const filter: Filter = {
            kind: 'and',
            of: resource === DraftInvoice ? dated : [unbooked, ...dated],
          };
          const repository = books.of<AnyResource>(resource);
          const first = { filter, sort: resource.defaultSort, pageSize: DRAFTS_TOLD, skipPages: 0 };
          const { items, results } = await repository.page(first);
          const some = items.map((one): Referrer => ({
            resource: resource.collection,
            keys: [keyOf(resource, one)],
          }));
          return { count: results, some };
        });
        const found = await Promise.all(kinds);
        return {
          count: found.reduce((sum, { count }) => sum + count, 0),
          some: found.flatMap(({ some }) => some).slice(0, DRAFTS_TOLD),
        };
      }),
  };
}
