import type { QueryRunner } from 'typeorm';
import { decimalFromUnits, folded, scaledUnits, type Decimal } from '@kontor/kernel';
import { decimalFromSortable, SORTABLE_SCALE, sortableText } from '../entity/column-encoding.js';
import { AdditiveMigration } from './define.js';

type Line = {
  readonly product?: { readonly productNumber: string };
  readonly quantity?: Decimal;
  readonly keepsNoStock?: boolean;
};
type Units = Map<string, bigint>;

const RETURNS =
  'SELECT DISTINCT `agreement_number` AS a FROM `draft_invoice` ' +
  'WHERE `credited_invoice_booked_invoice_number` IS NOT NULL OR `lines` LIKE \'%"quantity":"-%\'';
const DRAFTS =
  'SELECT `lines` AS l, `credited_invoice_booked_invoice_number` AS credited FROM `draft_invoice` ' +
  'WHERE `agreement_number` = ?';
const PRODUCTS =
  'SELECT `product_number` AS n, `inventory_in_stock` AS s, `inventory_ordered_by_customers` AS o ' +
  'FROM `product` WHERE `agreement_number` = ? AND `inventory_ordered_by_customers` IS NOT NULL';
const ORDERED =
  'UPDATE `product` SET `inventory_ordered_by_customers` = ?, `inventory_available` = ? ' +
  'WHERE `agreement_number` = ? AND `product_number` = ? ' +
  'AND `inventory_ordered_by_customers` = ? AND `inventory_in_stock` = ?';

/**
 * Orders without returns.
 *
 * What a draft takes back, as a credit note or on a line with a negative quantity, is no order. It was counted as one, so
 * that customers had ordered less than nothing. What is kept of products that are on such drafts is counted anew.
 *
 * A version before this one goes on counting them while it serves beside this one; `kontor verify` names the products.
 */
export class OrdersWithoutReturns1795410600000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    const agreements = (await runner.query(RETURNS)) as readonly { readonly a: number }[];
    for (const { a } of agreements) await countAnew(runner, a);
  }
}

async function countAnew(runner: QueryRunner, agreementNumber: number): Promise<void> {
  const ordered: Units = new Map();
  const returned = new Set<string>();
  const drafts = (await runner.query(DRAFTS, [agreementNumber])) as readonly {
    readonly l: string;
    readonly credited: number | null;
  }[];
  for (const { l, credited } of drafts) {
    for (const { product, quantity, keepsNoStock } of JSON.parse(l) as readonly Line[]) {
      if (product === undefined || quantity === undefined || keepsNoStock === true) continue;
      const name = folded(product.productNumber);
      if (credited !== null || quantity.startsWith('-')) returned.add(name);
      else ordered.set(name, (ordered.get(name) ?? 0n) + scaledUnits(quantity, SORTABLE_SCALE));
    }
  }
  const products = (await runner.query(PRODUCTS, [agreementNumber])) as readonly {
    readonly n: string;
    readonly s: string;
    readonly o: string;
  }[];
  for (const { n, s, o } of products) {
    if (!returned.has(folded(n))) continue;
    const units = ordered.get(folded(n)) ?? 0n;
    const available = scaledUnits(decimalFromSortable(s), SORTABLE_SCALE) - units;
    await runner.query(ORDERED, [stored(units), stored(available), agreementNumber, n, o, s]);
  }
}

function stored(units: bigint): string {
  return sortableText(decimalFromUnits(units, SORTABLE_SCALE));
}
