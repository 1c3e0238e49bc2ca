import type { CustomerBalances, Seller, Stock } from '@kontor/sales';
import type { ResourceAccess, Scope } from '../resource-access.js';
import { rowsOf } from '../statement.js';
import { sqlCustomerBalances } from './customer-balances.js';
import { sqlStock } from './stock.js';

/** What sales asks of a database beyond its declared resources. */
export type SalesPorts = { readonly balances: CustomerBalances; readonly stock: Stock; seller(): Promise<Seller> };

export function salesPorts(access: ReadonlyMap<string, ResourceAccess>, scope: Scope): SalesPorts {
  return { balances: sqlCustomerBalances(scope), stock: sqlStock(access, scope), seller: () => sellerOf(scope) };
}

async function sellerOf({ agreementNumber, session }: Scope): Promise<Seller> {
  const [row] = await rowsOf(session, {
    sql: 'SELECT `name` FROM `agreement` WHERE `agreement_number` = ?',
    values: [agreementNumber],
  });
  return { name: row?.['name'] as string };
}
