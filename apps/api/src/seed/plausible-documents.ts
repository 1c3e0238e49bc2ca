import {
  defined,
  amountOf,
  decimal,
  type Decimal,
  type FullDate,
  fullDateOf,
  inBaseCurrency,
  negated,
  percentageOf,
  sumOf,
} from '@kontor/kernel';
import { SERIES, type EntryToPost, type EntryType } from '@kontor/ledger';

/** A document of a small trading company, on its way into the books. */
export type PlausibleDocument = {
  readonly date: FullDate;
  /** Of which series: one of `SERIES`. */
  readonly series: number;
  readonly entries: readonly EntryToPost[];
};

/** Which documents are made up: of which days, how many, and from which chance. */
export type Plausible = {
  readonly fromDate: FullDate;
  readonly toDate: FullDate;
  /** How many entries all documents have together; at least 2. */
  readonly entries: number;
  readonly baseCurrency: string;
};

/**
 * The documents of a small trading company, spread over the dates: the same ones for the same
 * question, whatever the day or the machine. Sales and purchases with VAT, payments, wages,
 * rent, reverse charge and a foreign currency.
 */
export function* plausibleDocuments({
  fromDate,
  toDate,
  entries,
  baseCurrency,
}: Plausible): Generator<PlausibleDocument> {
  const next = random(20261120);
  const days = daysBetween(fromDate, toDate) + 1;
  let made = 0;
  while (made < entries) {
    const date = dayFrom(fromDate, Math.floor((made / entries) * days));
    const kind = fitting(entries - made, next);
    const lines = kind.lines(money(next, kind.most), next);
    const document = documentOf(kind, lines, baseCurrency);
    made += document.length;
    yield { date, series: kind.series, entries: document };
  }
}

// ---- kinds of documents -----------------------------------------------------------------------------

type Line = {
  readonly account: number;
  /** Of a foreign currency's line, in that currency. */
  readonly amount: Decimal;
  readonly vatCode?: string;
  readonly isSystemMade?: true;
  readonly text: string;
};

type Kind = {
  readonly entryType: EntryType;
  readonly series: number;
  readonly size: number;
  /** How often it comes up, beside the others. */
  readonly weight: number;
  /** The largest amount, in cents. */
  readonly most: number;
  readonly currency?: { readonly code: string; readonly rate: Decimal };
  readonly lines: (amount: Decimal, next: Random) => readonly Line[];
};

const STANDARD_RATE = decimal('25');
const DEBTORS = 5710;
const CREDITORS = 6410;
const BANK = 5810;
const SALES_VAT = 6610;
const PURCHASE_VAT = 6660;

