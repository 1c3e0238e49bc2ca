import { expect } from 'chai';
import {
  boolean,
  DEFAULT_PAGE_SIZE,
  integer,
  jsonDocument,
  key,
  line,
  listOf,
  matcherOf,
  PAGE_BYTES_MAX,
  positionOf,
  resource,
  sortValues,
  TooMuchAtOnce,
  type AnyResource,
  type AnyValue,
  type CollectionQuery,
  type Filter,
  type SortKey,
} from '@kontor/kernel';
import { Unit } from '@kontor/products';
import { House } from '../../test/houses.js';
import { InMemory } from '../../test/in-memory.js';
import type { Dialect } from '../dialect/dialect.js';
import { mysqlDialect } from '../dialect/mysql.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import { databaseColumns } from '../entity/column-of.js';
import { draftRow } from '../entity/draft-row.js';
import { HOUSEKEEPING } from '../entity/housekeeping.js';
import { pageRowMapperOf } from '../entity/row-mapper.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import { tableOf, type ResourceTable } from '../entity/table-of.js';
import { pageCaches, type PageCaches } from '../snapshot/page-caches.js';
import {
  placeholders,
  quote,
  type Cells,
  type Outcome,
  type Session,
  type SqlValue,
  type Statement,
} from '../statement.js';
import { PageReader } from './page-reader.js';
import { largeColumns, PageStatements } from '../statements/pages.js';

/** With lists that may be as large as a body, and a key that is text. */
const Room = resource('rooms', 'room', {
  fields: {
    code: key(line({ min: 1, max: 25 })),
    size: integer(),
    open: boolean(),
    tags: listOf(line({ max: 500_000 }), { max: 1000 }),
  },
  within: House,
  filterable: ['code', 'size', 'open'],
  sortable: ['code', 'size', 'open'],
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});

/** A collection that is stored, which anybody may write to, and a reader of its pages. */
class Stored implements Session {
  readonly sent: Statement[] = [];
  /** Called before each statement is answered. */
  before: () => void = () => undefined;
  readonly table: ResourceTable;
  readonly caches: PageCaches;
  readonly reader: PageReader;
  readonly #database: InMemory;
  readonly #parents: readonly SqlValue[];
  readonly #valueOf: (row: Cells) => AnyValue;

  constructor(
    of: AnyResource,
    { keysMax, dialect = sqliteDialect }: { readonly keysMax?: number; readonly dialect?: Dialect } = {},
  ) {
    this.table = tableOf(of);
    this.caches = pageCaches({ keysMax });
    this.reader = new PageReader(this.table, dialect, this.caches);
    this.#database = new InMemory(...HOUSEKEEPING, this.table.table);
    this.#parents = this.table.parents.map(() => 1);
    this.#valueOf = pageRowMapperOf(this.table, sqliteDialect.pageRows);
  }

