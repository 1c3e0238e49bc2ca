import { isLeft } from 'fp-ts/lib/Either.js';
import {
  amountOf,
  decimalFromNumber,
  defined,
  flatMapped,
  folded,
  fullDateOf,
  negated,
  sumOf,
  type Decimal,
  type FullDate,
} from '@kontor/kernel';
import {
  completeLines,
  entriesOfLine,
  SERIES,
  STANDARD_VAT_ACCOUNTS,
  type EntryToPost,
  type LineTerms,
  type VoucherLine,
  type VoucherType,
} from '@kontor/ledger';
import { dueDateOf } from '@kontor/sales';
import {
  BANK,
  EXPENSES,
  PURCHASES,
  RENT,
  SALES,
  WAGES,
  type InvoicedDeal,
} from './plausible-company.data.js';
import {
  CUSTOMER_GROUPS,
  CUSTOMERS,
  PAYMENT_TERMS,
  SUPPLIER_GROUPS,
  SUPPLIERS,
} from './standard-parties.data.js';

/** A document of a small trading company, on its way into the books. */
export type PlausibleDocument = {
  /** Counts them from 0. */
  readonly number: number;
  readonly date: FullDate;
  /** Of which series: one of `SERIES`. */
  readonly series: number;
  /** As the service makes them of a voucher's lines; of a customer's or supplier's post, it comes first. */
  readonly entries: readonly EntryToPost[];
  /** Of a payment: the number of the invoice that it pays, which came before. */
  readonly pays?: number | undefined;
};

/** Which documents are made up: of which days, how many, and from which chance. */
export type Plausible = {
  readonly fromDate: FullDate;
  readonly toDate: FullDate;
  /** How many entries all documents have together; at least 2. */
  readonly entries: number;
  readonly baseCurrency: string;
};

/** With it each customer and supplier has its share of the few documents of the demo agreement. */
const SEED = 20261153;

/**
 * The documents of a small trading company, spread over the dates: the same ones for the same question,
 * whatever the day or the machine. Sales and purchases at home and abroad, most of them paid some time later,
 * what is paid by card, and rent and wages where there is room for them.
 */
export function* plausibleDocuments(asked: Plausible): Generator<PlausibleDocument> {
  const { fromDate, toDate, entries } = asked;
  const next = random(SEED);
  const terms = termsIn(asked.baseCurrency);
  const days = daysBetween(fromDate, toDate) + 1;
  const agenda = agendaOf(days);
  if (hasRoomForMonths(asked)) planMonths(asked, agenda);
  for (let made = 0, number = 0, day = 0; made < entries; number += 1) {
    const today = Math.floor((made / entries) * days);
    const left = entries - made;
    const due = agenda.take(today, left);
    // What was planned is done on its day, unless something later is in the books already.
    day = Math.max(day, due?.day ?? today);
    const planned = due?.planned ?? drawn(left, next);
    const date = dayFrom(fromDate, day);
    const { voucherType, pays } = planned;
    const own = entriesOf(planned, date, terms);
    made += own.length;
    const paid = planned.isPaidAfter?.(next);
    if (paid !== undefined) agenda.plan(day + paid, paymentOf(planned, number));
    yield { number, date, series: SERIES[voucherType], entries: own, pays };
  }
}

// ---- kinds of documents -----------------------------------------------------------------------------

type Planned = {
  readonly voucherType: VoucherType;
  /** How many entries its lines make. */
  readonly size: number;
  readonly lines: readonly VoucherLine[];
  readonly pays?: number;
  /** Of an invoice: after how many days it is paid, undefined where it never is. */
  readonly isPaidAfter?: (next: Random) => number | undefined;
};

type Kind = {
  readonly weight: number;
  readonly size: number;
  readonly least: number;
  readonly most: number;
  readonly planned: (amount: Decimal) => Omit<Planned, 'size'>;
};

/** One in so many invoices waits for its money. */
const UNPAID = 9;

const paidSoonOrLate = (next: Random): number | undefined =>
  next() * UNPAID < 1 ? undefined : 4 + Math.floor(next() * next() * 90);

const customer = (customerNumber: number) => ({ customer: { customerNumber } });
const supplier = (supplierNumber: number) => ({ supplier: { supplierNumber } });
const contra = (accountNumber: number) => ({ contraAccount: { accountNumber } });

