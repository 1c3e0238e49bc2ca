import { expect } from 'chai';
import type { FullDate } from '@kontor/kernel';
import type { PaymentTermsType } from '../payment/payment-terms.resource.js';
import { dueDateOf, lastDueDateOf } from './due-date.rules.js';

// 2026-11-20 is a Friday.
const CASES: readonly (readonly [PaymentTermsType, number, string, string])[] = [
  ['net', 14, '2026-11-20', '2026-12-04'],
  ['net', 0, '2026-11-20', '2026-11-20'],
  ['factoring', 30, '2026-11-20', '2026-12-20'],
  ['invoiceMonth', 0, '2026-11-20', '2026-11-30'],
  ['invoiceMonth', 30, '2028-02-01', '2028-03-30'],
  ['invoiceWeekStartingSunday', 0, '2026-11-20', '2026-11-21'],
  ['invoiceWeekStartingSunday', 7, '2026-11-22', '2026-12-05'],
  ['invoiceWeekStartingMonday', 0, '2026-11-20', '2026-11-22'],
  ['invoiceWeekStartingMonday', 7, '2026-11-22', '2026-11-29'],
  ['paidInCash', 14, '2026-11-20', '2026-11-20'],
  ['prepaid', 14, '2026-11-20', '2026-11-20'],
  ['creditcard', 14, '2026-11-20', '2026-11-20'],
  ['dueDate', 14, '2026-11-20', '2026-11-20'],
  ['net', 9999, '9999-12-01', '9999-12-31'],
];

describe('when an invoice is due (facts 3.9)', () => {
  for (const [paymentTermsType, daysOfCredit, date, dueDate] of CASES) {
    it(`${paymentTermsType} + ${daysOfCredit}: of ${date} on ${dueDate}`, () => {
      expect(dueDateOf(date as FullDate, { paymentTermsType, daysOfCredit })).to.equal(dueDate);
    });
  }

  it('of a time table is when the last instalment is', () => {
    const net = (daysOfCredit: number) => ({ paymentTermsType: 'net' as const, daysOfCredit });

    expect(lastDueDateOf('2026-11-20' as FullDate, [net(30), net(60), net(0)])).to.equal('2027-01-19');
  });
});
