/** What the books of a demo or sandbox agreement are filled with, beside the standard chart of accounts. */
export const DEPARTMENTS = ['Shop', 'Workshop', 'Administration'] as const;

/** Shares as [department number, percentage]; one share makes a distribution of type department. */
export const DISTRIBUTIONS = [
  { name: 'Shop', shares: [[1, '100']] },
  { name: 'Workshop', shares: [[2, '100']] },
  { name: 'Administration', shares: [[3, '100']] },
  {
    name: 'Rent by floor space',
    shares: [
      [1, '60'],
      [2, '27.5'],
      [3, '12.5'],
    ],
  },
] as const satisfies readonly {
  readonly name: string;
  readonly shares: readonly (readonly [number, string])[];
}[];

/** Numbered from 1 in this order. */
export const UNITS = ['piece', 'kg', 'hour', 'km', 'litre'] as const;

/** With the accounts they are sold on: domestic, in the EU, abroad, domestic without VAT. */
export const PRODUCT_GROUPS = [
  { name: 'Trade goods', areGoods: true, salesAccounts: [1010, 1040, 1050, 1030] },
  { name: 'Coffee and tea', areGoods: true, salesAccounts: [1020, 1040, 1050, 1030] },
  { name: 'Services', areGoods: false, salesAccounts: [1110, 1120, 1130, 1030] },
  { name: 'Licences', areGoods: false, salesAccounts: [1110, 1120, 1130, 1030] },
] as const;

// prettier-ignore
export const PRODUCTS = [
  { productNumber: '1000', name: 'Desk lamp, brass', costPrice: '34.5', salesPrice: '79', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '1001', name: 'Desk lamp, black', costPrice: '31.2', salesPrice: '75', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '1002', name: 'Office chair', costPrice: '98', salesPrice: '219', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '1003', name: 'Desk 160 × 80 cm', costPrice: '145', salesPrice: '329', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '1004', name: 'Shelf, oak', costPrice: '88.4', salesPrice: '189', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '1005', name: 'Filing cabinet', costPrice: '112', salesPrice: '249', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '1006', name: 'Waste bin', costPrice: '8.1', salesPrice: '19.5', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '1007', name: 'Whiteboard 90 × 60 cm', costPrice: '27.3', salesPrice: '64', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '1008', name: 'Marker set', costPrice: '3.2', salesPrice: '7.95', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '1009', name: 'Notebook A5, ruled', costPrice: '1.15', salesPrice: '3.25', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '1010', name: 'Notebook A4, squared', costPrice: '1.65', salesPrice: '4.5', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '1011', name: 'Fountain pen', costPrice: '11.4', salesPrice: '28', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '1012', name: 'Ink, blue-black', costPrice: '3.05', salesPrice: '7.8', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '1013', name: 'Paper A4, 500 sheets', costPrice: '3.6', salesPrice: '6.9', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '1014', name: 'Envelope C5, 100 pieces', costPrice: '4.1', salesPrice: '9.5', unitNumber: 1, productGroupNumber: 1 },
  { productNumber: '2000', name: 'Coffee, whole bean', costPrice: '9.8', salesPrice: '19.9', unitNumber: 2, productGroupNumber: 2 },
  { productNumber: '2001', name: 'Coffee, ground', costPrice: '9.95', salesPrice: '20.5', unitNumber: 2, productGroupNumber: 2 },
  { productNumber: '2002', name: 'Green tea', costPrice: '14.2', salesPrice: '32', unitNumber: 2, productGroupNumber: 2 },
  { productNumber: '2003', name: 'Black tea Assam', costPrice: '11.9', salesPrice: '27', unitNumber: 2, productGroupNumber: 2 },
  { productNumber: 'S-100', name: 'Consulting', costPrice: '0', salesPrice: '120', unitNumber: 3, productGroupNumber: 3 },
  { productNumber: 'S-110', name: 'Bookkeeping', costPrice: '0', salesPrice: '75', unitNumber: 3, productGroupNumber: 3 },
  { productNumber: 'S-120', name: 'Assembly on site', costPrice: '0', salesPrice: '58', unitNumber: 3, productGroupNumber: 3 },
  { productNumber: 'S-130', name: 'Travel time', costPrice: '0', salesPrice: '45', unitNumber: 3, productGroupNumber: 3 },
  { productNumber: 'LIC/12', name: 'Licence, 12 months', costPrice: '0', salesPrice: '240', unitNumber: 1, productGroupNumber: 4 },
  { productNumber: 'LIC/1', name: 'Licence, 1 month', costPrice: '0', salesPrice: '24', unitNumber: 1, productGroupNumber: 4 },
] as const;

export const PRODUCT_ALIASES = [
  {
    productNumber: '1000',
    nameAlias: 'Schreibtischlampe, Messing',
    descriptionAlias: 'Bestellnummer 77-1000',
  },
  { productNumber: '2000', nameAlias: 'Kaffee, ganze Bohne' },
] as const;
