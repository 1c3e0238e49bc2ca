import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  decimal,
  type Decimal,
  defined,
  folded,
  inBaseCurrency,
  isStorable,
  type RuleBroken,
  ruleBroken,
  ZERO,
  referenceMissing,
} from '@kontor/kernel';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import type { BookedInvoice } from './booked-invoice.resource.js';
import { ofSameProduct } from './credit-note.rules.js';
import type { DraftInvoiceLine, InvoiceDraft } from './draft-invoice.resource.js';
import { costOf, lineAmount, priceInCurrency, priceWithVat, type LineToCompute } from './invoice.rules.js';
import { lineNumbersOf, linesByNumber } from './line-numbers.rules.js';
import { grossPriceOf, netPriceOf } from './net-price.js';
import type { ProductTerms, InvoiceVatTerms } from './invoicing.port.js';

type GivenLine = InvoiceDraft['lines'][number];

/** A line with everything that follows from what was given, except its amounts, and where it is booked. */
export type CompletedLine = Omit<
  DraftInvoiceLine,
  | 'totalNetAmount'
  | 'totalVatAmount'
  | 'totalGrossAmount'
  | 'marginInBaseCurrency'
  | 'marginPercentage'
  | 'postsTo'
>;
/** The accounts that a line is booked on, as they are when it is written. */
export type LineAccounts = Omit<NonNullable<DraftInvoiceLine['postsTo']>, 'control'>;
/** A line as it is kept, and as amounts are computed of it. */
export type LineToStore = {
  readonly line: CompletedLine;
  readonly toCompute: LineToCompute;
  readonly postsTo: LineAccounts;
};

const ONE = decimal('1');

/** What lines take from their invoice where they say nothing themselves. */
type LinesOf = {
  readonly vatZoneNumber: number;
  /** Base currency for 100 units of the invoice's: prices of products are in base currency. */
  readonly exchangeRate: Decimal;
  /** Prices include VAT; those of products do not (§2.1). */
  readonly vatIncluded: boolean;
  /** §2.11: the discount of the customer, on lines that sell something and name none. */
  readonly discountPercentage: Decimal | undefined;
  /** Of a credit note: the invoice that it credits. */
  readonly credited?: Pick<BookedInvoice, 'lines' | 'vatIncluded'> | undefined;
};

/**
 * Facts 3.12: what lines do not say follows from their product, its group and the VAT zone of the recipient.
 */
export function completedLines(
  repositories: Pick<SalesRepositories, 'goods' | 'bookkeeping'>,
  lines: readonly GivenLine[],
  head: LinesOf,
): TaskEither<SalesFailure, readonly LineToStore[]> {
  return async () => {
    const numbers = lines.flatMap(({ product }) => (product === undefined ? [] : [product.productNumber]));
    const products =
      numbers.length === 0
        ? new Map<string, ProductTerms>()
        : await repositories.goods.productsIn(head.vatZoneNumber, [...new Set(numbers)]);
    const sold = linesByNumber(head.credited?.lines ?? []);
    const found: Found[] = [];
    for (const [index, given] of lines.entries()) {
      const present = given.product && products.get(folded(given.product.productNumber));
      if (given.product !== undefined && present === undefined) {
        return left(referenceMissing(`lines[${index}].product`, 'products', given.product.productNumber));
      }
      const named = (given.lineNumber !== undefined && sold.get(given.lineNumber)) || [];
      const { line, product } = asSold(given, present, ofSameProduct(named, given)[0] ?? named[0], head);
      const says = product !== undefined || line.description !== undefined;
      if (!says) return left(ruleBroken('E10350', `lines[${index}]`, 'must have a product or a description'));
      found.push({ line, product });
    }
    const accounts = await salesAccountsFor(repositories, found, head.vatZoneNumber);
    const codes = await vatCodesFor(repositories, found, accounts);
    const terms = await vatTermsOfLines(repositories, codes);
    const lineNumbers = lineNumbersOf(lines);
    const completed: LineToStore[] = [];
    for (const [index, { line, product }] of found.entries()) {
      const one = completedLine(line, product, {
        place: `lines[${index}]`,
        index,
        lineNumber: defined(lineNumbers[index]),
        sales: accounts[index],
        vatCode: codes[index],
        terms,
        head,
      });
      if (isLeft(one)) return one;
      completed.push(one.right);
    }
    return right(completed);
  };
}

/**
 * What a line of a credit note leaves out is as it was sold, whatever has become of the product and the
 * customer since: for which price, to whose credit, at what cost, and out of which stock. Goods go back into
 * stock if they left it, and only then.
 */
