import { expect } from 'chai';
import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import { integer, itemNumber, key, line, reference, resource } from '@kontor/kernel';
import { SORT_KEYS_MAX, sortText } from './sort-text.js';

const Parcel = resource('parcels', 'parcel', {
  fields: {
    parcelNumber: key(itemNumber()),
    name: line({ max: 50 }),
    secret: line({ max: 50 }),
    unit: reference('units', 'unitNumber', itemNumber()),
    a: integer(),
    b: integer(),
    c: integer(),
    d: integer(),
    e: integer(),
    f: integer(),
    g: integer(),
    h: integer(),
    i: integer(),
  },
  sortable: ['parcelNumber', 'name', 'unit.unitNumber', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'],
  defaultSort: ['-name'],
  operations: ['list'],
});

const read = (text: string) => {
  const keys = sortText(Parcel, text);
  if (isLeft(keys)) throw new Error(keys.left.message);
  return keys.right;
};
const refused = (text: string) => {
  const keys = sortText(Parcel, text);
  if (isRight(keys)) throw new Error(`was understood: ${text}`);
  return keys.left;
};
const by = (property: string, marks = '') => ({
  property,
  descending: marks.includes('-'),
  alphabetical: marks.includes('~'),
});

describe('sortText (G23)', () => {
  const table: readonly [text: string, keys: readonly unknown[]][] = [
    ['name', [by('name')]],
    ['-name', [by('name', '-')]],
    ['~parcelNumber', [by('parcelNumber', '~')]],
    ['-~parcelNumber', [by('parcelNumber', '-~')]],
    ['~-parcelNumber', [by('parcelNumber', '-~')]],
    ['-name,parcelNumber', [by('name', '-'), by('parcelNumber')]],
    ['PARCELNUMBER,-Unit.unitnumber', [by('parcelNumber'), by('unit.unitNumber', '-')]],
    [' -name , parcelNumber ', [by('name', '-'), by('parcelNumber')]],
    ['', [by('name', '-')]],
    ['   ', [by('name', '-')]],
  ];
  for (const [text, keys] of table) {
    it(`reads ${JSON.stringify(text)}`, () => {
      expect(read(text)).to.deep.equal(keys);
    });
  }

  const refusals: readonly [text: string, property: string, message: string][] = [
    ['secret', 'secret', 'cannot be sorted by "secret": it can be sorted by parcelNumber, name'],
    ['nothing', 'nothing', 'cannot be sorted'],
    ['constructor', 'constructor', 'cannot be sorted'],
    ['name;drop table x', 'name;drop table x', 'cannot be sorted'],
    ['(select sleep(1))', '(select sleep(1))', 'cannot be sorted'],
    ['--name', '-name', 'cannot be sorted'],
    ['-~-name', '-name', 'cannot be sorted'],
    ['- name', ' name', 'cannot be sorted'],
    ['name desc', 'name desc', 'cannot be sorted'],
    ['unit', 'unit', 'cannot be sorted'],
    ['-', '', 'empty'],
    ['-~', '', 'empty'],
    [',', '', 'empty'],
    ['name,', '', 'empty'],
    [',name', '', 'empty'],
    ['name,,parcelNumber', '', 'empty'],
    ['name,NAME', 'name', 'twice'],
    ['name,-~name', 'name', 'twice'],
  ];
  for (const [text, property, message] of refusals) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      const refusal = refused(text);

      expect(refusal).to.include({ kind: 'NotSortable', property });
      expect(refusal.message).to.contain(message);
      expect(refusal.sortable).to.equal(Parcel.sortable);
    });
  }

  it('takes 8 keys, and no more', () => {
    expect(read('a,b,c,d,e,f,g,h')).to.have.lengthOf(SORT_KEYS_MAX);
    expect(refused('a,b,c,d,e,f,g,h,i')).to.include({ property: 'i' });
    expect(refused('a,b,c,d,e,f,g,h,i').message).to.contain('at most 8');
  });

  it('says so where nothing is sortable', () => {
    const Plain = resource('plains', 'plain', {
      fields: { name: key(line({ max: 5 })) },
      operations: ['list'],
    });

    const keys = sortText(Plain, 'name');

    expect(isLeft(keys) && keys.left.message).to.contain('takes no sort');
    expect(isRight(sortText(Plain, ''))).to.equal(true);
  });

  it('refuses 8,000 commas or letters in no time', () => {
    const started = performance.now();

    refused(','.repeat(8000));
    refused(`-${'n'.repeat(8000)}`);

    expect(performance.now() - started).to.be.below(50);
  });
});
