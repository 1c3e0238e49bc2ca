import { expect } from 'chai';
import fc from 'fast-check';
import {
  amount,
  boolean,
  fullDate,
  group,
  integer,
  key,
  line,
  listOf,
  oneOf,
  reference,
} from '../resource/field.js';
import { resource, type AnyValue } from '../resource/resource.js';
import { isLike, matcherOf } from './evaluate-filter.js';
import type { ComparisonOperator, Filter, FilterValue } from './filter.js';

const Parcel = resource('parcels', 'parcel', {
  fields: {
    parcelNumber: key(integer()),
    name: line({ max: 50 }),
    price: amount(),
    fragile: boolean(),
    size: oneOf(['small', 'large']),
    sent: fullDate(),
    unit: reference('units', 'unitNumber', integer()),
    tags: listOf(line({ max: 20 })),
    lines: listOf(group({ weight: integer() })),
  },
  operations: ['list'],
});

const compare = (property: string, operator: ComparisonOperator, value: FilterValue): Filter => ({
  kind: 'compare',
  property,
  operator,
  value,
});
const like = (...segments: string[]): Filter => ({ kind: 'like', property: 'name', segments });
const passes = (filter: Filter, value: AnyValue) => matcherOf(Parcel, filter)(value);

describe('matcherOf', () => {
  const order: readonly ComparisonOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];
  const EQUAL = 'eq gte lte';
  const SMALLER = 'ne lt lte';
  const LARGER = 'ne gt gte';
  const truth: readonly [value: AnyValue, property: string, compared: FilterValue, holding: string][] = [
    [{ name: 'ÆRØ' }, 'name', 'ærø', EQUAL],
    [{ name: 'e\u0301' }, 'name', '\u00c9', EQUAL],
    [{ name: 'abc' }, 'name', 'B', SMALLER],
    [{ name: '😀' }, 'name', '\uffee', LARGER],
    [{ name: '10' }, 'name', '9', SMALLER],
    [{ name: '' }, 'name', '', EQUAL],
    [{ parcelNumber: 10 }, 'parcelNumber', 9, LARGER],
    [{ parcelNumber: -1 }, 'parcelNumber', -1, EQUAL],
    [{ price: '10.5' }, 'price', '9.99', LARGER],
    [{ price: '-2' }, 'price', '-1', SMALLER],
    [{ price: '9007199254740993.01' }, 'price', '9007199254740993.01', EQUAL],
    [{ fragile: false }, 'fragile', false, EQUAL],
    [{ fragile: false }, 'fragile', true, SMALLER],
    [{ sent: '2026-01-31' }, 'sent', '2026-02-01', SMALLER],
    [{ size: 'small' }, 'size', 'small', EQUAL],
    [{ unit: { unitNumber: 7 } }, 'unit.unitNumber', 7, EQUAL],
    [{}, 'unit.unitNumber', 7, 'ne'],
    [{ name: undefined }, 'name', '', 'ne'],
    [{ name: null }, 'name', '', 'ne'],
  ];
  for (const [value, property, compared, holding] of truth) {
    it(`${JSON.stringify(value)} is ${holding.replaceAll(' ', ', ')} ${JSON.stringify(compared)}`, () => {
      const found = order.filter((operator) => passes(compare(property, operator, compared), value));

      expect(found.join(' ')).to.equal(holding);
    });
  }

  const patterns: readonly [name: string | undefined, segments: readonly string[], passes: boolean][] = [
    ['Ostekage', ['', 'TEK', ''], true],
    ['Ostekage', ['ost', ''], true],
    ['Ostekage', ['', 'kage'], true],
    ['Ostekage', ['o', 'e'], true],
    ['Ostekage', ['kage', ''], false],
    ['Ostekage', ['os', 'te', 'ka', 'ge'], true],
    ['aa', ['a', 'a'], true],
    ['a', ['a', 'a'], false],
    ['aba', ['a', 'b', 'ba'], false],
    ['100%_', ['', '%_', ''], true],
    ['100', ['', '%', ''], false],
    ['', ['', ''], true],
    ['anything', ['', ''], true],
    ['abc', ['abc'], true],
    ['abcd', ['abc'], false],
    ['ΚΩΣΤΑΣ', ['ΚΩΣ', ''], true],
    ['Κωστας', ['', 'Σ'], true],
    [undefined, ['', ''], false],
  ];
  for (const [name, segments, expected] of patterns) {
    it(`${name ?? 'absent'} is ${expected ? '' : 'not '}like ${segments.join('*')}`, () => {
      expect(passes(like(...segments), { name })).to.equal(expected);
    });
  }

  const lists: readonly [parcelNumber: number | undefined, orAbsent: boolean, isIn: boolean][] = [
    [1, false, true],
    [1, true, true],
    [3, false, false],
    [3, true, false],
    [undefined, false, false],
    [undefined, true, true],
  ];
  for (const [parcelNumber, orAbsent, isIn] of lists) {
    it(`${parcelNumber ?? 'absent'} is ${isIn ? '' : 'not '}in [1,2${orAbsent ? ',$null:' : ''}]`, () => {
      const list = { property: 'parcelNumber', values: [1, 2], orAbsent };

      expect(passes({ kind: 'in', ...list }, { parcelNumber })).to.equal(isIn);
      expect(passes({ kind: 'nin', ...list }, { parcelNumber })).to.equal(!isIn);
    });
  }

  it('knows absent from present', () => {
    const absent: Filter = { kind: 'absent', property: 'unit' };
    const present: Filter = { kind: 'present', property: 'unit' };

    expect([passes(absent, {}), passes(present, {})]).to.deep.equal([true, false]);
    expect([
      passes(absent, { unit: { unitNumber: 1 } }),
      passes(present, { unit: { unitNumber: 1 } }),
    ]).to.deep.equal([false, true]);
    expect(passes({ kind: 'absent', property: 'name' }, { name: '' })).to.equal(false);
    expect(passes({ kind: 'absent', property: 'tags' }, { tags: [] })).to.equal(true);
  });

  it('lets any value of a list pass, and none be equal where it differs', () => {
    const value = { tags: ['Red', 'blue'], lines: [{ weight: 1 }, { weight: 9 }, {}] };

    expect(passes(compare('tags', 'eq', 'red'), value)).to.equal(true);
    expect(passes(compare('tags', 'ne', 'red'), value)).to.equal(false);
    expect(passes(compare('tags', 'ne', 'green'), value)).to.equal(true);
    expect(passes(compare('lines.weight', 'gt', 8), value)).to.equal(true);
    expect(passes(compare('lines.weight', 'gt', 9), value)).to.equal(false);
  });

  it('joins with and, and with or', () => {
    const one = compare('parcelNumber', 'gt', 1);
    const other = compare('parcelNumber', 'lt', 3);
    const numbers = [1, 2, 3].filter((parcelNumber) =>
      passes({ kind: 'and', of: [one, other] }, { parcelNumber }),
    );

    expect(numbers).to.deep.equal([2]);
    expect(passes({ kind: 'or', of: [one, other] }, { parcelNumber: 1 })).to.equal(true);
    expect(passes({ kind: 'and', of: [] }, {})).to.equal(true);
    expect(passes({ kind: 'or', of: [] }, {})).to.equal(false);
  });

  it('finds the same as a regular expression does', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 2 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(letters, pieces, (text, segments) => {
        expect(isLike(text, segments)).to.equal(new RegExp(`^${segments.join('.*')}$`).test(text));
      }),
      { numRuns: 2000 },
    );
  });
});
