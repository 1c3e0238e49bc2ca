import {
  addressed,
  amount,
  boolean,
  code,
  computed,
  derived,
  described,
  fullDate,
  group,
  internalIfAny,
  integer,
  itemNumber,
  line,
  listOf,
  naming,
  needing,
  oneOf,
  percentage,
  price,
  readOnly,
  reference,
  required,
  text,
} from '@kontor/kernel';
import { SOLD_WITHOUT_VAT } from './document-words.data.js';
import { PAYMENT_TERMS_TYPES } from '../payment/payment-terms.resource.js';

/** The number that stands on a line, once: its place when left out, or the next that no line has. */
const place = () => derived(integer({ min: 1 }));

/** A reference to a VAT account by its code, of 1 to 5 characters. */
export const vatAccount = () => reference('vat-accounts', 'vatCode', line({ min: 1, max: 5 }));

/**
 * Where a line posts: what a draft shows is what is booked, on the accounts of when it was written, and a
 * credit note takes back what its invoice posted from where that stands.
 */
export const linePostsTo = () =>
  internalIfAny(
    group({ control: readOnly(itemNumber()), sales: computed(itemNumber()), vat: computed(itemNumber()) }),
  );

/** The same of an additional expense; what it charges is posted on its account of when that is booked. */
export const expensePostsTo = () =>
  internalIfAny(
    group({ control: readOnly(itemNumber()), expense: computed(itemNumber()), vat: computed(itemNumber()) }),
  );

/**
 * What draft and booked lines have in common (facts 3.12). A line names a
 * product, or describes what it is about.
 */
export const lineFields = {
  lineNumber: place(),
  sortKey: place(),
  description: described(text({ max: 2500 }), 'the name of the product when left out'),
  product: reference('products', 'productNumber', line({ min: 1, max: 25 })),
  quantity: described(price(), '1 when left out; a line of text alone has none'),
  unitNetPrice: described(
    price(),
    'the sales price of the product when left out, converted by the exchange rate, and with its VAT where vatIncluded is true',
  ),
  unitCostPrice: described(price(), 'in base currency; the cost price of the product when left out'),
  discountPercentage: described(
    derived(percentage()),
    'the defaultDiscountPct of the customer when left out; 0 on a line of text alone',
  ),
  unit: reference('units', 'unitNumber', itemNumber(), { projection: ['name'] as const }),
  department: needing('dimension', reference('departments', 'departmentNumber', itemNumber())),
  departmentalDistribution: needing(
    'dimension',
    reference('departmental-distributions', 'departmentalDistributionNumber', itemNumber()),
  ),
  // As it was when the line was written: a change of the group does not undo what is ordered.
  keepsNoStock: internalIfAny(boolean()),
  totalNetAmount: readOnly(amount()),
  totalVatAmount: readOnly(amount()),
  totalGrossAmount: readOnly(amount()),
  manuallyEditedSalesPrice: described(computed(boolean()), 'the price is not the sales price of the product'),
  marginInBaseCurrency: readOnly(amount()),
  marginPercentage: readOnly(amount()),
};

