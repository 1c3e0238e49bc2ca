import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { scaledUnits, schemaViolation, type SchemaViolation } from '@kontor/kernel';
import type { DepartmentalDistributionDraft } from './departmental-distribution.resource.js';

const SCALE = 10;
const ALL = 100n * 10n ** BigInt(SCALE);

/** A distribution gives away everything, once: its percentages sum to 100 (facts 3.8). */
export function sharesOutEverything({
  distributions,
}: DepartmentalDistributionDraft): Either<SchemaViolation, void> {
  const sum = distributions.reduce((total, { percentage }) => total + scaledUnits(percentage, SCALE), 0n);
  if (sum !== ALL) return left(schemaViolation('distributions', 'must have percentages that sum to 100'));
  return right(undefined);
}

/** Each department gets one share. */
export function namesEachDepartmentOnce({
  distributions,
}: DepartmentalDistributionDraft): Either<SchemaViolation, void> {
  const seen = new Set<number>();
  for (const [index, { department }] of distributions.entries()) {
    if (seen.has(department.departmentNumber)) {
      return left(schemaViolation(`distributions[${index}].department`, 'stands in the list already'));
    }
    seen.add(department.departmentNumber);
  }
  return right(undefined);
}

/** Type department means one department gets it all; several make a distribution. */
export function fitsItsType(draft: DepartmentalDistributionDraft): Either<SchemaViolation, void> {
  if (draft.distributionType === 'department' && draft.distributions.length !== 1) {
    return left(schemaViolation('distributions', 'must name exactly one department, for type department'));
  }
  return right(undefined);
}
