import {
  groupedBy,
  defined,
  decimalFromUnits,
  folded,
  negated,
  scaledUnits,
  sumOf,
  withoutSign,
  ZERO,
  type Decimal,
} from '@kontor/kernel';
import type { BookedInvoice, BookedInvoiceLine } from './booked-invoice.resource.js';
import type { DraftInvoice, InvoiceDraft } from './draft-invoice.resource.js';
import { expensesLeft, takeExpenses } from './credit-expenses.rules.js';
import { costOf, invoiceAmounts, lineAmount } from './invoice.rules.js';
import type { ExpenseToCompute, InvoiceAmounts, LineToCompute } from './invoice.rules.js';
import { linesByNumber } from './line-numbers.rules.js';
import { rateCharged } from './net-price.js';

/** A credit note before it has a number. */
type Note = Omit<DraftInvoice, 'id'>;
type NoteLine = Note['lines'][number];

/** A line of a credit note: what it takes of which line of the invoice, its quantity the other way round. */
type Part = Pick<
  NoteLine,
  'lineNumber' | 'quantity' | 'unitNetPrice' | 'unitCostPrice' | 'discountPercentage'
>;

/** What an invoice charged, by number and by code: it is looked at for each line of each credit note. */
type Charged = {
  readonly invoice: BookedInvoice;
  /** Of several lines of one number, the first. */
  readonly lines: ReadonlyMap<number, BookedInvoiceLine>;
  /** The lines under each VAT code, and its VAT without that of expenses, in the order of the invoice. */
  readonly codes: readonly {
    readonly code: string;
    readonly lines: readonly BookedInvoiceLine[];
    readonly vat: Decimal;
  }[];
};

/** What credit notes took before, with the signs of credit notes. */
type CreditedBefore = {
  readonly lines: Map<
    number,
    { readonly units: bigint; readonly amount: Decimal; readonly vat: Decimal; readonly cost: Decimal }
  >;
  readonly vatOfCodes: Map<string, Decimal>;
};

type Charging = Pick<Note, 'vatIncluded' | 'exchangeRate'> & {
  readonly parts: readonly Part[];
  readonly expenses: readonly ExpenseToCompute[];
};

/** Quantities have ten decimals. */
const SCALE = 10;
/**
 * Amendment "Credit notes": a credit note takes back what its invoice charged, under its VAT codes and rates.
 * Every part is figured by itself; but the last part of a line takes what is left of the line, and the last
 * part under a VAT code what is left of its VAT. So the parts of an invoice that is credited in full sum to
 * it.
 */
export function takingBack<N extends Note>(invoice: BookedInvoice, note: N): N {
  const charged = chargedBy(invoice);
  const taken: CreditedBefore = { lines: new Map(), vatOfCodes: new Map() };
  for (const { credited } of invoice.creditNotes) {
    const { vatIncluded, exchangeRate } = invoice;
    const parts = (credited?.lines ?? []).flatMap((one) => partOf(charged, one) ?? []);
    take(charged, taken, { vatIncluded, exchangeRate, parts, expenses: [] });
  }
  const { vatIncluded, exchangeRate, lines } = note;
  // A code that the invoice charged nothing by has the rate of when the note was written.
  const rateOf = ({ vatAccount: { vatCode } }: Note['additionalExpenseLines'][number]): Decimal =>
    rateCharged(invoice, vatCode) ?? rateCharged(note, vatCode) ?? ZERO;
  const vats = takeExpenses(invoice, expensesLeft(invoice), note.additionalExpenseLines, rateOf);
  const additionalExpenseLines = note.additionalExpenseLines.map((line, index) => ({
    ...line,
    vatAmount: defined(vats[index]),
    postsTo: accountsOfExpense(invoice, line),
  }));
  const expenses = additionalExpenseLines.map((line) => ({
    amount: line.amount,
    vatAmount: line.vatAmount,
    vatCode: line.vatAccount.vatCode,
    ratePercentage: rateOf(line),
  }));
  const { lines: amounts, ...totals } = take(charged, taken, {
    vatIncluded,
    exchangeRate,
    parts: lines,
    expenses,
  });
  return {
    ...note,
    lines: lines.map((line, index) => ({ ...chargedAs(charged, line), ...amounts[index] })),
    additionalExpenseLines,
    ...totals,
  };
}

/**
 * A credit note that is written again, without the VAT codes of the lines that it takes back: those are the
 * invoice's, and would be refused where one is barred or has got another rate since.
 */