  async run(...statements: readonly Statement[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const one of statements) {
      this.before();
      this.sent.push(one);
      outcomes.push(...(await this.#database.run(one)));
    }
    return outcomes;
  }

  /** Somebody makes items, of these books and house or of others. */
  add(values: readonly AnyValue[], agreementNumber = 1, parents = this.#parents): void {
    const { table, columns } = this.table;
    const names = [
      AGREEMENT_COLUMN,
      ...this.table.parents.map(({ column }) => column),
      ...columns.flatMap(databaseColumns).map(({ name }) => name),
      'version',
    ];
    const sql = `INSERT INTO ${quote(table.name)} (${names.map(quote).join(', ')}) VALUES (${placeholders(names.length)})`;
    for (const value of values)
      this.#write(sql, agreementNumber, ...parents, ...draftRow(this.table, value).values, 1);
    this.#raise(values.length, agreementNumber, parents);
  }

  /** Somebody takes an item away. */
  remove(code: string | number): void {
    const { table, keyColumn, encodeKey } = this.table;
    this.#write(
      `DELETE FROM ${quote(table.name)} WHERE agreement_number = 1 AND ${quote(keyColumn)} = ?`,
      encodeKey(code),
    );
    this.#raise(-1);
  }

  #raise(items: number, agreementNumber = 1, parents = this.#parents): void {
    this.#write(
      'INSERT INTO collection_state (agreement_number, collection, version, items) VALUES (?, ?, 10, ?) ' +
        'ON CONFLICT (agreement_number, collection) DO UPDATE SET version = version + 1, items = items + excluded.items',
      agreementNumber,
      [this.table.resource.collection, ...parents].join('/'),
      items,
    );
  }

  #write(sql: string, ...values: readonly SqlValue[]): void {
    void this.#database.run({ sql, values });
  }

  get scope() {
    const versionName = [this.table.resource.collection, ...this.#parents].join('/');
    return { agreementNumber: 1, parents: this.#parents, versionName };
  }

  async page(query: Partial<CollectionQuery>, uncached = false) {
    const asked = { sort: [], pageSize: 10, skipPages: 0, ...query };
    this.sent.length = 0;
    const page = await this.reader[uncached ? 'readUncached' : 'read'](this, this.scope, asked);
    const { rows, results, resultsWithoutFilter, isByKey, bytes } = page;
    const keys = rows.map((row) => this.#valueOf(row)[this.table.resource.key]);
    const last = rows.at(-1);
    const position = last === undefined ? undefined : this.reader.positionAfter(last);
    return { keys, results, resultsWithoutFilter, isByKey, bytes, position };
  }

  close(): void {
    this.#database.close();
  }
}

/** By a sample SQLite is told how to look for what passes a filter. */
const isNoSample = ({ sql }: Statement): boolean => !sql.includes('_sampled');

const by = (property: string, descending = false): SortKey => ({ property, descending, alphabetical: false });
const SORTS: readonly (readonly SortKey[])[] = [
  [],
  [by('code', true)],
  [by('size')],
  [by('open', true), by('size', true)],
];
const open: Filter = { kind: 'compare', property: 'open', operator: 'eq', value: true };
const sizes: Filter = { kind: 'in', property: 'size', values: [0, 2, 3], orAbsent: false };
const nothing: Filter = { kind: 'compare', property: 'size', operator: 'gt', value: 1_000 };

const ROOMS: readonly AnyValue[] = Array.from({ length: 45 }, (_, index) => ({
  code: `${'abAB'[index % 4]}${(index * 7) % 45}`,
  ...(index % 5 !== 0 && { size: index % 4 }),
  open: index % 3 === 0,
  tags: index % 2 === 0 ? [] : [`tag ${index}`],
}));

describe('pages of a collection in a database', () => {
  let stored: Stored;
  let rooms: AnyValue[] = [];
  beforeEach(() => {
    stored = new Stored(Room);
    rooms = [...ROOMS];
    stored.add(rooms);
    stored.add(rooms.slice(0, 9), 2);
    stored.add(rooms.slice(0, 9), 1, [2]);
  });
  afterEach(() => stored.close());
  const expected = (filter: Filter | undefined, sort: readonly SortKey[]): readonly unknown[] => {
    const passing = filter === undefined ? rooms : rooms.filter(matcherOf(Room, filter));
    return sortValues(Room, sort, passing).map(({ code }) => code);
  };
  const isRight = async (query: Omit<CollectionQuery, 'after'>, uncached = false): Promise<void> => {
    const { filter, sort, pageSize, skipPages } = query;
    const all = expected(filter, sort);
    const { keys, results, resultsWithoutFilter } = await stored.page(query, uncached);
    expect({ keys, results, resultsWithoutFilter }, JSON.stringify(query)).to.deep.equal({
      keys: all.slice(skipPages * pageSize, (skipPages + 1) * pageSize),
      results: all.length,
      resultsWithoutFilter: rooms.length,
    });
  };

  for (const [name, filter] of Object.entries({ 'no filter': undefined, open, sizes, nothing })) {
    it(`are those of the list under ${name} in each order, however often they are asked for`, async () => {
      for (const sort of SORTS)
        for (const pageSize of [7, 15, 50])
          for (let times = 0; times < 4; times += 1)
            for (const skipPages of [1, 0, 2, 3, 6, 7])
              await isRight({ ...(filter && { filter }), sort, pageSize, skipPages });
    });

    it(`are right under ${name} after others have written`, async () => {
      for (let write = 0; write < 5; write += 1) {
        for (const sort of SORTS)
          for (let times = 0; times < 4; times += 1)
            await isRight({ ...(filter && { filter }), sort, pageSize: 4, skipPages: times });
        const [gone] = rooms.splice((write * 7) % rooms.length, 1);
        stored.remove(gone?.['code'] as string);
      }
    });

    it(`are the same under ${name} where they are read uncached`, async () => {
      for (const sort of SORTS)
        for (const skipPages of [0, 2, 3, 9])
          await isRight({ ...(filter && { filter }), sort, pageSize: 15, skipPages }, true);
    });
  }

  it('are those of their own filter, whichever was asked for before', async () => {
    const closed: Filter = { kind: 'compare', property: 'open', operator: 'eq', value: false };
    for (const sort of SORTS)
      for (let times = 0; times < 4; times += 1)
        for (const filter of [open, closed, sizes, undefined, nothing])
          await isRight({ ...(filter && { filter }), sort, pageSize: 7, skipPages: 1 });
  });

  it('follow each other by position, under a filter too, as far as the order is that of the identifier', async () => {
    for (const filter of [undefined, sizes]) {
      const walked: unknown[] = [];
      let after: string | undefined;
      do {
        const query = { ...(filter && { filter }), ...(after !== undefined && { after }) };
        const page = await stored.page({ ...query, pageSize: 4, skipPages: 3 * walked.length });
        expect(page).to.include({ isByKey: true, results: expected(filter, []).length });
        walked.push(...page.keys);
        after = page.position;
      } while (after !== undefined && walked.length < 100);
      expect(walked).to.deep.equal(expected(filter, []));
    }
    const { position, isByKey } = await stored.page({ sort: [by('size')], pageSize: 4 });
    expect(isByKey).to.equal(false);
    expect((await stored.page({ sort: [by('size')], after: position as string })).keys).to.deep.equal(
      expected(undefined, [by('size')]).slice(0, 10),
    );
  });

  it('are by number where a position is none of ours', async () => {
    for (const after of ['', '!', positionOf(7), positionOf(null), Buffer.from('{').toString('base64url')])
      expect((await stored.page({ after, skipPages: 1 })).keys).to.deep.equal(
        expected(undefined, []).slice(10, 20),
      );
  });

  it('come anew where what was to be on an empty page was made meanwhile', async () => {
    stored.before = () => {
      stored.before = () => {
        stored.before = () => undefined;
        rooms.push({ code: 'zz', open: true });
        stored.add(rooms.slice(-1));
      };
    };

    expect((await stored.page({ pageSize: 5, skipPages: 9 })).keys).to.deep.equal(['zz']);
  });

  it('are known to be empty by one look at the collection, wherever its list ends', async () => {
    for (const query of [{ skipPages: 9 }, { pageSize: 15, skipPages: 3 }, { after: positionOf('zz') }]) {
      expect((await stored.page(query)).keys).to.deep.equal([]);
      expect(stored.sent).to.have.length(2);
    }
    expect((await stored.page({ filter: nothing })).keys).to.deep.equal([]);
    expect(stored.sent.map(isNoSample)).to.deep.equal([false, true, true]);
  });

  it('far behind the end are known to be empty before anything is skipped', async () => {
    const skipPages = Number.MAX_SAFE_INTEGER;
    for (const filter of [undefined, sizes]) {
      for (const isAlone of [false, true]) {
        const query = { ...(filter && { filter }), pageSize: 1000, skipPages };
        const page = await stored.page(query, isAlone);

        expect(page.keys).to.deep.equal([]);
        expect(page.results).to.equal(expected(filter, []).length);
        for (const { sql } of stored.sent.filter(isNoSample)) expect(sql).not.to.contain('OFFSET');
      }
    }
  });

  it('are found by statements of one text once the list is known, also the last one', async () => {
    const query = { filter: sizes, sort: [by('size')], pageSize: 5 };
    for (let times = 0; times < 4; times += 1) await stored.page(query);
    const texts = new Set<string>();
    const all = expected(sizes, query.sort);
    expect(all.length % 5).to.not.equal(0);
    for (let skipPages = 0; skipPages * 5 < all.length; skipPages += 1) {
      expect((await stored.page({ ...query, skipPages })).keys).to.deep.equal(
        all.slice(skipPages * 5, skipPages * 5 + 5),
      );
      expect(stored.sent).to.have.length(1);
      for (const { sql } of stored.sent) texts.add(sql);
    }
    expect(texts.size).to.equal(1);
  });

  it('of a collection that was never written to are empty', async () => {
    const empty = new Stored(Room);

    expect(await empty.page({})).to.include({ results: 0, resultsWithoutFilter: 0 });
    expect(await empty.page({ filter: open }, true)).to.include({ results: 0, resultsWithoutFilter: 0 });
    empty.close();
  });

  it('say what their lists hold, whether that was weighed before or counted in their rows', async () => {
    const all = ROOMS.reduce((sum, { tags }) => sum + JSON.stringify(tags).length, 0);

    expect((await stored.page({ pageSize: 100 })).bytes).to.equal(all);
    const counted = await Promise.all([0, 1, 2].map((skipPages) => stored.page({ pageSize: 20, skipPages })));
    expect(counted.reduce((sum, { bytes = NaN }) => sum + bytes, 0)).to.equal(all);
  });

  it('have rows that may be large read each time, and never kept', async () => {
    for (let times = 0; times < 5; times += 1) {
      await stored.page({ pageSize: 5, skipPages: 1 });
      expect(
        stored.sent.some(({ sql }) => sql.includes('`tags`')),
        `page ${times}`,
      ).to.equal(true);
    }
    expect(stored.caches.lists.rowsBytes).to.equal(0);
  });

  it('unpack rows that may be large one by one, others a hundred at a time', async () => {
    const sizesOf: number[] = [];
    const dialect: Dialect = {
      ...sqliteDialect,
      unpack: (rows) => {
        sizesOf.push(rows.length);
        return sqliteDialect.unpack(rows);
      },
    };
    const large = new Stored(Room, { dialect });
    large.add(ROOMS.slice(0, 3));
    const small = new Stored(Unit, { dialect });
    small.add(units(250));

    expect((await large.page({})).keys).to.have.length(3);
    expect(sizesOf.splice(0)).to.deep.equal([1, 1, 1]);
    expect((await small.page({ pageSize: 250 })).keys).to.deep.equal(numbers(250));
    expect(sizesOf.splice(0)).to.deep.equal([100, 100, 50]);
    const hundred = await small.page({ pageSize: 100 });
    expect([hundred.keys, hundred.bytes]).to.deep.equal([numbers(100), undefined]);
    expect(sizesOf).to.deep.equal([100]);
    large.close();
    small.close();
  });
});

const units = (count: number): readonly AnyValue[] =>
  numbers(count).map((unitNumber) => ({ unitNumber, name: `${'ab'[unitNumber % 2]}${unitNumber}` }));
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('pages of items that hold much', () => {
  const PAGE = 32;
  const holding = (bytes: number) => ({ tags: ['x'.repeat(bytes - '[""]'.length)] });
  /** A page of open rooms that hold so much together, nearly all of it the first; and one of others. */
  const roomsOf = (bytes: number) => [
    { code: 'a', open: true, ...holding(bytes - (PAGE - 1) * 10) },
    ...numbers(PAGE - 1).map((at) => ({ code: `h${100 + at}`, open: true, ...holding(10) })),
    ...numbers(PAGE).map((at) => ({ code: `t${100 + at}`, open: false, tags: [] })),
  ];
  let stored: Stored;
  const lengthOrRefusal = (query: Partial<CollectionQuery>, uncached = false): Promise<unknown> =>
    stored.page({ pageSize: PAGE, ...query }, uncached).then(
      ({ keys }) => keys.length,
      (error: unknown) => error,
    );
  beforeEach(() => {
    stored = new Stored(Room);
  });
  afterEach(() => stored.close());

  it('are given where their lists hold together what a page may', async () => {
    stored.add(roomsOf(PAGE_BYTES_MAX));

    expect(await lengthOrRefusal({})).to.equal(PAGE);
  });

  it('are refused before they are read, where their lists hold more than a page may', async () => {
    stored.add(roomsOf(PAGE_BYTES_MAX + 1));

    expect(await lengthOrRefusal({})).to.be.instanceOf(TooMuchAtOnce);
    expect(stored.sent).to.have.length(1);
    expect(await lengthOrRefusal({}, true)).to.be.instanceOf(TooMuchAtOnce);
    expect(await lengthOrRefusal({ filter: open, sort: [by('code', true)] })).to.be.instanceOf(TooMuchAtOnce);
    expect(await lengthOrRefusal({ sort: [by('code', true)], skipPages: 1 })).to.be.instanceOf(TooMuchAtOnce);
  });

  it('are weighed as they are asked for: not what is before, behind or left out', async () => {
    stored.add(roomsOf(PAGE_BYTES_MAX + 1));
    const after = positionOf('a');
    expect(await lengthOrRefusal({ after: positionOf('0') })).to.be.instanceOf(TooMuchAtOnce);

    expect(await lengthOrRefusal({ skipPages: 1 })).to.equal(PAGE);
    expect(await lengthOrRefusal({ sort: [by('code', true)] })).to.equal(PAGE);
    expect(await lengthOrRefusal({ filter: { ...open, value: false } as Filter, pageSize: 64 })).to.equal(
      PAGE,
    );
    expect(await lengthOrRefusal({ after })).to.equal(PAGE);
  });

  it('are not weighed where few are asked for', async () => {
    stored.add(roomsOf(1_000));

    expect(await lengthOrRefusal({ pageSize: DEFAULT_PAGE_SIZE })).to.equal(DEFAULT_PAGE_SIZE);
    expect(stored.sent).to.have.length(1);
    expect(await lengthOrRefusal({ pageSize: DEFAULT_PAGE_SIZE + 1 })).to.equal(DEFAULT_PAGE_SIZE + 1);
    expect(stored.sent).to.have.length(2);
  });
});

describe('pages of a long list', () => {
  const COUNT = 1_100;
  const all = numbers(COUNT);
  let stored: Stored;
  const opened = (keysMax: number): void => {
    stored = new Stored(Unit, { keysMax });
    stored.add(units(COUNT));
  };
  const isRight = async (skipPages: number, query: Partial<CollectionQuery> = {}): Promise<void> => {
    const { keys } = await stored.page({ pageSize: 20, skipPages, ...query });
    expect(keys).to.deep.equal(all.slice(skipPages * 20, (skipPages + 1) * 20));
  };
  const learned = (): string =>
    stored.sent.some(({ sql }) => sql.includes('ROW_NUMBER'))
      ? 'bookmarks'
      : stored.sent.some(({ sql }) => sql.includes('AS _key'))
        ? 'keys'
        : 'nothing';
  const learning = async (query: Partial<CollectionQuery> = {}): Promise<readonly string[]> => {
    const found: string[] = [];
    for (let times = 0; times < 6; times += 1) {
      await stored.page({ pageSize: 20, skipPages: 30, ...query });
      found.push(learned());
    }
    return found;
  };
  const NOTHING = Array<string>(6).fill('nothing');
  afterEach(() => stored.close());

  it('are found by its keys where it is no longer than may be remembered', async () => {
    opened(COUNT);

    expect(await learning()).to.deep.equal(['nothing', 'nothing', 'keys', 'nothing', 'nothing', 'nothing']);
    for (const skipPages of [1, 54, 12, 55, 60]) await isRight(skipPages);
  });

  it('are found by bookmarks where it is longer, from which few are skipped', async () => {
    opened(COUNT - 1);

    expect(await learning()).to.deep.equal([
      'nothing',
      'nothing',
      'nothing',
      'nothing',
      'bookmarks',
      'nothing',
    ]);
    for (const skipPages of [1, 12, 13, 25, 37, 50, 54, 55, 60]) {
      await isRight(skipPages);
      const skipped = stored.sent.map(({ sql }) => Number(/OFFSET (\d+)/.exec(sql)?.[1] ?? 0));
      expect(Math.max(...skipped)).to.be.below(250);
      expect(stored.sent[0]?.sql).to.not.include('COUNT');
      expect(stored.sent).to.have.length(1);
    }
    stored.remove(COUNT);
    expect((await stored.page({ pageSize: 20, skipPages: 54 })).results).to.equal(COUNT - 1);
  });

  it('are searched for where it is longer and in another order than that of its identifier', async () => {
    opened(COUNT - 1);

    expect(await learning({ sort: [by('name')] })).to.deep.equal(NOTHING);
  });

  it('are searched for where it has become too long when its keys are read', async () => {
    opened(COUNT);
    for (const skipPages of [30, 31]) await isRight(skipPages);
    stored.before = () => {
      stored.before = () => undefined;
      stored.add([{ unitNumber: COUNT + 1, name: 'x' }]);
    };

    await isRight(30);
    expect(learned()).to.equal('keys');
    expect((await stored.page({ pageSize: 20, skipPages: 55 })).keys).to.deep.equal([COUNT + 1]);
    expect(stored.caches.lists.statisticsOf('1\nunits\n')?.keys).to.equal(undefined);
  });

  it('say how much of it they go through: nothing where an index leads to them', async () => {
    opened(COUNT);
    const few: Filter = { kind: 'in', property: 'unitNumber', values: [1, 2, 3], orAbsent: false };
    const eachOf = async (query: Partial<CollectionQuery>): Promise<readonly unknown[]> => {
      await stored.page({ pageSize: 100, ...query }, true);
      return stored.sent.map(({ goesThrough }) => goesThrough?.each);
    };

    expect(await eachOf({ skipPages: 9 })).to.deep.equal([undefined]);
    expect(await eachOf({ skipPages: 10 })).to.deep.equal([2]);
    expect(await eachOf({ sort: [by('unitNumber', true)], skipPages: 9 })).to.deep.equal([undefined]);
    expect(await eachOf({ sort: [by('name')] })).to.deep.equal([2 + 10]);
    expect(await eachOf({ filter: few })).to.deep.equal([2 + 3]);
    expect(await eachOf({ filter: few, sort: [by('name')] })).to.deep.equal([undefined, 2 + 3 + 10]);
    expect(await eachOf({ filter: few, skipPages: 9 })).to.deep.equal([2 + 3, 2 + 3]);
    expect(await eachOf({ skipPages: 90 })).to.deep.equal([2, undefined]);
    expect(stored.sent[0]?.goesThrough).to.deep.equal({
      agreementNumber: 1,
      collections: ['units'],
      each: 2,
    });
  });

  it('say so too where its keys or its bookmarks are read', async () => {
    for (const [keysMax, each] of [
      [COUNT, 2 + 25],
      [10, 2 + 10],
    ] as const) {
      opened(keysMax);
      const extents: unknown[] = [];
      for (let times = 0; times < 6; times += 1) {
        await isRight(1);
        extents.push(
          ...stored.sent.filter(({ sql }) => sql.includes('AS _key')).map((one) => one.goesThrough?.each),
        );
      }
      expect(extents).to.deep.equal([each]);
    }
  });

  it('are found by position without a search, and nothing is learned for that', async () => {
    opened(COUNT);
    const { position: after = '' } = await stored.page({ pageSize: 20, skipPages: 29 });

    expect(await learning({ after, skipPages: 0 })).to.deep.equal(NOTHING);
    expect((await stored.page({ after, skipPages: 5 })).keys[0]).to.equal(601);
    expect(stored.sent.map(({ sql }) => /OFFSET/.test(sql))).to.deep.equal([false]);
  });
});

describe('pages of a filter over many items', () => {
  const COUNT = 600;
  /** One of sixteen has the size 0, most have one above 100. */
  const rooms: readonly AnyValue[] = Array.from({ length: COUNT }, (_, index) => ({
    code: `${'abcd'[index % 4]}${(index * 7) % COUNT}`,
    ...(index % 16 !== 5 && { size: index % 16 === 0 ? 0 : 100 + index }),
    open: index % 3 === 0,
    tags: [],
  }));
  const above = (value: number): Filter => ({ kind: 'compare', property: 'size', operator: 'gt', value });
  const named = (...segments: readonly string[]): Filter => ({ kind: 'like', property: 'code', segments });
  const and = (...of: readonly Filter[]): Filter => ({ kind: 'and', of });
  const wide = and(named('', 'a', ''), above(50));
  const rare = and(named('', '77', ''), above(50));
  const narrow = and(named('', 'a', ''), above(100 + COUNT - 20));
  let stored: Stored;
  beforeEach(() => {
    stored = new Stored(Room);
    stored.add(rooms);
    stored.add(rooms.slice(0, 9), 2);
    stored.add(rooms.slice(0, 9), 1, [2]);
  });
  afterEach(() => stored.close());
  /** Which indexes the statement of the page names: of its count, and of its rows. */
  const indexesOf = async (query: Partial<CollectionQuery>): Promise<readonly unknown[]> => {
    await stored.page(query);
    const [page = { sql: '' }] = stored.sent.filter(isNoSample);
    return [...page.sql.matchAll(/INDEXED BY `(\w+)`/g)].map(([, name]) => name);
  };

  it('are the same whichever way they are looked for, and so are their counts', async () => {
    const filters = [
      ...[wide, rare, narrow, above(0), named('a', ''), named('nowhere'), and(open, above(50))],
      { kind: 'compare', property: 'size', operator: 'eq', value: 107 },
      { kind: 'absent', property: 'size' },
      { kind: 'or', of: [above(400), { kind: 'absent', property: 'size' }] },
      and({ kind: 'absent', property: 'size' }, named('', '1', '')),
      { kind: 'nin', property: 'size', values: [0, 101], orAbsent: false },
      { kind: 'compare', property: 'size', operator: 'ne', value: 0 },
      and({ kind: 'in', property: 'size', values: [0, 101, 102], orAbsent: true }, named('', '2', '')),
    ] as const satisfies readonly Filter[];
    for (const filter of filters) {
      for (const sort of [
        ...SORTS,
        [by('size', true)],
        [by('size', true), by('code')],
        [by('open'), by('code')],
      ]) {
        const all = sortValues(Room, sort, rooms.filter(matcherOf(Room, filter))).map(({ code }) => code);
        for (const uncached of [false, true]) {
          for (const skipPages of [0, 2, 70]) {
            const page = await stored.page({ filter, sort, skipPages, pageSize: 7 }, uncached);
            expect(page.keys, JSON.stringify({ filter, sort, skipPages })).to.deep.equal(
              all.slice(skipPages * 7, (skipPages + 1) * 7),
            );
            expect(page.results).to.equal(all.length);
            expect(page.resultsWithoutFilter).to.equal(COUNT);
          }
        }
      }
    }
  });

  it('are counted by the primary key where no condition leaves few, and found along their order', async () => {
    const along = { filter: wide, sort: [by('size', true), by('code')], pageSize: 7 };

    expect(await indexesOf(along)).to.deep.equal(['sqlite_autoindex_room_1', 'room_by_size']);
    expect(await indexesOf({ ...along, filter: rare, pageSize: 6 })).to.deep.equal([
      ...['sqlite_autoindex_room_1', 'sqlite_autoindex_room_1'],
    ]);
    expect(await indexesOf({ ...along, filter: and(wide, open), sort: [] })).to.deep.equal([
      ...['sqlite_autoindex_room_1', 'sqlite_autoindex_room_1'],
    ]);
  });

  it('are looked for by the index of a condition that leaves few', async () => {
    expect(await indexesOf({ filter: narrow, sort: [by('size')] })).to.deep.equal([]);
    expect(await indexesOf({ filter: and(above(50), narrow), sort: [by('code')] })).to.deep.equal([]);
  });

  it('are looked for by the index of a value in the order of their keys, and not among all', async () => {
    const one: Filter = { kind: 'compare', property: 'size', operator: 'eq', value: 107 };
    const bySize = ['room_by_size', 'room_by_size'];

    expect(await indexesOf({ filter: one })).to.deep.equal(bySize);
    expect(await indexesOf({ filter: and(above(500), one), sort: [by('code', true)] })).to.deep.equal(bySize);
    expect(await indexesOf({ filter: one, sort: [by('open')] })).to.deep.equal([]);
    expect(await indexesOf({ filter: narrow })).to.deep.equal([]);
  });

  it('are weighed where they are looked for', async () => {
    const one: Filter = { kind: 'compare', property: 'size', operator: 'eq', value: 107 };

    expect(await indexesOf({ filter: one, pageSize: 50 })).to.deep.equal(['room_by_size']);
    expect(stored.sent.filter(isNoSample)[0]?.sql).to.match(/^SELECT COALESCE\(SUM/);
  });

  it('are left to the database where it keeps statistics, and where there are few items', async () => {
    const few = new Stored(Room);
    few.add(rooms.slice(0, 255));
    await few.page({ filter: wide });
    expect(few.sent.filter(isNoSample).map(({ sql }) => sql.includes('INDEXED'))).to.deep.equal([false]);
    few.close();
    const { indexHint, planned } = mysqlDialect;
    const elsewhere = new Stored(Room, { dialect: { ...sqliteDialect, indexHint, planned } });
    elsewhere.add(rooms);
    await elsewhere.page({ filter: wide });
    expect(elsewhere.sent.map(({ sql }) => sql.includes('INDEXED'))).to.deep.equal([false]);
    elsewhere.close();
  });
});

describe('what may be large in an item', () => {
  const columnsOf = (fields: AnyResource['fields']) =>
    largeColumns(tableOf({ ...House, fields: { ...House.fields, ...fields } } as AnyResource));

  it('are its documents and its lists, where any of them may be as large as a body', () => {
    const [small, large] = [listOf(line({ max: 9 }), { max: 199 }), listOf(line({ max: 9 }), { max: 200 })];

    expect(columnsOf({ small })).to.deep.equal([]);
    expect(columnsOf({ small, large })).to.deep.equal(['small', 'large']);
    expect(columnsOf({ plan: jsonDocument({ levels: 5, bytes: 100 }) })).to.deep.equal(['plan']);
  });
});

describe('the keys of a list', () => {
  const keyText = (of: AnyResource): string => {
    const scope = { agreementNumber: 1, parents: [], versionName: of.collection };
    const order = { sql: 'p.`a`', isByKey: true, isAlongKey: true };
    return (
      new PageStatements(tableOf(of), mysqlDialect)
        .keys(scope, { order, limit: 1 })
        .sql.split(' AS _key')[0] ?? ''
    );
  };

  it('are read as text where they are bytes, and as numbers where they are', () => {
    expect(keyText(Room)).to.match(/CONVERT\(p\.`code_folded` USING utf8mb4\)$/);
    expect(keyText(Unit)).to.match(/, p\.`unit_number`$/);
  });
});
