import {
  assignedKey,
  described,
  group,
  integer,
  itemNumber,
  line,
  listOf,
  oneOf,
  percentage,
  readOnly,
  reference,
  required,
  resource,
  text,
  type DraftFor,
  type ValueOf,
} from '@kontor/kernel';

/** How the due date of a document follows from its date (facts 3.9). */
export const PAYMENT_TERMS_TYPES = [
  'net',
  'invoiceMonth',
  'paidInCash',
  'prepaid',
  'dueDate',
  'factoring',
  'invoiceWeekStartingSunday',
  'invoiceWeekStartingMonday',
  'creditcard',
  'timeTable',
] as const;
/** How a due date follows from the date of an invoice. */
export type PaymentTermsType = (typeof PAYMENT_TERMS_TYPES)[number];

const account = () => reference('accounts', 'accountNumber', itemNumber(), { fits: 'entries' });

/** When, and in what way, a document is to be paid (facts 3.9). */
export const PaymentTerms = resource('payment-terms', 'payment term', {
  fields: {
    paymentTermsNumber: assignedKey(itemNumber()),
    name: required(line({ min: 1, max: 50 })),
    paymentTermsType: required(oneOf(PAYMENT_TERMS_TYPES)),
    daysOfCredit: described(integer({ min: 0, max: 9999 }), 'days from the date its type starts from'),
    description: text({ max: 1000 }),
    contraAccountForPrepaidAmount: account(),
    contraAccountForRemainderAmount: account(),
    percentageForPrepaidAmount: percentage(),
    percentageForRemainderAmount: percentage(),
    timetablePaymentTemplate: described(
      group({
        lines: required(
          listOf(
            group({
              timetablePaymentTemplateLineNumber: readOnly(itemNumber()),
              percentage: required(percentage()),
              paymentTerms: required(reference('payment-terms', 'paymentTermsNumber', itemNumber())),
            }),
            { max: 100 },
          ),
        ),
      }),
      'of type timeTable: the instalments, which share out 100 percent',
    ),
    creditCardCompany: described(
      reference('customers', 'customerNumber', itemNumber()),
      'the customer that pays instead, for type creditcard',
    ),
  },
  filterable: ['daysOfCredit', 'name', 'paymentTermsNumber', 'paymentTermsType'],
  example: { name: '30 days net', paymentTermsType: 'net', daysOfCredit: 30 },
  masterData: true,
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type PaymentTerms = ValueOf<typeof PaymentTerms>;
/** What a client sends to make or to replace one. */
export type PaymentTermsDraft = DraftFor<typeof PaymentTerms>;
