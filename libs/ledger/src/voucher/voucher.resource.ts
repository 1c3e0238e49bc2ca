import {
  addressed,
  addressOf,
  amount,
  boolean,
  code,
  computed,
  declinable,
  declinedMembers,
  derived,
  described,
  fullDate,
  generatedKey,
  group,
  integer,
  internalIfAny,
  itemNumber,
  line,
  listOf,
  naming,
  needing,
  oneOf,
  optional,
  percentage,
  price,
  readOnly,
  reference,
  required,
  resource,
  type DraftFor,
  type ValueOf,
} from '@kontor/kernel';
import { ENTRY_TYPES } from '../posting/posting.js';

const account = () => reference('accounts', 'accountNumber', itemNumber());
/** Where the file of a voucher is. */
const file = () => addressOf('vouchers', 'attachment');
const vatAccount = () => reference('vat-accounts', 'vatCode', line({ min: 1, max: 5 }));

/** The number a document has in its series, given when it is drafted (D151). */
export const voucherNumber = () =>
  readOnly(
    group({
      displayVoucherNumber: described(readOnly(line({ min: 1, max: 20 })), 'prefix and number'),
      prefix: readOnly(line({ min: 1, max: 4 })),
      voucherNumber: readOnly(integer({ min: 1 })),
    }),
  );

/** The accounts of a VAT code. */
const postedVat = () =>
  group({
    accountNumber: readOnly(itemNumber()),
    contraAccountNumber: computed(itemNumber()),
    ratePercentage: computed(percentage()),
  });

/** §2.8, the lines. The members of a line that the service completes are in its answer. */
const voucherLine = group({
  account: described(account(), 'exactly one of account, customer and supplier'),
  customer: reference('customers', 'customerNumber', itemNumber()),
  supplier: reference('suppliers', 'supplierNumber', itemNumber()),
  amount: described(
    required(amount()),
    'gross, in the currency of the line; debit is positive, credit negative',
  ),
  currency: described(naming('currencies', code(3)), 'ISO 4217; the base currency when left out'),
  exchangeRate: described(
    percentage({ min: '0.0000000001', max: '9999999999999' }),
    'base currency for 100 units of the currency; needed for a foreign one without amountInBaseCurrency',
  ),
  amountInBaseCurrency: described(amount(), 'of a line in base currency it equals amount'),
  text: line({ max: 250 }),
  vatAccount: described(
    declinable(vatAccount()),
    'VAT that lies inside the amount; of a reverse-charge code, beside it; of a new line that of its account ' +
      'when left out, none where it is null',
  ),
  vatAmount: described(amount(), 'calculated when left out; a wrong one is refused'),
  vatAmountInBaseCurrency: amount(),
  contraAccount: described(
    declinable(
      reference('accounts', 'accountNumber', itemNumber(), {
        projection: {
          accountType: oneOf(['profitAndLoss', 'status']),
        },
      }),
    ),
    'takes the same amount on the other side, so that the line balances by itself; of a new line that is the only ' +
      'one that of its account when left out, none where it is null',
  ),
  contraVatAccount: described(
    declinable(vatAccount()),
    'the VAT of the contra account; of a new line that of the contra account that it names when left out, none ' +
      'where it is null',
  ),
  contraVatAmount: described(amount(), 'as booked: with the sign of the contra account'),
  contraVatAmountInBaseCurrency: amount(),
  product: described(
    needing('inventory', reference('products', 'productNumber', line({ min: 1, max: 25 }))),
    'of a supplier invoice: what the line receives into stock',
  ),
  quantity: described(
    needing('inventory', price()),
    'how many of the product are received; negative where they go back',
  ),
  accruals: described(
    addressed({
      account: required(account()),
      startDate: required(fullDate()),
      endDate: required(fullDate()),
    }),
    'from when to when what the line books net is accrued: posted with the voucher, in equal parts to the ' +
      'calendar months, the rest with the last',
  ),
  department: needing('dimension', reference('departments', 'departmentNumber', itemNumber())),
  departmentalDistribution: needing(
    'dimension',
    reference('departmental-distributions', 'departmentalDistributionNumber', itemNumber()),
  ),
  dueDate: fullDate(),
  matches: described(
    optional(
      listOf(
        group({
          bookedInvoiceNumber: itemNumber(),
          voucherId: itemNumber(),
          amount: described(amount(), 'positive; all that both sides allow when left out'),
        }),
        { max: 100 },
      ),
    ),
    'what the line pays: booked invoices or vouchers of its customer or supplier, matched when it is booked',
  ),
  invoiceNumber: described(itemNumber(), 'a bookedInvoiceNumber that the line pays: one match'),
  remittanceInformation: addressed({
    creditorId: line({ max: 50 }),
    creditorInvoiceId: line({ max: 30 }),
    paymentType: reference('payment-types', 'paymentTypeNumber', itemNumber()),
  }),
  supplierInvoiceNumber: line({ max: 50 }),
  entryNumber: described(
    itemNumber(),
    'made by the service; given again on PUT it names the line that is kept',
  ),
  booked: computed(boolean()),
  document: described(computed(file()), 'the attachment of the voucher'),
  declined: declinedMembers(),
  // What a draft shows is what is booked: where the service posts of it what it makes itself, as it was
  // drafted.
  postsTo: internalIfAny(
    group({
      control: computed(itemNumber()),
      vat: computed(postedVat()),
      contraVat: computed(postedVat()),
      // Of accruals: whether it is what goes on the contra account that is accrued.
      accruesContra: optional(boolean()),
    }),
  ),
});

