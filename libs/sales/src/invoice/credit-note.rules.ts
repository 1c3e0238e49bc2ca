import { left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  compareDecimals,
  type Decimal,
  decimalFromUnits,
  folded,
  type RuleBroken,
  namedTwice,
  ruleBroken,
  scaledUnits,
  withoutSign,
  ZERO,
} from '@kontor/kernel';
import type { BookedInvoice, BookedInvoiceLine } from './booked-invoice.resource.js';
import type { DraftInvoice, DraftInvoiceLine } from './draft-invoice.resource.js';
import {
  anyExpenseIsLeft,
  creditedExpenses,
  expenseNotCharged,
  expensesToCredit,
} from './credit-expenses.rules.js';
import { lineAmount } from './invoice.rules.js';
import { linesByNumber } from './line-numbers.rules.js';
import { grossPriceOf, netPriceOf } from './net-price.js';

/**
 * What a request wants credited: lines by their numbers; all that is left of a line when it gives no
 * quantity.
 */
export type LineToCredit = { readonly lineNumber: number; readonly quantity?: Decimal | undefined };

/** What a credit note takes of its invoice. */
export type Credited = NonNullable<BookedInvoice['creditNotes'][number]['credited']>;

/** Lines as a request would give them: what they leave out is completed. */
export type LinesOfCreditNote = {
  readonly lines: readonly ReturnType<typeof oppositeLine>[];
  readonly additionalExpenseLines: ReturnType<typeof expensesToCredit>;
};

/** Quantities have ten decimals. */
const SCALE = 10;

/** What credit notes have taken of the lines of an invoice, by their numbers, in units of the quantity. */
type CreditedUnits = ReadonlyMap<number, bigint>;

function creditedUnitsOf({ creditNotes }: BookedInvoice): CreditedUnits {
  const taken = new Map<number, bigint>();
  for (const { lineNumber, quantity } of creditNotes.flatMap(({ credited }) => credited?.lines ?? []))
    taken.set(lineNumber, (taken.get(lineNumber) ?? 0n) + scaledUnits(quantity ?? ZERO, SCALE));
  return taken;
}

/**
 * What is left to credit of a line, in units of its quantity, without sign; undefined for a line of text
 * alone.
 */
function leftOf(taken: CreditedUnits, { lineNumber, quantity }: BookedInvoiceLine): bigint | undefined {
  if (quantity === undefined) return undefined;
  return withoutSign(scaledUnits(quantity, SCALE)) - (taken.get(lineNumber) ?? 0n);
}

/**
 * Amendment "Credit notes": an invoice may be credited as long as something of it is not; a credit note
 * never.
 */
export function isCreditable(invoice: BookedInvoice): boolean {
  if (invoice.salesDocumentType !== 'invoice') return false;
  if (anyExpenseIsLeft(invoice)) return true;
  const taken = creditedUnitsOf(invoice);
  return invoice.lines.some((line) => (leftOf(taken, line) ?? 0n) > 0n);
}

/**
 * The lines of a credit note: those that are asked for, or all that is left, each with its quantity the other
 * way round.
 */
export function linesToCredit(
  invoice: BookedInvoice,
  wanted: readonly LineToCredit[] | undefined,
): Either<RuleBroken, LinesOfCreditNote> {
  if (!isCreditable(invoice)) return left(nothingLeft(invoice));
  const taken = creditedUnitsOf(invoice);
  if (wanted === undefined) {
    const lines = invoice.lines.flatMap((line) => {
      const open = leftOf(taken, line);
      return open === 0n ? [] : [oppositeLine(line, open)];
    });
    return right({ lines, additionalExpenseLines: expensesToCredit(invoice) });
  }
  if (wanted.length === 0)
    return left(ruleBroken('E10230', 'lines', 'must name a line, or be left out to credit all that is left'));
  const sold = linesByNumber(invoice.lines);
  const named = new Set<number>();
  const lines: ReturnType<typeof oppositeLine>[] = [];
  for (const [index, { lineNumber, quantity }] of wanted.entries()) {
    const property = `lines[${index}]`;
    const [line] = sold.get(lineNumber) ?? [];
    if (line === undefined)
      return left(ruleBroken('E10230', property, `must name a line of the invoice: ${lineNumber}`));
    if (named.has(lineNumber)) return left(namedTwice(`${property}.lineNumber`));
    named.add(lineNumber);
    const open = leftOf(taken, line);
    const units = quantity === undefined ? open : scaledUnits(quantity, SCALE);
    if (units !== undefined && (units <= 0n || units > (open ?? 0n)))
      return left(tooMuch(property, open ?? 0n));
    lines.push(oppositeLine(line, units));
  }
  return right({ lines, additionalExpenseLines: [] });
}

