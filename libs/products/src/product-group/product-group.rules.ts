import type { Either } from 'fp-ts/lib/Either.js';
import { namedOnce, type RuleBroken } from '@kontor/kernel';
import type { ProductGroupDraft } from './product-group.resource.js';

/** Facts 3.7: products of a group are sold on one account in each VAT zone. */
export function namesEachVatZoneOnce({
  salesAccountsList = [],
}: Pick<ProductGroupDraft, 'salesAccountsList'>): Either<RuleBroken, void> {
  return namedOnce(
    salesAccountsList,
    ({ vatZone }) => vatZone.vatZoneNumber,
    (index) => `salesAccountsList[${index}].vatZone`,
  );
}
