import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import { expect } from 'chai';
import type { Decimal } from '@kontor/kernel';
import type { PaymentTermsDraft } from './payment-terms.resource.js';
import { instalmentsAreDueAlone, isInstalmentOfNone, withInstalments } from './payment-terms.rules.js';

const terms = (more: object): PaymentTermsDraft => ({
  name: 'In three parts',
  paymentTermsType: 'timeTable',
  ...more,
});
const inParts = (...percentages: readonly string[]) => ({
  timetablePaymentTemplate: {
    lines: percentages.map((percentage) => ({
      percentage: percentage as Decimal,
      paymentTerms: { paymentTermsNumber: 1 },
    })),
  },
});

describe('payment terms of type timeTable (facts 3.9)', () => {
  it('number their instalments', () => {
    const stored = withInstalments(terms(inParts('33', '33', '34')));

    const lines = isRight(stored) ? stored.right.timetablePaymentTemplate?.lines : undefined;
    expect(lines?.map((line) => line.timetablePaymentTemplateLineNumber)).to.deep.equal([1, 2, 3]);
  });

  for (const [says, more] of [
    ['no instalments', {}],
    ['an empty list of them', inParts()],
    ['too much', inParts('50', '50.0000000001')],
    ['too little', inParts('33', '33', '33')],
  ] as const) {
    it(`refuse ${says}`, () => {
      expect(isLeft(withInstalments(terms(more)))).to.equal(true);
    });
  }

  it('are the only ones with instalments', () => {
    const stored = withInstalments(terms({ paymentTermsType: 'net', ...inParts('100') }));

    expect(isRight(stored) && stored.right.timetablePaymentTemplate).to.equal(undefined);
  });

  it('refuse instalments that are time tables again', () => {
    expect(
      isLeft(instalmentsAreDueAlone([{ paymentTermsType: 'net' }, { paymentTermsType: 'timeTable' }])),
    ).to.equal(true);
    expect(isRight(instalmentsAreDueAlone([{ paymentTermsType: 'net' }, undefined]))).to.equal(true);
  });

  it('do not become a time table while others have them', () => {
    const lines = [
      {
        timetablePaymentTemplateLineNumber: 1,
        percentage: '100' as Decimal,
        paymentTerms: { paymentTermsNumber: 7 },
      },
    ];
    const tables = [{ paymentTermsNumber: 9, timetablePaymentTemplate: { lines } }];
    expect(isLeft(isInstalmentOfNone(7, tables))).to.equal(true);
    expect(isRight(isInstalmentOfNone(8, tables))).to.equal(true);
  });
});
