import { expect } from 'chai';
import { group, integer, key, line, listOf, required } from '../resource/field.js';
import { resource } from '../resource/resource.js';
import type { Filter } from './filter.js';
import { pageInMemory, pageOfEach } from './page-in-memory.js';
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

describe('pageOfEach', () => {
  /** 5,000 of them, in no order: more than are kept for a small page. */
  const many = Array.from({ length: 5_000 }, (_, index) => ({
    boxNumber: (index * 1_237) % 5_000,
    things: index % 7 === 0 ? [] : [{ name: 'cup', weight: (index * 31) % 97 }],
  }));
  async function* oneByOne() {
    for (const box of many) yield await Promise.resolve(box);
  }

  it('is the page that would be found with all of them in memory', async () => {
    const light: Filter = { kind: 'compare', property: 'things.weight', operator: 'lt', value: 50 };
    const queries = [
      { sort: by('boxNumber') },
      { sort: by('things.weight') },
      { sort: by('things.weight', true), filter: light },
      { sort: [...by('things.weight', true), ...by('boxNumber', true)] },
    ];
    for (const query of queries) {
      for (const [pageSize, skipPages] of [
        [1, 0],
        [20, 3],
        [1_000, 4],
        [20, 249],
        [20, 900],
      ] as const) {
        const asked = { ...query, pageSize, skipPages };
        const page = pageInMemory(Box, many, asked);

        expect(await pageOfEach(Box, oneByOne(), asked)).to.deep.equal({
          keys: numbersOf(page),
          results: page.results,
          resultsWithoutFilter: page.resultsWithoutFilter,
        });
      }
    }
  });
});
