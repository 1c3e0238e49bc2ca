import {
  addressed,
  code,
  computed,
  described,
  fullDate,
  generatedKey,
  integer,
  internal,
  internalIfAny,
  itemNumber,
  line,
  needing,
  oneOf,
  percentage,
  readOnly,
  reference,
  resource,
  text,
  total,
  type ValueOf,
} from '@kontor/kernel';
import { ENTRY_TYPES, VAT_PARTS } from '../posting/posting.js';
import { AccountingYear } from './accounting-year.resource.js';

/**
 * §2.7. One booked line on one account. Written by posting alone, never changed; debit is positive (D159).
 */
export const Entry = resource('entries', 'entry', {
  within: AccountingYear,
  fields: {
    account: readOnly(reference('accounts', 'accountNumber', itemNumber())),
    // Opening entries and those of VAT settlements are sums.
    amount: readOnly(total()),
    amountInBaseCurrency: readOnly(total()),
    currency: described(readOnly(code(3)), 'ISO 4217'),
    date: readOnly(fullDate()),
    department: needing('dimension', computed(reference('departments', 'departmentNumber', itemNumber()))),
    departmentalDistribution: needing(
      'dimension',
      computed(reference('departmental-distributions', 'departmentalDistributionNumber', itemNumber())),
    ),
    entryNumber: described(generatedKey(integer({ min: 1 })), 'runs on over the agreement'),
    entryType: readOnly(oneOf(ENTRY_TYPES)),
    project: needing('projects', computed(reference('projects', 'projectNumber', itemNumber()))),
    text: computed(text({ max: 255 })),
    vatAccount: computed(reference('vat-accounts', 'vatCode', line({ min: 1, max: 5 }))),
    vatPart: described(
      computed(oneOf(VAT_PARTS)),
      'which side of its VAT code the entry is: base, what the VAT is of; vat; contraVat, what reverse charge deducts',
    ),
    vatRate: described(
      computed(percentage()),
      'the rate of its VAT code by the document, whatever the code has now',
    ),
    voucherNumber: described(readOnly(integer({ min: 1 })), 'the voucher the entry belongs to'),
    periodNumber: internal(itemNumber()),
    voucherId: internal(integer({ min: 1 })),
    voucher: described(
      computed(
        addressed(
          {
            voucherId: readOnly(integer({ min: 1 })),
            displayVoucherNumber: readOnly(line({ min: 1, max: 20 })),
            among: internalIfAny(line({ max: 40 })),
          },
          {
            to: 'vouchers',
            by: 'voucherId',
            needs: 'internationalLedger',
            unless: { member: 'among', in: 'opening-balances' },
          },
        ),
      ),
      'the document that the entry comes from: a voucher, or an opening balance',
    ),
    numberSeries: computed(reference('number-series', 'numberSeriesNumber', itemNumber())),
    customer: computed(reference('customers', 'customerNumber', itemNumber())),
    supplier: computed(reference('suppliers', 'supplierNumber', itemNumber())),
    dueDate: described(computed(fullDate()), 'of what a customer owes, or a supplier is owed'),
  },
  links: { pdf: { to: 'pdf', member: 'self', below: 'periods' } },
  filterable: [
    'account.accountNumber',
    'amountInBaseCurrency',
    'currency',
    'customer.customerNumber',
    'date',
    'entryNumber',
    'entryType',
    'numberSeries.numberSeriesNumber',
    'supplier.supplierNumber',
    'text',
    'vatAccount.vatCode',
    'vatPart',
    'vatRate',
    'voucher.displayVoucherNumber',
    'voucher.voucherId',
    'voucherNumber',
  ],
  example: {
    account: { accountNumber: 1310 },
    amount: 488,
    amountInBaseCurrency: 488,
    currency: 'EUR',
    date: '2026-03-31',
    entryType: 'supplierInvoice',
    text: 'Green coffee',
    voucherNumber: 27,
  },
  operations: ['list', 'get'],
});
export type Entry = ValueOf<typeof Entry>;
