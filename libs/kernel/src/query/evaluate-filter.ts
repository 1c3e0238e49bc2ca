import { defined } from '../value/defined.js';
import { kindAt, type AnyResource } from '../resource/resource.js';
import { foldedPart } from '../value/folded-text.js';
import { comparisonOf, valuesAt, type Comparable } from './comparison.js';
import type { ComparisonOperator, Filter, FilterValue } from './filter.js';

/** Says of a value of the resource whether it passes a filter. */
export type Matcher = (value: unknown) => boolean;

/**
 * What a filter means, in memory. A property may have no value (it is absent) or, through a list, several:
 * `eq`, `in`, `like` and the order comparisons hold when one of its values passes, `ne` and `nin` are the
 * negation of `eq` and `in`, so they hold for what is absent (D119, D120 as amended).
 */
export function matcherOf(resource: AnyResource, filter: Filter): Matcher {
  switch (filter.kind) {
    case 'and': {
      const all = filter.of.map((one) => matcherOf(resource, one));
      return (value) => all.every((matches) => matches(value));
    }
    case 'or': {
      const some = filter.of.map((one) => matcherOf(resource, one));
      return (value) => some.some((matches) => matches(value));
    }
    case 'absent':
      return hasNone(filter.property);
    case 'present':
      return not(hasNone(filter.property));
    case 'like': {
      const segments = filter.segments.map(foldedPart);
      return hasOne(filter.property, (value) => isLike(foldedPart(String(value)), segments));
    }
    case 'compare':
      return comparing(resource, filter.property, filter.operator, filter.value);
    case 'in':
      return among(resource, filter);
    case 'nin':
      return not(among(resource, filter));
  }
}

/** True where folded text runs through the folded segments in their order, with anything between them. */
export function isLike(text: string, segments: readonly string[]): boolean {
  const first = segments[0] ?? '';
  if (segments.length < 2) return text === first;
  const last = segments.at(-1) ?? '';
  const end = text.length - last.length;
  let at = first.length;
  if (end < at || !text.startsWith(first) || !text.endsWith(last)) return false;
  for (const segment of segments.slice(1, -1)) {
    const found = text.indexOf(segment, at);
    if (found < 0 || found + segment.length > end) return false;
    at = found + segment.length;
  }
  return true;
}

const HOLDS: Readonly<Record<Exclude<ComparisonOperator, 'ne'>, (difference: number) => boolean>> = {
  eq: (difference) => difference === 0,
  gt: (difference) => difference > 0,
  gte: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  lte: (difference) => difference <= 0,
};

function comparing(
  resource: AnyResource,
  property: string,
  operator: ComparisonOperator,
  value: FilterValue,
): Matcher {
  if (operator === 'ne') return not(comparing(resource, property, 'eq', value));
  const { form, compare } = comparisonOf(defined(kindAt(resource, property)));
  const holds = HOLDS[operator];
  const compared = form(value);
  return hasOne(property, (one) => holds(compare(form(one), compared)));
}

function among(resource: AnyResource, filter: Extract<Filter, { kind: 'in' | 'nin' }>): Matcher {
  const { form } = comparisonOf(defined(kindAt(resource, filter.property)));
  const values = new Set<Comparable>(filter.values.map(form));
  const oneIsAmong = hasOne(filter.property, (one) => values.has(form(one)));
  const isAbsent = hasNone(filter.property);
  return filter.orAbsent ? (value) => oneIsAmong(value) || isAbsent(value) : oneIsAmong;
}

function not(matches: Matcher): Matcher {
  return (value) => !matches(value);
}

function hasOne(property: string, passes: (value: unknown) => boolean): Matcher {
  const path = property.split('.');
  return (value) => valuesAt(value, path).some(passes);
}

function hasNone(property: string): Matcher {
  const path = property.split('.');
  return (value) => valuesAt(value, path).length === 0;
}
