import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { createOrReplace, type Stored } from '@kontor/kernel';
import type { ProductsFailure } from '../products.failures.js';
import type { ProductsRepositories } from '../products.repositories.js';
import { AliasLayer, type AliasLayerDraft } from './alias-layer.resource.js';
import { namesEachProductOnce } from './alias-layer.rules.js';

/** One that is to be made, or, with a number, to be replaced. */
export type SaveAliasLayer = {
  readonly draft: AliasLayerDraft;
  /** The one to replace; a new one when left out. */
  readonly aliasLayerNumber?: number;
  readonly version?: number | undefined;
};

/** §4.2: an alias layer, new or replaced with its aliases, which name each product once. */
export const saveAliasLayer =
  ({ resources }: ProductsRepositories) =>
  ({
    draft,
    aliasLayerNumber: number,
    version,
  }: SaveAliasLayer): TaskEither<ProductsFailure, Stored<AliasLayer>> => {
    const layers = resources.of(AliasLayer);
    return pipe(
      TE.fromEither<ProductsFailure, void>(namesEachProductOnce(draft)),
      TE.flatMap(() => createOrReplace(layers, draft, number, version)),
    );
  };
