import { expect } from 'chai';
import { group, integer, key, line, listOf, required } from '../resource/field.js';
import { resource } from '../resource/resource.js';
import type { Filter } from './filter.js';
import { pageInMemory, pageOfEach } from './page-in-memory.js';
import { positionOf } from './position.js';
import type { SortKey } from './sort.js';

const Box = resource('boxes', 'box', {
  fields: {
    boxNumber: key(integer()),
    things: listOf(group({ name: required(line({ max: 20 })), weight: integer() })),
  },
  filterable: ['boxNumber', 'things.weight'],
  operations: ['list'],
});
const Tag = resource('tags', 'tag', { fields: { name: key(line({ max: 20 })) }, operations: ['list'] });
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
    expect(second).to.include({ results: 3, resultsWithoutFilter: 3 }).and.not.to.have.property('hasMore');
  });

  it('goes on behind the place where a page ended, by whatever was before it', () => {
    const { position, ...first } = pageInMemory(Box, boxes, { ...all, pageSize: 1 });
    const rest = { ...all, pageSize: 1, skipPages: 1, after: String(position) };

    expect([numbersOf(first), numbersOf(pageInMemory(Box, boxes, rest))]).to.deep.equal([[1], [2]]);
    const others = [{ boxNumber: 0, things: [] }, ...boxes.slice(0, 1), ...boxes.slice(2)];
    const second = pageInMemory(Box, others, rest);
    expect(numbersOf(second)).to.deep.equal([2]);
    expect(second).to.include({ results: 3, hasMore: true });
    const last = pageInMemory(Box, others, { ...rest, skipPages: 7, after: String(second.position) });
    expect(numbersOf(last)).to.deep.equal([3]);
    expect(last).to.include({ results: 3, hasMore: false });
  });

  it('says where it ended in the order of identifiers alone, and looks at no other place', () => {
    const after = String(pageInMemory(Box, boxes, { ...all, pageSize: 2 }).position);
    const orders = [
      by('boxNumber', true),
      by('things.weight'),
      [{ ...by('boxNumber')[0]!, alphabetical: true }],
    ];
    for (const sort of orders) {
      const page = pageInMemory(Box, boxes, { ...all, sort, after });

      expect(page.items).to.have.length(3);
      expect(page).not.to.have.any.keys('position', 'hasMore');
    }
    expect(pageInMemory(Box, boxes, { ...all, after: 'no-position' }).items).to.have.length(3);
    const byDefault = pageInMemory(Box, boxes, { ...all, sort: [], after });
    expect(numbersOf(byDefault)).to.deep.equal([3]);
  });

  it('tells texts apart that differ in how they are written', () => {
    const names = ['Theme', 'a', 'THEME', 'theme', 'z'].map((name) => ({ name }));
    const seen: string[] = [];
    for (let after: string | undefined, left = names; ;) {
      const query = { sort: by('name'), pageSize: 1, skipPages: 0, ...(after !== undefined && { after }) };
      const page = pageInMemory(Tag, left, query);
      seen.push(...page.items.map(({ name }) => name));
      left = left.filter((one) => !page.items.includes(one));
      after = page.position;
      if (after === undefined) break;
    }

    expect(seen).to.deep.equal(['a', 'THEME', 'Theme', 'theme', 'z']);
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

const pageOfKeys = ({ items, ...page }: ReturnType<typeof pageInMemory<(typeof boxes)[number]>>) => ({
  keys: numbersOf({ items }),
  ...page,
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

        expect(await pageOfEach(Box, oneByOne(), asked)).to.deep.equal(pageOfKeys(page));
      }
      const behind = { ...query, pageSize: 20, skipPages: 0, after: positionOf(4_321) };
      expect(await pageOfEach(Box, oneByOne(), behind)).to.deep.equal(
        pageOfKeys(pageInMemory(Box, many, behind)),
      );
    }
  });
});
