import type { Kind } from '../resource/kind.js';
import { compareDecimals, type Decimal } from '../value/decimal.js';
import { compareByCodePoint, folded } from '../value/folded-text.js';

/** A value in the form in which it is compared: text folded, booleans as 0 and 1. */
export type Comparable = string | number;

/** How values of a kind are compared: first each is brought into its form, then forms are compared. */
export type Comparison = {
  readonly form: (value: unknown) => Comparable;
  readonly compare: (left: Comparable, right: Comparable) => number;
};

const asText: Comparison = {
  form: (value) => folded(String(value)),
  compare: (left, right) => compareByCodePoint(left as string, right as string),
};
const asNumber: Comparison = {
  form: Number,
  compare: (left, right) => (left as number) - (right as number),
};
const asDecimal: Comparison = {
  form: (value) => value as Decimal,
  compare: (left, right) => compareDecimals(left as Decimal, right as Decimal),
};
const asWritten: Comparison = { ...asText, form: (value) => value as string };

/**
 * The comparison of a kind: text without regard to case and by code point (D119), enums likewise by their
 * words, false before true. `alphabetical`: as text even when the kind is a number (§4.1, `~`).
 */
export function comparisonOf(kind: Kind, { alphabetical = false } = {}): Comparison {
  switch (kind.type) {
    case 'string':
    case 'enum':
      return asText;
    case 'integer':
      return alphabetical ? asText : asNumber;
    case 'decimal':
      return alphabetical ? asText : asDecimal;
    case 'boolean':
      return asNumber;
    case 'fullDate':
    case 'timestamp':
      return asWritten;
    case 'list':
      return comparisonOf(kind.of.kind, { alphabetical });
    case 'reference':
    case 'group':
    case 'json':
      throw new Error(`a ${kind.type} has no order: name a member of it`);
  }
}

/**
 * The values a dotted path leads to: none where the property is absent,
 * several where it leads through a list.
 */
export function valuesAt(value: unknown, path: readonly string[], from = 0): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => valuesAt(item, path, from));
  const name = path[from];
  return name === undefined ? [value] : valuesAt((value as Record<string, unknown>)[name], path, from + 1);
}