function nothingLeft({ salesDocumentType }: BookedInvoice): RuleBroken {
  const is =
    salesDocumentType === 'creditNote'
      ? 'must be an invoice, not a credit note'
      : 'must have something left to credit: all of it is credited';
  return ruleBroken('E10230', 'bookedInvoiceNumber', is);
}

function tooMuch(property: string, open: bigint): RuleBroken {
  const most = decimalFromUnits(open, SCALE);
  return ruleBroken(
    'E10230',
    `${property}.quantity`,
    `must be above 0 and at most what is not credited yet: ${most}`,
  );
}

/** Of a draft, whose quantities are the other way round. */
function moreThanIsLeft(property: string, most: bigint): RuleBroken {
  const is = `must lie between 0 and ${decimalFromUnits(most, SCALE)}: so much is not credited yet`;
  return ruleBroken('E10230', `${property}.quantity`, is);
}

function oppositeLine(line: BookedInvoiceLine, units: bigint | undefined) {
  const { lineNumber, sortKey, description, product, unitNetPrice, unitCostPrice, discountPercentage } = line;
  const { unit, department, departmentalDistribution, quantity } = line;
  const isReturn = quantity?.startsWith('-') === true;
  return {
    lineNumber,
    sortKey,
    description,
    product: product && { productNumber: product.productNumber },
    quantity: units === undefined ? undefined : decimalFromUnits(isReturn ? units : -units, SCALE),
    unitNetPrice,
    unitCostPrice,
    discountPercentage,
    unit: unit && { unitNumber: unit.unitNumber },
    department,
    departmentalDistribution,
  };
}

/** What of a draft says what it credits. */
type Crediting = Pick<
  DraftInvoice,
  'customer' | 'currency' | 'exchangeRate' | 'lines' | 'additionalExpenseLines' | 'vatIncluded'
>;

/**
 * What a draft credits, which may have been written again since: no more than is left now that it is booked,
 * of what was sold, to whom, in the same currency and at no higher price.
 */
export function creditedBy(invoice: BookedInvoice, draft: Crediting): Either<RuleBroken, Credited> {
  const { lines, additionalExpenseLines, vatIncluded } = draft;
  const other = ofAnother(invoice, draft);
  if (other !== undefined) return left(other);
  const before = creditedUnitsOf(invoice);
  const soldLines = linesByNumber(invoice.lines);
  const taken = new Map<number, bigint>();
  for (const [index, one] of lines.entries()) {
    const { lineNumber, quantity } = one;
    if (quantity === undefined) continue;
    const property = `lines[${index}]`;
    const sold = soldLines.get(lineNumber) ?? [];
    const [line] = sold;
    const open = line && leftOf(before, line);
    if (line?.quantity === undefined || open === undefined) {
      return left(ruleBroken('E10230', property, `must name a line of the invoice: ${lineNumber}`));
    }
    const sign = line.quantity.startsWith('-') ? 1n : -1n;
    const units = scaledUnits(quantity, SCALE) * sign;
    const all = (taken.get(lineNumber) ?? 0n) + units;
    if (units < 0n || all > open) return left(moreThanIsLeft(property, open * sign));
    taken.set(lineNumber, all);
    const broken = notAsSold(
      { sold, vatIncluded: invoice.vatIncluded },
      { ...one, quantity },
      { property, vatIncluded },
    );
    if (broken !== undefined) return left(broken);
  }
  const notCharged = expenseNotCharged(invoice, additionalExpenseLines);
  if (notCharged !== undefined) return left(notCharged);
  const quantities = [...taken].map(([lineNumber, units]) => ({
    lineNumber,
    quantity: decimalFromUnits(units, SCALE),
  }));
  const expenseLines = creditedExpenses(additionalExpenseLines);
  return right({
    lines: quantities,
    expenses: expenseLines.length > 0,
    ...(draft.exchangeRate !== invoice.exchangeRate && { atOtherRate: true }),
    ...(expenseLines.length > 0 && { expenseLines }),
  });
}

