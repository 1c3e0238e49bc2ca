import { expect } from 'chai';
import { group, integer, key, line, listOf, required } from '../resource/field.js';
import { resource } from '../resource/resource.js';
import type { Filter } from './filter.js';
import { pageInMemory } from './page-in-memory.js';
import type { SortKey } from './sort.js';

const Box = resource('boxes', 'box', {
  fields: {
    boxNumber: key(integer()),
    things: listOf(group({ name: required(line({ max: 20 })), weight: integer() })),
  },
  filterable: ['boxNumber', 'things.weight'],
  operations: ['list'],
});
const boxes = [
  { boxNumber: 3, things: [{ name: 'cup', weight: 4 }] },
  { boxNumber: 1, things: [] },
  {
    boxNumber: 2,
    things: [
      { name: 'pot', weight: 9 },
      { name: 'lid', weight: 1 },
    ],
  },
];
const by = (property: string, descending = false): readonly SortKey[] => [
  { property, descending, alphabetical: false },
];
const all = { sort: by('boxNumber'), pageSize: 20, skipPages: 0 };
const numbersOf = ({ items }: { readonly items: readonly { readonly boxNumber: number }[] }) =>
  items.map(({ boxNumber }) => boxNumber);

describe('pageInMemory', () => {
  it('orders and cuts, and counts what passes and what there is', () => {
    const second = pageInMemory(Box, boxes, { ...all, pageSize: 2, skipPages: 1 });

    expect(numbersOf(pageInMemory(Box, boxes, all))).to.deep.equal([1, 2, 3]);
    expect(numbersOf(second)).to.deep.equal([3]);
    expect(second).to.include({ results: 3, resultsWithoutFilter: 3 }).and.not.to.have.property('position');
  });

  it('asks for members of lists: one of them is enough', () => {
    const heavy: Filter = { kind: 'compare', property: 'things.weight', operator: 'gt', value: 3 };

    const page = pageInMemory(Box, boxes, { ...all, filter: heavy });

    expect(numbersOf(page)).to.deep.equal([2, 3]);
    expect(page).to.include({ results: 2, resultsWithoutFilter: 3 });
  });

  it('sorts by members of lists: the smallest counts ascending, the largest descending', () => {
    expect(numbersOf(pageInMemory(Box, boxes, { ...all, sort: by('things.weight') }))).to.deep.equal([
      2, 3, 1,
    ]);
    expect(numbersOf(pageInMemory(Box, boxes, { ...all, sort: by('things.weight', true) }))).to.deep.equal([
      1, 2, 3,
    ]);
  });
});
