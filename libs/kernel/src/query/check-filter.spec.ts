import { expect } from 'chai';
import fc from 'fast-check';
import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import {
  amount,
  boolean,
  code,
  fullDate,
  group,
  integer,
  itemNumber,
  key,
  line,
  listOf,
  oneOf,
  reference,
  timestamp,
} from '../resource/field.js';
import type { Kind } from '../resource/kind.js';
import { resource } from '../resource/resource.js';
import { compareDecimals, decimalFromText, type Decimal } from '../value/decimal.js';
import { checkFilter, FILTER_LIST_VALUES_MAX, operatorsFor, type RawFilter } from './check-filter.js';
import { matcherOf } from './evaluate-filter.js';
import type { ComparisonOperator, Filter } from './filter.js';

const Parcel = resource('parcels', 'parcel', {
  fields: {
    parcelNumber: key(itemNumber()),
    name: line({ max: 50 }),
    country: code(2),
    price: amount(),
    weight: integer(),
    fragile: boolean(),
    size: oneOf(['small', 'veryLarge']),
    sent: fullDate(),
    seen: timestamp(),
    tags: listOf(line({ max: 20 })),
    unit: reference('units', 'unitNumber', itemNumber()),
    box: group({ label: line({ max: 20 }) }),
    secret: line({ max: 20 }),
  },
  filterable: [
    'box',
    'box.label',
    'country',
    'fragile',
    'name',
    'parcelNumber',
    'price',
    'seen',
    'sent',
    'size',
    'tags',
    'unit',
    'unit.unitNumber',
    'weight',
  ],
  operations: ['list'],
});

const compare = (property: string, operator: ComparisonOperator, value: string | null): RawFilter => ({
  kind: 'compare',
  property,
  operator,
  value,
});

const checked = (raw: RawFilter): Filter => {
  const filter = checkFilter(Parcel, raw);
  if (isLeft(filter)) throw new Error(filter.left.message);
  return filter.right;
};

const refused = (raw: RawFilter) => {
  const filter = checkFilter(Parcel, raw);
  if (isRight(filter)) throw new Error(`was admitted: ${JSON.stringify(filter.right)}`);
  return filter.left;
};

