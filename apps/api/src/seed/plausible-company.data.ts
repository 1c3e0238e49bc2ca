import { decimal, type Decimal } from '@kontor/kernel';

/**
 * What the small trading company of `standard-parties.data.ts` sells and buys: whom with, on which account
 * and under which VAT code of the standard chart. Invented for Kontor. Amounts are in cents, gross.
 */
export type InvoicedDeal = {
  /** The customer or supplier by its number. */
  readonly party: number;
  readonly account: number;
  readonly vatCode: string;
  readonly text: string;
  /** How often it comes up, beside the others. */
  readonly weight: number;
  readonly least: number;
  readonly most: number;
  /** Where it is not the base currency; `rate`: what 100 units of it are in base currency. */
  readonly foreign?: { readonly currency: string; readonly rate: Decimal };
};

const DKK = { currency: 'DKK', rate: decimal('13.4') };
const USD = { currency: 'USD', rate: decimal('91.37') };

/** Each customer buys what its VAT zone is sold: domestic with VAT, in the EU, abroad, or without VAT. */
// prettier-ignore
export const SALES: readonly InvoicedDeal[] = [
  { party: 1, account: 1020, vatCode: 'S12', text: 'Coffee and tea', weight: 10, least: 15_000, most: 450_000 },
  { party: 2, account: 1010, vatCode: 'S25', text: 'Office furniture', weight: 12, least: 60_000, most: 2_400_000 },
  { party: 3, account: 1030, vatCode: 'S0', text: 'Shelves and desks', weight: 3, least: 20_000, most: 400_000 },
  { party: 4, account: 1040, vatCode: 'SEUG', text: 'Notebooks and pens', weight: 3, least: 100_000, most: 3_000_000, foreign: DKK },
  { party: 5, account: 1040, vatCode: 'SEUG', text: 'Desk lamps', weight: 5, least: 40_000, most: 1_500_000 },
  { party: 6, account: 1050, vatCode: 'SEXP', text: 'Office chairs', weight: 3, least: 50_000, most: 1_200_000, foreign: USD },
];

// prettier-ignore
export const PURCHASES: readonly InvoicedDeal[] = [
  { party: 1, account: 1310, vatCode: 'P25', text: 'Green coffee', weight: 8, least: 20_000, most: 600_000 },
  { party: 2, account: 1620, vatCode: 'P25', text: 'Electricity and heating', weight: 4, least: 12_000, most: 60_000 },
  { party: 3, account: 1320, vatCode: 'EUG25', text: 'Lamps and chairs', weight: 7, least: 40_000, most: 1_000_000 },
  { party: 3, account: 1350, vatCode: 'EUS25', text: 'Carriage from Öhringen', weight: 2, least: 8_000, most: 90_000 },
  { party: 4, account: 1330, vatCode: 'IMP25', text: 'Tea from Assam', weight: 3, least: 30_000, most: 500_000, foreign: USD },
];

/** Paid at once, by card: nobody is owed anything. */
// prettier-ignore
export const EXPENSES: readonly Omit<InvoicedDeal, 'foreign' | 'party'>[] = [
  { account: 1710, vatCode: 'P25', text: 'Fuel', weight: 5, least: 4_500, most: 14_000 },
  { account: 1910, vatCode: 'P25', text: 'Office supplies', weight: 3, least: 1_500, most: 40_000 },
  { account: 1920, vatCode: 'P25', text: 'Telephone and internet', weight: 2, least: 6_900, most: 18_000 },
  { account: 1930, vatCode: 'P25', text: 'Software', weight: 2, least: 2_500, most: 60_000 },
  { account: 1810, vatCode: 'P25', text: 'Advertising', weight: 2, least: 5_000, most: 120_000 },
  { account: 1940, vatCode: 'P25', text: 'Accountant', weight: 1, least: 20_000, most: 90_000 },
];

export const BANK = 5810;

/** Every month, the same: rent, wages, and what was withheld of them the month before. */
export const RENT = { account: 1610, vatCode: 'P0', text: 'Rent', amount: decimal('850') } as const;
export const WAGES = {
  account: 1510,
  gross: decimal('2400'),
  withheld: decimal('840'),
  withheldOn: 6440,
} as const;