const KINDS: readonly Kind[] = [
  {
    entryType: 'customerInvoice',
    series: SERIES.customerInvoice,
    size: 3,
    weight: 30,
    most: 1_500_000,
    lines: (net) => {
      const vat = percentageOf(net, STANDARD_RATE);
      const text = 'Sale of goods';
      return [
        { account: DEBTORS, amount: sumOf([net, vat]), text, isSystemMade: true },
        { account: 1010, amount: negated(net), text, vatCode: 'S25' },
        { account: SALES_VAT, amount: negated(vat), text: 'VAT 25 %', isSystemMade: true },
      ];
    },
  },
  {
    entryType: 'supplierInvoice',
    series: SERIES.supplierInvoice,
    size: 3,
    weight: 22,
    most: 800_000,
    lines: (net, next) => {
      const vat = percentageOf(net, STANDARD_RATE);
      const [account, text] = oneOf(PURCHASES, next);
      return [
        { account, amount: net, text, vatCode: 'P25' },
        { account: PURCHASE_VAT, amount: vat, text: 'VAT 25 %', isSystemMade: true },
        { account: CREDITORS, amount: negated(sumOf([net, vat])), text, isSystemMade: true },
      ];
    },
  },
  {
    entryType: 'supplierInvoice',
    series: SERIES.supplierInvoice,
    size: 4,
    weight: 4,
    most: 300_000,
    lines: (net) => {
      const vat = percentageOf(net, STANDARD_RATE);
      const text = 'Services bought in the EU';
      return [
        { account: 1350, amount: net, text, vatCode: 'EUS25' },
        { account: PURCHASE_VAT, amount: vat, text: 'VAT deducted', isSystemMade: true },
        { account: 6630, amount: negated(vat), text: 'VAT owed', isSystemMade: true },
        { account: CREDITORS, amount: negated(net), text, isSystemMade: true },
      ];
    },
  },
  {
    entryType: 'supplierInvoice',
    series: SERIES.supplierInvoice,
    size: 2,
    weight: 4,
    most: 500_000,
    currency: { code: 'USD', rate: decimal('91.37') },
    lines: (amount) => [
      { account: 1330, amount, text: 'Goods from overseas' },
      { account: 6420, amount: negated(amount), text: 'Goods from overseas', isSystemMade: true },
    ],
  },
  payment('customerPayment', SERIES.customerPayment, 20, 'Payment received', BANK, DEBTORS),
  payment('supplierPayment', SERIES.supplierPayment, 14, 'Payment made', CREDITORS, BANK),
  {
    entryType: 'financeVoucher',
    series: SERIES.financeVoucher,
    size: 3,
    weight: 2,
    most: 600_000,
    lines: (gross) => {
      const kept = percentageOf(gross, decimal('35'));
      return [
        { account: 1510, amount: gross, text: 'Wages' },
        { account: 6440, amount: negated(kept), text: 'Taxes withheld' },
        { account: BANK, amount: negated(sumOf([gross, negated(kept)])), text: 'Wages paid' },
      ];
    },
  },
  payment('financeVoucher', SERIES.financeVoucher, 4, 'Rent', 1610, BANK),
];

const PURCHASES = [
  [1310, 'Goods'],
  [1630, 'Cleaning'],
  [1710, 'Fuel'],
  [1810, 'Advertising'],
  [1910, 'Office supplies'],
  [1920, 'Telephone'],
  [1930, 'Software'],
  [1940, 'Accountant'],
] as const;

/** A document that moves one amount from one account to another. */
function payment(
  entryType: EntryType,
  series: number,
  weight: number,
  text: string,
  to: number,
  from: number,
): Kind {
  return {
    entryType,
    series,
    size: 2,
    weight,
    most: 1_000_000,
    lines: (amount) => [
      { account: to, amount, text, isSystemMade: true },
      { account: from, amount: negated(amount), text, isSystemMade: true },
    ],
  };
}

/** A kind by its weight, of at most so many entries and never leaving a single one over. */
function fitting(left: number, next: Random): Kind {
  const kinds = KINDS.filter(({ size }) => size === left || size <= left - 2);
  const all = kinds.length === 0 ? KINDS.filter(({ size }) => size === 2) : kinds;
  let at = next() * all.reduce((sum, { weight }) => sum + weight, 0);
  return all.find(({ weight }) => (at -= weight) < 0) ?? defined(all[0]);
}

function documentOf(
  { entryType, currency }: Kind,
  lines: readonly Line[],
  baseCurrency: string,
): readonly EntryToPost[] {
  return lines.map(({ account, amount, vatCode, text, isSystemMade = false }, index) => ({
    accountNumber: account,
    amount,
    amountInBaseCurrency: currency === undefined ? amount : inBaseCurrency(amount, currency.rate),
    currency: currency?.code ?? baseCurrency,
    entryType,
    text,
    vatCode,
    ...(vatCode !== undefined && { vatRate: STANDARD_RATE }),
    isSystemMade,
    property: `lines[${index}].account`,
  }));
}

// ---- chance that is none ----------------------------------------------------------------------------

type Random = () => number;

/** Mulberry32: small, fast, and the same numbers everywhere. */
function random(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function oneOf<A>(values: readonly A[], next: Random): A {
  return values[Math.floor(next() * values.length)] as A;
}

/** Small amounts are more frequent than large ones. */
function money(next: Random, most: number): Decimal {
  return amountOf(BigInt(100 + Math.floor(next() * next() * most)));
}

const DAY_MS = 86_400_000;

function daysBetween(from: FullDate, to: FullDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

function dayFrom(date: FullDate, days: number): FullDate {
  return fullDateOf(new Date(Date.parse(date) + days * DAY_MS));
}
