/**
 * Whom a demo or sandbox agreement deals with: invented people and firms, written for Kontor.
 * Numbered from 1 in this order, except supplier groups, whose numbers a client chooses. Control
 * accounts are those of the standard chart.
 */
export const PAYMENT_TERMS = [
  { name: 'Net 8 days', paymentTermsType: 'net', daysOfCredit: 8 },
  { name: 'Net 14 days', paymentTermsType: 'net', daysOfCredit: 14 },
  { name: 'Net 30 days', paymentTermsType: 'net', daysOfCredit: 30 },
  { name: 'End of month', paymentTermsType: 'invoiceMonth', daysOfCredit: 0 },
  { name: 'Cash', paymentTermsType: 'paidInCash', daysOfCredit: 0 },
] as const;

export const CUSTOMER_GROUPS = [
  { name: 'Domestic customers', account: 5710 },
  { name: 'Customers in the EU', account: 5720 },
  { name: 'Customers outside the EU', account: 5720 },
] as const;

export const SUPPLIER_GROUPS = [
  { supplierGroupNumber: 1, name: 'Domestic suppliers', account: 6410 },
  { supplierGroupNumber: 2, name: 'Suppliers in the EU', account: 6420 },
  { supplierGroupNumber: 3, name: 'Suppliers outside the EU', account: 6420 },
] as const;

export const EMPLOYEES = [
  { name: 'Ivana Horvat', email: 'ivana.horvat@example.com', phone: '+385 1 555 0101' },
  { name: 'Åse Lindqvist', email: 'aase.lindqvist@example.com', phone: '+385 1 555 0102' },
] as const;

type Party = {
  readonly name: string;
  readonly address: string;
  readonly zip: string;
  readonly city: string;
  readonly country: string;
  readonly countryCode: string;
  readonly currency: string;
  readonly email: string;
  /** Group, payment terms and VAT zone by their numbers. */
  readonly group: number;
  readonly terms: number;
  readonly vatZone: number;
  readonly vatNumber?: string;
  /** In its own country's register. */
  readonly corporateIdentificationNumber: string;
};

type CustomerRow = Party & {
  readonly salesPerson: number;
  readonly telephoneAndFaxNumber?: string;
  readonly creditLimit?: string;
  readonly contacts?: readonly { readonly name: string; readonly email?: string; readonly phone?: string }[];
  readonly deliveryLocation?: {
    readonly address: string;
    readonly postalCode: string;
    readonly city: string;
  };
};

// prettier-ignore
export const CUSTOMERS: readonly CustomerRow[] = [
  { name: 'Kavana Zvono', address: 'Ilica 17', zip: '10000', city: 'Zagreb', country: 'Croatia', countryCode: 'HR', currency: 'EUR', email: 'racuni@zvono.example', group: 1, terms: 2, vatZone: 1, vatNumber: 'HR10000000017', corporateIdentificationNumber: '10000000017', salesPerson: 1, telephoneAndFaxNumber: '+385 1 555 0117', creditLimit: '5000', contacts: [{ name: 'Marko Babić', email: 'marko@zvono.example', phone: '+385 1 555 0118' }, { name: 'Ana Čop', email: 'ana@zvono.example' }], deliveryLocation: { address: 'Skladišna 4', postalCode: '10040', city: 'Zagreb' } },
  { name: 'Uredi i stolci d.o.o.', address: 'Riva 3', zip: '21000', city: 'Split', country: 'Croatia', countryCode: 'HR', currency: 'EUR', email: 'nabava@stolci.example', group: 1, terms: 3, vatZone: 1, vatNumber: 'HR10000000025', corporateIdentificationNumber: '10000000025', salesPerson: 2, creditLimit: '20000' },
  { name: 'Dječji vrtić Maslačak', address: 'Školska 9', zip: '31000', city: 'Osijek', country: 'Croatia', countryCode: 'HR', currency: 'EUR', email: 'vrtic@maslacak.example', group: 1, terms: 1, vatZone: 4, corporateIdentificationNumber: '77000003', salesPerson: 1 },
  { name: 'Ærøskøbing Boghandel', address: 'Søndergade 12', zip: '5970', city: 'Ærøskøbing', country: 'Denmark', countryCode: 'DK', currency: 'DKK', email: 'bog@aeroe.example', group: 2, terms: 3, vatZone: 2, vatNumber: 'DK10000003', corporateIdentificationNumber: '10000003', salesPerson: 2, contacts: [{ name: 'Søren Ørsted', phone: '+45 5550 1201' }] },
  { name: 'Weiß & Söhne GmbH', address: 'Große Straße 1', zip: '49074', city: 'Osnabrück', country: 'Germany', countryCode: 'DE', currency: 'EUR', email: 'buchhaltung@weiss.example', group: 2, terms: 4, vatZone: 2, vatNumber: 'DE100000004', corporateIdentificationNumber: '100000004', salesPerson: 1, creditLimit: '50000' },
  { name: 'Harbor Street Coffee, Inc.', address: '500 Harbor Street', zip: '98101', city: 'Seattle, WA', country: 'United States', countryCode: 'US', currency: 'USD', email: 'ap@harborstreet.example', group: 3, terms: 3, vatZone: 3, corporateIdentificationNumber: '77000006', salesPerson: 2 },
];

type SupplierRow = Party & {
  readonly phone?: string;
  readonly costAccount: number;
  readonly iban?: string;
};

// prettier-ignore
export const SUPPLIERS: readonly SupplierRow[] = [
  { name: 'Pržionica Luka', address: 'Lučka 22', zip: '51000', city: 'Rijeka', country: 'Croatia', countryCode: 'HR', currency: 'EUR', email: 'prodaja@luka.example', group: 1, terms: 2, vatZone: 1, vatNumber: 'HR10000000106', corporateIdentificationNumber: '10000000106', phone: '+385 51 555 0106', costAccount: 1310, iban: 'HR1723600001101234565' },
  { name: 'Grad Energija d.d.', address: 'Savska 41', zip: '10000', city: 'Zagreb', country: 'Croatia', countryCode: 'HR', currency: 'EUR', email: 'racuni@energija.example', group: 1, terms: 1, vatZone: 1, vatNumber: 'HR10000000114', corporateIdentificationNumber: '10000000114', phone: '+385 1 555 0114', costAccount: 1620 },
  { name: 'Lampenfabrik Öhringen GmbH', address: 'Industriestraße 7', zip: '74613', city: 'Öhringen', country: 'Germany', countryCode: 'DE', currency: 'EUR', email: 'vertrieb@lampen.example', group: 2, terms: 3, vatZone: 2, vatNumber: 'DE100000102', corporateIdentificationNumber: '100000102', costAccount: 1320, iban: 'DE89370400440532013000' },
  { name: 'Assam Leaf Exporters Pvt Ltd', address: 'Tea Garden Road 3', zip: '781001', city: 'Guwahati', country: 'India', countryCode: 'IN', currency: 'USD', email: 'export@assamleaf.example', group: 3, terms: 3, vatZone: 3, corporateIdentificationNumber: '77000010', costAccount: 1330 },
];
