import type { InvoiceStore, PartyBalances, Stock } from '@kontor/sales';
import type { StockOnHand } from '@kontor/products';
import type { ResourceAccesses } from '../resource/resource-access.js';
import type { Scope } from '../transaction/scope.js';
import { sqlInvoiceStore } from './invoice-store.js';
import { sqlPartyBalances } from './party-balances.js';
import { sqlStock } from './stock.js';

/** What sales asks of a database beyond its declared resources. */
export type SalesPorts = {
  readonly balances: PartyBalances;
  readonly stock: Pick<Stock, 'move'> & StockOnHand;
  readonly invoiceStore: InvoiceStore;
};

/** What sales asks of the database besides its items, for one agreement and one scope. */
export function salesPorts(access: ResourceAccesses, scope: Scope): SalesPorts {
  return {
    balances: sqlPartyBalances(scope),
    stock: sqlStock(access, scope),
    invoiceStore: sqlInvoiceStore(access, scope),
  };
}