function asSold(
  line: GivenLine,
  product: ProductTerms | undefined,
  sold: BookedInvoice['lines'][number] | undefined,
  { credited, vatIncluded }: LinesOf,
): Found {
  if (credited === undefined || sold === undefined || line.quantity === undefined) return { line, product };
  const { quantity } = line;
  const priceOf = vatIncluded ? grossPriceOf : netPriceOf;
  const price = sold.unitNetPrice && priceOf({ ...sold, quantity }, credited.vatIncluded);
  const { unitNetPrice = price, discountPercentage = sold.discountPercentage } = line;
  const { department, departmentalDistribution } =
    (line.department ?? line.departmentalDistribution) ? line : sold;
  return {
    line: {
      ...line,
      unitNetPrice,
      discountPercentage,
      // Of a product that had no cost price then: what it costs now was never taken off.
      unitCostPrice: line.unitCostPrice ?? sold.unitCostPrice ?? (product && ZERO),
      department,
      departmentalDistribution,
    },
    product: product && {
      ...product,
      keepsStock: sold.keepsNoStock !== true,
      departmentNumber: undefined,
      departmentalDistributionNumber: undefined,
    },
  };
}

/** True for a line that sells something; a line of text alone carries no VAT. */
function sells({ product, quantity, unitNetPrice }: GivenLine): boolean {
  return product !== undefined || quantity !== undefined || unitNetPrice !== undefined;
}

type Found = { readonly line: GivenLine; readonly product: ProductTerms | undefined };

/** The account that each line is sold on: that of its product's group in the VAT zone, or the usual one. */
async function salesAccountsFor(
  { goods }: Pick<SalesRepositories, 'goods'>,
  found: readonly Found[],
  vatZoneNumber: number,
): Promise<readonly (number | undefined)[]> {
  const needsUsual = found.some(
    ({ line, product }) => sells(line) && product?.salesAccountNumber === undefined,
  );
  const usual = needsUsual ? await goods.usualSalesAccount(vatZoneNumber) : undefined;
  return found.map(({ line, product }) => (sells(line) ? (product?.salesAccountNumber ?? usual) : undefined));
}

/** The VAT code of each line: its own, or the default of the account it is sold on. */
async function vatCodesFor(
  { bookkeeping }: Pick<SalesRepositories, 'bookkeeping'>,
  found: readonly Found[],
  salesAccounts: readonly (number | undefined)[],
): Promise<readonly (string | undefined)[]> {
  const deriving = found.map(({ line }, index) =>
    line.vatInfo === undefined ? salesAccounts[index] : undefined,
  );
  const accounts = new Set(deriving.flatMap((account) => account ?? []));
  const codes = accounts.size === 0 ? new Map<number, string>() : await bookkeeping.vatCodesOf([...accounts]);
  return found.map(({ line }, index) => line.vatInfo?.vatAccount.vatCode ?? codes.get(deriving[index] ?? 0));
}

