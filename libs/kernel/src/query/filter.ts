import type { Decimal } from '../value/decimal.js';

/** A value in a filter, in the form the property's kind has in the domain. */
export type FilterValue = string | number | boolean | Decimal;

/** Order and equality comparisons. Text compares folded (case does not matter). */
export type ComparisonOperator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte';

/**
 * A filter as a tree (§4.1), checked against a declaration: every property is declared filterable, every
 * operator is one its kind admits, every value has the property's type. No text of the caller is in it but
 * values. What "absent" means is D119 and D120 as amended: an absent property is not equal to any value and
 * not like any pattern, so `ne`, `nin` hold for it and `eq`, `in`, `like` and the order comparisons do not.
 */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Filter[] }
  | {
      readonly kind: 'compare';
      readonly property: string;
      readonly operator: ComparisonOperator;
      readonly value: FilterValue;
    }
  /** `segments` are the literal pieces between wildcards: `['', 'x', '']` is `*x*`, `['a', '']` is `a*`. */
  | { readonly kind: 'like'; readonly property: string; readonly segments: readonly string[] }
  | {
      readonly kind: 'in' | 'nin';
      readonly property: string;
      readonly values: readonly FilterValue[];
      /** `$null:` stood in the list. */
      readonly orAbsent: boolean;
    }
  | { readonly kind: 'absent' | 'present'; readonly property: string };

/** A condition on one property, such as `compare('booked', 'eq', false)`. */
export function compare(property: string, operator: ComparisonOperator, value: FilterValue): Filter {
  return { kind: 'compare', property, operator, value };
}
