import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { ruleBroken, type RuleBroken } from '@kontor/kernel';
import type { ProductGroupDraft } from './product-group.resource.js';

/** Facts 3.7: products of a group are sold on one account in each VAT zone. */
export function namesEachVatZoneOnce({
  salesAccountsList = [],
}: Pick<ProductGroupDraft, 'salesAccountsList'>): Either<RuleBroken, void> {
  const seen = new Set<number>();
  for (const [index, { vatZone }] of salesAccountsList.entries()) {
    if (seen.has(vatZone.vatZoneNumber)) {
      return left(ruleBroken('E10210', `salesAccountsList[${index}].vatZone`, 'stands in the list already'));
    }
    seen.add(vatZone.vatZoneNumber);
  }
  return right(undefined);
}
