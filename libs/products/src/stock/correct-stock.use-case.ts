import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { existing, fullDateOf, type ModuleName, ruleBroken, type Stored, ZERO } from '@kontor/kernel';
import { Product } from '../product/product.resource.js';
import type { ProductsFailure } from '../products.failures.js';
import type { ProductsRepositories } from '../products.repositories.js';
import { keepsStock } from './receive-stock.js';
import { StockMovement, type StockCorrectionDraft } from './stock-movement.resource.js';
import { correctionMoves, stockIsStorable } from './stock.rules.js';

/** What was counted of which product, and what modules the agreement has. */
export type CorrectStock = {
  readonly productNumber: string;
  readonly draft: StockCorrectionDraft;
  readonly modules: readonly ModuleName[];
  readonly now: Date;
};

/**
 * Amendment "stock": what was counted, found or lost. What comes in has a cost, and the cost price follows.
 */
export const correctStock =
  (repositories: Pick<ProductsRepositories, 'resources' | 'stockOnHand'>) =>
  ({
    productNumber,
    draft,
    modules,
    now,
  }: CorrectStock): TaskEither<ProductsFailure, Stored<StockMovement>> =>
  async () => {
    if (modules.includes('inventory')) await repositories.stockOnHand.hold([productNumber]);
    const found = await existing(repositories.resources, Product, productNumber)();
    if (isLeft(found)) return found;
    const { value: product } = found.right;
    if (!modules.includes('inventory') || !(await keepsStock(repositories, product))) {
      return left(
        ruleBroken(
          'E10620',
          'product',
          'keeps no stock: that takes the inventory module, and a group with inventoryEnabled',
        ),
      );
    }
    const { quantity, date = fullDateOf(now), text } = draft;
    const moves = correctionMoves(draft);
    if (isLeft(moves)) return moves;
    const storable = stockIsStorable(product.inventory?.inStock ?? ZERO, quantity);
    if (isLeft(storable)) return storable;
    const unitCost = draft.unitCost ?? product.costPrice;
    const isArrival = !quantity.startsWith('-');
    await repositories.stockOnHand.receive([
      { productNumber: product.productNumber, quantity, unitCost: isArrival ? unitCost : undefined },
    ]);
    const made = await repositories.resources.of(StockMovement).create({
      product: { productNumber: product.productNumber },
      movementType: 'correction',
      date,
      quantity,
      unitCost,
      text,
    })();
    return isLeft(made) ? made : right(made.right);
  };
