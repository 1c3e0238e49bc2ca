import type { RepositoryProvider } from '@kontor/kernel';
import { VatZone } from '@kontor/ledger';
import { pdfPapers } from '@kontor/pdf';
import type { SalesRepositories } from '@kontor/sales';
import type { SqlBooks } from '@kontor/sql';
import { bookkeepingOver } from './bookkeeping-over.js';
import { goodsOver } from './goods-over.js';

const PAPERS = pdfPapers();

/** What sales needs from outside, answered by the books of one agreement and by the other contexts. */
export function salesOver(books: SqlBooks, resources: RepositoryProvider = books): SalesRepositories {
  return {
    resources,
    kept: books,
    goods: goodsOver(books),
    bookkeeping: bookkeepingOver(books),
    stock: books.sales.stock,
    shelf: books.sales.shelf,
    papers: PAPERS,
    seller: () => books.sales.seller(),
    vatZones: { find: async (number) => (await books.of(VatZone).find(number))?.value },
  };
}
