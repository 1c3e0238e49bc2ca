import { expect } from 'chai';
import { Busy, TooMuchAtOnce } from '../port/unit-of-work.port.js';
import type { RepositoryProvider, ResourceRepository } from '../port/resource-repository.port.js';
import { catalogueOf } from '../resource/catalogue.js';
import { amount, computed, itemNumber, key, line, oneOf, reference, required } from '../resource/field.js';
import { resource, type AnyResource, type AnyValue } from '../resource/resource.js';
import type { Decimal } from '../value/decimal.js';
import { withLookups } from './with-lookups.js';
import type { Filter } from './filter.js';
import { fixedRepository } from './fixed-repository.js';
import { PAGE_BYTES_MAX, type CollectionQuery } from './page.js';
import { eachItem, everyItem, withMembers, type Members } from './with-members.js';

const Jar = resource('jars', 'jar', {
  fields: {
    jarNumber: key(itemNumber()),
    name: required(line({ max: 50 })),
    colour: required(oneOf(['red', 'green'])),
    filled: computed(amount()),
  },
  filterable: ['filled', 'jarNumber', 'name'],
  operations: ['list', 'get'],
});
const Label = resource('labels', 'label', {
  fields: {
    labelNumber: key(itemNumber()),
    jar: reference('jars', 'jarNumber', itemNumber(), {
      lookup: { name: line({ max: 50 }), colour: oneOf(['red', 'green']), filled: amount() },
    }),
  },
  filterable: ['jar.colour', 'jar.filled', 'jar.jarNumber', 'jar.name', 'labelNumber'],
  operations: ['list', 'get'],
});

const JARS = [
  { jarNumber: 1, name: 'Honey', colour: 'green' },
  { jarNumber: 2, name: 'ærter', colour: 'red' },
  { jarNumber: 3, name: 'Apple', colour: 'red' },
] as const;
const LABELS = [
  { labelNumber: 1, jar: { jarNumber: 3 } },
  { labelNumber: 2, jar: { jarNumber: 1 } },
  { labelNumber: 3 },
  { labelNumber: 4, jar: { jarNumber: 2 } },
  { labelNumber: 5, jar: { jarNumber: 3 } },
];
const FILLED: ReadonlyMap<unknown, Decimal> = new Map([
  [1, '12.5' as Decimal],
  [2, '-3' as Decimal],
]);

const filledJars: Members = {
  properties: ['filled'],
  areAnswered: true,
  add: async (jars) => jars.map((jar) => ({ ...jar, filled: FILLED.get(jar['jarNumber']) })),
};

type Repository = ResourceRepository<AnyValue>;
/** How many pages were read of what is kept. */
let reads = 0;
const counted = (resource: AnyResource, rows: readonly AnyValue[]): Repository => {
  const kept = fixedRepository(resource, rows) as Repository;
  return { ...kept, page: (query) => ((reads += 1), kept.page(query)) };
};
const jars = withMembers(Jar, counted(Jar, JARS), filledJars, { agreementNumber: 1 });
const provider = {
  of: (resource: AnyResource) => (resource.collection === 'jars' ? jars : counted(Label, LABELS)),
} as unknown as RepositoryProvider;
const labels = withLookups(catalogueOf([Jar, Label]), provider, { agreementNumber: 1 }).of(
  Label,
) as Repository;

const query = (more: Partial<CollectionQuery> = {}): CollectionQuery => ({
  sort: [],
  pageSize: 20,
  skipPages: 0,
  ...more,
});
const by = (property: string, descending = false): CollectionQuery['sort'] => [
  { property, descending, alphabetical: false },
];
const numbers = async (of: Repository, name: string, more: Partial<CollectionQuery>): Promise<string> =>
  (await of.page(query(more))).items.map((item) => item[name]).join(' ');
const isRed: Filter = { kind: 'compare', property: 'jar.colour', operator: 'eq', value: 'RED' };

beforeEach(() => {
  reads = 0;
});

