import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { createOrReplace, type Stored } from '@kontor/kernel';
import type { ProductsFailure } from '../products.failures.js';
import type { ProductsRepositories } from '../products.repositories.js';
import { ProductGroup, type ProductGroupDraft } from './product-group.resource.js';
import { namesEachVatZoneOnce } from './product-group.rules.js';

/** One that is to be made, or, with a number, to be replaced. */
export type SaveProductGroup = {
  readonly draft: ProductGroupDraft;
  /** The one to replace; a new one when left out. */
  readonly productGroupNumber?: number;
  readonly version?: number | undefined;
};

/** A product group, new or replaced: it has one sales account for each VAT zone. */
export const saveProductGroup =
  ({ fitting }: ProductsRepositories) =>
  ({
    draft,
    productGroupNumber: number,
    version,
  }: SaveProductGroup): TaskEither<ProductsFailure, Stored<ProductGroup>> => {
    const groups = fitting.of(ProductGroup);
    return pipe(
      TE.fromEither<ProductsFailure, void>(namesEachVatZoneOnce(draft)),
      TE.flatMap(() => createOrReplace(groups, draft, number, version)),
    );
  };
