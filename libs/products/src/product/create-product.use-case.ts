import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { ModuleName, Stored } from '@kontor/kernel';
import type { ProductsFailure } from '../products.failures.js';
import type { ProductsRepositories } from '../products.repositories.js';
import { creditsDepartmentsOneWay, productToStore, sharesOutOverDepartments } from './product.rules.js';
import { Product, type ProductDraft } from './product.resource.js';

/** What is to be made, by whom as to modules; `now` becomes its `lastUpdated`. */
export type CreateProduct = {
  readonly draft: ProductDraft;
  readonly modules: readonly ModuleName[];
  readonly now: Date;
};

/**
 * §4.2: a new product, under the number that the client chose. Refuses a number that is taken and what
 * the rules of products forbid.
 */
export const createProduct =
  (repositories: ProductsRepositories) =>
  ({ draft, modules, now }: CreateProduct): TaskEither<ProductsFailure, Stored<Product>> =>
    pipe(
      distributionIsRight(repositories, draft),
      TE.flatMap(() => repositories.resources.of(Product).create(productToStore(draft, { modules, now }))),
    );

/** What a product may say of departments, asked of the ledger only where it says something. */
export function distributionIsRight(
  { distributionKeys }: ProductsRepositories,
  draft: ProductDraft,
): TaskEither<ProductsFailure, void> {
  const { distributionKey } = draft;
  if (distributionKey === undefined) return TE.right(undefined);
  return pipe(
    TE.fromEither<ProductsFailure, void>(creditsDepartmentsOneWay(draft)),
    TE.flatMapTask(() => () => distributionKeys.typeOf(distributionKey.distributionKeyNumber)),
    TE.flatMapEither((type) => sharesOutOverDepartments(type)),
  );
}
