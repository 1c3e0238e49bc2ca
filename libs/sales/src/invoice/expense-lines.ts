import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { defined, folded, ruleBroken, type Decimal, isStorable, referenceMissing } from '@kontor/kernel';
import { AdditionalExpense } from '../additional-expense/additional-expense.resource.js';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import type { BookedInvoice } from './booked-invoice.resource.js';
import type { DraftExpenseLine, InvoiceDraft } from './draft-invoice.resource.js';
import { vatOfExpense, type ExpenseToCompute } from './invoice.rules.js';
import { namedVat, vatTermsOfLines } from './invoice-lines.js';
import { lineNumbersOf } from './line-numbers.rules.js';
import { expensesLeft, takeExpenses, vatCodeCharged } from './credit-expenses.rules.js';
import { rateCharged } from './net-price.js';
import type { InvoiceVatTerms } from './invoicing.port.js';

type GivenLine = InvoiceDraft['additionalExpenseLines'][number];
/** An expense line as it is kept, as amounts are computed of it, and where its VAT is booked. */
export type ExpenseToStore = {
  readonly line: Omit<DraftExpenseLine, 'postsTo'>;
  readonly toCompute: ExpenseToCompute;
  readonly postsTo: Omit<NonNullable<DraftExpenseLine['postsTo']>, 'control'>;
};

/**
 * §4.2: a VAT account on the line overrides that of the expense; a VAT amount is calculated when left out,
 * and a wrong one refused, naming the right one. `credited`: the invoice that they take back, under its VAT
 * codes and at its rates, whatever the expense has become since.
 */
export function completedExpenseLines(
  repositories: Pick<SalesRepositories, 'stored' | 'bookkeeping'>,
  lines: readonly GivenLine[],
  credited?: BookedInvoice,
): TaskEither<SalesFailure, readonly ExpenseToStore[]> {
  return async () => {
    if (lines.length === 0) return right([]);
    const defaults = await defaultVatCodes(repositories, lines);
    if (isLeft(defaults)) return defaults;
    const codes = lines.map(
      (line) =>
        line.vatAccount?.vatCode ??
        (credited && vatCodeCharged(credited, line)) ??
        defaults.right.get(line.additionalExpense.additionalExpenseNumber),
    );
    const terms = await vatTermsOfLines(repositories, codes);
    const taxed: TaxedLine[] = [];
    for (const [index, line] of lines.entries()) {
      const named = namedVat(terms, codes[index] as string, `additionalExpenseLines[${index}].vatAccount`);
      if (isLeft(named)) return named;
      const charged = credited && rateCharged(credited, named.right.vatCode);
      const vat = { ...named.right, ratePercentage: charged ?? named.right.ratePercentage };
      taxed.push({ ...line, vatAccount: { vatCode: vat.vatCode }, vat });
    }
    const vatAmounts = vatOfLines(taxed, credited);
    const lineNumbers = lineNumbersOf(lines);
    const completed: ExpenseToStore[] = [];
    for (const [index, line] of lines.entries()) {
      const expected = defined(vatAmounts[index]);
      const checked = checkedVatAmount(line.vatAmount, expected, `additionalExpenseLines[${index}]`);
      if (isLeft(checked)) return checked;
      const { right: vatAmount } = checked;
      const isFollowing = credited === undefined && line.vatAccount === undefined;
      const numbered = { ...line, lineNumber: defined(lineNumbers[index]) };
      completed.push(expenseToStore(numbered, defined(taxed[index]).vat, { vatAmount, isFollowing }));
    }
    return right(completed);
  };
}

/** A line under the VAT code that it is charged by, and at which rate. */
type TaxedLine = Omit<GivenLine, 'vatAccount'> & {
  readonly vatAccount: { readonly vatCode: string };
  readonly vat: InvoiceVatTerms;
};

/** The VAT of each line; of a credit note the last part of an expense has what is left of its VAT. */
function vatOfLines(lines: readonly TaxedLine[], credited: BookedInvoice | undefined): readonly Decimal[] {
  return credited === undefined
    ? lines.map(({ amount, vat }) => vatOfExpense(amount, vat.ratePercentage))
    : takeExpenses(credited, expensesLeft(credited), lines, ({ vat }) => vat.ratePercentage);
}

