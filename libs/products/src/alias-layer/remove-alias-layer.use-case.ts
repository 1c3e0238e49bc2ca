import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { existingHeld } from '@kontor/kernel';
import type { AliasLayerHasProductAliases, ProductsFailure } from '../products.failures.js';
import type { ProductsRepositories } from '../products.repositories.js';
import { AliasLayer, ProductAlias } from './alias-layer.resource.js';

/** So many are told. */
const TOLD_MAX = 5;

/** §4.2: rejected when the layer has product aliases; empty its list first (D178). */
export function hasNoProductAliases(layer: AliasLayer): Either<AliasLayerHasProductAliases, void> {
  const { aliasLayerNumber, productAliases } = layer;
  if (productAliases.length > 0) {
    return left({
      kind: 'AliasLayerHasProductAliases',
      aliasLayerNumber,
      count: productAliases.length,
      usedBy: productAliases.slice(0, TOLD_MAX).map(({ productNumber }) => ({
        resource: ProductAlias.collection,
        keys: [aliasLayerNumber, productNumber],
      })),
    });
  }
  return right(undefined);
}

/** Which one goes; with `version`, only as it was read (If-Match). */
export type RemoveAliasLayer = { readonly aliasLayerNumber: number; readonly version?: number | undefined };

/**
 * Removes an empty alias layer, only in the version that was found empty: an alias that is added meanwhile
 * raises the version, so none is ever lost (R6).
 */
export const removeAliasLayer =
  ({ resources }: ProductsRepositories) =>
  ({ aliasLayerNumber, version }: RemoveAliasLayer): TaskEither<ProductsFailure, void> => {
    const layers = resources.of(AliasLayer);
    return pipe(
      existingHeld(resources, AliasLayer, aliasLayerNumber),
      TE.tapEither((found) => hasNoProductAliases(found.value)),
      TE.flatMap((found) => layers.remove(aliasLayerNumber, version ?? found.version)),
    );
  };
