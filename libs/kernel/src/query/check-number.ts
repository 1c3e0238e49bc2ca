import type { DecimalKind, IntegerKind, Kind } from '../resource/kind.js';
import { decimalFromUnits } from '../value/decimal.js';
import type { ComparisonOperator, Filter, FilterValue } from './filter.js';

/** Kinds whose values are compared as numbers, and may be asked for with `$in:` (§4.1). */
export type NumberKind = IntegerKind | DecimalKind;

/** Whether values of the kind are numbers, whole or exact decimals. */
export function isNumberKind(kind: Kind): kind is NumberKind {
  return kind.type === 'integer' || kind.type === 'decimal';
}

/**
 * Compares a number property with a number as written; undefined when the text is no number. The number need
 * not be one the property can have: with more decimals or more digits it lies between, above or below the
 * values there are, and the comparison says so in a value that is one of them.
 */
export function checkNumber(
  property: string,
  kind: NumberKind,
  operator: ComparisonOperator,
  text: string,
): Filter | undefined {
  const range = rangeOf(kind);
  const place = placeOf(text, range);
  if (place === undefined) return undefined;
  const compare = (by: ComparisonOperator, units: bigint): Filter => ({
    kind: 'compare',
    property,
    operator: by,
    value: valueOf(kind, units),
  });
  if (place.at !== undefined) return compare(operator, place.at);
  switch (operator) {
    case 'eq':
      return never(property);
    case 'ne':
      return always(property);
    case 'gt':
    case 'gte':
      return place.above === undefined ? compare('gte', range.least) : compare('gt', place.above);
    case 'lt':
    case 'lte':
      return place.above === undefined ? compare('lt', range.least) : compare('lte', place.above);
  }
}

/** The same for `$in:` and `$nin:`: numbers the property cannot have are left out of the list. */
export function checkNumberList(
  property: string,
  kind: NumberKind,
  operator: 'in' | 'nin',
  texts: readonly string[],
  orAbsent: boolean,
): { readonly filter: Filter } | { readonly noNumber: string } {
  const range = rangeOf(kind);
  const values: FilterValue[] = [];
  for (const text of texts) {
    const place = placeOf(text, range);
    if (place === undefined) return { noNumber: text };
    if (place.at !== undefined) values.push(valueOf(kind, place.at));
  }
  if (values.length > 0) return { filter: { kind: operator, property, values, orAbsent } };
  if (operator === 'in') return { filter: orAbsent ? { kind: 'absent', property } : never(property) };
  return { filter: orAbsent ? { kind: 'present', property } : always(property) };
}

/** The values a property can have, in units of 10^-scale. */
type Range = { readonly scale: number; readonly least: bigint; readonly most: bigint };

/** Where a number lies: at a value of the range, or just above one; above none when it is below them all. */
type Place =
  | { readonly at: bigint; readonly above?: never }
  | { readonly at?: never; readonly above: bigint | undefined };

/** A filter that no item fulfils. */
export function never(property: string): Filter {
  return {
    kind: 'and',
    of: [
      { kind: 'absent', property },
      { kind: 'present', property },
    ],
  };
}

/** A filter that every item fulfils. */
export function always(property: string): Filter {
  return {
    kind: 'or',
    of: [
      { kind: 'absent', property },
      { kind: 'present', property },
    ],
  };
}

/**
 * Whole numbers range over 32 bits, or wider where the kind does: what the
 * service itself makes is in it, too.
 */
function rangeOf(kind: NumberKind): Range {
  if (kind.type === 'integer') {
    return {
      scale: 0,
      least: BigInt(Math.min(kind.min, -2147483648)),
      most: BigInt(Math.max(kind.max, 2147483647)),
    };
  }
  const most = 10n ** BigInt(kind.digits + kind.scale) - 1n;
  return { scale: kind.scale, least: -most, most };
}

function valueOf(kind: NumberKind, units: bigint): FilterValue {
  return kind.type === 'integer' ? Number(units) : decimalFromUnits(units, kind.scale);
}

/** Finds the place of plain decimal text: a sign `-`, digits, a point and digits, and no exponent. */
function placeOf(text: string, { scale, least, most }: Range): Place | undefined {
  const negative = text.startsWith('-');
  const wholeFrom = negative ? 1 : 0;
  const wholeTo = digitsEnd(text, wholeFrom);
  const hasPoint = text[wholeTo] === '.';
  const fractionFrom = hasPoint ? wholeTo + 1 : wholeTo;
  const fractionTo = digitsEnd(text, fractionFrom);
  if (wholeTo === wholeFrom || (hasPoint && fractionTo === fractionFrom) || fractionTo < text.length) {
    return undefined;
  }
  const fraction = text.slice(fractionFrom, fractionTo);
  const magnitude = BigInt(text.slice(wholeFrom, wholeTo) + fraction.slice(0, scale).padEnd(scale, '0'));
  const exact = isZeros(fraction, scale);
  const floor = !negative ? magnitude : exact ? -magnitude : -magnitude - 1n;
  if (floor < least) return { above: undefined };
  if (floor > most) return { above: most };
  return exact ? { at: floor } : { above: floor };
}

/** The end of the run of digits that begins at `from`. */
function digitsEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end += 1;
  return end;
}

function isZeros(digits: string, from: number): boolean {
  for (let index = from; index < digits.length; index += 1) {
    if (digits[index] !== '0') return false;
  }
  return true;
}
