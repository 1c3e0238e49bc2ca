import { amountOf, centsOf, sumOf, type Decimal, withoutSign, ZERO } from '@kontor/kernel';
import { SERIES, seriesOf, type BooksChecked } from '@kontor/ledger';
import { BookedInvoice, DraftInvoice, grossInBase, lineAmount, marginOf } from '@kontor/sales';
import { accessTo } from '../../resource/resource-access.js';
import type { Row, SqlValue } from '../../statement.js';
import { eachRow } from './check-references.js';
import { pluralize, from, inMap, reading, rowsRead, type Looked } from './checks.js';
import { vouchersById, type DocumentRows } from './documents.js';
import { placeOf, type EntryObserver, type SeenEntry } from './entries-seen.js';
import { bigintAt, flagAt, numberAt, numberOrNullAt } from '../../row.js';

/**
 * What the entries of an invoice have, in cents: of the customer, also in base currency, of VAT, of all else
 * in base currency; and when it is due.
 */
type InvoiceSums = {
  customer: bigint;
  customerBase: bigint;
  vat: bigint;
  net: bigint;
  parts: number;
  entries: number;
  due: SqlValue;
};

const [VAT_PART, DUE] = [placeOf('vat_part'), placeOf('due_date')];

/** By the voucher of an invoice. */
export class EntriesOfInvoices implements EntryObserver {
  readonly byVoucher = new Map<number, InvoiceSums>();

  see(entry: SeenEntry): void {
    if (entry.type !== 'customerInvoice') return;
    const { base, amount } = entry;
    const isOnCustomer = entry.customer !== null;
    const sums = inMap(this.byVoucher, entry.voucherId, () => ({
      customer: 0n,
      customerBase: 0n,
      vat: 0n,
      net: 0n,
      parts: 0,
      entries: 0,
      due: null,
    }));
    sums.entries += 1;
    if (isOnCustomer) {
      sums.customer += amount;
      sums.customerBase += base;
      sums.due = entry.at(DUE);
    }
    if (entry.at(VAT_PART) === 'vat') {
      sums.vat += amount;
      sums.parts += 1;
    } else if (!isOnCustomer) sums.net += base;
  }
}

/**
 * The amounts of a booked invoice add up, and are those of its entries: what the customer owes, the VAT, and
 * what was earned in base currency. Its dates are those of its entries and of its voucher, and it shows the
 * number of that one.
 */
export async function invoicesAgree(
  looked: Looked,
  documents: DocumentRows,
  { byVoucher }: EntriesOfInvoices,
): Promise<BooksChecked> {
  const columns = [
    ...['booked_invoice_number', 'voucher_voucher_id', 'due_date', 'vat_date', 'exchange_rate'],
    ...['number_series_number', 'voucher_voucher_number_voucher_number'],
    ...['voucher_voucher_number_prefix', 'voucher_voucher_number_display_voucher_number'],
    ...SUMS,
    'net_amount_in_base_currency',
    CREDITED,
  ];
  const vouchers = vouchersById(documents.vouchers);
  const rateIn = reading(looked, BookedInvoice, 'exchangeRate');
  const rows = await rowsRead(from(looked, 'booked_invoice', columns));
  const entries = entriesOfCredited(rows, byVoucher);
  return {
    check: 'Booked invoices have the amounts and dates of their entries',
    looked: pluralize(rows.length, 'invoice'),
    faults: rows.flatMap((row) => {
      const id = numberAt(row, 'voucher_voucher_id');
      const of = byVoucher.get(id);
      const name = `invoice ${String(row['booked_invoice_number'])}`;
      return [
        ...invoiceOff(row, of),
        ...rateOff(row, rateIn(row), of, entries.get(numberOrNullAt(row, CREDITED) ?? 0)),
        ...voucherOff(row, vouchers.get(id), of),
      ].map((fault) => `${name}: ${fault}`);
    }),
  };
}

/** Of a credit note: which invoice it credits. */
const CREDITED = 'credited_invoice_booked_invoice_number';

/** How many entries an invoice that is credited has together with its credit notes, by its number. */
function entriesOfCredited(
  rows: readonly Row[],
  byVoucher: EntriesOfInvoices['byVoucher'],
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  const ofRow = (row: Row): number => byVoucher.get(numberAt(row, 'voucher_voucher_id'))?.entries ?? 0;
  const notes = rows.filter((row) => numberOrNullAt(row, CREDITED) !== null);
  const credited = new Set(notes.map((row) => numberAt(row, CREDITED)));
  for (const row of rows) {
    const number = numberAt(row, 'booked_invoice_number');
    if (credited.has(number)) counts.set(number, ofRow(row));
  }
  for (const row of notes) {
    const number = numberAt(row, CREDITED);
    counts.set(number, (counts.get(number) ?? 0) + ofRow(row));
  }
  return counts;
}