describe('withMembers', () => {
  it('answers the members with every item', async () => {
    const page = await jars.page(query());
    const one = await jars.find(2);

    expect(page.items.map(({ filled }) => filled)).to.deep.equal(['12.5', '-3', undefined]);
    expect(one?.value).to.include({ name: 'ærter', filled: '-3' });
    expect(await jars.find(9)).to.equal(undefined);
  });

  it('filters and sorts by them, absent ones last ascending (D120)', async () => {
    const above: Filter = { kind: 'compare', property: 'filled', operator: 'gt', value: '-3.01' };

    expect(await numbers(jars, 'jarNumber', { filter: above })).to.equal('1 2');
    expect(await numbers(jars, 'jarNumber', { sort: by('filled') })).to.equal('2 1 3');
    expect(await numbers(jars, 'jarNumber', { sort: by('filled', true) })).to.equal('3 1 2');
    expect(await numbers(jars, 'jarNumber', { filter: { kind: 'absent', property: 'filled' } })).to.equal(
      '3',
    );
  });

  it('goes through what passes the rest of a filter, however many others there are', async () => {
    const rows = Array.from({ length: 50_001 }, (_, index) => ({
      jarNumber: index + 1,
      name: 'x',
      colour: 'red',
    }));
    const many = withMembers(Jar, counted(Jar, rows), filledJars, { agreementNumber: 1 });
    const above: Filter = { kind: 'compare', property: 'filled', operator: 'gt', value: '1' };
    const low: Filter = { kind: 'compare', property: 'jarNumber', operator: 'lt', value: 100 };
    const first: Filter = { kind: 'compare', property: 'jarNumber', operator: 'eq', value: 1 };

    for (const of of [
      [above, low],
      [above, low, first],
    ]) {
      const { items, results, resultsWithoutFilter } = await many.page(
        query({ filter: { kind: 'and', of } }),
      );
      expect(items.map(({ jarNumber }) => jarNumber)).to.deep.equal([1]);
      expect({ results, resultsWithoutFilter }).to.deep.equal({ results: 1, resultsWithoutFilter: 50_001 });
    }
    expect(await numbers(many, 'jarNumber', { filter: first, sort: by('filled') })).to.equal('1');
    const either: Filter = { kind: 'or', of: [above, low] };
    const refused = await many.page(query({ filter: either })).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(TooMuchAtOnce);
  });

  it('has no more than a page of them in memory at once, which may be large', async () => {
    const rows = Array.from({ length: 2_500 }, (_, index) => ({
      jarNumber: index + 1,
      name: 'x',
      colour: 'red',
    }));
    const asked: number[] = [];
    const members: Members = {
      ...filledJars,
      add: (items) => {
        asked.push(items.length);
        return filledJars.add(items);
      },
    };
    const many = withMembers(Jar, counted(Jar, rows), members, { agreementNumber: 1 });

    const page = await many.page(query({ sort: by('filled'), pageSize: 3 }));

    expect(page.items).to.deep.equal([
      { ...rows[1], filled: '-3' },
      { ...rows[0], filled: '12.5' },
      { ...rows[2], filled: undefined },
    ]);
    expect(page).to.include({ results: 2_500, resultsWithoutFilter: 2_500 });
    expect(asked).to.deep.equal([1_000, 1_000, 500, 3]);
  });

  it('reads of all items what the question and the members need, and whole items of the page alone', async () => {
    const asked: CollectionQuery[] = [];
    const kept = counted(Jar, JARS);
    const noting: Repository = { ...kept, page: (of) => (asked.push(of), kept.page(of)) };
    const needing = withMembers(Jar, noting, { ...filledJars, needs: ['colour'] }, { agreementNumber: 1 });
    const above: Filter = { kind: 'compare', property: 'filled', operator: 'gt', value: '-3.01' };

    await needing.page(query({ filter: above, sort: by('name') }));

    expect(asked.map(({ only }) => only)).to.deep.equal([['colour', 'filled', 'name'], undefined]);
    expect(asked[1]?.filter).to.deep.include({ property: 'jarNumber', values: [1, 2] });
  });

  it('pages what it found, and counts it', async () => {
    const page = await jars.page(query({ sort: by('filled'), pageSize: 1, skipPages: 1 }));

    expect(page.items.map((item) => item['jarNumber'])).to.deep.equal([1]);
    expect(page).to.include({ results: 3, resultsWithoutFilter: 3 });
  });

  it('weighs large pages with what is added, before it is added', async () => {
    let added = 0;
    const heavy: Members = {
      ...filledJars,
      weigh: (items) => items.length * (PAGE_BYTES_MAX / 2),
      add: (items) => ((added += items.length), filledJars.add(items)),
    };
    const kept = withMembers(Jar, counted(Jar, JARS), heavy, { agreementNumber: 1 });

    const refused = await kept.page(query({ pageSize: 1000 })).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(TooMuchAtOnce);
    expect(added).to.equal(0);
    const page = await kept.page(query({ pageSize: 20 }));
    expect(page.items).to.have.length(3);
    expect(page.bytes).to.equal((3 * PAGE_BYTES_MAX) / 2);
  });

  it('reads anew what is gone before its members are read, and shows no half of it', async () => {
    let rows: readonly AnyValue[] = [...JARS];
    const kept: Repository = {
      ...counted(Jar, []),
      find: (key) => counted(Jar, rows).find(key),
      page: (asked) => counted(Jar, rows).page(asked),
    };
    const going: Members = {
      ...filledJars,
      add: async (items) => {
        rows = JARS.slice(1);
        return items.map((item) => (rows.includes(item as never) ? { ...item, filled: '1' } : undefined));
      },
    };
    const vanishing = withMembers(Jar, kept, going, { agreementNumber: 1 });
    const back = (): void => void (rows = [...JARS]);

    expect(await vanishing.find(1)).to.equal(undefined);
    back();
    expect(await numbers(vanishing, 'jarNumber', {})).to.equal('2 3');
    back();
    expect(await numbers(vanishing, 'jarNumber', { sort: by('filled') })).to.equal('2 3');
  });

  it('asks to come back where items are removed faster than they are read', async () => {
    const gone: Members = { ...filledJars, add: async (items) => items.map(() => undefined) };
    const never = withMembers(Jar, counted(Jar, JARS), gone, { agreementNumber: 1 });

    const error = await never.find(1).catch((thrown: unknown) => thrown);

    expect(error).to.be.instanceOf(Busy);
  });

  it('lets questions that name none of them through as they are', async () => {
    const like: Filter = { kind: 'like', property: 'name', segments: ['', 'e', ''] };

    expect(await numbers(jars, 'jarNumber', { filter: like, sort: by('name'), pageSize: 2 })).to.equal('3 1');
    expect(reads).to.equal(1);
  });
});