const otherVoucher = () =>
  addressed(
    { voucherId: readOnly(itemNumber()) },
    { to: 'vouchers/booked', by: 'voucherId', needs: 'internationalLedger' },
  );

/** §2.8 and facts 3.15. A document behind entries: a draft, and booked once and for all. */
export const Voucher = resource('vouchers', 'voucher', {
  fields: {
    voucherId: described(
      generatedKey(itemNumber()),
      'with date the identity of the voucher; kept when booked',
    ),
    voucherType: readOnly(oneOf(ENTRY_TYPES)),
    voucherNumber: voucherNumber(),
    numberSeries: described(
      derived(reference('number-series', 'numberSeriesNumber', itemNumber())),
      'numbers documents of this type; its usual one when left out',
    ),
    date: required(fullDate()),
    dueDate: described(fullDate(), 'only used when the payment terms are of type dueDate'),
    vatDate: described(
      fullDate(),
      'the date of VAT, where it is another: kept and shown; statements go by date',
    ),
    attachment: described(computed(file()), 'the file behind the voucher, where there is one'),
    externalDocumentId: described(line({ max: 50 }), 'what the document is called where it comes from'),
    booked: readOnly(boolean()),
    remainder: described(readOnly(amount()), 'of the customer and supplier lines, with their sign'),
    remainderInDefaultCurrency: readOnly(amount()),
    reverses: described(computed(otherVoucher()), 'the voucher that this one takes back'),
    accrues: described(computed(otherVoucher()), 'the voucher whose accruals this one posts'),
    reversedBy: described(computed(otherVoucher()), 'the voucher that takes this one back'),
    lines: required(listOf(voucherLine)),
    // Of the voucher of an invoice: its lines are its entries, which are kept already.
    firstEntryNumber: internalIfAny(integer()),
    lastEntryNumber: internalIfAny(integer()),
  },
  filterable: [
    'accrues.voucherId',
    'booked',
    'date',
    'dueDate',
    'externalDocumentId',
    'remainder',
    'remainderInDefaultCurrency',
    'reverses.voucherId',
    'vatDate',
    'voucherId',
    'voucherNumber.prefix',
    'voucherNumber.voucherNumber',
    'voucherType',
  ],
  example: {
    date: '2026-03-31',
    dueDate: '2026-04-30',
    lines: [
      {
        supplier: { supplierNumber: 1 },
        amount: -610,
        contraAccount: { accountNumber: 1310 },
        contraVatAccount: { vatCode: 'P25' },
        text: 'Green coffee',
        supplierInvoiceNumber: '2207',
      },
    ],
  },
  operations: ['list', 'get'],
});
export type Voucher = ValueOf<typeof Voucher>;
/** A line of a voucher: an amount on an account, with what it is set against (§2.8). */
export type VoucherLine = Voucher['lines'][number];

/** §4.2: what the vouchers of an accounting year are filtered and sorted by. */
export const VOUCHER_OF_YEAR_PROPERTIES = [
  'lines.accruals.account.accountNumber',
  'lines.contraAccount.accountNumber',
  'lines.contraAccount.accountType',
] as const;

/** A voucher as a request gives it: its type is in the address. */
export type VoucherDraft = DraftFor<typeof Voucher>;

/** The types a voucher can be written as (amendment 3.15 of facts). */
export const VOUCHER_TYPES = [
  'supplierInvoice',
  'supplierPayment',
  'customerInvoice',
  'customerPayment',
  'financeVoucher',
] as const;
/** What a voucher is (§2.8): it decides which lines it may have. */
export type VoucherType = (typeof VOUCHER_TYPES)[number];
