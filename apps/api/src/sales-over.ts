import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RepositoryProvider } from '@kontor/kernel';
import { VatZone } from '@kontor/ledger';
import { pdfInvoices } from '@kontor/pdf';
import type { InvoicePrinter, SalesRepositories } from '@kontor/sales';
import type { SqlBooks } from '@kontor/sql';
import { bookkeepingOver } from './bookkeeping-over.js';
import { goodsOver, stockOver } from './goods-over.js';

/** Draws where it is asked: for commands, which print none or few. */
const AT_ONCE = pdfInvoices();

/** What sales needs from outside, answered by the books of one agreement and by the other contexts. */
export function salesOver(
  books: SqlBooks,
  resources: RepositoryProvider = books,
  printer: InvoicePrinter = AT_ONCE,
): SalesRepositories {
  return {
    resources,
    stored: books,
    goods: goodsOver(books),
    bookkeeping: bookkeepingOver(books),
    stock: stockOver(books),
    invoiceStore: books.sales.invoiceStore,
    printer,
    seller: async (bookedInvoiceNumber) => {
      const [seller, logo] = await Promise.all([books.issuer(bookedInvoiceNumber), books.sales.logo()]);
      return { ...seller, logo };
    },
    vatZones: {
      find: (number) => TE.fromTask(async () => (await books.of(VatZone).find(number))?.value),
    },
  };
}
