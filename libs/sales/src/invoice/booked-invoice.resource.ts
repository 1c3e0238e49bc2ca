import {
  addressed,
  amount,
  boolean,
  computed,
  described,
  generatedKey,
  group,
  integer,
  internalIfAny,
  itemNumber,
  line,
  listOf,
  oneOf,
  percentage,
  price,
  readOnly,
  resource,
  type ValueOf,
} from '@kontor/kernel';
import {
  ASKED_BY,
  OTHER_NAMES,
  expensePostsTo,
  linePostsTo,
  headFields,
  lineFields,
  totalFields,
  vatAccount,
} from './invoice-fields.js';

/**
 * The expense is kept under the name that it had when the invoice was booked, which stands in print: one that
 * is removed later stays named here. Readers see the present name (`bookedInvoiceMembers`).
 */
const expenseLine = group({
  additionalExpense: readOnly(
    addressed(
      { additionalExpenseNumber: readOnly(itemNumber()), name: readOnly(line({ max: 250 })) },
      { to: 'additional-expenses', by: 'additionalExpenseNumber' },
    ),
  ),
  lineNumber: readOnly(integer({ min: 1 })),
  amount: readOnly(amount()),
  vatAmount: readOnly(amount()),
  vatAccount: readOnly(vatAccount()),
  postsTo: expensePostsTo(),
});

/** What a credit note has taken of its invoice is kept with it, so that nothing is credited twice. */
const creditNote = addressed(
  {
    bookedInvoiceNumber: readOnly(itemNumber()),
    credited: internalIfAny(
      group({
        lines: listOf(group({ lineNumber: readOnly(integer({ min: 1 })), quantity: readOnly(price()) })),
        expenses: readOnly(boolean()),
        // Booked at another exchange rate than its invoice.
        atOtherRate: internalIfAny(boolean()),
        expenseLines: internalIfAny(
          listOf(
            group({
              additionalExpenseNumber: readOnly(itemNumber()),
              vatCode: readOnly(line({ max: 5 })),
              amount: readOnly(amount()),
            }),
          ),
        ),
      }),
    ),
  },
  { to: 'booked-invoices', by: 'bookedInvoiceNumber' },
);

/**
 * §4.2 and facts 3.12. An invoice in the books, once and for all. A credit note is one that takes another
 * back.
 */
export const BookedInvoice = resource('booked-invoices', 'booked invoice', {
  fields: {
    bookedInvoiceNumber: described(generatedKey(itemNumber()), 'running over the agreement, without gaps'),
    displayInvoiceNumber: described(
      readOnly(line({ min: 1, max: 20 })),
      'prefix of the series and bookedInvoiceNumber: no other invoice of the agreement has it',
    ),
    ...headFields,
    // What was sent is drawn the same way again, whatever terms and units are called since (ADR 59).
    paymentTermsInPrint: internalIfAny(line({ max: 50 })),
    lines: listOf(
      group({
        ...lineFields,
        unitInPrint: internalIfAny(line({ max: 50 })),
        vatAccount: computed(vatAccount()),
        vatRate: readOnly(percentage()),
        vatAmount: readOnly(amount()),
        postsTo: linePostsTo(),
      }),
    ),
    additionalExpenseLines: listOf(expenseLine, { max: 100 }),
    ...totalFields,
    remainder: described(readOnly(amount()), 'what is still to be paid'),
    remainderInBaseCurrency: readOnly(amount()),
    remainderInDefaultCurrency: described(computed(amount()), 'the same, as vouchers call it'),
    creditNotes: described(
      readOnly(listOf(creditNote)),
      'the credit notes that credit this invoice, in the order of booking',
    ),
    voucher: readOnly(
      addressed(
        {
          booked: readOnly(boolean()),
          voucherType: readOnly(oneOf(['customerInvoice'])),
          voucherId: readOnly(itemNumber()),
          voucherNumber: readOnly(
            group({
              displayVoucherNumber: readOnly(line({ min: 1, max: 20 })),
              prefix: readOnly(line({ min: 1, max: 4 })),
              voucherNumber: readOnly(integer({ min: 1 })),
            }),
          ),
        },
        { to: 'vouchers/booked', by: 'voucherId', needs: 'internationalLedger' },
      ),
    ),
  },
  links: { pdf: { to: 'pdf', member: 'download' } },
  filterable: [
    ...ASKED_BY,
    'bookedInvoiceNumber',
    'displayInvoiceNumber',
    'remainder',
    'remainderInBaseCurrency',
    'voucher.voucherId',
    'voucher.voucherNumber.voucherNumber',
  ],
  otherNames: OTHER_NAMES,
  operations: ['list', 'get'],
});
export type BookedInvoice = ValueOf<typeof BookedInvoice>;
/** A line of an invoice that was booked, with its amounts. */
export type BookedInvoiceLine = BookedInvoice['lines'][number];
