import {
  compare,
  everyItem,
  folded,
  negated,
  orThrow,
  type AnyResource,
  type Decimal,
  type FullDate,
  type KeyValue,
  type ValueOf,
} from '@kontor/kernel';
import { ProductGroup } from '../product-group/product-group.resource.js';
import { Product } from '../product/product.resource.js';
import type { ProductsRepositories } from '../products.repositories.js';
import { StockMovement } from './stock-movement.resource.js';
import type { Arrival } from './stock-on-hand.port.js';
import { unitCostOf } from './stock.rules.js';

type StockRepositories = Pick<ProductsRepositories, 'resources' | 'stockOnHand'>;

/** Items of any resource by their identifiers, all in one statement. */
type ByKeys = {
  findAll<R extends AnyResource>(resource: R, keys: readonly KeyValue[]): Promise<readonly ValueOf<R>[]>;
};

type GroupedProduct = { readonly product: Product; readonly group: ProductGroup | undefined };

/** Products by their numbers, with their groups: documents name them by the hundred. */
export async function groupedProducts(
  { findAll }: ByKeys,
  productNumbers: readonly string[],
): Promise<readonly GroupedProduct[]> {
  const products = await findAll(Product, productNumbers);
  const numberOf = ({ productGroup }: Product): number => productGroup.productGroupNumber;
  const found = await findAll(ProductGroup, [...new Set(products.map(numberOf))]);
  const groups = new Map(found.map((group) => [group.productGroupNumber, group]));
  return products.map((product) => ({ product, group: groups.get(numberOf(product)) }));
}

/** Goods that a supplier voucher brings: `cost` is of all of them, in base currency, without VAT. */
export type Receipt = { readonly productNumber: string; readonly quantity: Decimal; readonly cost: Decimal };

/** The booked voucher behind a movement. */
export type MovedBy = { readonly voucherId: number; readonly date: FullDate };

/** Whether stock is kept of a product: its group says so. */
export async function keepsStock(
  { resources }: StockRepositories,
  { productGroup }: Product,
): Promise<boolean> {
  const group = await resources.of(ProductGroup).find(productGroup.productGroupNumber);
  return group?.value.inventoryEnabled === true;
}

/** Amendment "stock": what the product lines of a supplier voucher receive, of products that keep stock. */
export const receiveStock =
  (repositories: StockRepositories & ByKeys) =>
  async (receipts: readonly Receipt[], by: MovedBy): Promise<void> => {
    const named = receipts.map(({ productNumber }) => productNumber);
    const kept = new Map<string, string>();
    for (const { product, group } of await groupedProducts(repositories, named))
      if (group?.inventoryEnabled === true) kept.set(folded(product.productNumber), product.productNumber);
    const arrivals = receipts.flatMap(({ productNumber: given, quantity, cost }): readonly Arrival[] => {
      // As the product is called: a line may name it in other letters, capital or small.
      const productNumber = kept.get(folded(given));
      return productNumber === undefined
        ? []
        : [{ productNumber, quantity, unitCost: unitCostOf(cost, quantity) }];
    });
    await moved(repositories, arrivals, 'receipt', by);
  };

/** What a voucher has received is taken back by the one that reverses it, at the cost at which it came. */
export const takeBackStock =
  (repositories: StockRepositories) =>
  async (voucherId: number, by: MovedBy): Promise<void> => {
    const movements = await everyItem(
      StockMovement,
      repositories.resources.of(StockMovement),
      compare('voucher.voucherId', 'eq', voucherId),
    );
    const arrivals = movements.map(({ product, quantity, unitCost }) => ({
      productNumber: product.productNumber,
      quantity: negated(quantity),
      unitCost,
    }));
    await moved(repositories, arrivals, 'reversal', by);
  };

async function moved(
  { resources, stockOnHand }: StockRepositories,
  arrivals: readonly Arrival[],
  movementType: 'receipt' | 'reversal',
  { voucherId, date }: MovedBy,
): Promise<void> {
  if (arrivals.length === 0) return;
  const inOrder = [...arrivals].sort((one, other) =>
    folded(one.productNumber) < folded(other.productNumber) ? -1 : 1,
  );
  await stockOnHand.receive(inOrder);
  for (const { productNumber, quantity, unitCost } of inOrder) {
    const movement = {
      product: { productNumber },
      movementType,
      date,
      quantity,
      unitCost,
      voucher: { voucherId },
    };
    await orThrow(resources.of(StockMovement).create(movement));
  }
}