/** Why a draft credits somebody else, or other money, than its invoice charged; undefined where not. */
function ofAnother(
  { customer: { customerNumber }, currency }: BookedInvoice,
  draft: Pick<Crediting, 'customer' | 'currency'>,
): RuleBroken | undefined {
  const is = (value: string): string => `must be ${value}, that of the invoice that is credited`;
  if (draft.customer.customerNumber !== customerNumber)
    return ruleBroken('E10220', 'customer', is(`customer ${customerNumber}`));
  return draft.currency === currency ? undefined : ruleBroken('E10220', 'currency', is(currency));
}

type Priced = Pick<DraftInvoiceLine, 'unitNetPrice' | 'discountPercentage'>;

/** The lines that an invoice sold under one number. */
type NamedLines = { readonly sold: readonly BookedInvoiceLine[]; readonly vatIncluded: boolean };

/**
 * Why a line does not take back what the invoice sold under its number; undefined where it does. What comes
 * to less than the invoice charged for the quantity is credited in part.
 */
function notAsSold(
  { sold: named, vatIncluded: isInvoiced }: NamedLines,
  line: DraftInvoiceLine & { readonly quantity: Decimal },
  { property, vatIncluded }: { readonly property: string; readonly vatIncluded: boolean },
): RuleBroken | undefined {
  const sold = ofSameProduct(named, line);
  if (sold.length === 0) {
    const number = named[0]?.product?.productNumber;
    const is = number === undefined ? 'must be left out, as in' : `must be ${number}, that of`;
    return ruleBroken('E10230', `${property}.product`, `${is} line ${line.lineNumber} of the invoice`);
  }
  const amountAt = ({ unitNetPrice = ZERO, discountPercentage }: Priced): Decimal =>
    lineAmount(line.quantity, unitNetPrice, discountPercentage);
  // With VAT or without, as the note has its prices.
  const priceOf = vatIncluded ? grossPriceOf : netPriceOf;
  const isPart = sold.some((of) => {
    const unitNetPrice = priceOf({ ...of, quantity: line.quantity }, isInvoiced);
    return isPartOf(amountAt(line), amountAt({ ...of, unitNetPrice }));
  });
  if (isPart) return undefined;
  const is = 'must make at most what the invoice charged for the quantity, and charge no more';
  return ruleBroken('E10230', `${property}.unitNetPrice`, is);
}

/** Whether an amount takes back `whole`, or a part of what was charged; of a rebate, all of it. */
function isPartOf(amount: Decimal, whole: Decimal): boolean {
  const most = compareDecimals(whole, ZERO) > 0 ? whole : ZERO;
  return compareDecimals(amount, whole) >= 0 && compareDecimals(amount, most) <= 0;
}

/** Lines of one number that sold what another line names: an older invoice may have several of a number. */
export function ofSameProduct<Line extends Pick<BookedInvoiceLine, 'product'>>(
  named: readonly Line[],
  { product }: { readonly product?: { readonly productNumber: string } | undefined },
): readonly Line[] {
  return named.filter((one) => keyOf(one.product) === keyOf(product));
}

function keyOf(product: { readonly productNumber: string } | undefined): string | undefined {
  return product && folded(product.productNumber);
}
