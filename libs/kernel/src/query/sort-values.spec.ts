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
  reference,
} from '../resource/field.js';
import { resource, type AnyValue } from '../resource/resource.js';
import { sortValues } from './sort-values.js';

const Parcel = resource('parcels', 'parcel', {
  fields: {
    parcelCode: key(line({ max: 10 })),
    name: line({ max: 50 }),
    price: amount(),
    weight: integer(),
    fragile: boolean(),
    sent: fullDate(),
    unit: reference('units', 'unitNumber', integer()),
    lines: listOf(group({ weight: integer() })),
  },
  operations: ['list'],
});

/** The codes in the order of `sort`, written as a client writes it. */
const sorted = (sort: string, values: readonly AnyValue[]) => {
  const keys = sort.split(',').map((text) => ({
    property: text.replace(/^[-~]+/, ''),
    descending: /^~?-/.test(text),
    alphabetical: /^-?~/.test(text),
  }));
  return sortValues(Parcel, keys, values)
    .map(({ parcelCode }) => parcelCode)
    .join('');
};
/** Parcels a, b, c … with these values of one property; undefined where it is absent. */
const parcels = (property: string, ...values: unknown[]) =>
  values.map((value, index) => ({
    parcelCode: String.fromCharCode(97 + index),
    ...(value !== undefined && { [property]: value }),
  }));

describe('sortValues', () => {
  const table: readonly [sort: string, values: readonly unknown[], order: string][] = [
    ['name', ['b', 'A', 'C'], 'bac'],
    ['-name', ['b', 'A', 'C'], 'cab'],
    ['name', ['z', 'å', 'Ä', '😀', '\uffee'], 'acbed'],
    ['weight', [10, 9, -1], 'cba'],
    ['~weight', [10, 9, 100], 'acb'],
    ['-~weight', [10, 9, 100], 'bca'],
    ['price', ['10.5', '9.99', '-3'], 'cba'],
    ['~price', ['10.5', '9.99', '100'], 'acb'],
    ['fragile', [true, false], 'ba'],
    ['-sent', ['2026-01-31', '2025-12-31', '2026-02-01'], 'cab'],
    ['unit.unitNumber', [7, 3].map((unitNumber) => ({ unitNumber })), 'ba'],
  ];
  for (const [sort, values, order] of table) {
    it(`by ${sort}: ${JSON.stringify(values)} come as ${order}`, () => {
      const property = sort.replace(/^[-~]+/, '').replace(/\..*/, '');

      expect(sorted(sort, parcels(property, ...values))).to.equal(order);
    });
  }

  it('puts absent values last ascending and first descending', () => {
    const values = parcels('weight', undefined, 2, undefined, 1);

    expect(sorted('weight', values)).to.equal('dbac');
    expect(sorted('-weight', values)).to.equal('acbd');
    expect(sorted('~weight', values)).to.equal('dbac');
  });

  it('breaks ties by the next key, and at last by the identifier ascending', () => {
    const values = [
      { parcelCode: 'B', weight: 1, name: 'x' },
      { parcelCode: 'c', weight: 1, name: 'X' },
      { parcelCode: 'a', weight: 1, name: 'x' },
      { parcelCode: 'd', weight: 0, name: 'y' },
    ];

    expect(sorted('weight', values)).to.equal('daBc');
    expect(sorted('-weight', values)).to.equal('aBcd');
    expect(sorted('-weight,-name', values)).to.equal('aBcd');
    expect(sorted('name,-weight', values)).to.equal('aBcd');
    expect(sorted('-name,weight', values)).to.equal('daBc');
  });

  it('takes the smallest of several values ascending and the largest descending', () => {
    const values = parcels('lines', [{ weight: 2 }, { weight: 8 }], [{ weight: 3 }, { weight: 4 }], []);

    expect(sorted('lines.weight', values)).to.equal('abc');
    expect(sorted('-lines.weight', values)).to.equal('cab');
  });

  it('gives the same order whatever order the values come in', () => {
    const values = parcels('weight', 3, undefined, 1, 3, 2, undefined, 1);
    fc.assert(
      fc.property(fc.shuffledSubarray(values, { minLength: values.length }), (shuffled) => {
        expect(sorted('-weight', shuffled)).to.equal('bfadecg');
      }),
    );
  });

  it('leaves the given list as it is', () => {
    const values = parcels('weight', 2, 1);

    sortValues(Parcel, [{ property: 'weight', descending: false, alphabetical: false }], values);

    expect(values.map(({ parcelCode }) => parcelCode)).to.deep.equal(['a', 'b']);
  });

  it('refuses to order by what has no order, as a defect', () => {
    expect(() => sorted('unit', [])).to.throw('has no order');
  });
});