export function withoutVatOf(invoice: BookedInvoice, { lines, ...draft }: InvoiceDraft): InvoiceDraft {
  const numbers = new Set<number | undefined>(invoice.lines.map(({ lineNumber }) => lineNumber));
  const isItsLine = ({ lineNumber }: { readonly lineNumber?: number | undefined }) => numbers.has(lineNumber);
  return {
    ...draft,
    lines: lines.map((line) => (isItsLine(line) ? { ...line, vatInfo: undefined } : line)),
  };
}

/** An expense is taken back from where the invoice posted it, and its VAT too, in part or in full. */
function accountsOfExpense(
  { lines, additionalExpenseLines }: BookedInvoice,
  { additionalExpense, vatAccount, postsTo }: Note['additionalExpenseLines'][number],
): typeof postsTo {
  const posted = [...lines, ...additionalExpenseLines].find((line) => line.postsTo !== undefined)?.postsTo;
  if (posted === undefined || postsTo === undefined) return postsTo;
  const of = additionalExpenseLines.find(
    (line) =>
      line.additionalExpense.additionalExpenseNumber === additionalExpense.additionalExpenseNumber &&
      folded(line.vatAccount.vatCode) === folded(vatAccount.vatCode),
  );
  return { control: posted.control, expense: of?.postsTo?.expense, vat: of?.postsTo?.vat };
}

/** What a credit note that is booked took of a line. */
function partOf(
  { lines }: Charged,
  { lineNumber, quantity }: { readonly lineNumber: number; readonly quantity: Decimal },
): Part | undefined {
  const line = lines.get(lineNumber);
  if (line?.quantity === undefined) return undefined;
  const units = scaledUnits(quantity, SCALE);
  return { ...line, quantity: decimalFromUnits(line.quantity.startsWith('-') ? units : -units, SCALE) };
}

/**
 * The line under the VAT code and rate of the invoice, on the accounts that it was posted on, whatever they
 * have become since. Invoices that were booked before 29 November 2026 do not say which those were.
 */
function chargedAs({ lines }: Charged, { vatInfo, ...line }: NoteLine): NoteLine {
  const of = lines.get(line.lineNumber);
  if (of === undefined) return { ...line, ...(vatInfo !== undefined && { vatInfo }) };
  const { vatAccount, vatRate } = of;
  const isItsCode = folded(vatInfo?.vatAccount.vatCode ?? '') === folded(vatAccount?.vatCode ?? '');
  const present = isItsCode ? line.postsTo : line.postsTo && { ...line.postsTo, vat: undefined };
  const charged = { ...line, postsTo: of.postsTo ?? present };
  if (vatAccount === undefined) return charged;
  return { ...charged, vatInfo: { vatAccount: { vatCode: vatAccount.vatCode }, vatRate } };
}

/** The amounts of a credit note, which are noted as taken. */
function take(charged: Charged, taken: CreditedBefore, charging: Charging): InvoiceAmounts {
  const { vatIncluded, exchangeRate, parts, expenses } = charging;
  const lines = parts.map((part) => lineToTake(charged, taken, charging, part));
  const vatOfCodes = lastVatOfCodes(charged, taken, lines);
  const amounts = invoiceAmounts({ lines, expenses, vatIncluded, exchangeRate, vatOfCodes });
  for (const [index, { amount, cost, units }] of lines.entries()) {
    const { lineNumber } = defined(parts[index]);
    const before = taken.lines.get(lineNumber);
    const vat = amounts.lines[index]?.totalVatAmount ?? ZERO;
    taken.lines.set(lineNumber, {
      units: (before?.units ?? 0n) + units,
      amount: sumOf([before?.amount ?? ZERO, amount]),
      vat: sumOf([before?.vat ?? ZERO, vat]),
      cost: sumOf([before?.cost ?? ZERO, cost]),
    });
  }
  for (const { vatAccount, totalVatAmount } of amounts.vatCodeGroups) {
    const code = folded(vatAccount?.vatCode ?? '');
    const before = taken.vatOfCodes.get(code) ?? ZERO;
    taken.vatOfCodes.set(code, sumOf([before, totalVatAmount, negated(vatOfExpenses(expenses, code))]));
  }
  return amounts;
}

type LineToTake = LineToCompute & {
  readonly lineNumber: number;
  /** Of its quantity, without sign. */
  readonly units: bigint;
  readonly isAtItsPrice: boolean;
};