/**
 * Each entry is rounded, so the customer's may differ by so many cents from the gross amount. A credit note
 * takes what the rounding of its invoice, and of the credit notes before it, has left.
 */
function rateOff(
  row: Row,
  exchangeRate: Decimal,
  sums: InvoiceSums | undefined,
  ofCredited: number | undefined,
): readonly string[] {
  if (sums === undefined) return [];
  const grossAmount = amountOf(bigintAt(row, 'gross_amount'));
  const base = centsOf(grossInBase({ grossAmount, exchangeRate }));
  return withoutSign(base - sums.customerBase) <= BigInt(ofCredited ?? sums.entries)
    ? []
    : [
        `says the exchange rate ${exchangeRate}, its entries have ${amountOf(sums.customerBase)} for ${grossAmount}`,
      ];
}

function voucherOff(row: Row, voucher: Row | undefined, sums: InvoiceSums | undefined): readonly string[] {
  const faults: string[] = [];
  const compare = (what: string, whose: string, has: unknown, says: unknown): void => {
    if (says !== has) faults.push(`says ${what} ${String(says)}, its ${whose} ${String(has)}`);
  };
  // Entries of versions before November 2026 did not keep when what they are of is due.
  if (sums !== undefined && sums.due !== null) compare('due date', 'entries have', sums.due, row['due_date']);
  if (voucher !== undefined) {
    compare('due date', 'voucher has', voucher['due_date'], row['due_date']);
    compare('VAT date', 'voucher has', voucher['vat_date'], row['vat_date']);
  }
  const { prefix } = seriesOf(numberAt(row, 'number_series_number'));
  compare('voucher', 'series and number are', prefix, row['voucher_voucher_number_prefix']);
  compare(
    'voucher',
    'series and number are',
    `${prefix}${numberAt(row, 'voucher_voucher_number_voucher_number')}`,
    row['voucher_voucher_number_display_voucher_number'],
  );
  return faults;
}

const PARTS = ['lines', 'additional_expense_lines', 'vat_code_groups'];

/** Invoices that say what their parts sum to, their number in words, and what they are together. */
const INVOICES = {
  booked: {
    resource: BookedInvoice,
    key: 'booked_invoice_number',
    called: 'invoice',
    all: 'booked invoices',
  },
  draft: { resource: DraftInvoice, key: 'id', called: 'draft invoice', all: 'draft invoices' },
} as const;

/** The lines and expenses of an invoice sum to its net amount, its VAT codes to that and to its VAT. */
export async function partsOfInvoicesAgree(
  looked: Looked,
  which: keyof typeof INVOICES,
): Promise<BooksChecked> {
  const { resource, key, called, all } = INVOICES[which];
  const access = accessTo(looked.access, resource);
  const linesIn = reading(looked, resource, 'lines');
  const expensesIn = reading(looked, resource, 'additionalExpenseLines');
  const groupsIn = reading(looked, resource, 'vatCodeGroups');
  const faults: string[] = [];
  let invoices = 0;
  await eachRow(looked, access, [...PARTS, ...SUMS, ...MARGIN, ...PRICED], (row) => {
    invoices += 1;
    const groups = groupsIn(row);
    const name = `${called} ${numberAt(row, key)}`;
    const compare = (what: string, member: string, ...amounts: readonly Decimal[]): void => {
      const is = amountOf(bigintAt(row, member));
      if (sumOf(amounts) !== is) faults.push(`${name}: says ${is}, its ${what} sum to ${sumOf(amounts)}`);
    };
    faults.push(...sumsOff(row).map((fault) => `${name}: ${fault}`));
    compare(
      'lines and expenses',
      'net_amount',
      ...linesIn(row).map(({ totalNetAmount }) => totalNetAmount),
      ...expensesIn(row).map(({ amount }) => amount),
    );
    compare('VAT codes', 'net_amount', ...groups.map(({ totalNetAmount }) => totalNetAmount));
    compare('VAT codes', 'vat_amount', ...groups.map(({ totalVatAmount }) => totalVatAmount));
    const [net = ZERO, cost = ZERO, ...margin] = MARGIN.map((member) => amountOf(bigintAt(row, member)));
    const { marginInBaseCurrency, marginPercentage } = marginOf(net, cost);
    if (margin[0] !== marginInBaseCurrency || margin[1] !== marginPercentage)
      faults.push(`${name}: its margin is not net less cost, or not so many percent of net`);
    // What credits the last of a line takes what others have left of it.
    if (row[CREDITED] === null) faults.push(...linesIn(row).flatMap((line) => pricedOff(name, row, line)));
  });
  return {
    check: `The parts of ${all} sum to their amounts`,
    looked: pluralize(invoices, 'invoice'),
    faults,
  };
}