/** What a draft and a booked invoice say before their lines (facts 3.12). */
export const headFields = {
  salesDocumentType: readOnly(oneOf(['invoice', 'creditNote'])),
  creditedInvoice: described(
    computed(
      addressed(
        { bookedInvoiceNumber: readOnly(itemNumber()) },
        { to: 'booked-invoices', by: 'bookedInvoiceNumber' },
      ),
    ),
    'of a credit note: the invoice that it credits',
  ),
  customer: required(reference('customers', 'customerNumber', itemNumber())),
  date: described(derived(fullDate()), 'today when left out'),
  dueDate: described(
    derived(fullDate()),
    'follows from the payment terms and the date; what is sent counts under terms of type dueDate only',
  ),
  vatDate: fullDate(),
  currency: described(derived(naming('currencies', code(3))), 'ISO 4217; that of the customer when left out'),
  exchangeRate: described(
    derived(percentage({ min: '0.0000000001', max: '9999999999999' })),
    'base currency for 100 units of the currency; 100 for the base currency, needed for any other',
  ),
  vatIncluded: described(boolean(), 'unit prices include VAT'),
  layout: derived(reference('layouts', 'layoutNumber', itemNumber())),
  paymentTerms: derived(
    reference('payment-terms', 'paymentTermsNumber', itemNumber(), {
      projection: {
        name: line({ max: 50 }),
        paymentTermsType: oneOf(PAYMENT_TERMS_TYPES),
        daysOfCredit: integer({ min: 0, max: 9999 }),
      },
    }),
  ),
  paymentType: reference('payment-types', 'paymentTypeNumber', itemNumber()),
  numberSeries: described(
    readOnly(reference('number-series', 'numberSeriesNumber', itemNumber())),
    'numbers sales invoices, or credit notes, without gaps, when they are booked',
  ),
  recipient: described(
    derived(
      group({
        name: derived(line({ min: 1, max: 255 })),
        address: text({ max: 510 }),
        zip: line({ max: 30 }),
        city: line({ max: 50 }),
        county: line({ max: 50 }),
        country: line({ max: 50 }),
        ean: line({ max: 40 }),
        publicEntryNumber: line({ max: 50 }),
        vatNumber: line({ max: 50 }),
        vatZone: derived(reference('vat-zones', 'vatZoneNumber', itemNumber())),
      }),
    ),
    'that of the customer when left out; one that is given is taken as it is, with the name, VAT number and VAT zone of the customer where it has none',
  ),
  deliveryLocation: described(
    reference('delivery-locations', 'deliveryLocationNumber', itemNumber(), {
      within: 'customer.customerNumber',
    }),
    'one of the customer',
  ),
  delivery: described(
    group({
      address: text({ max: 255 }),
      zip: line({ max: 30 }),
      city: line({ max: 50 }),
      county: line({ max: 50 }),
      country: line({ max: 50 }),
      deliveryTerms: line({ max: 100 }),
      deliveryDate: fullDate(),
    }),
    'that of the delivery location when left out',
  ),
  references: group({
    primarySalesPerson: reference('employees', 'employeeNumber', itemNumber()),
    secondarySalesPerson: reference('employees', 'employeeNumber', itemNumber()),
    other: line({ max: 250 }),
  }),
  notes: group({
    heading: line({ max: 250 }),
    text1: text({ max: 1000 }),
    text2: text({ max: 1000 }),
  }),
};

/** What follows from the lines. */
export const totalFields = {
  vatCodeGroups: described(
    readOnly(
      listOf(
        group({
          vatAccount: computed(vatAccount()),
          vatRate: readOnly(percentage()),
          totalNetAmount: readOnly(amount()),
          totalVatAmount: readOnly(amount()),
          totalGrossAmount: readOnly(amount()),
          // Of a credit note in another currency, which may have taken what rounding had left.
          inBase: internalIfAny(group({ net: readOnly(amount()), vat: readOnly(amount()) })),
          // Of what is booked without VAT: why none was charged then, which is printed for good.
          soldAs: internalIfAny(oneOf([...SOLD_WITHOUT_VAT, 'notSaid'])),
        }),
      ),
    ),
    'what is charged under each VAT code; together they are the totals of the invoice',
  ),
  netAmount: readOnly(amount()),
  vatAmount: readOnly(amount()),
  grossAmount: readOnly(amount()),
  roundingAmount: readOnly(amount()),
  netAmountInBaseCurrency: readOnly(amount()),
  costPriceInBaseCurrency: readOnly(amount()),
  marginInBaseCurrency: readOnly(amount()),
  marginPercentage: readOnly(amount()),
};

/** What drafts and booked invoices are both filtered and sorted by (facts 3.12, 3.13). */
export const ASKED_BY = [
  'currency',
  'customer.customerNumber',
  'date',
  'delivery.address',
  'delivery.city',
  'delivery.country',
  'delivery.county',
  'delivery.deliveryDate',
  'delivery.deliveryTerms',
  'delivery.zip',
  'deliveryLocation.deliveryLocationNumber',
  'dueDate',
  'exchangeRate',
  'grossAmount',
  'netAmount',
  'notes.heading',
  'notes.text1',
  'notes.text2',
  'numberSeries.numberSeriesNumber',
  'paymentTerms.paymentTermsNumber',
  'recipient.address',
  'recipient.city',
  'recipient.country',
  'recipient.county',
  'recipient.ean',
  'recipient.name',
  'recipient.publicEntryNumber',
  'recipient.vatZone.vatZoneNumber',
  'recipient.zip',
  'references.other',
  'references.primarySalesPerson.employeeNumber',
  'references.secondarySalesPerson.employeeNumber',
] as const;

/** What the same things are called in filters of other services of this family (facts 3.12, 3.13). */
export const OTHER_NAMES = {
  'notes.textLine1': 'notes.text1',
  'notes.textLine2': 'notes.text2',
  'references.salesPerson.employeeNumber': 'references.primarySalesPerson.employeeNumber',
  'references.vendorReference.employeeNumber': 'references.secondarySalesPerson.employeeNumber',
} as const;
