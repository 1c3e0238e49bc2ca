import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { codePointCount, ruleBroken, type RuleBroken, namedTwice } from '@kontor/kernel';
import { PAYMENT_TYPES } from '../payment/payment-type.data.js';
import type { SupplierDraft } from './supplier.resource.js';

/** Facts 3.5, 3.9: a value for a field of the payment type, each once and as the field wants it. */
export function fitsItsPaymentType({
  remittanceAdvice,
}: Pick<SupplierDraft, 'remittanceAdvice'>): Either<RuleBroken, void> {
  const { paymentType, fieldValues = [] } = remittanceAdvice ?? {};
  const type = PAYMENT_TYPES.find((one) => one.paymentTypeNumber === paymentType?.paymentTypeNumber);
  const seen = new Set<number>();
  for (const [index, { paymentTypeFieldNumber, value }] of fieldValues.entries()) {
    const place = `remittanceAdvice.fieldValues[${index}]`;
    const field = type?.fields.find((one) => one.paymentTypeFieldNumber === paymentTypeFieldNumber);
    if (field === undefined) {
      const fields = type?.fields.map((one) => one.paymentTypeFieldNumber).join(', ') ?? '';
      const is =
        fields === '' ? 'needs a payment type with fields' : `must be a field of the payment type: ${fields}`;
      return left(ruleBroken('E10380', `${place}.paymentTypeFieldNumber`, is));
    }
    if (seen.has(paymentTypeFieldNumber)) {
      return left(namedTwice(`${place}.paymentTypeFieldNumber`));
    }
    seen.add(paymentTypeFieldNumber);
    const { name, dataType, minimumLength, maximumLength } = field;
    const length = codePointCount(value);
    if (length < minimumLength || length > maximumLength) {
      const is = `must have ${minimumLength} to ${maximumLength} characters, as ${name} has`;
      return left(ruleBroken('E10380', `${place}.value`, is));
    }
    if (dataType === 'integer' && !/^\d+$/.test(value)) {
      return left(ruleBroken('E10380', `${place}.value`, `must be a whole number, as ${name} is`));
    }
  }
  return right(undefined);
}
