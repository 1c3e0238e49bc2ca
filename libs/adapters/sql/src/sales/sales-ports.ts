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
import type { ResourceAccess } from '../resource/resource-access.js';
import { sessionOf, type Scope } from '../transaction/scope.js';
import { rowsOf } from '../statement.js';
import { sqlInvoiceStore } from './invoice-store.js';
import { sqlPartyBalances } from './party-balances.js';
import { sqlStock } from './stock.js';

/** What sales asks of a database beyond its declared resources. */
export type SalesPorts = {
  readonly balances: PartyBalances;
  readonly stock: Pick<Stock, 'move'> & StockOnHand;
  readonly shelf: InvoiceStore;
  seller(): Promise<Seller>;
  /** Items by their identifiers, all in one statement. */
  findAll<R extends AnyResource>(of: R, keys: readonly KeyValue[]): Promise<readonly ValueOf<R>[]>;
};

export function salesPorts(access: ReadonlyMap<string, ResourceAccess>, scope: Scope): SalesPorts {
  return {
    balances: sqlPartyBalances(scope),
    stock: sqlStock(access, scope),
    shelf: sqlInvoiceStore(access, scope),
    seller: () => sellerOf(scope),
    findAll: async <R extends AnyResource>(of: R, keys: readonly KeyValue[]) =>
      (await findAll(access, scope, of, keys)) as unknown as readonly ValueOf<R>[],
  };
}

async function sellerOf(scope: Scope): Promise<Seller> {
  const [row] = await rowsOf(sessionOf(scope), {
    sql:
      'SELECT `name`, `address_line1` AS addressLine1, `address_line2` AS addressLine2, `zip`, `city`, `country`, ' +
      '`vat_number` AS vatNumber, `company_identification_number` AS companyIdentificationNumber, ' +
      '`iban_number` AS ibanNumber, `swift_code` AS swiftCode, `bank_name` AS bankName, ' +
      '`paper_colour` AS paperColour, `paper_footer` AS paperFooter FROM `agreement` WHERE `agreement_number` = ?',
    values: [scope.agreementNumber],
  });
  const known = Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null));
  const company = known as SellingCompany;
  return { name: row?.['name'] as string, lines: sellerLines(company), company };
}
