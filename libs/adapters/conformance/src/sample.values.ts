import * as fc from 'fast-check';
import { folded, type AnyValue, type ComparisonOperator, type Filter, type SortKey } from '@kontor/kernel';
import { Sample } from './sample.resource.js';

/**
 * Text that databases are known to disagree about: case, accents, spaces,
 * wildcards, planes, what looks like SQL.
 */
export const SAMPLE_TEXTS = [
  '', 'a', 'A', 'á', 'Á', 'b', 'B', 'b ', 'B  ', 'ab', 'aB', 'a%b', 'a_b', 'a|b', 'a\\b', "a'b", 'a"b', 'a?b', 'a??b',
  'a;b', 'å', 'Å', 'ä', 'ae', 'æ', 'Æ', 'ø', 'z', 'ß', 'ẞ', 'ss', 'İ', 'i', 'ı', 'e\u0301', 'é', '\uFFFD', '𝄞', '𝄟',
  'ΩΣ', 'ωσα', 'Σ',
  '-- x', '/* x */', '1', '10', '9', ' a', 'tab\there',
]; // prettier-ignore

const AMOUNTS = [
  '-100',
  '-1.5',
  '-0.01',
  '0',
  '0.01',
  '0.1',
  '1',
  '2',
  '9',
  '10',
  '12.5',
  '100',
  '9999999999999.99',
];
const PRICES = [
  ...AMOUNTS,
  '0.0000000001',
  '-0.0000000001',
  '1.005',
  '1.0049999999',
  '9999999999999.9999999999',
];
const BEYOND = ['1.00500000001', '-0.015', '99999999999999999999', '-99999999999999999999', '0.00000000001'];
const COUNTS = [-2147483648, -10, -9, -1, 0, 1, 2, 9, 10, 100, 2147483647];
const DAYS = ['0001-01-01', '1999-12-31', '2000-01-01', '2024-02-29', '9999-12-31'];
const INSTANTS = ['1999-12-31T23:59:59Z', '2000-01-01T00:00:00Z', '2026-11-20T07:00:00Z'];
const COLOURS = ['red', 'Green', 'blue', 'darkBlue', 'DarkRed', 'dark'];
const UNITS = [1, 2, 3];
const CURRENCIES = ['EUR', 'DKK', 'SEK'];

const maybe = <A>(of: readonly A[]): fc.Arbitrary<A | undefined> =>
  fc.option(fc.constantFrom(...of), { nil: undefined, freq: 4 });

/** A sample without its identifier; references lead to units 1 to 3 and to nothing else. */
const sampleBody = fc
  .record({
    name: maybe(SAMPLE_TEXTS),
    story: maybe(SAMPLE_TEXTS),
    count: maybe(COUNTS),
    total: maybe(AMOUNTS),
    rate: maybe(PRICES),
    day: maybe(DAYS),
    changed: maybe(INSTANTS),
    open: fc.boolean(),
    colour: maybe(COLOURS),
    unit: fc.option(
      fc.constantFrom(...UNITS).map((unitNumber) => ({ unitNumber })),
      { nil: undefined },
    ),
    currency: fc.option(
      fc.constantFrom(...CURRENCIES).map((code) => ({ code })),
      { nil: undefined },
    ),
    tags: fc.constant([]),
    parts: fc.constant([]),
    size: fc.option(
      fc.record({
        height: fc.constantFrom(...PRICES),
        label: fc.constantFrom(...SAMPLE_TEXTS.filter((t) => t.length < 9)),
      }),
      { nil: undefined },
    ),
  })
  .map(withoutUndefined);

/** So many samples, always the same ones, with identifiers out of order. */
export function someSamples(count: number): readonly AnyValue[] {
  const codes = SAMPLE_TEXTS.filter((text) => text !== '');
  const foldedOnce = new Map(codes.map((code) => [folded(code), code]));
  const own = [...foldedOnce.values()];
  return fc.sample(sampleBody, { numRuns: count, seed: 20261120 }).map((body, index) => ({
    ...body,
    code: own[index] ?? `${'Zz'[index % 2]}${(index * 7919) % 10007}`,
  }));
}

function withoutUndefined(value: object): AnyValue {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

const ORDER: readonly ComparisonOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];
const EQUALITY: readonly ComparisonOperator[] = ['eq', 'ne'];

function comparing(
  property: string,
  values: readonly (string | number | boolean)[],
  operators: readonly ComparisonOperator[] = ORDER,
): fc.Arbitrary<Filter> {
  return fc.record({
    kind: fc.constant('compare' as const),
    property: fc.constant(property),
    operator: fc.constantFrom(...operators),
    value: fc.constantFrom(...values),
  });
}

function listing(property: string, values: readonly (string | number)[]): fc.Arbitrary<Filter> {
  return fc.record({
    kind: fc.constantFrom('in' as const, 'nin' as const),
    property: fc.constant(property),
    values: fc.array(fc.constantFrom(...values), { maxLength: 4 }),
    orAbsent: fc.boolean(),
  });
}

function likeness(property: string): fc.Arbitrary<Filter> {
  const segment = fc.constantFrom('', '', ...SAMPLE_TEXTS);
  return fc.record({
    kind: fc.constant('like' as const),
    property: fc.constant(property),
    segments: fc.array(segment, { minLength: 1, maxLength: 4 }),
  });
}

const leaf: fc.Arbitrary<Filter> = fc.oneof(
  ...['code', 'name', 'story', 'size.label', 'owner.code'].flatMap((property) => [
    comparing(property, SAMPLE_TEXTS),
    likeness(property),
  ]),
  ...[
    { property: 'total', values: [...AMOUNTS, ...BEYOND, '0.015'] },
    { property: 'rate', values: [...PRICES, ...BEYOND] },
    { property: 'size.height', values: [...PRICES, ...BEYOND] },
    { property: 'count', values: COUNTS },
    { property: 'unit.unitNumber', values: [...UNITS, 4] },
  ].flatMap(({ property, values }) => [comparing(property, values), listing(property, values)]),
  comparing('currency.code', ['eur', 'DKK', 'x']),
  comparing('day', DAYS),
  comparing('changed', INSTANTS),
  comparing('open', [true, false], EQUALITY),
  comparing('colour', COLOURS, EQUALITY),
  fc.record({
    kind: fc.constantFrom('absent' as const, 'present' as const),
    property: fc.constantFrom(...Sample.filterable),
  }),
);

/** Any filter that the declaration admits, nested. */
export const anyFilter: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      of: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).filter;

/** Any order, of up to three keys. */
export const anySort: fc.Arbitrary<readonly SortKey[]> = fc.uniqueArray(
  fc.record({
    property: fc.constantFrom(...Sample.sortable),
    descending: fc.boolean(),
    alphabetical: fc.boolean(),
  }),
  { maxLength: 3, selector: ({ property }) => property },
);
