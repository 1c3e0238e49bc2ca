import type { Either } from 'fp-ts/lib/Either.js';
import { folded, namedOnce, ruleBroken, type RuleBroken } from '@kontor/kernel';
import { ALIASES_MAX, type AliasLayerDraft } from './alias-layer.resource.js';

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

/** A layer is shown with all its aliases, and so has only so many. */
export const TOO_MANY_ALIASES: RuleBroken = ruleBroken(
  'E10400',
  '',
  `an alias layer has at most ${ALIASES_MAX.toLocaleString('en')} product aliases`,
);