describe('checkFilter', () => {
  it('finds a property in any case and names it as declared', () => {
    expect(checked(compare('UNIT.unitnumber', 'eq', '3'))).to.deep.equal({
      kind: 'compare',
      property: 'unit.unitNumber',
      operator: 'eq',
      value: 3,
    });
  });

  it('checks every part of a tree', () => {
    const raw: RawFilter = {
      kind: 'or',
      of: [
        compare('weight', 'gt', '1'),
        { kind: 'and', of: [compare('name', 'eq', 'x'), compare('price', 'lt', '2')] },
      ],
    };

    const filter = checked(raw);

    expect(filter).to.deep.equal({
      kind: 'or',
      of: [
        { kind: 'compare', property: 'weight', operator: 'gt', value: 1 },
        {
          kind: 'and',
          of: [
            { kind: 'compare', property: 'name', operator: 'eq', value: 'x' },
            { kind: 'compare', property: 'price', operator: 'lt', value: '2' },
          ],
        },
      ],
    });
    expect(refused({ kind: 'and', of: [raw, compare('nothing', 'eq', '1')] }).property).to.equal('nothing');
  });

  for (const property of [
    'secret',
    'nothing',
    'constructor',
    '__proto__',
    'box.secret',
    'name; drop table x',
    '',
  ]) {
    it(`refuses ${JSON.stringify(property)}, which is not filterable`, () => {
      const refusal = refused(compare(property, 'eq', '1'));

      expect(refusal).to.include({ kind: 'FilterNotUnderstood', property });
      expect(refusal.message).to.contain(`"${property}"`).and.contain('name, parcelNumber');
      expect(refusal.filterable).to.equal(Parcel.filterable);
    });
  }

  it('says so where nothing is filterable', () => {
    const Plain = resource('plains', 'plain', {
      fields: { name: key(line({ max: 5 })) },
      operations: ['list'],
    });

    const filter = checkFilter(Plain, compare('name', 'eq', 'x'));

    expect(isLeft(filter) && filter.left.message).to.contain('takes no filter');
  });

  describe('operators', () => {
    const order: readonly ComparisonOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];
    const rows: readonly [property: string, value: string, operators: readonly string[]][] = [
      ['name', 'x', [...order, 'like']],
      ['country', 'DK', [...order, 'like']],
      ['tags', 'x', [...order, 'like']],
      ['weight', '1', [...order, 'in', 'nin']],
      ['unit.unitNumber', '1', [...order, 'in', 'nin']],
      ['price', '1.5', [...order, 'in', 'nin']],
      ['sent', '2026-01-31', order],
      ['seen', '2026-01-31T10:00:00Z', order],
      ['fragile', 'true', ['eq', 'ne']],
      ['size', 'small', ['eq', 'ne', 'like']],
      ['unit', '1', []],
      ['box', '1', []],
    ];
    for (const [property, value, operators] of rows) {
      it(`on ${property}: ${operators.join(' ') || 'absence only'}`, () => {
        const asked: Record<string, RawFilter> = {
          like: { kind: 'like', property, segments: ['', 'x', ''] },
          in: { kind: 'in', property, values: [value] },
          nin: { kind: 'nin', property, values: [value] },
        };
        for (const operator of order) asked[operator] = compare(property, operator, value);

        for (const [operator, raw] of Object.entries(asked)) {
          if (operators.includes(operator)) {
            expect(isRight(checkFilter(Parcel, raw)), operator).to.equal(true);
          } else {
            expect(refused(raw), operator).to.include({ property });
            expect(refused(raw).message).to.contain(`$${operator}: cannot be used on ${property}`);
          }
        }
        expect(checked(compare(property, 'eq', null))).to.deep.equal({ kind: 'absent', property });
        expect(checked(compare(property, 'ne', null))).to.deep.equal({ kind: 'present', property });
        for (const operator of order.slice(2)) {
          expect(refused(compare(property, operator, null)).message).to.contain('$null:');
        }
      });
    }

    it('are told for each kind', () => {
      const told = (kind: Kind) => operatorsFor(kind).join(' ');

      expect(told({ type: 'string', min: 0, max: 5, line: true })).to.equal('eq ne gt gte lt lte like null');
      expect(told({ type: 'integer', min: 0, max: 5 })).to.equal('eq ne gt gte lt lte in nin null');
      expect(told({ type: 'boolean' })).to.equal('eq ne null');
      expect(told({ type: 'timestamp' })).to.equal('eq ne gt gte lt lte null');
    });
  });

  describe('values', () => {
    const admitted: readonly [property: string, text: string, value: unknown][] = [
      ['name', '', ''],
      ['name', ' Ærø*(x) ', ' Ærø*(x) '],
      ['country', 'dk', 'dk'],
      ['weight', '42', 42],
      ['weight', '-42', -42],
      ['weight', ' 007 ', 7],
      ['weight', '-0', 0],
      ['weight', '12.00', 12],
      ['price', '12.50', '12.5'],
      ['price', '-0.00', '0'],
      ['price', '1.230000000000000000000', '1.23'],
      ['price', '99999999999999.99', '99999999999999.99'],
      ['fragile', 'TRUE', true],
      ['fragile', ' false', false],
      ['fragile', '1', true],
      ['fragile', '0', false],
      ['size', 'VERYLARGE', 'veryLarge'],
      ['size', ' small ', 'small'],
      ['sent', '2024-02-29', '2024-02-29'],
      ['seen', '2024-02-29T23:59:59Z', '2024-02-29T23:59:59Z'],
      ['seen', '2024-02-29T23:59:59.000Z', '2024-02-29T23:59:59Z'],
      ['seen', '2024-02-29 23:59:59Z', '2024-02-29T23:59:59Z'],
      ['seen', '2024-02-29 23:59:59.000000+00:00', '2024-02-29T23:59:59Z'],
    ];
    for (const [property, text, value] of admitted) {
      it(`reads ${JSON.stringify(text)} on ${property} as ${JSON.stringify(value)}`, () => {
        expect(checked(compare(property, 'eq', text))).to.include({ kind: 'compare', value });
      });
    }

    const wrong: readonly [property: string, text: string][] = [
      ['weight', ''],
      ['weight', 'one'],
      ['weight', '+1'],
      ['weight', '1e3'],
      ['weight', '1.'],
      ['weight', '.5'],
      ['weight', '-'],
      ['weight', '--1'],
      ['weight', '1 2'],
      ['weight', '٣'],
      ['weight', '0x10'],
      ['weight', '[1,2]'],
      ['price', '1,50'],
      ['price', 'NaN'],
      ['price', 'Infinity'],
      ['price', '1.2.3'],
      ['fragile', '2'],
      ['fragile', 'constructor'],
      ['size', 'medium'],
      ['sent', '31-01-2026'],
      ['sent', '2026-02-30'],
      ['sent', '2026-01-31T10:00:00Z'],
      ['sent', ''],
      ['seen', '2026-01-31T10:00:00'],
      ['seen', '2026-01-31  10:00:00Z'],
      ['seen', '2026-01-31 10:00:00'],
      ['seen', '2026-01-31T24:00:00Z'],
      ['seen', '2026-01-31T10:00:00.Z'],
      ['seen', '2026-01-31T10:00:00.000'],
      ['seen', '2026-02-30T10:00:00.000Z'],
    ];
    for (const [property, text] of wrong) {
      it(`refuses ${JSON.stringify(text)} on ${property}`, () => {
        const refusal = refused(compare(property, 'eq', text));

        expect(refusal).to.include({ kind: 'FilterNotUnderstood', property });
        expect(refusal.message).to.contain(`is no value of ${property}`);
      });
    }

    it('finds the words of an enum that are alike, in any case', () => {
      const like = (...segments: string[]): Filter => checked({ kind: 'like', property: 'size', segments });
      const words = (...values: string[]): Filter => ({
        kind: 'in',
        property: 'size',
        values,
        orAbsent: false,
      });

      expect(like('', 'LA', '')).to.deep.equal(words('veryLarge'));
      expect(like('s', '')).to.deep.equal(words('small'));
      expect(like('', 'l', '')).to.deep.equal(words('small', 'veryLarge'));
      expect(like('', 'tiny', '')).to.deep.equal(words());
      expect(matcherOf(Parcel, like('', 'la', ''))({ size: 'veryLarge' })).to.equal(true);
    });

    it('lists the words of an enum where another is written', () => {
      expect(refused(compare('size', 'eq', 'medium')).message).to.contain('small, veryLarge');
    });

    it('quotes no more than forty characters of the caller', () => {
      expect(refused(compare('weight', 'eq', 'x'.repeat(1900))).message).to.have.length.below(150);
    });
  });

  describe('a number that the property cannot have', () => {
    const OPERATORS: readonly ComparisonOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];
    const holds = (operator: ComparisonOperator, difference: number): boolean =>
      ({
        eq: difference === 0,
        ne: difference !== 0,
        gt: difference > 0,
        gte: difference >= 0,
        lt: difference < 0,
        lte: difference <= 0,
      })[operator];
    const amounts = fc.oneof(
      fc.integer({ min: -300, max: 300 }).map(BigInt),
      fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }),
      fc.constantFrom(-(10n ** 15n) + 1n, 10n ** 15n - 1n),
    );
    const amountOf = (cents: bigint): Decimal => {
      const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
      return decimalFromText(`${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`) as Decimal;
    };
    const writtenNumbers = fc.oneof(
      fc.tuple(
        fc.constantFrom('', '-'),
        fc.integer({ min: 0, max: 4 }),
        fc.constantFrom('', '.5', '.005', '.500', '.0'),
      ),
      fc.tuple(
        fc.constantFrom('', '-'),
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.constantFrom('', '.99', '.991'),
      ),
      fc.tuple(
        fc.constantFrom('', '-'),
        fc.constant('9999999999999'),
        fc.constantFrom('', '.99', '.995', '.999'),
      ),
    );

    it('is compared rightly with amounts', () => {
      fc.assert(
        fc.property(amounts, writtenNumbers, fc.constantFrom(...OPERATORS), (cents, parts, operator) => {
          const value = amountOf(cents);
          const text = parts.join('');
          const passes = matcherOf(Parcel, checked(compare('price', operator, text)));

          const difference = compareDecimals(value, decimalFromText(text) as Decimal);

          expect(passes({ price: value }), `${value} ${operator} ${text}`).to.equal(
            holds(operator, difference),
          );
          expect(passes({}), `absent ${operator} ${text}`).to.equal(operator === 'ne');
        }),
        { numRuns: 2000 },
      );
    });

    it('is compared rightly with whole numbers', () => {
      const weights = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-2147483648, 2147483647));
      fc.assert(
        fc.property(weights, writtenNumbers, fc.constantFrom(...OPERATORS), (weight, parts, operator) => {
          const text = parts.join('');
          const passes = matcherOf(Parcel, checked(compare('weight', operator, text)));

          const difference = compareDecimals(String(weight) as Decimal, decimalFromText(text) as Decimal);

          expect(passes({ weight }), `${weight} ${operator} ${text}`).to.equal(holds(operator, difference));
        }),
        { numRuns: 2000 },
      );
    });

    it('leaves values in the filter that fit the property', () => {
      const values = (text: string) =>
        OPERATORS.slice(2).map((operator) => checked(compare('price', operator, text)));

      expect(values('1e5'.replace('e', '0000000000000000'))).to.deep.equal([
        { kind: 'compare', property: 'price', operator: 'gt', value: '99999999999999.99' },
        { kind: 'compare', property: 'price', operator: 'gt', value: '99999999999999.99' },
        { kind: 'compare', property: 'price', operator: 'lte', value: '99999999999999.99' },
        { kind: 'compare', property: 'price', operator: 'lte', value: '99999999999999.99' },
      ]);
      expect(checked(compare('price', 'gt', '-1.005'))).to.include({ operator: 'gt', value: '-1.01' });
    });

    it('lies beyond the values by one unit already', () => {
      const never = { kind: 'and' };

      expect(checked(compare('price', 'eq', '100000000000000'))).to.include(never);
      expect(checked(compare('price', 'eq', '-100000000000000'))).to.include(never);
      expect(checked(compare('weight', 'eq', '2147483648'))).to.include(never);
      expect(checked(compare('weight', 'eq', '-2147483649'))).to.include(never);
      expect(checked(compare('weight', 'eq', '-2147483648'))).to.include({ value: -2147483648 });
    });

    it('reads 1,900 digits in no time', () => {
      const started = performance.now();

      checked(compare('price', 'gt', `0.${'0'.repeat(1900)}1`));
      checked(compare('weight', 'gt', '9'.repeat(1900)));

      expect(performance.now() - started).to.be.below(50);
    });
  });

  describe('a date beside instants', () => {
    const passes = (operator: ComparisonOperator, seen: string | undefined) =>
      matcherOf(Parcel, checked(compare('seen', operator, '2026-03-31')))({ seen });
    const truth: readonly [operator: ComparisonOperator, seen: string | undefined, passes: boolean][] = [
      ['eq', '2026-03-30T23:59:59Z', false],
      ['eq', '2026-03-31T00:00:00Z', true],
      ['eq', '2026-03-31T23:59:59Z', true],
      ['eq', '2026-04-01T00:00:00Z', false],
      ['eq', undefined, false],
      ['ne', '2026-03-31T12:00:00Z', false],
      ['ne', '2026-04-01T00:00:00Z', true],
      ['ne', undefined, true],
      ['gt', '2026-03-31T23:59:59Z', false],
      ['gt', '2026-04-01T00:00:00Z', true],
      ['gte', '2026-03-31T00:00:00Z', true],
      ['lt', '2026-03-31T00:00:00Z', false],
      ['lte', '2026-03-31T23:59:59Z', true],
      ['lte', undefined, false],
    ];
    for (const [operator, seen, expected] of truth) {
      it(`is its whole day: ${seen ?? 'absent'} ${operator} is ${expected}`, () => {
        expect(passes(operator, seen)).to.equal(expected);
      });
    }
  });

  describe('an instant between two seconds', () => {
    const passes = (operator: ComparisonOperator, seen: string | undefined) =>
      matcherOf(Parcel, checked(compare('seen', operator, '2026-03-31T10:00:00.250Z')))({ seen });
    const [before, after] = ['2026-03-31T10:00:00Z', '2026-03-31T10:00:01Z'];
    const truth: readonly [operator: ComparisonOperator, before: boolean, after: boolean, absent: boolean][] =
      [
        ['eq', false, false, false],
        ['ne', true, true, true],
        ['gt', false, true, false],
        ['gte', false, true, false],
        ['lt', true, false, false],
        ['lte', true, false, false],
      ];
    for (const [operator, ofBefore, ofAfter, ofAbsent] of truth) {
      it(`is compared as what it is: ${operator}`, () => {
        const found = [before, after, undefined].map((seen) => passes(operator, seen));

        expect(found).to.deep.equal([ofBefore, ofAfter, ofAbsent]);
      });
    }
  });

  describe('an instant by a clock beside UTC', () => {
    const seen = (written: string) => checkFilter(Parcel, compare('seen', 'gte', written));

    for (const written of [
      '2026-03-31T10:00:00+00:00',
      '2026-03-31T12:00:00.0000000+02:00',
      '2026-03-31T12:00:00 02:00',
      '2026-04-01T00:00:00+14:00',
      '2026-03-31T04:30:00-05:30',
    ])
      it(`is the same instant in UTC: ${written}`, () => {
        expect(seen(written)).to.deep.equal(seen('2026-03-31T10:00:00Z'));
      });

    for (const written of [
      '2026-02-29T10:00:00+00:00',
      '2026-03-31T10:00:00  02:00',
      '2026-03-31T10:00:00+15:00',
      '0001-01-01T00:00:00+01:00',
      '9999-12-31T23:59:59-01:00',
    ])
      it(`is none: ${written}`, () => {
        expect(seen(written)).to.have.nested.property('left.property', 'seen');
      });
  });

  describe('lists', () => {
    const list = (kind: 'in' | 'nin', ...values: (string | null)[]): RawFilter => ({
      kind,
      property: 'price',
      values,
    });

    it('keep their numbers and whether $null: stood in them', () => {
      expect(checked(list('in', '1', ' 2.50 ', null))).to.deep.equal({
        kind: 'in',
        property: 'price',
        values: ['1', '2.5'],
        orAbsent: true,
      });
      expect(checked(list('nin', '1'))).to.deep.equal({
        kind: 'nin',
        property: 'price',
        values: ['1'],
        orAbsent: false,
      });
    });

    it('leave out what no value can equal', () => {
      expect(checked(list('in', '1', '1.005'))).to.deep.include({ values: ['1'] });
      expect(checked(list('in', null))).to.deep.equal({ kind: 'absent', property: 'price' });
      expect(checked(list('nin', '1.005', null))).to.deep.equal({ kind: 'present', property: 'price' });
      expect(matcherOf(Parcel, checked(list('in', '1.005')))({ price: '1' })).to.equal(false);
      expect(matcherOf(Parcel, checked(list('nin', '1.005')))({ price: '1' })).to.equal(true);
      expect(matcherOf(Parcel, checked(list('nin', '1.005')))({})).to.equal(true);
    });

    it('hold 1 to 200 values', () => {
      const many = (count: number) =>
        list('in', ...Array.from({ length: count }, (_, index) => String(index)));

      expect(checked(many(FILTER_LIST_VALUES_MAX)))
        .to.have.property('values')
        .with.lengthOf(200);
      expect(refused(many(201)).message).to.contain('1 to 200');
      expect(refused(many(0)).message).to.contain('1 to 200');
    });

    it('are refused where one value is no number', () => {
      expect(refused(list('in', '1', 'x')).message).to.contain('"x"');
      expect(refused(list('in', '1', '')).message).to.contain('""');
    });
  });
});
