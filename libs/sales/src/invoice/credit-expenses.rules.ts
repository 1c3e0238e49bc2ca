import {
  amountOf,
  centsOf,
  folded,
  ruleBroken,
  type Cents,
  type Decimal,
  type RuleBroken,
  ZERO,
} from '@kontor/kernel';
import type { BookedInvoice } from './booked-invoice.resource.js';
import { vatOfExpense } from './invoice.rules.js';
import { rateCharged } from './net-price.js';

/** An expense line, of an invoice or of a credit note. */
type ExpenseLine = {
  readonly additionalExpense: { readonly additionalExpenseNumber: number };
  readonly amount: Decimal;
  readonly vatAccount: { readonly vatCode: string };
};

/** What a credit note that is booked took of an expense, with the signs of credit notes. */
export type CreditedExpense = {
  readonly additionalExpenseNumber: number;
  readonly vatCode: string;
  readonly amount: Decimal;
};

/** What is left to credit of what an invoice charges by an expense under a VAT code. */
type Left = { amount: Cents; vat: Cents };

/** What is left to credit of each expense under each VAT code. */
export type ExpensesLeft = ReadonlyMap<string, Left>;

/**
 * Amendment "Credit notes": what is not credited yet of the expenses of an invoice. What it gives back by one
 * is kept apart from what it charges: neither makes up for the other.
 */
export function expensesLeft(invoice: BookedInvoice): ExpensesLeft {
  const left = new Map<string, Left>();
  for (const line of invoice.additionalExpenseLines) {
    const key = keyOf(line, centsOf(line.amount) < 0n);
    const of = left.get(key) ?? { amount: 0n, vat: 0n };
    left.set(key, of);
    of.amount += centsOf(line.amount);
    of.vat += centsOf(line.vatAmount);
  }
  for (const { credited } of invoice.creditNotes) {
    if (credited?.expenses !== true) continue;
    const { expenseLines } = credited;
    // An older credit note does not say which expenses it took back (`withExpensesCredited`), so nothing is
    // left to credit.
    if (expenseLines === undefined) left.clear();
    else takeExpenses(invoice, left, expenseLines.map(asLine));
  }
  return left;
}

type CreditNote = BookedInvoice['creditNotes'][number];

/** Whether a credit note took something of expenses, and the invoice does not know how much. */
export function isExpenseUntold({ credited }: CreditNote): boolean {
  return credited?.expenses === true && credited.expenseLines === undefined;
}

/**
 * The same credit note, with what it took of expenses as it says itself. Older ones might take it under
 * another VAT code than `invoice` charged, which has the credit notes before this one: of what such a one
 * took nothing is known by code, so that nothing is credited twice.
 */
export function expensesTaken(
  invoice: BookedInvoice,
  note: CreditNote,
  { additionalExpenseLines }: BookedInvoice,
): CreditNote {
  const { credited } = note;
  if (credited === undefined || expenseNotCharged(invoice, additionalExpenseLines) !== undefined) return note;
  return { ...note, credited: { ...credited, expenseLines: creditedExpenses(additionalExpenseLines) } };
}

/** What lines of a credit note take of expenses. */
export function creditedExpenses(lines: readonly ExpenseLine[]): readonly CreditedExpense[] {
  return lines.flatMap(({ additionalExpense, vatAccount, amount }) => {
    const { additionalExpenseNumber } = additionalExpense;
    return amount === ZERO ? [] : [{ additionalExpenseNumber, vatCode: vatAccount.vatCode, amount }];
  });
}

/** Whether there is something to credit of any. */
export function anyExpenseIsLeft(invoice: BookedInvoice): boolean {
  return [...expensesLeft(invoice).values()].some(({ amount }) => amount !== 0n);
}

/**
 * The VAT of what a credit note takes of expenses, which is noted as taken: each part is figured by itself,
 * but the last part takes what is left. `rateOf`: the rate of what the invoice charges nothing by.
 */
