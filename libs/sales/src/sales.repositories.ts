import type { RepositoryProvider } from '@kontor/kernel';
import type { InvoicePrinter, Seller } from './invoice/invoice-document.js';
import type { Bookkeeping, Goods, InvoiceStore, Stock } from './invoice/invoicing.port.js';
import type { VatZones } from './vat-zone/vat-zone.port.js';

/** What the sales context needs from outside, for one agreement. */
export type SalesRepositories = {
  readonly resources: RepositoryProvider;
  /** The same items as they are kept, without members that are computed from elsewhere. */
  readonly stored: RepositoryProvider;
  readonly vatZones: VatZones;
  readonly goods: Goods;
  readonly bookkeeping: Bookkeeping;
  readonly stock: Stock;
  readonly invoiceStore: InvoiceStore;
  readonly printer: InvoicePrinter;
  /** The agreement, as it is printed: of a booked invoice, as when that was booked. */
  seller(bookedInvoiceNumber?: number): Promise<Seller>;
};