/** How many entries a line with this VAT code makes: its sides and the VAT, twice under reverse charge. */
function sizeWith(vatCode: string): number {
  const { ratePercentage, contraAccount } = defined(
    STANDARD_VAT_ACCOUNTS.find((one) => one.vatCode === vatCode),
  );
  if (ratePercentage === 0) return 2;
  return contraAccount === undefined ? 3 : 4;
}

/** An invoice in one line: what the customer or supplier owes or is owed, VAT included. */
const invoices =
  (
    voucherType: 'customerInvoice' | 'supplierInvoice',
    written: (party: number, amount: Decimal) => Pick<VoucherLine, 'amount' | 'customer' | 'supplier'>,
  ) =>
  ({ party, account, vatCode, text, foreign, ...deal }: InvoicedDeal): Kind => {
    const abroad = foreign && { currency: foreign.currency, exchangeRate: foreign.rate };
    const common = { ...abroad, ...contra(account), contraVatAccount: { vatCode }, text };
    return {
      ...deal,
      size: sizeWith(vatCode),
      planned: (amount) => ({
        voucherType,
        lines: [{ ...written(party, amount), ...common }],
        isPaidAfter: paidSoonOrLate,
      }),
    };
  };

const KINDS: readonly Kind[] = [
  ...SALES.map(invoices('customerInvoice', (party, amount) => ({ ...customer(party), amount }))),
  ...PURCHASES.map(
    invoices('supplierInvoice', (party, amount) => ({ ...supplier(party), amount: negated(amount) })),
  ),
  ...EXPENSES.map(({ account: accountNumber, vatCode, text, ...expense }): Kind => {
    const common = { account: { accountNumber }, vatAccount: { vatCode }, ...contra(BANK), text };
    return {
      ...expense,
      size: sizeWith(vatCode),
      planned: (amount) => ({ voucherType: 'financeVoucher', lines: [{ ...common, amount }] }),
    };
  }),
];

/** The money for an invoice, in its currency and at its rate. */
function paymentOf({ voucherType, lines }: Planned, invoice: number): Planned {
  const { contraVatAccount: _, ...line } = defined(lines[0]);
  return {
    voucherType: voucherType === 'customerInvoice' ? 'customerPayment' : 'supplierPayment',
    size: 2,
    lines: [{ ...line, amount: negated(line.amount), ...contra(BANK), text: `Payment: ${line.text ?? ''}` }],
    pays: invoice,
  };
}

/** A kind by its weight, of at most so many entries and never leaving a single one over. */
function drawn(left: number, next: Random): Planned {
  const kinds = KINDS.filter(({ size }) => fits(size, left));
  let at = next() * kinds.reduce((sum, { weight }) => sum + weight, 0);
  const { size, least, most, planned } = kinds.find(({ weight }) => (at -= weight) < 0) ?? defined(kinds[0]);
  return { ...planned(money(next, least, most)), size };
}

function fits(size: number, left: number): boolean {
  return size === left || size <= left - 2;
}

// ---- what is known to come ---------------------------------------------------------------------------

type Agenda = {
  readonly plan: (day: number, planned: Planned) => void;
  /** What is to be done by today and fits into what is left, the earliest first. */
  readonly take: (
    today: number,
    left: number,
  ) => { readonly day: number; readonly planned: Planned } | undefined;
};

/** What is planned for later days than there are is forgotten. */
function agendaOf(days: number): Agenda {
  const byDay: Planned[][] = Array.from({ length: days }, () => []);
  let day = 0;
  return {
    plan: (on, planned) => void byDay[on]?.push(planned),
    take: (today, left) => {
      while (day < today && byDay[day]?.length === 0) day += 1;
      const [planned] = byDay[day] ?? [];
      if (planned === undefined || !fits(planned.size, left)) return undefined;
      byDay[day]?.shift();
      return { day, planned };
    },
  };
}

const transfer = (size: number, lines: readonly VoucherLine[]): Planned => ({
  voucherType: 'financeVoucher',
  size,
  lines,
});

