import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { scaledUnits, ruleBroken, type RuleBroken, namedOnce } from '@kontor/kernel';
import type { DepartmentalDistributionDraft } from './departmental-distribution.resource.js';

const SCALE = 10;
const ALL = 100n * 10n ** BigInt(SCALE);

/** A distribution gives away everything, once: its percentages sum to 100 (facts 3.8). */
export function sharesOutEverything({
  distributions,
}: DepartmentalDistributionDraft): Either<RuleBroken, void> {
  const sum = distributions.reduce((total, { percentage }) => total + scaledUnits(percentage, SCALE), 0n);
  if (sum !== ALL)
    return left(ruleBroken('E10300', 'distributions', 'must have percentages that sum to 100'));
  return right(undefined);
}

/** Each department gets one share. */
export function namesEachDepartmentOnce({
  distributions,
}: DepartmentalDistributionDraft): Either<RuleBroken, void> {
  return namedOnce(
    distributions,
    ({ department }) => department.departmentNumber,
    (index) => `distributions[${index}].department`,
  );
}

/** Type department means one department gets it all; several make a distribution. */
export function fitsItsType(draft: DepartmentalDistributionDraft): Either<RuleBroken, void> {
  if (draft.distributionType === 'department' && draft.distributions.length !== 1) {
    return left(
      ruleBroken('E10390', 'distributions', 'must name exactly one department, for type department'),
    );
  }
  return right(undefined);
}
