import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { folded, ruleBroken, type RuleBroken } from '@kontor/kernel';
import type { AliasLayerDraft } from './alias-layer.resource.js';

/** D175: a layer has one alias of a product, however its number is spelled. */
export function namesEachProductOnce({
  productAliases = [],
}: Pick<AliasLayerDraft, 'productAliases'>): Either<RuleBroken, void> {
  const seen = new Set<string>();
  for (const [index, { productNumber }] of productAliases.entries()) {
    const form = folded(productNumber);
    if (seen.has(form)) {
      const property = `productAliases[${index}].productNumber`;
      return left(ruleBroken('E10210', property, 'stands in the list already'));
    }
    seen.add(form);
  }
  return right(undefined);
}
