import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Stored } from '@kontor/kernel';
import type { ProductsFailure } from '../products.failures.js';
import type { ProductsRepositories } from '../products.repositories.js';
import { distributionIsRight, type CreateProduct } from './create-product.use-case.js';
import { productToStore } from './product.rules.js';
import { Product } from './product.resource.js';

/** What takes the place of which one. */
export type ReplaceProduct = CreateProduct & {
  readonly productNumber: string;
  /** Only if this is still the stored version. */
  readonly version?: number | undefined;
};

/** A product, replaced whole; stock figures and, with the inventory module, its cost price stay (§2.1). */
export const replaceProduct =
  (repositories: ProductsRepositories) =>
  ({
    productNumber,
    draft,
    modules,
    now,
    version,
  }: ReplaceProduct): TaskEither<ProductsFailure, Stored<Product>> => {
    const products = repositories.resources.of(Product);
    return pipe(
      distributionIsRight(repositories, draft),
      TE.flatMapTask(() => () => products.hold(productNumber)),
      TE.map((found) => productToStore(draft, { modules, now, stored: found?.value })),
      TE.flatMap((product) => products.replace(productNumber, product, version)),
    );
  };
