import {
  amount,
  described,
  fullDate,
  generatedKey,
  group,
  internalIfAny,
  itemNumber,
  line,
  listOf,
  readOnly,
  boolean,
  reference,
  required,
  resource,
  type DraftFor,
  type ValueOf,
} from '@kontor/kernel';
import { voucherNumber } from '../voucher/voucher.resource.js';

/** Each carries exactly one of account, customer, supplier. */
const openingBalanceLine = group({
  account: reference('accounts', 'accountNumber', itemNumber(), { projection: ['name'] }),
  customer: reference('customers', 'customerNumber', itemNumber(), { projection: ['name'] }),
  supplier: reference('suppliers', 'supplierNumber', itemNumber(), { projection: ['name'] }),
  amountInBaseCurrency: described(required(amount()), 'debit is positive, credit negative'),
  text: line({ max: 250 }),
  entryNumber: described(
    itemNumber(),
    'made by the service; given again on PUT it names the line that is kept',
  ),
  // What a draft shows is what is booked: on the account of a customer or supplier as it was when drafted.
  control: internalIfAny(itemNumber()),
});

/** §2.2. A special kind of voucher that sets a starting balance on a customer, supplier or account. */
export const OpeningBalance = resource('opening-balances', 'opening balance', {
  fields: {
    booked: readOnly(boolean()),
    date: required(fullDate()),
    voucherId: generatedKey(itemNumber()),
    voucherNumber: voucherNumber(),
    lines: required(listOf(openingBalanceLine)),
  },
  filterable: ['booked', 'date', 'voucherId', 'voucherNumber.prefix', 'voucherNumber.voucherNumber'],
  example: {
    date: '2026-01-01',
    lines: [
      { account: { accountNumber: 5810 }, amountInBaseCurrency: 2500, text: 'Bank' },
      { customer: { customerNumber: 1 }, amountInBaseCurrency: 125, text: 'Invoice 17' },
    ],
  },
  operations: ['list', 'get'],
});
export type OpeningBalance = ValueOf<typeof OpeningBalance>;
/** A balance on one account, customer or supplier (§2.2). */
export type OpeningBalanceLine = OpeningBalance['lines'][number];
/** What a client sends to make or to replace one. */
export type OpeningBalanceDraft = DraftFor<typeof OpeningBalance>;
