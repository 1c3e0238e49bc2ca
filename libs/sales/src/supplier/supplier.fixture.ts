import type { Fixture } from '@kontor/kernel';
import { Supplier } from './supplier.resource.js';

/** The least that makes a supplier. */
export const SUPPLIER = {
  name: 'Bryggeriet',
  currency: 'EUR',
  supplierGroup: { supplierGroupNumber: 1 },
  paymentTerms: { paymentTermsNumber: 1 },
  vatZone: { vatZoneNumber: 1 },
};

export const supplierFixture: Fixture = {
  resource: Supplier,
  examples: [
    {
      ...SUPPLIER,
      address: 'Industrivej 4',
      zip: '6000',
      city: 'Kolding',
      county: 'Syddanmark',
      country: 'Danmark',
      countryCode: { code: 'DK' },
      email: 'x@y.example',
      phone: '+45 5550 0004',
      corporateIdentificationNumber: '10000010',
      vatNumber: 'DK10000010',
      bankAccount: '5040 1234567',
      remittanceAdvice: {
        creditorId: '80000000',
        paymentType: { paymentTypeNumber: 10 },
        fieldValues: [{ paymentTypeFieldNumber: 1, value: 'DK5000400440116243' }],
      },
      defaultInvoiceText: 'Humle',
      costAccount: { accountNumber: 1310 },
      layout: { layoutNumber: 1 },
      salesPerson: { employeeNumber: 2 },
      barred: true,
    },
    { ...SUPPLIER, supplierNumber: 999999999 },
  ],
  wrong: {
    supplierNumber: 0,
    name: 'x'.repeat(256),
    currency: 'E',
    supplierGroup: {},
    paymentTerms: {},
    vatZone: { vatZoneNumber: 0 },
    address: 'x'.repeat(256),
    zip: 'x'.repeat(11),
    city: 'x'.repeat(51),
    county: 'x'.repeat(51),
    country: 'x'.repeat(51),
    countryCode: {},
    attention: {},
    supplierContact: {},
    email: 'x'.repeat(101),
    phone: 'x'.repeat(21),
    corporateIdentificationNumber: 'x'.repeat(41),
    vatNumber: 'x'.repeat(51),
    bankAccount: 'x'.repeat(51),
    remittanceAdvice: { fieldValues: [{ paymentTypeFieldNumber: 1, value: 'x' }] },
    defaultInvoiceText: 'x'.repeat(101),
    costAccount: {},
    layout: {},
    salesPerson: {},
    barred: 'no',
  },
};