/** What every month has, and on which day of it. */
const RENT_PAID = transfer(2, [
  {
    account: { accountNumber: RENT.account },
    vatAccount: { vatCode: RENT.vatCode },
    amount: RENT.amount,
    ...contra(BANK),
    text: RENT.text,
  },
]);
const WAGES_PAID = transfer(3, [
  { account: { accountNumber: WAGES.account }, amount: WAGES.gross, text: 'Wages' },
  {
    account: { accountNumber: WAGES.withheldOn },
    amount: negated(WAGES.withheld),
    text: 'Payroll taxes withheld',
  },
  {
    account: { accountNumber: BANK },
    amount: sumOf([WAGES.withheld, negated(WAGES.gross)]),
    text: 'Wages paid',
  },
]);
const TAXES_PAID = transfer(2, [
  {
    account: { accountNumber: WAGES.withheldOn },
    amount: WAGES.withheld,
    ...contra(BANK),
    text: 'Payroll taxes of last month',
  },
]);
const DAY_OF_RENT = 1;
const DAY_OF_TAXES = 15;
const DAY_OF_WAGES = 27;
const ENTRIES_OF_MONTH = RENT_PAID.size + WAGES_PAID.size + TAXES_PAID.size;
const DAYS_OF_MONTH = 30;

/** Whether what every month has leaves at least as many entries for sales and purchases. */
function hasRoomForMonths({ fromDate, toDate, entries }: Plausible): boolean {
  const months = Math.ceil(daysBetween(fromDate, toDate) / DAYS_OF_MONTH);
  return 2 * ENTRIES_OF_MONTH * months <= entries;
}

/** No taxes are paid before there were wages to withhold them of. */
function planMonths({ fromDate, toDate }: Plausible, agenda: Agenda): void {
  let hasWages = false;
  for (let day = 0; day <= daysBetween(fromDate, toDate); day += 1) {
    const ofMonth = Number(dayFrom(fromDate, day).slice(8));
    if (ofMonth === DAY_OF_RENT) agenda.plan(day, RENT_PAID);
    if (ofMonth === DAY_OF_TAXES && hasWages) agenda.plan(day, TAXES_PAID);
    if (ofMonth !== DAY_OF_WAGES) continue;
    agenda.plan(day, WAGES_PAID);
    hasWages = true;
  }
}

// ---- as the service makes entries of lines ------------------------------------------------------------

/** The standard chart's VAT codes, and the control accounts of the standard customers and suppliers. */
function termsIn(baseCurrency: string): LineTerms {
  const vat = STANDARD_VAT_ACCOUNTS.map(
    ({ vatCode, ratePercentage, account, contraAccount }) =>
      [
        folded(vatCode),
        {
          vatCode,
          ratePercentage: decimalFromNumber(ratePercentage),
          barred: false,
          accountNumber: account,
          contraAccountNumber: contraAccount,
        },
      ] as const,
  );
  return { baseCurrency, vat: new Map(vat), controlAccountOf: (line) => partyOf(line).account };
}

/** On which account a customer or supplier stands, and on which terms it pays or is paid. */
function partyOf({ customer: to, supplier: of }: Pick<VoucherLine, 'customer' | 'supplier'>) {
  const { group, terms } = to
    ? defined(CUSTOMERS[to.customerNumber - 1])
    : defined(SUPPLIERS[defined(of).supplierNumber - 1]);
  const groups = to ? CUSTOMER_GROUPS : SUPPLIER_GROUPS;
  const { account } = defined(groups[group - 1]);
  return { account, paymentTerms: defined(PAYMENT_TERMS[terms - 1]) };
}

function entriesOf(
  { voucherType, lines }: Planned,
  date: FullDate,
  terms: LineTerms,
): readonly EntryToPost[] {
  const complete = completeLines(lines, terms);
  if (isLeft(complete)) throw new Error(`a plausible document is refused: ${JSON.stringify(complete.left)}`);
  return flatMapped(complete.right, (line, index) => {
    const hasParty = (line.customer ?? line.supplier) !== undefined;
    const dueDate = hasParty ? dueDateOf(date, partyOf(line).paymentTerms) : undefined;
    return entriesOfLine(line, `lines[${index}]`, voucherType, { ...terms, dueDate });
  });
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

/** Small amounts are more frequent than large ones. */
function money(next: Random, least: number, most: number): Decimal {
  return amountOf(BigInt(least + Math.floor(next() * next() * (most - least))));
}

const DAY_MS = 86_400_000;

function daysBetween(from: FullDate, to: FullDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

function dayFrom(date: FullDate, days: number): FullDate {
  return fullDateOf(new Date(Date.parse(date) + days * DAY_MS));
}
