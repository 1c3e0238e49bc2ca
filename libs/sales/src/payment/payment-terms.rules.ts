import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { scaledUnits, ruleBroken, type RuleBroken, type SchemaViolation } from '@kontor/kernel';
import type { PaymentTerms, PaymentTermsDraft } from './payment-terms.resource.js';

const SCALE = 10;
const ALL = 100n * 10n ** BigInt(SCALE);

/**
 * Facts 3.9: terms of type timeTable say in which instalments is paid, and
 * those together are everything. Others have none.
 */
export function withInstalments(
  draft: PaymentTermsDraft,
): Either<RuleBroken | SchemaViolation, PaymentTermsDraft> {
  const { paymentTermsType, timetablePaymentTemplate: template } = draft;
  if (paymentTermsType !== 'timeTable') return right({ ...draft, timetablePaymentTemplate: undefined });
  if (template === undefined || template.lines.length === 0) {
    return left({ kind: 'SchemaViolation', missing: ['timetablePaymentTemplate.lines'], violations: [] });
  }
  const sum = template.lines.reduce((total, { percentage }) => total + scaledUnits(percentage, SCALE), 0n);
  if (sum !== ALL) {
    return left(
      ruleBroken('E10300', 'timetablePaymentTemplate.lines', 'must have percentages that sum to 100'),
    );
  }
  const lines = template.lines.map((line, index) => ({
    ...line,
    timetablePaymentTemplateLineNumber: index + 1,
  }));
  return right({ ...draft, timetablePaymentTemplate: { lines } });
}

/** An instalment is due by terms of its own, which are not a time table again. */
export function instalmentsAreDueAlone(
  ofLines: readonly (Pick<PaymentTerms, 'paymentTermsType'> | undefined)[],
): Either<RuleBroken, void> {
  const wrong = ofLines.findIndex((terms) => terms?.paymentTermsType === 'timeTable');
  if (wrong < 0) return right(undefined);
  const property = `timetablePaymentTemplate.lines[${wrong}].paymentTerms`;
  return left(ruleBroken('E10340', property, 'must not be of type timeTable themselves'));
}

/** Terms by which instalments of others are due do not become a time table themselves. */
export function isInstalmentOfNone(
  number: number,
  timeTables: readonly Pick<PaymentTerms, 'paymentTermsNumber' | 'timetablePaymentTemplate'>[],
): Either<RuleBroken, void> {
  const found = timeTables.find(({ timetablePaymentTemplate }) =>
    timetablePaymentTemplate?.lines.some(({ paymentTerms }) => paymentTerms.paymentTermsNumber === number),
  );
  if (found === undefined) return right(undefined);
  const is = `must not be timeTable: these are an instalment of payment terms ${found.paymentTermsNumber}`;
  return left(ruleBroken('E10340', 'paymentTermsType', is));
}