function lineToTake(
  { invoice, lines }: Charged,
  taken: CreditedBefore,
  { vatIncluded }: Charging,
  { lineNumber, quantity = ZERO, unitNetPrice = ZERO, unitCostPrice = ZERO, discountPercentage }: Part,
): LineToTake {
  const line = lines.get(lineNumber);
  const units = withoutSign(scaledUnits(quantity, SCALE));
  const before = taken.lines.get(lineNumber);
  const isLast = line !== undefined && units + (before?.units ?? 0n) === unitsOf(line);
  const isAtItsCost = unitCostPrice === (line?.unitCostPrice ?? ZERO);
  const computed = {
    lineNumber,
    units,
    amount: lineAmount(quantity, unitNetPrice, discountPercentage),
    cost: isLast && isAtItsCost ? leftOf(costOfLine(line), before?.cost) : costOf(quantity, unitCostPrice),
    vatCode: line?.vatAccount?.vatCode,
    ratePercentage: line?.vatRate ?? ZERO,
  };
  const isAtItsPrice =
    line !== undefined &&
    vatIncluded === invoice.vatIncluded &&
    unitNetPrice === (line.unitNetPrice ?? ZERO) &&
    discountPercentage === line.discountPercentage;
  if (!isAtItsPrice || !isLast) return { ...computed, isAtItsPrice };
  const whole = vatIncluded ? line.totalGrossAmount : line.totalNetAmount;
  const amount = leftOf(whole, before?.amount);
  return { ...computed, isAtItsPrice, amount, vat: leftOf(line.totalVatAmount, before?.vat) };
}

/** The VAT of the codes of which these lines take all that is left: a code has its VAT once, not by line. */
function lastVatOfCodes(
  { invoice, codes }: Charged,
  taken: CreditedBefore,
  lines: readonly LineToTake[],
): ReadonlyMap<string, Decimal> {
  const last = new Map<string, Decimal>();
  if (invoice.vatIncluded) return last;
  const atOtherPrices = new Set<string>();
  const now = new Map<number, bigint>();
  for (const { isAtItsPrice, vatCode, lineNumber, units } of lines) {
    if (!isAtItsPrice) atOtherPrices.add(folded(vatCode ?? ''));
    now.set(lineNumber, (now.get(lineNumber) ?? 0n) + units);
  }
  for (const { code, lines: under, vat } of codes) {
    const isAll = under.every((line) => {
      const { lineNumber } = line;
      return (taken.lines.get(lineNumber)?.units ?? 0n) + (now.get(lineNumber) ?? 0n) === unitsOf(line);
    });
    if (isAll && !atOtherPrices.has(code)) last.set(code, leftOf(vat, taken.vatOfCodes.get(code)));
  }
  return last;
}

function chargedBy(invoice: BookedInvoice): Charged {
  const lines = new Map<number, BookedInvoiceLine>();
  for (const [lineNumber, [first]] of linesByNumber(invoice.lines)) lines.set(lineNumber, defined(first));
  const byCode = groupedBy(invoice.lines, ({ vatAccount }) => folded(vatAccount?.vatCode ?? ''));
  const expenses = invoice.additionalExpenseLines.map(({ vatAmount, vatAccount: { vatCode } }) => ({
    vatAmount,
    vatCode,
  }));
  const codes = invoice.vatCodeGroups.map(({ vatAccount, totalVatAmount }) => {
    const code = folded(vatAccount?.vatCode ?? '');
    const vat = sumOf([totalVatAmount, negated(vatOfExpenses(expenses, code))]);
    return { code, lines: byCode.get(code) ?? [], vat };
  });
  return { invoice, lines, codes };
}

/** What is left of an amount, the other way round. */
function leftOf(whole: Decimal, takenOfIt: Decimal | undefined): Decimal {
  return negated(sumOf([whole, takenOfIt ?? ZERO]));
}

function vatOfExpenses(
  expenses: readonly Pick<ExpenseToCompute, 'vatAmount' | 'vatCode'>[],
  code: string,
): Decimal {
  return sumOf(expenses.filter(({ vatCode }) => folded(vatCode) === code).map(({ vatAmount }) => vatAmount));
}

function costOfLine({ quantity = ZERO, unitCostPrice = ZERO }: BookedInvoiceLine): Decimal {
  return costOf(quantity, unitCostPrice);
}

/** Of its quantity, without sign. */
function unitsOf({ quantity = ZERO }: Pick<BookedInvoiceLine, 'quantity'>): bigint {
  return withoutSign(scaledUnits(quantity, SCALE));
}
