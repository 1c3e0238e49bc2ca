import { fullDateOf, lastDayOfMonth, type FullDate } from '@kontor/kernel';
import type { PaymentTerms } from '../payment/payment-terms.resource.js';

const DAY_MS = 86_400_000;
const SATURDAY = 6;

/** Facts 3.9: when a document of this date is to be paid. */
export function dueDateOf(
  date: FullDate,
  { paymentTermsType, daysOfCredit = 0 }: Pick<PaymentTerms, 'paymentTermsType' | 'daysOfCredit'>,
): FullDate {
  switch (paymentTermsType) {
    case 'net':
    case 'factoring':
      return plusDays(date, daysOfCredit);
    case 'invoiceMonth':
      return plusDays(lastDayOfMonth(date), daysOfCredit);
    case 'invoiceWeekStartingSunday':
      return plusDays(plusDays(date, SATURDAY - weekday(date)), daysOfCredit);
    case 'invoiceWeekStartingMonday':
      return plusDays(plusDays(date, (7 - weekday(date)) % 7), daysOfCredit);
    // Paid at once, by somebody else, or on a day that the document itself says.
    case 'paidInCash':
    case 'prepaid':
    case 'creditcard':
    case 'dueDate':
    // The instalments of a time table have terms of their own.
    case 'timeTable':
      return date;
  }
}

/** What is paid in instalments is due with the last of them. */
export function lastDueDateOf(
  date: FullDate,
  instalments: readonly Pick<PaymentTerms, 'paymentTermsType' | 'daysOfCredit'>[],
): FullDate {
  return instalments
    .map((terms) => dueDateOf(date, terms))
    .reduce((last, one) => (one > last ? one : last), date);
}

function instantOf(date: FullDate): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** A date so many days later, and the last day of year 9999 at most. */
function plusDays(date: FullDate, days: number): FullDate {
  const later = instantOf(date).getTime() + days * DAY_MS;
  return fullDateOf(new Date(Math.min(later, Date.UTC(9999, 11, 31))));
}

/** Sunday is 0. */
function weekday(date: FullDate): number {
  return instantOf(date).getUTCDay();
}