/** A line is what its quantity costs at its price: with VAT, where the invoice says that prices have it. */
function pricedOff(name: string, row: Row, line: PricedLine): readonly string[] {
  const { lineNumber, quantity = ZERO, unitNetPrice = ZERO, discountPercentage = ZERO } = line;
  const has = flagAt(row, 'vat_included') ? line.totalGrossAmount : line.totalNetAmount;
  const costs = lineAmount(quantity, unitNetPrice, discountPercentage);
  // In the drafts of credit notes that a version before has left, prices have no sign, and amounts have one.
  if (withoutSign(centsOf(has ?? ZERO)) === withoutSign(centsOf(costs))) return [];
  return [`${name}: its line ${lineNumber} says ${has}, at its price it is ${costs}`];
}

type PricedLine = BookedInvoice['lines'][number] | DraftInvoice['lines'][number];

const PRICED = ['vat_included', CREDITED];
const SUMS = ['net_amount', 'vat_amount', 'gross_amount', 'rounding_amount'] as const;
const MARGIN = [
  ...['net_amount_in_base_currency', 'cost_price_in_base_currency'],
  ...['margin_in_base_currency', 'margin_percentage'],
];

/**
 * A credit note is of the series of credit notes and names the invoice that it credits, which has it among
 * its credit notes: what they take of it is not credited again.
 */
export async function creditsAgree(looked: Looked): Promise<BooksChecked> {
  const access = accessTo(looked.access, BookedInvoice);
  const notesIn = reading(looked, BookedInvoice, 'creditNotes');
  const columns = ['sales_document_type', 'number_series_number', 'credited_invoice_booked_invoice_number'];
  const faults: string[] = [];
  const invoices = new Set<number>();
  const credits = new Map<number, number>();
  const noted = new Map<number, number>();
  await eachRow(looked, access, [...columns, 'credit_notes'], (row) => {
    const number = numberAt(row, 'booked_invoice_number');
    const credited = numberOrNullAt(row, 'credited_invoice_booked_invoice_number');
    invoices.add(number);
    if (credited !== null) credits.set(number, credited);
    const type = credited === null ? 'invoice' : 'creditNote';
    const isOfCredits = row['number_series_number'] === SERIES.creditNote;
    if (row['sales_document_type'] !== type || isOfCredits !== (credited !== null))
      faults.push(
        `invoice ${number} is called ${String(row['sales_document_type'])}, is of series ` +
          `${String(row['number_series_number'])}, and credits ${credited ?? 'none'}`,
      );
    for (const { bookedInvoiceNumber } of notesIn(row) ?? []) {
      if (noted.has(bookedInvoiceNumber)) faults.push(`credit note ${bookedInvoiceNumber} is noted twice`);
      noted.set(bookedInvoiceNumber, number);
    }
  });
  for (const [note, invoice] of credits) {
    if (!invoices.has(invoice))
      faults.push(`credit note ${note} credits invoice ${invoice}, which is not there`);
    else if (noted.get(note) !== invoice)
      faults.push(`credit note ${note} credits invoice ${invoice}, where it is not noted`);
  }
  for (const [note, invoice] of noted)
    if (credits.get(note) !== invoice)
      faults.push(`invoice ${invoice} is credited by ${note}, which does not credit it`);
  return {
    check: 'Credit notes are noted with their invoices',
    looked: pluralize(credits.size, 'credit note'),
    faults,
  };
}

/** What an invoice says that it sums to, and does not. */
function sumsOff(row: Row): readonly string[] {
  const amount = (column: (typeof SUMS)[number]): Decimal => amountOf(bigintAt(row, column));
  const [net, vat, gross] = [amount('net_amount'), amount('vat_amount'), amount('gross_amount')];
  const rounding = amount('rounding_amount');
  return sumOf([net, vat, rounding]) === gross
    ? []
    : [`net ${net}, VAT ${vat} and rounding ${rounding} are not gross ${gross}`];
}

function invoiceOff(row: Row, sums: InvoiceSums | undefined): readonly string[] {
  if (sums === undefined) return [];
  const cents = (column: string): bigint => bigintAt(row, column);
  const faults: string[] = [];
  const compare = (what: string, says: bigint, has: bigint): void => {
    if (says !== has) faults.push(`says ${what} ${amountOf(says)}, its entries have ${amountOf(has)}`);
  };
  compare('gross', cents('gross_amount'), sums.customer);
  // Versions before the end of 2026 did not keep which entries are the VAT.
  if (sums.parts === 0) return faults;
  compare('VAT', cents('vat_amount'), -sums.vat);
  compare('net in base currency', cents('net_amount_in_base_currency'), -sums.net);
  return faults;
}