/**
 * The lines of a draft that is sent again, without the VAT account where it is merely the one that was read:
 * such a line has followed its expense (§3 rule 1), and goes on doing so.
 */
export function expenseLinesThatFollow(
  lines: readonly GivenLine[],
  old: readonly DraftExpenseLine[],
): readonly GivenLine[] {
  return lines.map((line) => {
    if (line.vatAccount === undefined || !old.some((was) => isSentBack(line, was))) return line;
    const { vatAccount: _, ...following } = line;
    return following as GivenLine;
  });
}

function isSentBack(line: GivenLine, was: DraftExpenseLine): boolean {
  return (
    !was.hasOwnVatAccount &&
    was.lineNumber === line.lineNumber &&
    was.additionalExpense.additionalExpenseNumber === line.additionalExpense.additionalExpenseNumber &&
    folded(was.vatAccount.vatCode) === folded(line.vatAccount?.vatCode ?? '')
  );
}

/** §4.2, expense lines, rules 2 and 3: an omitted VAT amount is calculated, a wrong one refused. */
function checkedVatAmount(
  supplied: Decimal | undefined,
  expected: Decimal,
  place: string,
): Either<SalesFailure, Decimal> {
  if (!isStorable(expected))
    return left(ruleBroken('E10320', `${place}.amount`, 'makes VAT of more than 13 digits'));
  if (supplied === undefined || supplied === expected) return right(expected);
  return left({ kind: 'IncorrectVatAmount', property: `${place}.vatAmount`, expected, supplied });
}

function expenseToStore(
  line: GivenLine & { readonly lineNumber: number },
  vat: InvoiceVatTerms,
  { vatAmount, isFollowing }: { readonly vatAmount: Decimal; readonly isFollowing: boolean },
): ExpenseToStore {
  const { vatCode, ratePercentage, accountNumber } = vat;
  const { additionalExpenseNumber } = line.additionalExpense;
  return {
    toCompute: { amount: line.amount, vatAmount, vatCode, ratePercentage },
    postsTo: { vat: accountNumber },
    line: {
      additionalExpense: { additionalExpenseNumber },
      lineNumber: line.lineNumber,
      amount: line.amount,
      vatAmount,
      vatAccount: { vatCode },
      hasOwnVatAccount: !isFollowing,
    },
  };
}

/**
 * Locks the expenses that a document charges, before anything else of the document is locked. Whoever changes
 * an expense locks it first and then the drafts that charge it (§3 rule 1), so neither waits for the other
 * for ever. How often an expense is used is written with the document.
 */
export function expensesHeld(
  { stored }: Pick<SalesRepositories, 'stored'>,
  { additionalExpenseLines }: { readonly additionalExpenseLines: readonly ChargedBy[] },
): () => Promise<void> {
  return async () => {
    const expenses = stored.of(AdditionalExpense);
    for (const number of numbersIn(additionalExpenseLines)) await expenses.hold(number);
  };
}

type ChargedBy = Pick<GivenLine, 'additionalExpense'>;

/** Each once, in the order in which all hold them. */
function numbersIn(lines: readonly ChargedBy[]): readonly number[] {
  const numbers = lines.map(({ additionalExpense }) => additionalExpense.additionalExpenseNumber);
  return [...new Set(numbers)].sort((one, other) => one - other);
}

/**
 * The default VAT codes of the expenses. Each is held, which keeps whoever changes it meanwhile waiting: a
 * change reaches every draft that uses the expense (§3 rule 1), so no draft may be made of what is just being
 * changed.
 */
async function defaultVatCodes(
  { stored }: Pick<SalesRepositories, 'stored'>,
  lines: readonly GivenLine[],
): Promise<Either<SalesFailure, ReadonlyMap<number, string>>> {
  const expenses = stored.of(AdditionalExpense);
  const codes = new Map<number, string>();
  for (const number of numbersIn(lines)) {
    const found = await expenses.hold(number);
    if (found === undefined) {
      const index = lines.findIndex((line) => line.additionalExpense.additionalExpenseNumber === number);
      const place = `additionalExpenseLines[${index}].additionalExpense`;
      return left(referenceMissing(place, AdditionalExpense.collection, number));
    }
    codes.set(number, found.value.vatAccount.vatCode);
  }
  return right(codes);
}
