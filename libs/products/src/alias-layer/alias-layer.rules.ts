import type { Either } from 'fp-ts/lib/Either.js';
import { folded, namedOnce, type RuleBroken } from '@kontor/kernel';
import type { AliasLayerDraft } from './alias-layer.resource.js';

/** D175: a layer has one alias of a product, however its number is spelled. */
export function namesEachProductOnce({
  productAliases = [],
}: Pick<AliasLayerDraft, 'productAliases'>): Either<RuleBroken, void> {
  return namedOnce(
    productAliases,
    ({ productNumber }) => folded(productNumber),
    (index) => `productAliases[${index}].productNumber`,
  );
}
