/**
 * An exact decimal number as canonical plain text: no exponent, no leading `+`, no superfluous zeros,
 * never `-0`. Money, prices, quantities and rates travel in this form between the wire and the column, so
 * that no binary float is ever rounded by accident.
 */
export type Decimal = string & { readonly decimal: unique symbol };

const PLAIN = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Longer texts are not looked into: no number that is kept comes near (a double needs 24 characters at most).
 */
export const DECIMAL_TEXT_MAX = 100;
/** No double has a larger exponent; with a smaller bound not every one could be told exactly. */
const EXPONENT_MAX = 400;

/**
 * The exact value of a decimal literal (`12.50`, `1e3`, `-0.0`); undefined when the text is
 * not one, is longer than `DECIMAL_TEXT_MAX` or has an exponent beyond 400: both are
 * bounded before anything is made of them.
 */
export function decimalFromText(text: string): Decimal | undefined {
  if (text.length > DECIMAL_TEXT_MAX) return undefined;
  const match = PLAIN.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent] = match;
  const shift = exponent === undefined ? 0 : Number(exponent);
  if (Math.abs(shift) > EXPONENT_MAX) return undefined;
  const digits = whole + fraction;
  const point = whole.length + shift;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const cut = point <= 0 ? 1 : point;
  const integer = padded.slice(0, cut).replace(/^0+(?=\d)/, '');
  const decimals = withoutZerosAtEnd(padded.slice(cut));
  const magnitude = decimals === '' ? integer : `${integer}.${decimals}`;
  return (magnitude === '0' ? '0' : `${sign}${magnitude}`) as Decimal;
}

/** Looks at each digit once: `/0+$/` would begin anew at every zero that does not stand at the end. */
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === DIGIT_ZERO) end -= 1;
  return digits.slice(0, end);
}

const DIGIT_ZERO = 0x30;

/** The decimal a JSON number was written as: the shortest text that reads back as the same double. */
export function decimalFromNumber(value: number): Decimal {
  const text = String(value);
  // Without an exponent that is the canonical text already.
  const isPlain = Number.isFinite(value) && !text.includes('e');
  const decimal = isPlain ? (text as Decimal) : decimalFromText(text);
  if (decimal === undefined) throw new RangeError(`not a finite number: ${value}`);
  return decimal;
}

/**
 * A decimal that is written in the code, in its canonical form (`0.01`, `100`). Throws a `RangeError` for any
 * other text: what comes from outside is read by `decimalFromText`.
 */
export function decimal(written: string): Decimal {
  const exact = decimalFromText(written);
  if (exact === undefined || exact !== written)
    throw new RangeError(`not a decimal as it is kept: ${written}`);
  return exact;
}

/** Nothing, as an exact decimal. */
export const ZERO = decimal('0');

/** How many digits stand after the point. */
export function decimalsOf(value: Decimal): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.length - point - 1;
}

/** How many digits stand before the point. */
export function integerDigitsOf(value: Decimal): number {
  const point = value.indexOf('.');
  return (point < 0 ? value.length : point) - (value.startsWith('-') ? 1 : 0);
}

/** The value in units of 10^-scale: `12.5` at scale 2 is 1250n. The value must fit the scale. */
export function scaledUnits(value: Decimal, scale: number): bigint {
  const missing = scale - decimalsOf(value);
  if (missing < 0) throw new RangeError(`${value} has more than ${scale} decimals`);
  const point = value.indexOf('.');
  // Not `split`, which takes longer than all the rest: a voucher asks for some twenty of them.
  const digits = point < 0 ? value : value.slice(0, point) + value.slice(point + 1);
  return BigInt(digits + '0'.repeat(missing));
}

/** So many units, whichever side of zero they are on. */
export function withoutSign(units: bigint): bigint {
  return units < 0n ? -units : units;
}

/** The inverse of `scaledUnits`. */
export function decimalFromUnits(units: bigint, scale: number): Decimal {
  const negative = units < 0n;
  const digits = withoutSign(units)
    .toString()
    .padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = withoutZerosAtEnd(digits.slice(digits.length - scale));
  const magnitude = fraction === '' ? whole : `${whole}.${fraction}`;
  return (negative ? `-${magnitude}` : magnitude) as Decimal;
}

/** Negative, zero or positive, as `left` is smaller than, equal to or larger than `right`. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const scale = Math.max(decimalsOf(left), decimalsOf(right));
  const difference = scaledUnits(left, scale) - scaledUnits(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** As people write it: `1,234.50`, thousands apart, at least so many decimals. */
export function writtenDecimal(value: Decimal, shown = 2): string {
  const [whole = '', ...fraction] = decimalJson(value, shown).split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

/** The JSON number text with at least `shown` decimals: prices read `12.50` (D5). */
export function decimalJson(value: Decimal, shown: number): string {
  const missing = shown - decimalsOf(value);
  if (missing <= 0) return value;
  return missing === shown ? `${value}.${'0'.repeat(shown)}` : value + '0'.repeat(missing);
}
