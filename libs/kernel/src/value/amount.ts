import {
  decimal,
  decimalFromUnits,
  decimalsOf,
  integerDigitsOf,
  scaledUnits,
  withoutSign,
  ZERO,
  type Decimal,
} from './decimal.js';

/** Whole minor units of money (cents): the form in which amounts are added and rounded. Never a float. */
export type Cents = bigint;

const AMOUNT_DECIMALS = 2;

/** The cents of an amount of at most two decimals. */
export function centsOf(amount: Decimal): Cents {
  return scaledUnits(amount, AMOUNT_DECIMALS);
}

/** The amount of a number of cents: `amountOf(1250n)` is 12.5. */
export function amountOf(cents: Cents): Decimal {
  return decimalFromUnits(cents, AMOUNT_DECIMALS);
}

/** Before the point, of a figure that follows from others (E10320). */
const DIGITS_MAX = 13;

/** Whether what follows from amounts, prices and quantities is short enough to be kept. */
export function isStorable(figure: Decimal): boolean {
  return integerDigitsOf(figure) <= DIGITS_MAX;
}

/** The sum of amounts, exact. */
export function sumOf(amounts: readonly Decimal[]): Decimal {
  return amountOf(amounts.reduce((total, amount) => total + centsOf(amount), 0n));
}

/** The same with the opposite sign: of an amount, or of a quantity, which has more decimals. */
export function negated(number: Decimal): Decimal {
  if (number === ZERO) return number;
  return (number.startsWith('-') ? number.slice(1) : `-${number}`) as Decimal;
}

/**
 * The one rounding rule of the service: `numerator / denominator` to a whole number, half away from zero, for
 * negative amounts too (amendment 5.4, D46).
 */
export function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('division by zero');
  const isNegative = numerator < 0n !== denominator < 0n;
  const top = withoutSign(numerator);
  const bottom = withoutSign(denominator);
  const rounded = (2n * top + bottom) / (2n * bottom);
  return isNegative ? -rounded : rounded;
}

/** The product of exact decimals, rounded to cents. */
export function productInCents(...factors: readonly Decimal[]): Cents {
  let units = 1n;
  let scale = 0;
  for (const factor of factors) {
    const decimals = decimalsOf(factor);
    units *= scaledUnits(factor, decimals);
    scale += decimals;
  }
  return roundedQuotient(units * 100n, 10n ** BigInt(scale));
}

/** `percentage` percent of an amount, rounded to cents: 25 percent of 100.01 is 25.00. */
export function percentageOf(amount: Decimal, percentage: Decimal): Decimal {
  const decimals = decimalsOf(percentage);
  return amountOf(
    roundedQuotient(centsOf(amount) * scaledUnits(percentage, decimals), 100n * 10n ** BigInt(decimals)),
  );
}

/** The VAT inside a gross amount: gross × rate / (100 + rate), rounded to cents (D160). */
export function vatInside(gross: Decimal, ratePercentage: Decimal): Decimal {
  const decimals = decimalsOf(ratePercentage);
  const rate = scaledUnits(ratePercentage, decimals);
  return amountOf(roundedQuotient(centsOf(gross) * rate, 100n * 10n ** BigInt(decimals) + rate));
}

/** D161: the exchange rate of the base currency itself. */
export const BASE_RATE = decimal('100');

/**
 * An amount of a foreign currency in the base currency; the rate is base units per 100 foreign ones (D161).
 * One of the base currency has the rate 100, and is what it is: nearly every line is such a one.
 */
export function inBaseCurrency(amount: Decimal, exchangeRate: Decimal): Decimal {
  return exchangeRate === BASE_RATE ? amount : percentageOf(amount, exchangeRate);
}
