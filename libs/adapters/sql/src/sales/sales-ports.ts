import type { AnyResource, KeyValue, ValueOf } from '@kontor/kernel';
import {
  sellerLines,
  type InvoiceStore,
  type PartyBalances,
  type Seller,
  type SellingCompany,
  type Stock,
} from '@kontor/sales';
import type { StockOnHand } from '@kontor/products';
import { findAll } from '../resource/find-all.js';
import type { ResourceAccesses } from '../resource/resource-access.js';
import { sessionOf, type Scope } from '../transaction/scope.js';
import { rowsOf } from '../statement.js';
import { sqlInvoiceStore } from './invoice-store.js';
import { sqlPartyBalances } from './party-balances.js';
import { sqlStock } from './stock.js';
import { textAt, textOrNullAt } from '../row.js';
import { readCompany, readFormerCompany, readLogo } from '../statements/agreements.js';

/** What sales asks of a database beyond its declared resources. */
export type SalesPorts = {
  readonly balances: PartyBalances;
  readonly stock: Pick<Stock, 'move'> & StockOnHand;
  readonly invoiceStore: InvoiceStore;
  /** As it is printed: of a booked invoice, as when that was booked. */
  seller(bookedInvoiceNumber?: number): Promise<Seller>;
  /** What stands above its documents. */
  logo(): Promise<Uint8Array | undefined>;
  /** Items by their identifiers, all in one statement. */
  findAll<R extends AnyResource>(resource: R, keys: readonly KeyValue[]): Promise<readonly ValueOf<R>[]>;
};

/** What sales asks of the database besides its items, for one agreement and one scope. */
export function salesPorts(access: ResourceAccesses, scope: Scope): SalesPorts {
  return {
    balances: sqlPartyBalances(scope),
    stock: sqlStock(access, scope),
    invoiceStore: sqlInvoiceStore(access, scope),
    seller: (bookedInvoiceNumber) => sellerOf(scope, bookedInvoiceNumber),
    logo: () => logoOf(scope),
    findAll: (resource, keys) => findAll(access, scope, resource, keys),
  };
}

async function logoOf(scope: Scope): Promise<Uint8Array | undefined> {
  const [row] = await rowsOf(sessionOf(scope), readLogo(scope.agreementNumber));
  const logo = row && textOrNullAt(row, 'logo');
  return logo == null ? undefined : Buffer.from(logo, 'base64');
}

async function sellerOf(scope: Scope, bookedInvoiceNumber?: number): Promise<Seller> {
  const [row] =
    bookedInvoiceNumber === undefined
      ? []
      : await rowsOf(sessionOf(scope), readFormerCompany(scope.agreementNumber, bookedInvoiceNumber));
  const known = (
    row === undefined ? await presentCompany(scope) : JSON.parse(textAt(row, 'company'))
  ) as SellingCompany & { readonly name: string };
  return { name: known.name, lines: sellerLines(known), company: known };
}

async function presentCompany(scope: Scope): Promise<object> {
  const [row] = await rowsOf(sessionOf(scope), readCompany(scope.agreementNumber));
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null));
}
