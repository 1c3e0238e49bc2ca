import { decimalFromUnits, folded, scaledUnits, type Decimal, type Kind } from '@kontor/kernel';
import type { SqlValue } from '../statement.js';

/**
 * How a value of a kind stands in its column. Amounts are whole minor units. Prices, quantities and
 * percentages are text of 26 digits, `10^25 + value × 10^10`, so that text order is number order on both
 * databases and nothing is ever a binary float.
 */
export type ColumnEncoding = {
  readonly encode: (value: unknown) => SqlValue;
  readonly decode: (stored: unknown) => unknown;
  /** True when the column holds the value as it is. */
  readonly isPlain?: true;
};

/** Decimals after the point in the sortable text. */
export const SORTABLE_SCALE = 10;
/** Digits of the sortable text. */
export const SORTABLE_LENGTH = 26;
/** What is added to a scaled decimal before it is stored as text, so that negative ones sort before it. */
export const SORTABLE_ZERO = 10n ** 25n;

/** Amounts have at most this many decimals and are kept as whole numbers. */
export const AMOUNT_SCALE = 2;

const asIs: ColumnEncoding = {
  encode: (value) => value as SqlValue,
  decode: (stored) => stored,
  isPlain: true,
};
const asBoolean: ColumnEncoding = {
  encode: (value) => (value === true ? 1 : 0),
  decode: (stored) => stored === 1,
};
const asAmount: ColumnEncoding = {
  encode: (value) => wholeNumber(scaledUnits(value as Decimal, AMOUNT_SCALE)),
  decode: (stored) =>
    typeof stored === 'string'
      ? decimalFromUnits(BigInt(stored), AMOUNT_SCALE)
      : decimalFromCents(stored as number),
};
const asSortable: ColumnEncoding = {
  encode: (value) => sortableText(value as Decimal),
  decode: (stored) => decimalFromSortable(stored as string),
};
const asDocument: ColumnEncoding = {
  encode: (value) => JSON.stringify(value),
  decode: (stored) => (stored === '[]' ? EMPTY : JSON.parse(stored as string)),
};
const EMPTY: readonly unknown[] = Object.freeze([]);

/** Sums of amounts have more digits than an amount (`total`), and more than a number tells. */
export function isSum(kind: Kind): boolean {
  return kind.type === 'decimal' && kind.scale <= AMOUNT_SCALE && kind.digits > 14;
}

/**
 * As both databases take it, exact: text beyond what a number tells, as opening entries of large books are.
 */
export function wholeNumber(units: bigint): number | string {
  const number = Number(units);
  return Number.isSafeInteger(number) ? number : units.toString();
}

/** In whole numbers: to write a fraction as text takes V8 several times as long. */
function decimalFromCents(cents: number): string {
  const fraction = Math.abs(cents % 100);
  if (fraction === 0) return String(cents / 100);
  const whole = Math.trunc(cents / 100);
  const start = whole === 0 && cents < 0 ? '-0' : whole;
  if (fraction % 10 === 0) return `${start}.${fraction / 10}`;
  return fraction < 10 ? `${start}.0${fraction}` : `${start}.${fraction}`;
}

/** How values of a kind become what a column holds, and back. */
export function encodingOf(kind: Kind): ColumnEncoding {
  switch (kind.type) {
    case 'boolean':
      return asBoolean;
    case 'decimal':
      return kind.scale <= AMOUNT_SCALE ? asAmount : asSortable;
    case 'list':
    case 'group':
      return asDocument;
    default:
      return asIs;
  }
}

/** `12.5` → `10000000000000012…`: a leading 1 marks what is not negative. */
export function sortableText(value: Decimal): string {
  if (value.startsWith('-')) {
    const units = SORTABLE_ZERO + scaledUnits(value, SORTABLE_SCALE);
    return units.toString().padStart(SORTABLE_LENGTH, '0');
  }
  const point = value.indexOf('.');
  const whole = point < 0 ? value : value.slice(0, point);
  const fraction = point < 0 ? '' : value.slice(point + 1);
  if (fraction.length > SORTABLE_SCALE || whole.length > SORTABLE_LENGTH - SORTABLE_SCALE - 1) {
    throw new RangeError(`${value} does not fit its column`);
  }
  return `1${whole.padStart(SORTABLE_LENGTH - SORTABLE_SCALE - 1, '0')}${fraction.padEnd(SORTABLE_SCALE, '0')}`;
}

/** Where the digits before the point end. */
const POINT = SORTABLE_LENGTH - SORTABLE_SCALE;
const ZERO = 48;
const ONE = 49;

/**
 * The inverse of `sortableText`. Nearly every price has two decimals or
 * fewer, and is then cut out of the text.
 */
export function decimalFromSortable(text: string): Decimal {
  if (text.charCodeAt(0) !== ONE || !text.endsWith('00000000')) {
    return decimalFromUnits(BigInt(text) - SORTABLE_ZERO, SORTABLE_SCALE);
  }
  let first = 1;
  while (first < POINT - 1 && text.charCodeAt(first) === ZERO) first += 1;
  if (text.charCodeAt(POINT + 1) !== ZERO)
    return `${text.slice(first, POINT)}.${text.slice(POINT, POINT + 2)}` as Decimal;
  if (text.charCodeAt(POINT) !== ZERO) return `${text.slice(first, POINT)}.${text.charAt(POINT)}` as Decimal;
  return text.slice(first, POINT) as Decimal;
}

/**
 * The folded form of a text, cut to what its column holds. Only text of a hundred and more musical symbols,
 * each of which decomposes into three, is ever cut.
 */
export function foldedForm(text: string, bytes: number): string {
  const form = folded(text);
  if (form.length * 3 <= bytes || Buffer.byteLength(form) <= bytes) return form;
  let kept = '';
  let length = 0;
  for (const character of form) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    kept += character;
  }
  return kept;
}
