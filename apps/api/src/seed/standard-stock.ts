import { decimal, type ModuleName, orThrow } from '@kontor/kernel';
import { correctStock } from '@kontor/products';
import type { SqlBooks } from '@kontor/sql';
import { PRODUCT_GROUPS, PRODUCTS } from './standard-books.data.js';

/** Of each product that is goods: more than the standard invoices sell and order. */
const COUNTED = decimal('60');

/** What was counted before the first invoice, at its cost. Products and their groups must be there. */
export async function fillStock(
  books: SqlBooks,
  { modules, now }: { readonly modules: readonly ModuleName[]; readonly now: Date },
): Promise<void> {
  if (!modules.includes('inventory')) return;
  const correct = correctStock({ resources: books, stockOnHand: books.sales.stock });
  for (const { productNumber, productGroupNumber, costPrice } of PRODUCTS) {
    if (PRODUCT_GROUPS[productGroupNumber - 1]?.areGoods !== true) continue;
    const draft = { quantity: COUNTED, unitCost: decimal(costPrice), text: 'Counted' };
    await orThrow(correct({ productNumber, draft, modules, now }));
  }
}
