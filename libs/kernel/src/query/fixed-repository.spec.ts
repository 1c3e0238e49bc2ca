import { expect } from 'chai';
import { code, integer, key, line } from '../resource/field.js';
import { resource, type ValueOf } from '../resource/resource.js';
import { fixedListWithin, fixedRepository } from './fixed-repository.js';
import type { RepositoryOf } from '../port/resource-repository.port.js';
import type { SortKey } from './sort.js';

const Coin = resource('coins', 'coin', {
  fields: { code: key(code(3)), name: line({ max: 50 }), decimals: integer() },
  filterable: ['code', 'name'],
  operations: ['list', 'get'],
});

const rows: readonly ValueOf<typeof Coin>[] = [
  { code: 'SEK', name: 'krona' },
  { code: 'DKK', name: 'Krone', decimals: 2 },
  { code: 'EUR', name: 'euro', decimals: 2 },
  { code: 'JPY', name: 'yen', decimals: 0 },
];
const coins: RepositoryOf<typeof Coin> = fixedRepository(Coin, rows);

const by = (property: string, descending = false): readonly SortKey[] => [
  { property, descending, alphabetical: false },
];
const everything = { sort: Coin.defaultSort, pageSize: 20, skipPages: 0 };
const codesOf = ({ items }: { readonly items: readonly { readonly code: string }[] }) =>
  items.map(({ code: one }) => one).join(' ');

describe('fixedRepository', () => {
  it('pages in the declared order', async () => {
    const first = await coins.page({ ...everything, pageSize: 3 });
    const second = await coins.page({ ...everything, pageSize: 3, skipPages: 1 });
    const beyond = await coins.page({ ...everything, skipPages: 1_000_000 });

    expect(codesOf(first)).to.equal('DKK EUR JPY');
    expect(codesOf(second)).to.equal('SEK');
    expect(codesOf(beyond)).to.equal('');
    expect(first).to.include({ results: 4, resultsWithoutFilter: 4 });
    expect(beyond).to.include({ results: 4, resultsWithoutFilter: 4 });
    expect(first).not.to.have.property('position');
  });

  it('filters, and counts what passes', async () => {
    const page = await coins.page({
      ...everything,
      filter: { kind: 'like', property: 'name', segments: ['KRON', ''] },
      pageSize: 1,
    });

    expect(codesOf(page)).to.equal('DKK');
    expect(page).to.include({ results: 2, resultsWithoutFilter: 4 });
  });

  it('sorts as asked', async () => {
    expect(codesOf(await coins.page({ ...everything, sort: by('code', true) }))).to.equal('SEK JPY EUR DKK');
    expect(codesOf(await coins.page({ ...everything, sort: by('name') }))).to.equal('EUR SEK DKK JPY');
    expect(codesOf(await coins.page({ ...everything, sort: by('decimals', true) }))).to.equal(
      'SEK DKK EUR JPY',
    );
    expect(codesOf(await coins.page({ ...everything, sort: by('code') }))).to.equal('DKK EUR JPY SEK');
    expect(codesOf(await coins.page({ ...everything, sort: [] }))).to.equal('DKK EUR JPY SEK');
  });

  it('finds an item by its code in any case', async () => {
    expect((await coins.find('dkk'))?.value).to.equal(rows[1]);
    expect(await coins.find('DKK')).to.include({ version: 1 });
    expect(await coins.find('XXX')).to.equal(undefined);
  });

  it('finds an item by its number', async () => {
    const Size = resource('sizes', 'size', { fields: { sizeNumber: key(integer()) }, operations: ['get'] });
    const sizes = fixedRepository(Size, [{ sizeNumber: 1 }]);

    expect((await sizes.find(1))?.value).to.deep.equal({ sizeNumber: 1 });
    expect(await sizes.find('1')).to.equal(undefined);
  });

  it('throws where it is written to', () => {
    expect(() => coins.create({ code: 'NOK' })).to.throw('coins are fixed');
    expect(() => coins.replace('DKK', { code: 'DKK' })).to.throw('coins are fixed');
    expect(() => coins.remove('DKK')).to.throw('coins are fixed');
  });

  it('does not take the same identifier twice', () => {
    expect(() => fixedRepository(Coin, [{ code: 'DKK' }, { code: 'dkk' }])).to.throw('twice');
  });
});

describe('fixedListWithin', () => {
  const size = (sizeNumber: number, name: string) => ({ sizeNumber, name });
  const Size = resource('sizes', 'size', {
    fields: { sizeNumber: key(integer()), name: line({ max: 20 }) },
    filterable: ['name'],
    operations: ['list', 'get'],
  });
  const sizes = fixedListWithin(
    Size,
    new Map<string, readonly ValueOf<typeof Size>[]>([
      ['shoes', [size(1, 'small'), size(2, 'large')]],
      ['hats', [size(1, 'round')]],
    ]),
  );
  const within = (parent: string) => sizes.within?.([parent]) as RepositoryOf<typeof Size>;
  const all = { sort: Size.defaultSort, pageSize: 20, skipPages: 0 };

  it('holds the items of each parent apart, under the same identifiers', async () => {
    expect((await within('shoes').find(1))?.value.name).to.equal('small');
    expect((await within('HATS').find(1))?.value.name).to.equal('round');
    expect(await within('hats').find(2)).to.equal(undefined);
    expect((await within('shoes').page(all)).results).to.equal(2);
  });

  it('is empty within a parent that is not there', async () => {
    expect((await within('gloves').page(all)).results).to.equal(0);
  });

  it('holds an identifier that any of the parents holds', () => {
    expect([sizes.has(1), sizes.has(2), sizes.has(3)]).to.deep.equal([true, true, false]);
  });
});
