import {
  type Decimal,
  decimalFromUnits,
  folded,
  merge,
  type ModuleName,
  negated,
  scaledUnits,
  ZERO,
} from '@kontor/kernel';
import type { SalesRepositories } from '../sales.repositories.js';
import type { Sale, SoldBy, StockChange } from './invoicing.port.js';

type Line = {
  readonly product?: { readonly productNumber: string } | undefined;
  readonly quantity?: Decimal | undefined;
  readonly keepsNoStock?: boolean | undefined;
};
type Document = {
  readonly lines: readonly Line[];
  /** Of a credit note: the invoice that it credits. */
  readonly creditedInvoice?: object | undefined;
};

const SCALE = 10;
/**
 * Facts of §2.1: what is on a draft is ordered by a customer. What a draft takes back is no order: lines with
 * a negative quantity, and credit notes. `times` is -1 where it is ordered no longer.
 */
export function orderedBy({ lines, creditedInvoice }: Document, times: 1 | -1 = 1): readonly StockChange[] {
  if (creditedInvoice !== undefined) return [];
  return changesOf(lines, (quantity) => {
    const ordered = quantity.startsWith('-') ? ZERO : quantity;
    return { orderedByCustomers: times === 1 ? ordered : negated(ordered), inStock: ZERO };
  });
}

/** What is booked is sold: it is ordered no longer, and leaves the stock, or comes back. */
export function soldBy(document: Document): readonly StockChange[] {
  const sold = changesOf(document.lines, (quantity) => ({
    orderedByCustomers: ZERO,
    inStock: negated(quantity),
  }));
  return [...orderedBy(document, -1), ...sold];
}

function changesOf(
  lines: readonly Line[],
  change: (quantity: Decimal) => Omit<StockChange, 'productNumber'>,
): readonly StockChange[] {
  return lines.flatMap(({ product, quantity, keepsNoStock }) =>
    product === undefined || quantity === undefined || keepsNoStock === true
      ? []
      : [merge({ productNumber: product.productNumber }, change(quantity))],
  );
}

/** The changes to each product together, without those that change nothing, in the order of their numbers. */
export function summedUp(changes: readonly StockChange[]): readonly StockChange[] {
  const byProduct = new Map<string, StockChange>();
  for (const change of changes) {
    const name = folded(change.productNumber);
    const seen = byProduct.get(name);
    byProduct.set(
      name,
      seen === undefined
        ? change
        : {
            productNumber: change.productNumber,
            orderedByCustomers: plus(seen.orderedByCustomers, change.orderedByCustomers),
            inStock: plus(seen.inStock, change.inStock),
          },
    );
  }
  return [...byProduct]
    .filter(([, { orderedByCustomers, inStock }]) => orderedByCustomers !== ZERO || inStock !== ZERO)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, change]) => change);
}

function plus(one: Decimal, other: Decimal): Decimal {
  return decimalFromUnits(scaledUnits(one, SCALE) + scaledUnits(other, SCALE), SCALE);
}

/**
 * The stock follows drafts and bookings where the agreement has the inventory
 * module; elsewhere nothing is asked at all.
 */
export function stockOfDraft(
  { stock }: Pick<SalesRepositories, 'stock'>,
  modules: readonly ModuleName[],
  changes: readonly StockChange[],
): () => Promise<void> {
  return async () => {
    if (!modules.includes('inventory')) return;
    const summed = summedUp(changes);
    if (summed.length > 0) await stock.move(summed);
  };
}

/**
 * What a document names is held before it is read, in agreements with the inventory module: each sale changes
 * the products that another document has read, and who waits for them holds nothing that others wait for.
 */
export function goodsHeld(
  { stock }: Pick<SalesRepositories, 'stock'>,
  modules: readonly ModuleName[],
  lines: readonly { readonly product?: { readonly productNumber: string } | undefined }[],
): () => Promise<void> {
  return async () => {
    if (!modules.includes('inventory')) return;
    const numbers = new Set(lines.flatMap(({ product }) => product?.productNumber ?? []));
    if (numbers.size > 0) await stock.hold([...numbers]);
  };
}

/**
 * A document that is booked without the inventory module moves no stock, and its lines say so: what is
 * credited when the module is on puts back nothing that never left.
 */
export function asMoved<D extends { readonly lines: readonly Line[] }>(
  document: D,
  modules: readonly ModuleName[],
): D {
  if (modules.includes('inventory')) return document;
  const lines = document.lines.map((line) =>
    line.product === undefined ? line : { ...line, keepsNoStock: true },
  );
  return { ...document, lines };
}

/** The goods that left the stock by a booked invoice are noted with it. */
export function noteSold(
  { stock }: Pick<SalesRepositories, 'stock'>,
  modules: readonly ModuleName[],
  draft: Document,
  by: SoldBy,
): () => Promise<void> {
  return async () => {
    if (!modules.includes('inventory')) return;
    // What a document sells and takes back in one moves nothing.
    const sales = summedUp(soldBy(draft)).flatMap(({ productNumber, inStock }): readonly Sale[] =>
      inStock === ZERO ? [] : [{ productNumber, quantity: inStock }],
    );
    if (sales.length > 0) await stock.note(sales, by);
  };
}
