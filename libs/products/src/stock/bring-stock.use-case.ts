import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  described,
  line,
  price,
  reference,
  required,
  ZERO,
  type DraftOf,
  type ModuleName,
  referenceMissing,
} from '@kontor/kernel';
import { Product } from '../product/product.resource.js';
import type { ProductsFailure } from '../products.failures.js';
import type { ProductsRepositories } from '../products.repositories.js';
import { correctStock } from './correct-stock.use-case.js';
import { correctionsTo } from './stock.rules.js';

/** What is in stock of a product, as a line of an import tells it. */
export const IMPORTED_STOCK = {
  product: required(reference('products', 'productNumber', line({ min: 1, max: 25 }))),
  quantity: described(required(price()), 'what is in stock then, and not what comes upon it'),
  unitCost: described(price(), 'in base currency, of what comes in: the cost price when left out'),
};
/** A line of stock, decoded and not yet looked at by any rule. */
export type ImportedStock = DraftOf<typeof IMPORTED_STOCK>;

/** What is in stock of which product elsewhere, and what modules the agreement has. */
export type BringStock = {
  readonly stock: ImportedStock;
  readonly modules: readonly ModuleName[];
  readonly now: Date;
};

/** What a correction of a stock that came from elsewhere says. */
const TEXT = 'Brought in';

/**
 * A stock that comes from elsewhere: corrected to what it was there. Gives false where it is that already, as
 * the file was sent again.
 */
export const bringStock =
  (repositories: Pick<ProductsRepositories, 'resources' | 'stockOnHand'>) =>
  ({ stock, modules, now }: BringStock): TaskEither<ProductsFailure, boolean> =>
  async (): Promise<Either<ProductsFailure, boolean>> => {
    const { productNumber: key } = stock.product;
    // Nobody else moves it before what is missing has come in.
    if (modules.includes('inventory')) await repositories.stockOnHand.hold([key]);
    const found = await repositories.resources.of(Product).find(key);
    if (found === undefined) return left(referenceMissing('product', Product.collection, key));
    const { inventory, costPrice } = found.value;
    const drafts = correctionsTo({ inStock: inventory?.inStock ?? ZERO, costPrice }, stock);
    for (const draft of drafts) {
      const corrected = { productNumber: key, draft: { ...draft, text: TEXT }, modules, now };
      const done = await correctStock(repositories)(corrected)();
      if (isLeft(done)) return done;
    }
    return right(drafts.length > 0);
  };
