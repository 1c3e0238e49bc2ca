import type { AnyResource, Filter, RepositoryProvider } from '@kontor/kernel';
import { OpeningBalance, Voucher, type DraftsInYear, type LedgerRepositories } from '@kontor/ledger';
import { pdfVouchers } from '@kontor/pdf';
import { DraftInvoice } from '@kontor/sales';
import type { SqlBooks } from '@kontor/sql';
import { controlAccountsOver } from './control-accounts.js';

const PAPERS = pdfVouchers();

/** What the ledger needs from outside, answered by the books of one agreement and by the other contexts. */
export function ledgerOver(books: SqlBooks, resources: RepositoryProvider = books): LedgerRepositories {
  return {
    resources,
    ...books.ledger,
    drafts: draftsOver(books),
    controlAccounts: controlAccountsOver(books),
    papers: PAPERS,
    keeper: () => books.sales.seller(),
  };
}

/** The documents that are dated in a span and not booked. */
function draftsOver(books: SqlBooks): DraftsInYear {
  return {
    countBetween: async (fromDate, toDate) => {
      const dated: readonly Filter[] = [
        { kind: 'compare', property: 'date', operator: 'gte', value: fromDate },
        { kind: 'compare', property: 'date', operator: 'lte', value: toDate },
      ];
      const unbooked: Filter = { kind: 'compare', property: 'booked', operator: 'eq', value: false };
      const counts = [Voucher, OpeningBalance, DraftInvoice].map(async (of) => {
        // Invoices that are booked are no longer among the drafts.
        const filter: Filter = { kind: 'and', of: of === DraftInvoice ? dated : [unbooked, ...dated] };
        const repository = books.of<AnyResource>(of as unknown as AnyResource);
        return (await repository.page({ filter, sort: of.defaultSort, pageSize: 1, skipPages: 0 })).results;
      });
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
  };
}