/** The terms of VAT codes, by folded code. */
export async function vatTermsOfLines(
  { bookkeeping }: Pick<SalesRepositories, 'bookkeeping'>,
  vatCodes: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, InvoiceVatTerms>> {
  const named = [...new Set(vatCodes.flatMap((code) => code ?? []))];
  return named.length === 0 ? new Map<string, InvoiceVatTerms>() : bookkeeping.vatTermsOf(named);
}

/** The terms of the VAT code that a line names; one that is barred is named by no new line (D28). */
export function namedVat(
  terms: ReadonlyMap<string, InvoiceVatTerms>,
  vatCode: string,
  property: string,
): Either<SalesFailure, InvoiceVatTerms> {
  const found = terms.get(folded(vatCode));
  if (found === undefined) return left(referenceMissing(property, 'vat-accounts', vatCode));
  if (found.barred) return left({ kind: 'VatAccountBarred', property, vatCode: found.vatCode });
  return right(found);
}

/**
 * The lines of a draft that is sent again, without the rates that the draft shows for their codes: who sends
 * back what was read overrides nothing, and a draft that is written again takes the present rate
 * (amendments, booking).
 */
export function linesAtPresentRates(
  lines: readonly GivenLine[],
  old: readonly DraftInvoiceLine[],
): readonly GivenLine[] {
  // Known by their names: a thousand lines are not compared with a thousand others.
  const shown = new Set(old.map(({ vatInfo }) => rateShown(vatInfo)));
  return lines.map((line) => {
    const { vatInfo } = line;
    if (vatInfo?.vatRate === undefined || !shown.has(rateShown(vatInfo))) return line;
    const { vatRate: _, ...code } = vatInfo;
    return { ...line, vatInfo: code };
  });
}

/** A VAT code and its rate; undefined where there is no rate. */
function rateShown(vatInfo: GivenLine['vatInfo']): string | undefined {
  return vatInfo?.vatRate && `${folded(vatInfo.vatAccount.vatCode)} ${vatInfo.vatRate}`;
}

type Completing = {
  readonly head: LinesOf;
  readonly place: string;
  readonly index: number;
  readonly lineNumber: number;
  readonly sales: number | undefined;
  readonly vatCode: string | undefined;
  readonly terms: ReadonlyMap<string, InvoiceVatTerms>;
};

function completedLine(
  line: GivenLine,
  product: ProductTerms | undefined,
  { place, index, lineNumber, sales, vatCode, terms, head }: Completing,
): Either<SalesFailure, LineToStore> {
  const vat =
    vatCode === undefined ? right(undefined) : namedVat(terms, vatCode, `${place}.vatInfo.vatAccount`);
  if (isLeft(vat)) return vat;
  const ratePercentage = vat.right?.ratePercentage ?? ZERO;
  const given = line.vatInfo?.vatRate;
  if (given !== undefined && given !== ratePercentage) {
    return left(
      ruleBroken(
        'E10330',
        `${place}.vatInfo.vatRate`,
        `must be ${ratePercentage}, what ${vatCode ?? ''} charges`,
      ),
    );
  }
  const isText = !sells(line);
  const quantity = line.quantity ?? (isText ? undefined : ONE);
  const salesPrice = product?.salesPrice && priceOnLine(product.salesPrice, ratePercentage, head);
  const unitNetPrice = line.unitNetPrice ?? salesPrice ?? (isText ? undefined : ZERO);
  const discountPercentage =
    line.discountPercentage ?? (isText ? undefined : head.discountPercentage) ?? ZERO;
  const unitCostPrice = line.unitCostPrice ?? product?.costPrice;
  const amount = lineAmount(quantity ?? ZERO, unitNetPrice ?? ZERO, discountPercentage);
  const cost = costOf(quantity ?? ZERO, unitCostPrice ?? ZERO);
  const tooLarge = !isStorable(amount) ? 'an amount' : !isStorable(cost) ? 'a cost' : undefined;
  if (tooLarge !== undefined)
    return left(ruleBroken('E10320', `${place}.quantity`, `makes ${tooLarge} of more than 13 digits`));
  const number = line.unit?.unitNumber ?? product?.unitNumber;
  const shares = line.department ?? line.departmentalDistribution;
  return right({
    toCompute: { amount, cost, vatCode: vat.right?.vatCode, ratePercentage },
    postsTo: { sales, vat: vat.right?.accountNumber },
    line: {
      lineNumber,
      sortKey: line.sortKey ?? index + 1,
      description: line.description ?? product?.name,
      ...(product !== undefined && { product: { productNumber: product.productNumber } }),
      ...(product?.keepsStock === false && { keepsNoStock: true }),
      ...(quantity !== undefined && { quantity }),
      ...(unitNetPrice !== undefined && { unitNetPrice }),
      ...(unitCostPrice !== undefined && { unitCostPrice }),
      discountPercentage,
      ...(number !== undefined && { unit: { unitNumber: number } }),
      ...(shares === undefined ? departmentOf(product) : departmentGiven(line)),
      ...(vat.right !== undefined && {
        vatInfo: { vatAccount: { vatCode: vat.right.vatCode }, vatRate: ratePercentage },
      }),
      ...(salesPrice !== undefined &&
        unitNetPrice !== undefined && {
          manuallyEditedSalesPrice: unitNetPrice !== salesPrice,
        }),
    },
  });
}

/** The net price of a product as it is put on a line. */
function priceOnLine(
  salesPrice: Decimal,
  ratePercentage: Decimal,
  { exchangeRate, vatIncluded }: LinesOf,
): Decimal {
  const price = priceInCurrency(salesPrice, exchangeRate);
  return vatIncluded ? priceWithVat(price, ratePercentage) : price;
}

type Shares = Pick<CompletedLine, 'department' | 'departmentalDistribution'>;

function departmentGiven({ department, departmentalDistribution }: GivenLine): Shares {
  return {
    ...(department !== undefined && { department }),
    ...(departmentalDistribution !== undefined && { departmentalDistribution }),
  };
}

function departmentOf(product: ProductTerms | undefined): Shares {
  const { departmentNumber, departmentalDistributionNumber } = product ?? {};
  return {
    ...(departmentNumber !== undefined && { department: { departmentNumber } }),
    ...(departmentalDistributionNumber !== undefined && {
      departmentalDistribution: { departmentalDistributionNumber },
    }),
  };
}

/** What follows from the lines of an invoice: where it is told of, and how, when it is too large. */
export type Followed = readonly [property: string, is: string, amounts: readonly Decimal[]];

/** The sums of an invoice, and what else follows from its lines, can be kept as well. */
export function sumsAreStorable(sums: readonly Followed[]): Either<RuleBroken, void> {
  const wrong = sums.find(([, , amounts]) => !amounts.every(isStorable));
  return wrong === undefined ? right(undefined) : left(ruleBroken('E10320', wrong[0], wrong[1]));
}

/** What each entry of an invoice takes in base currency can be kept, also where its entries cancel out. */
export function entriesAreStorable(
  amounts: readonly Decimal[],
  exchangeRate: Decimal,
): Either<RuleBroken, void> {
  return amounts.every((amount) => isStorable(inBaseCurrency(amount, exchangeRate)))
    ? right(undefined)
    : left(ruleBroken('E10320', 'exchangeRate', 'makes an amount of more than 13 digits'));
}
