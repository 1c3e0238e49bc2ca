import { isRight } from 'fp-ts/lib/Either.js';
import { expect } from 'chai';
import { fitsItsPaymentType } from './supplier.rules.js';

type Values = readonly (readonly [paymentTypeFieldNumber: number, value: string])[];

const advice = (paymentTypeNumber: number | undefined, values: Values) => ({
  remittanceAdvice: {
    ...(paymentTypeNumber !== undefined && { paymentType: { paymentTypeNumber } }),
    fieldValues: values.map(([paymentTypeFieldNumber, value]) => ({ paymentTypeFieldNumber, value })),
  },
});
const IBAN = 'DK5000400440116243';

/** The member that is refused, or nothing. */
const refusedIn = (paymentTypeNumber: number | undefined, ...values: Values): string | undefined => {
  const fits = fitsItsPaymentType(advice(paymentTypeNumber, values));
  return isRight(fits) ? undefined : fits.left.property;
};

describe('fitsItsPaymentType', () => {
  it('has nothing to say where a supplier has no remittance advice', () => {
    expect(isRight(fitsItsPaymentType({}))).to.equal(true);
  });

  it('takes a value for each field of the payment type, and none', () => {
    expect(refusedIn(10)).to.equal(undefined);
    expect(refusedIn(10, [1, IBAN])).to.equal(undefined);
    expect(refusedIn(10, [1, IBAN], [2, 'NDEADKKK'])).to.equal(undefined);
  });

  it('refuses a field that the payment type has not', () => {
    expect(refusedIn(10, [1, IBAN], [9, 'x'])).to.equal(
      'remittanceAdvice.fieldValues[1].paymentTypeFieldNumber',
    );
    expect(refusedIn(17, [1, IBAN])).to.equal('remittanceAdvice.fieldValues[0].paymentTypeFieldNumber');
  });

  it('refuses values where no payment type is named', () => {
    expect(refusedIn(undefined, [1, IBAN])).to.equal(
      'remittanceAdvice.fieldValues[0].paymentTypeFieldNumber',
    );
  });

  it('says which fields there are, or that there are none', () => {
    const said = (paymentTypeNumber: number | undefined): unknown => {
      const fits = fitsItsPaymentType(advice(paymentTypeNumber, [[9, 'x']]));
      return isRight(fits) ? undefined : fits.left.is;
    };

    expect(said(10)).to.equal('must be a field of the payment type: 1, 2');
    expect(said(undefined)).to.equal('needs a payment type with fields');
  });

  it('takes a value of the most characters', () => {
    expect(refusedIn(10, [1, 'D'.repeat(34)])).to.equal(undefined);
  });

  it('refuses a field that stands twice', () => {
    expect(refusedIn(10, [1, IBAN], [1, IBAN])).to.equal(
      'remittanceAdvice.fieldValues[1].paymentTypeFieldNumber',
    );
  });

  it('refuses a value that is too short or too long for its field', () => {
    expect(refusedIn(10, [1, 'DK50'])).to.equal('remittanceAdvice.fieldValues[0].value');
    expect(refusedIn(10, [1, 'D'.repeat(35)])).to.equal('remittanceAdvice.fieldValues[0].value');
  });
});
