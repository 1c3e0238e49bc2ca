import * as TE from 'fp-ts/lib/TaskEither.js';
import { lazyMembers, type RepositoryProvider } from '@kontor/kernel';
import { VatZone } from '@kontor/ledger';
import { pdfInvoices } from '@kontor/pdf';
import type { InvoicePrinter, SalesRepositories } from '@kontor/sales';
import type { SqlBooks } from '@kontor/sql';
import { bookkeepingOver } from './bookkeeping-over.js';
import { goodsOver, stockOver } from './goods-over.js';
import type { OverBooks } from './over-books.js';

/** Draws where it is asked: for commands, which print none or few. */
const AT_ONCE = pdfInvoices();

const repositoriesOver = lazyMembers<OverBooks<InvoicePrinter>, SalesRepositories>({
  resources: ({ resources }) => resources,
  stored: ({ books }) => books,
  goods: ({ books }) => goodsOver(books),
  bookkeeping: ({ books }) => bookkeepingOver(books),
  stock: ({ books }) => stockOver(books),
  invoiceStore: ({ books }) => books.sales.invoiceStore,
  printer: ({ printer }) => printer,
  seller:
    ({ books }) =>
    async (bookedInvoiceNumber) => {
      const [seller, logo] = await Promise.all([books.issuer(bookedInvoiceNumber), books.logo()]);
      return { ...seller, logo };
    },
  vatZones: ({ books }) => ({
    find: (number) => TE.fromTask(async () => (await books.of(VatZone).find(number))?.value),
  }),
});

/** What sales needs from outside, answered by the books of one agreement and by the other contexts. */
export function salesOver(
  books: SqlBooks,
  resources: RepositoryProvider = books,
  printer: InvoicePrinter = AT_ONCE,
): SalesRepositories {
  return repositoriesOver({ books, resources, printer });
}
