import type { RepositoryProvider } from '@kontor/kernel';
import type { PaperPrinter, Seller } from './invoice/invoice-paper.js';
import type { Bookkeeping, Goods, InvoiceShelf, Stock } from './invoice/invoicing.port.js';
import type { VatZones } from './vat-zone/vat-zone.port.js';

/** What the sales context needs from outside, for one agreement. */
export type SalesRepositories = {
  readonly resources: RepositoryProvider;
  /** The same items as they are kept, without members that are computed from elsewhere. */
  readonly kept: RepositoryProvider;
  readonly vatZones: VatZones;
  readonly goods: Goods;
  readonly bookkeeping: Bookkeeping;
  readonly stock: Stock;
  readonly shelf: InvoiceShelf;
  readonly papers: PaperPrinter;
  /** The agreement, as it stands on its papers. */
  seller(): Promise<Seller>;
};