describe('answeringThrough', () => {
  it('filters by members of what a reference names', async () => {
    expect(await numbers(labels, 'labelNumber', { filter: isRed })).to.equal('1 4 5');
    expect(
      await numbers(labels, 'labelNumber', {
        filter: { kind: 'like', property: 'jar.name', segments: ['A', ''] },
      }),
    ).to.equal('1 5');
    expect(
      await numbers(labels, 'labelNumber', { filter: { kind: 'absent', property: 'jar.name' } }),
    ).to.equal('3');
  });

  it('filters by their own and those at once', async () => {
    const late: Filter = { kind: 'compare', property: 'labelNumber', operator: 'gt', value: 1 };
    const first: Filter = { kind: 'in', property: 'jar.jarNumber', values: [1], orAbsent: true };

    expect(await numbers(labels, 'labelNumber', { filter: { kind: 'and', of: [isRed, late] } })).to.equal(
      '4 5',
    );
    expect(await numbers(labels, 'labelNumber', { filter: { kind: 'or', of: [isRed, first] } })).to.equal(
      '1 2 3 4 5',
    );
  });

  it('sorts by them, also by those that are computed', async () => {
    expect(await numbers(labels, 'labelNumber', { sort: by('jar.name') })).to.equal('1 5 2 4 3');
    expect(await numbers(labels, 'labelNumber', { sort: by('jar.filled', true) })).to.equal('1 3 5 2 4');
  });

  it('reads the items, their targets and the page, and no more where nothing of theirs is asked', async () => {
    await labels.page(query({ filter: isRed, sort: by('jar.name') }));
    expect(reads).to.equal(3);

    await labels.page(query({ sort: by('jar.jarNumber') }));
    expect(reads).to.equal(4);
  });

  it('is refused at the start when the target declares the member otherwise, or not at all', () => {
    const asking = (through: object): AnyResource =>
      resource('stickers', 'sticker', {
        fields: {
          stickerNumber: key(itemNumber()),
          jar: reference('jars', 'jarNumber', itemNumber(), { lookup: through as never }),
        },
        operations: ['list'],
      });

    expect(() => catalogueOf([Jar, asking({ name: line({ max: 51 }) })])).to.throw(/jar asks for name/);
    expect(() => catalogueOf([Jar, asking({ lid: line({ max: 5 }) })])).to.throw(/jar asks for lid/);
    expect(() => catalogueOf([Jar, asking({ name: line({ max: 50 }) })])).not.to.throw();
  });
});

describe('everyItem', () => {
  it('reads a collection page by page to its end', async () => {
    const rows = Array.from({ length: 2_001 }, (_, index) => ({
      jarNumber: index + 1,
      name: 'x',
      colour: 'red',
    }));

    const items = await everyItem(Jar, counted(Jar, rows));

    expect(items).to.have.length(2_001);
    expect(reads).to.equal(3);
  });

  it('refuses a collection that is too large at its first page', async () => {
    const rows = Array.from({ length: 50_001 }, (_, index) => ({
      jarNumber: index + 1,
      name: 'x',
      colour: 'red',
    }));

    const refused = await everyItem(Jar, counted(Jar, rows)).catch((error: unknown) => error);

    expect(refused).to.be.instanceOf(TooMuchAtOnce);
    expect(reads).to.equal(1);
  });
});

describe('eachItem', () => {
  it('reads smaller pages where large ones hold too much, and gives each item once', async () => {
    const rows = Array.from({ length: 1_050 }, (_, index) => ({
      jarNumber: index + 1,
      name: 'x',
      colour: 'red',
    }));
    const kept = counted(Jar, rows);
    const heavy: Repository = {
      ...kept,
      page: (asked) => {
        if (asked.pageSize > 20) throw new TooMuchAtOnce('the items of the page hold too much');
        return kept.page(asked);
      },
    };

    const numbersOfAll: unknown[] = [];
    for await (const { jarNumber } of eachItem(Jar, heavy)) numbersOfAll.push(jarNumber);

    expect(numbersOfAll).to.deep.equal(rows.map(({ jarNumber }) => jarNumber));
    expect(reads).to.equal(53);
  });

  it('reads no further than it is asked', async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => ({
      jarNumber: index + 1,
      name: 'x',
      colour: 'red',
    }));

    for await (const { jarNumber } of eachItem(Jar, counted(Jar, rows))) if (jarNumber === 5) break;

    expect(reads).to.equal(1);
  });
});
