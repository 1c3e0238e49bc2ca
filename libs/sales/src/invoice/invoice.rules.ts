import {
  amountOf,
  BASE_RATE,
  type Cents,
  centsOf,
  decimal,
  type Decimal,
  decimalFromUnits,
  decimalsOf,
  folded,
  inBaseCurrency,
  percentageOf,
  productInCents,
  roundedQuotient,
  scaledUnits,
  vatInside,
  ZERO,
} from '@kontor/kernel';

/** A line of goods or services as far as its amounts go. */
export type LineToCompute = {
  /** Net, or gross where prices include VAT: `lineAmount`. */
  readonly amount: Decimal;
  /** What it costs the seller, in base currency. */
  readonly cost: Decimal;
  readonly vatCode?: string | undefined;
  readonly ratePercentage: Decimal;
  /** Figured from the amount when left out. */
  readonly vat?: Decimal | undefined;
};

/** An additional expense: its amount is net, and its VAT is figured by itself (D47). */
export type ExpenseToCompute = {
  readonly amount: Decimal;
  readonly vatAmount: Decimal;
  readonly vatCode: string;
  readonly ratePercentage: Decimal;
};

/** All that the amounts of an invoice depend on. */
export type InvoiceToCompute = {
  readonly lines: readonly LineToCompute[];
  readonly expenses: readonly ExpenseToCompute[];
  readonly vatIncluded: boolean;
  /** Base currency for 100 units of the invoice's. */
  readonly exchangeRate: Decimal;
  /** The VAT of the lines under a code, by folded code: figured from their sum where left out. */
  readonly vatOfCodes?: ReadonlyMap<string, Decimal> | undefined;
};

/** What a line comes to, in the currency of the invoice, rounded to cents. */
export type LineAmounts = {
  readonly totalNetAmount: Decimal;
  readonly totalVatAmount: Decimal;
  readonly totalGrossAmount: Decimal;
  readonly marginInBaseCurrency: Decimal;
  readonly marginPercentage: Decimal;
};

/** What the lines of one VAT code and rate come to together, in the currency of the invoice. */
export type VatCodeGroup = {
  readonly vatAccount?: { readonly vatCode: string };
  readonly vatRate: Decimal;
  readonly totalNetAmount: Decimal;
  readonly totalVatAmount: Decimal;
  readonly totalGrossAmount: Decimal;
};

/** What an invoice comes to: by line, by VAT code, and in all. Gross is net, VAT and rounding together. */
export type InvoiceAmounts = {
  readonly lines: readonly LineAmounts[];
  readonly vatCodeGroups: readonly VatCodeGroup[];
  readonly netAmount: Decimal;
  readonly vatAmount: Decimal;
  readonly grossAmount: Decimal;
  readonly roundingAmount: Decimal;
  readonly netAmountInBaseCurrency: Decimal;
  readonly costPriceInBaseCurrency: Decimal;
  readonly marginInBaseCurrency: Decimal;
  readonly marginPercentage: Decimal;
};

const HUNDRED = decimal('100');
const CENT = decimal('0.01');

/** D46: quantity × price × (1 − discount %), rounded to cents, half away from zero. */
export function lineAmount(quantity: Decimal, unitPrice: Decimal, discountPercentage: Decimal): Decimal {
  const decimals = decimalsOf(discountPercentage);
  const kept = scaledUnits(HUNDRED, decimals) - scaledUnits(discountPercentage, decimals);
  return amountOf(productInCents(quantity, unitPrice, decimalFromUnits(kept, decimals), CENT));
}

/**
 * A price of the base currency in that of a document (amendment "162, invoices"): rounded to as many decimals
 * as it has, two at least. `exchangeRate`: base currency for 100 units (D161).
 */
export function priceInCurrency(price: Decimal, exchangeRate: Decimal): Decimal {
  if (exchangeRate === BASE_RATE) return price;
  const scale = Math.max(2, decimalsOf(price));
  const rateScale = decimalsOf(exchangeRate);
  const hundredfold = scaledUnits(price, scale) * 100n * 10n ** BigInt(rateScale);
  return decimalFromUnits(roundedQuotient(hundredfold, scaledUnits(exchangeRate, rateScale)), scale);
}

/**
 * A net price with the VAT that a rate charges, as prices are where an invoice includes VAT (facts 3.12):
 * rounded to as many decimals as it has, two at least.
 */
export function priceWithVat(price: Decimal, ratePercentage: Decimal): Decimal {
  const scale = Math.max(2, decimalsOf(price));
  const rateScale = decimalsOf(ratePercentage);
  const hundred = 100n * 10n ** BigInt(rateScale);
  const units = scaledUnits(price, scale) * (hundred + scaledUnits(ratePercentage, rateScale));
  return decimalFromUnits(roundedQuotient(units, hundred), scale);
}

/** What so many of something cost, rounded to cents. */
export function costOf(quantity: Decimal, unitCostPrice: Decimal): Decimal {
  return amountOf(productInCents(quantity, unitCostPrice));
}

/** D47: the VAT of an additional expense, whose amount is net. */
export function vatOfExpense(amount: Decimal, ratePercentage: Decimal): Decimal {
  return percentageOf(amount, ratePercentage);
}

type Sums = { net: Cents; vat: Cents };
type Group = Sums & {
  readonly vatCode: string | undefined;
  readonly rate: Decimal;
  /** What the lines sum to whose VAT is figured, and that VAT. */
  ofLines: Cents;
  figured: Cents;
};

