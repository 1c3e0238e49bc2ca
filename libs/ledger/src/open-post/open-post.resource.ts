import {
  addressed,
  amount,
  code,
  computed,
  described,
  fullDate,
  generatedKey,
  integer,
  internalIfAny,
  itemNumber,
  line,
  oneOf,
  readOnly,
  reference,
  resource,
  text,
  type ValueOf,
} from '@kontor/kernel';
import { ENTRY_TYPES } from '../posting/posting.js';

/**
 * Amendment "Open posts": a booked line of a customer or supplier, with what is left of it. Made by posting,
 * together with the entry whose number it has; only matching changes what is left.
 */
export const OpenPost = resource('open-posts', 'open post', {
  fields: {
    entryNumber: described(generatedKey(integer({ min: 1 })), 'that of the entry on the control account'),
    entryType: readOnly(oneOf(ENTRY_TYPES)),
    account: described(
      readOnly(reference('accounts', 'accountNumber', itemNumber())),
      'the control account that it stands on',
    ),
    customer: computed(reference('customers', 'customerNumber', itemNumber())),
    supplier: computed(reference('suppliers', 'supplierNumber', itemNumber())),
    voucher: readOnly(
      addressed(
        {
          voucherId: readOnly(integer({ min: 1 })),
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
    date: readOnly(fullDate()),
    dueDate: computed(fullDate()),
    daysOverdue: described(
      computed(integer()),
      'from the due date to today; of what is open and due before today',
    ),
    currency: described(readOnly(code(3)), 'ISO 4217'),
    amount: described(readOnly(amount()), 'debit is positive, so what a supplier is owed is negative'),
    amountInBaseCurrency: readOnly(amount()),
    remainder: described(readOnly(amount()), 'what is left of the amount, with its sign'),
    remainderInBaseCurrency: readOnly(amount()),
    text: computed(text({ max: 255 })),
  },
  filterable: [
    'currency',
    'customer.customerNumber',
    'date',
    'dueDate',
    'entryNumber',
    'entryType',
    'remainder',
    'remainderInBaseCurrency',
    'supplier.supplierNumber',
    'voucher.voucherId',
  ],
  operations: ['list', 'get'],
});
export type OpenPost = ValueOf<typeof OpenPost>;
