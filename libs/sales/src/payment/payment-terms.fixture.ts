import type { Fixture } from '@kontor/kernel';
import { PaymentTerms } from './payment-terms.resource.js';

export const paymentTermsFixture: Fixture = {
  resource: PaymentTerms,
  examples: [
    {
      name: 'Half now, half later',
      paymentTermsType: 'PREPAID',
      daysOfCredit: 14,
      description: 'half\nand half',
      contraAccountForPrepaidAmount: { accountNumber: 5810 },
      contraAccountForRemainderAmount: { accountNumber: 5740 },
      percentageForPrepaidAmount: 50,
      percentageForRemainderAmount: 50,
      creditCardCompany: { customerNumber: 1 },
    },
    { name: 'Week', paymentTermsType: 'invoiceWeekStartingMonday', paymentTermsNumber: 900 },
  ],
  wrong: {
    paymentTermsNumber: 0,
    name: 'x'.repeat(51),
    paymentTermsType: 'later',
    daysOfCredit: -1,
    description: 'x'.repeat(1001),
    contraAccountForPrepaidAmount: {},
    contraAccountForRemainderAmount: {},
    percentageForPrepaidAmount: 101,
    percentageForRemainderAmount: -1,
    creditCardCompany: {},
    timetablePaymentTemplate: { lines: [{ percentage: 101 }] },
  },
};