/**
 * Facts 5.4, D46: the net amount is the sum of the lines; VAT is figured once for each VAT code, on what its
 * lines sum to; gross is both. Where prices include VAT the VAT of a code lies inside what its lines sum to,
 * and is given to the lines such that they sum to it.
 */
export function invoiceAmounts({
  lines,
  expenses,
  vatIncluded,
  exchangeRate,
  vatOfCodes,
}: InvoiceToCompute): InvoiceAmounts {
  const groups = new Map<string, Group>();
  const groupOf = (vatCode: string | undefined, rate: Decimal): Group => {
    const name = vatCode === undefined ? '' : folded(vatCode);
    let group = groups.get(name);
    if (group === undefined) {
      groups.set(name, (group = { vatCode, rate, net: 0n, vat: 0n, ofLines: 0n, figured: 0n }));
    }
    return group;
  };
  const computed = lines.map((line): LineAmounts => {
    const { net, vat } = amountsOfLine(line, groupOf(line.vatCode, line.ratePercentage), vatIncluded);
    const netAmount = amountOf(net);
    return {
      totalNetAmount: netAmount,
      totalVatAmount: amountOf(vat),
      totalGrossAmount: amountOf(net + vat),
      ...marginOf(inBaseCurrency(netAmount, exchangeRate), line.cost),
    };
  });
  if (!vatIncluded) {
    for (const [name, group] of groups) {
      group.vat = centsOf(vatOfCodes?.get(name) ?? percentageOf(amountOf(group.net), group.rate));
    }
  }
  for (const { amount, vatAmount, vatCode, ratePercentage } of expenses) {
    const group = groupOf(vatCode, ratePercentage);
    group.net += centsOf(amount);
    group.vat += centsOf(vatAmount);
  }
  // Lines of text alone charge nothing under no VAT code.
  const all = [...groups.values()].filter(
    ({ vatCode, net, vat }) => vatCode !== undefined || net + vat !== 0n,
  );
  const net = all.reduce((sum, group) => sum + group.net, 0n);
  const vat = all.reduce((sum, group) => sum + group.vat, 0n);
  const cost = amountOf(lines.reduce((sum, line) => sum + centsOf(line.cost), 0n));
  const netAmountInBaseCurrency = inBaseCurrency(amountOf(net), exchangeRate);
  return {
    lines: computed,
    vatCodeGroups: all.map(vatCodeGroup),
    netAmount: amountOf(net),
    vatAmount: amountOf(vat),
    grossAmount: amountOf(net + vat),
    roundingAmount: ZERO,
    netAmountInBaseCurrency,
    costPriceInBaseCurrency: cost,
    ...marginOf(netAmountInBaseCurrency, cost),
  };
}

/** Adds a line to the sums of its VAT code. */
function amountsOfLine(line: LineToCompute, group: Group, vatIncluded: boolean): Sums {
  const amount = centsOf(line.amount);
  if (!vatIncluded) {
    group.net += amount;
    return { net: amount, vat: centsOf(line.vat ?? percentageOf(line.amount, line.ratePercentage)) };
  }
  const vat = line.vat === undefined ? figuredVat(amount, group) : centsOf(line.vat);
  group.vat += vat;
  group.net += amount - vat;
  return { net: amount - vat, vat };
}

/** By how much a line raises the VAT inside the sum of its group: so the lines sum to what the sum has. */
function figuredVat(amount: Cents, group: Group): Cents {
  const before = group.figured;
  group.ofLines += amount;
  group.figured = centsOf(vatInside(amountOf(group.ofLines), group.rate));
  return group.figured - before;
}

function vatCodeGroup({ vatCode, rate, net, vat }: Group): VatCodeGroup {
  return {
    ...(vatCode !== undefined && { vatAccount: { vatCode } }),
    vatRate: rate,
    totalNetAmount: amountOf(net),
    totalVatAmount: amountOf(vat),
    totalGrossAmount: amountOf(net + vat),
  };
}

/** What is earned in base currency: net less cost, and how many percent of the net amount that is (D46). */
export function marginOf(
  net: Decimal,
  cost: Decimal,
): { readonly marginInBaseCurrency: Decimal; readonly marginPercentage: Decimal } {
  const base = centsOf(net);
  const margin = base - centsOf(cost);
  return {
    marginInBaseCurrency: amountOf(margin),
    marginPercentage: amountOf(base === 0n ? 0n : roundedQuotient(margin * 10_000n, base)),
  };
}

/**
 * Parts of an amount in base currency: each within a cent of its own, and together what the whole amount is
 * in base currency. So the entries of an invoice balance in both currencies.
 */
export function partsInBaseCurrency(parts: readonly Decimal[], exchangeRate: Decimal): readonly Decimal[] {
  let sum = 0n;
  let before = 0n;
  return parts.map((part) => {
    sum += centsOf(part);
    const inBase = centsOf(inBaseCurrency(amountOf(sum), exchangeRate));
    const own = inBase - before;
    before = inBase;
    return amountOf(own);
  });
}

/**
 * What the customer owes for an invoice in base currency: what its control account takes. Of a credit note,
 * that is so but for what rounding had left.
 */
export function grossInBase({
  grossAmount,
  exchangeRate,
}: {
  readonly grossAmount: Decimal;
  readonly exchangeRate: Decimal;
}): Decimal {
  return inBaseCurrency(grossAmount, exchangeRate);
}