export function takeExpenses<L extends ExpenseLine>(
  invoice: BookedInvoice,
  left: ExpensesLeft,
  lines: readonly L[],
  rateOf: (line: L) => Decimal = () => ZERO,
): readonly Decimal[] {
  return lines.map((line) => {
    const of = leftOf(left, line);
    const rate = rateCharged(invoice, line.vatAccount.vatCode) ?? rateOf(line);
    const figured = vatOfExpense(line.amount, rate);
    if (of === undefined) return figured;
    of.amount += centsOf(line.amount);
    const vat = of.amount === 0n ? -of.vat : centsOf(figured);
    of.vat += vat;
    return amountOf(vat);
  });
}

/** Expense lines that take back all that is left. */
export function expensesToCredit(invoice: BookedInvoice) {
  const left = expensesLeft(invoice);
  return invoice.additionalExpenseLines.flatMap((line) => {
    const amount = centsOf(line.amount);
    const of = left.get(keyOf(line, amount < 0n));
    if (of === undefined) return [];
    const isMoreThanLeft = amount < 0n ? amount < of.amount : amount > of.amount;
    const taken = isMoreThanLeft ? of.amount : amount;
    if (taken === 0n) return [];
    of.amount -= taken;
    const { additionalExpense, lineNumber, vatAccount } = line;
    return [
      {
        additionalExpense: { additionalExpenseNumber: additionalExpense.additionalExpenseNumber },
        lineNumber,
        amount: amountOf(-taken),
        vatAccount: { vatCode: vatAccount.vatCode },
      },
    ];
  });
}

/**
 * Why a draft takes back what the invoice did not charge by an expense under that VAT code, or more than is
 * left of it, or charges more instead; undefined where it does not.
 */
export function expenseNotCharged(
  invoice: BookedInvoice,
  lines: readonly ExpenseLine[],
): RuleBroken | undefined {
  const left = expensesLeft(invoice);
  const before = lines.map((line) => leftOf(left, line)?.amount ?? 0n);
  takeExpenses(invoice, left, lines);
  for (const [index, line] of lines.entries()) {
    const cents = centsOf(line.amount);
    const rest = leftOf(left, line)?.amount;
    const isWithin = rest !== undefined && (cents < 0n ? rest >= 0n : rest <= 0n);
    if (cents === 0n || isWithin) continue;
    const { additionalExpense, vatAccount } = line;
    const what = `expense ${additionalExpense.additionalExpenseNumber} under VAT code ${vatAccount.vatCode}`;
    const is = `must take back at most what is left of what the invoice charged by ${what}`;
    return ruleBroken(
      'E10230',
      `additionalExpenseLines[${index}].amount`,
      `${is}: ${amountOf(before[index] ?? 0n)}`,
    );
  }
  return undefined;
}

/** The VAT code by which an invoice charged an expense: of several, that of the line of this number. */
export function vatCodeCharged(
  { additionalExpenseLines }: Pick<BookedInvoice, 'additionalExpenseLines'>,
  { additionalExpense, lineNumber }: Pick<ExpenseLine, 'additionalExpense'> & Numbered,
): string | undefined {
  const { additionalExpenseNumber } = additionalExpense;
  const charged = additionalExpenseLines.filter(
    (line) => line.additionalExpense.additionalExpenseNumber === additionalExpenseNumber,
  );
  const of = charged.find((line) => line.lineNumber === lineNumber) ?? charged[0];
  return of?.vatAccount.vatCode;
}

type Numbered = { readonly lineNumber?: number | undefined };

/**
 * What is left of an expense for a line of a credit note. A negative line takes back what the invoice
 * charged, a positive one what the invoice deducted.
 */
function leftOf(left: ExpensesLeft, line: ExpenseLine): Left | undefined {
  return left.get(keyOf(line, centsOf(line.amount) > 0n));
}

function keyOf({ additionalExpense, vatAccount }: ExpenseLine, isGivenBack: boolean): string {
  return JSON.stringify([additionalExpense.additionalExpenseNumber, folded(vatAccount.vatCode), isGivenBack]);
}

function asLine({ additionalExpenseNumber, vatCode, amount }: CreditedExpense): ExpenseLine {
  return { additionalExpense: { additionalExpenseNumber }, vatAccount: { vatCode }, amount };
}
