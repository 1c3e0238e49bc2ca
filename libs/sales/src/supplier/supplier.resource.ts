import {
  assignedKey,
  boolean,
  code,
  described,
  group,
  itemNumber,
  line,
  listOf,
  naming,
  readOnly,
  reference,
  required,
  resource,
  text,
  total,
  type DraftFor,
  type ValueOf,
} from '@kontor/kernel';

const contact = () =>
  reference('supplier-contacts', 'supplierContactNumber', itemNumber(), { within: 'supplierNumber' });

/** Who is bought from (facts 3.5). What a supplier is owed stands on the account of its group. */
export const Supplier = resource('suppliers', 'supplier', {
  fields: {
    supplierNumber: assignedKey(itemNumber()),
    name: required(line({ min: 1, max: 255 })),
    currency: required(naming('currencies', code(3))),
    supplierGroup: required(reference('supplier-groups', 'supplierGroupNumber', itemNumber())),
    paymentTerms: required(reference('payment-terms', 'paymentTermsNumber', itemNumber())),
    vatZone: required(reference('vat-zones', 'vatZoneNumber', itemNumber())),
    address: text({ max: 255 }),
    zip: line({ max: 10 }),
    city: line({ max: 50 }),
    county: line({ max: 50 }),
    country: line({ max: 50 }),
    countryCode: reference('country-codes', 'code', code(2)),
    attention: described(contact(), 'one of its own contacts'),
    supplierContact: described(contact(), 'one of its own contacts'),
    email: line({ max: 100 }),
    phone: line({ max: 20 }),
    corporateIdentificationNumber: line({ max: 40 }),
    vatNumber: line({ max: 50 }),
    bankAccount: line({ max: 50 }),
    remittanceAdvice: described(
      group({
        creditorId: line({ max: 50 }),
        paymentType: reference('payment-types', 'paymentTypeNumber', itemNumber()),
        fieldValues: listOf(
          group({
            paymentTypeFieldNumber: required(itemNumber()),
            value: required(line({ min: 1, max: 250 })),
          }),
          { max: 20 },
        ),
      }),
      'how it is paid: a payment type, and a value for the fields of that type',
    ),
    defaultInvoiceText: line({ max: 100 }),
    costAccount: described(
      reference('accounts', 'accountNumber', itemNumber(), { fits: 'entries' }),
      'where its invoices are usually booked',
    ),
    layout: reference('layouts', 'layoutNumber', itemNumber()),
    salesPerson: reference('employees', 'employeeNumber', itemNumber()),
    barred: described(boolean(), 'not to be used on invoices'),
    balance: described(
      readOnly(total()),
      'what it is owed, in base currency: the sum of its entries, negative while we owe',
    ),
  },
  relations: { contacts: { to: 'supplier-contacts' } },
  links: { openPosts: { to: 'open-posts' } },
  filterable: [
    'address',
    'balance',
    'bankAccount',
    'barred',
    'city',
    'corporateIdentificationNumber',
    'country',
    'county',
    'currency',
    'defaultInvoiceText',
    'email',
    'name',
    'supplierGroup.supplierGroupNumber',
    'supplierNumber',
    'vatNumber',
    'zip',
  ],
  example: {
    name: 'Holt & Sons',
    currency: 'EUR',
    supplierGroup: { supplierGroupNumber: 1 },
    paymentTerms: { paymentTermsNumber: 1 },
    vatZone: { vatZoneNumber: 1 },
    address: 'Havnegade 12',
    zip: '1058',
    city: 'Copenhagen',
    country: 'Denmark',
  },
  masterData: true,
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type Supplier = ValueOf<typeof Supplier>;
/** What a client sends to make or to replace one. */
export type SupplierDraft = DraftFor<typeof Supplier>;
