import { expect } from 'chai';
import {
  amount,
  boolean,
  fullDate,
  integer,
  key,
  line,
  matcherOf,
  oneOf,
  price,
  resource,
  sortValues,
  type AnyResource,
  type AnyValue,
  type ComparisonOperator,
  type Filter,
  type FilterValue,
  type SortKey,
} from '@kontor/kernel';
import { Unit } from '@kontor/products';
import { InMemory } from '../../test/in-memory.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import { databaseColumns } from '../entity/column-of.js';
import { draftRow } from '../entity/draft-row.js';
import { AGREEMENT_COLUMN } from '../entity/table.js';
import { tableOf } from '../entity/table-of.js';
import { placeholders, quote } from '../statement.js';
import { orderOf } from './order-by.js';
import { presentIn, whereOf } from './where.js';

/** With a member of every kind that can be asked for. */
const Thing = resource('things', 'thing', {
  fields: {
    code: key(line({ min: 1, max: 25 })),
    name: line({ max: 300 }),
    count: integer(),
    total: amount(),
    rate: price(),
    day: fullDate(),
    open: boolean(),
    colour: oneOf(['red', 'Green', 'blue', 'DarkRed']),
    size: oneOf(['large', 'middle', 'small']),
  },
  filterable: ['code', 'colour', 'count', 'day', 'name', 'open', 'rate', 'size', 'total'],
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});

const VALUES = {
  code: ['M', 'b', 'A1', 'z'],
  name: ['a%b', 'a_b', 'a|b', 'axb', 'Åse', 'ase', 'ΩΣ', 'B', ''],
  count: [-10, -9, 0, 2, 10],
  total: ['-12.5', '-0.01', '0', '1', '9', '12.5'],
  rate: ['-1.0000000001', '-1', '0', '2', '10', '9999999999999.9999999999'],
  day: ['1999-12-31', '2000-01-01', '2026-11-25'],
  open: [false, true],
  colour: ['red', 'Green', 'blue', 'DarkRed'],
  size: ['small', 'large', 'middle'],
} as const satisfies Readonly<Record<string, readonly FilterValue[]>>;

/** Numbers that stand between those that a column can hold, or beyond them. */
const UNSTORABLE = ['-0.015', '0.005', '99999999999999999999', '-99999999999999999999', '0.00000000001'];

/** Each value of each member at least once, and each absent at least once, in no order. */
const STORED: readonly AnyValue[] = Array.from({ length: 24 }, (_, index) => {
  const one = (of: readonly FilterValue[], step: number): FilterValue | undefined =>
    (index * step) % (of.length + 1) === 0 ? undefined : of[((index * step) % (of.length + 1)) - 1];
  const { code, open, ...others } = VALUES;
  const members = Object.entries(others).map(([name, of], place) => [
    name,
    one(of, place % 2 === 0 ? 13 : 1),
  ]);
  return {
    code: code[index] ?? `${'Zz'[index % 2]}${(index * 7) % 24}`,
    open: open[index % 2],
    ...(Object.fromEntries(members.filter(([, value]) => value !== undefined)) as object),
  };
});

/** A database in which values of a resource are rows, and what is asked of it. */
function storedIn(
  of: AnyResource,
  values: readonly AnyValue[],
): {
  readonly found: (filter: Filter) => readonly unknown[];
  readonly inOrder: (sort: readonly SortKey[], filter?: Filter) => readonly unknown[];
  readonly close: () => void;
} {
  const table = tableOf(of);
  const database = new InMemory(table.table);
  const columns = [
    AGREEMENT_COLUMN,
    ...table.columns.flatMap(databaseColumns).map(({ name }) => name),
    'version',
  ];
  const insert = `INSERT INTO ${quote(table.table.name)} (${columns.map(quote).join(', ')}) VALUES (${placeholders(columns.length)})`;
  for (const value of values)
    void database.run({ sql: insert, values: [1, ...draftRow(table, value).values, 1] });
  const select = `SELECT p.${quote(table.key.column)} FROM ${quote(table.table.name)} AS p`;
  const keys = (sql: string, bound: readonly unknown[]): readonly unknown[] =>
    database.read(`${select} ${sql}`, ...bound).map(([one]) => one);
  return {
    found: (filter) => {
      const where = whereOf(table, filter, 'p');
      return keys(`WHERE ${where.sql} ORDER BY p.${quote(table.keyColumn)}`, where.values);
    },
    inOrder: (sort, filter) => {
      const present = filter === undefined ? new Set<string>() : presentIn(filter);
      const where = filter && whereOf(table, filter, 'p');
      const order = orderOf(table, sort, { dialect: sqliteDialect, alias: 'p', present });
      return keys(`${where ? `WHERE ${where.sql} ` : ''}ORDER BY ${order.sql}`, where?.values ?? []);
    },
    close: () => database.close(),
  };
}

const by = (property: string, descending = false, alphabetical = false): SortKey => ({
  property,
  descending,
  alphabetical,
});
const present = (property: string): Filter => ({ kind: 'present', property });
const absent = (property: string): Filter => ({ kind: 'absent', property });
const compare = (property: string, operator: ComparisonOperator, value: FilterValue): Filter => ({
  ...{ kind: 'compare', property },
  ...{ operator, value },
});
const like = (...segments: readonly string[]): Filter => ({ kind: 'like', property: 'name', segments });
const listed = (
  kind: 'in' | 'nin',
  property: string,
  values: readonly FilterValue[],
  orAbsent = false,
): Filter => ({ kind, property, values, orAbsent });

/** What passes in memory: the meaning that the database is to share. */
const passing = (filter?: Filter): readonly AnyValue[] =>
  filter === undefined ? STORED : STORED.filter(matcherOf(Thing, filter));
const codes = (values: readonly AnyValue[]): readonly unknown[] => values.map(({ code }) => code);

describe('what is stored', () => {
  it('has each value of each member, and each absent that may be', () => {
    const { code: _, ...others } = VALUES;
    for (const [name, values] of Object.entries(others)) {
      const stored = new Set(STORED.map((thing) => thing[name]));

      expect([...stored], name).to.include.members([...values, ...(name === 'open' ? [] : [undefined])]);
    }
  });
});

describe('a filter as a condition of a database', () => {
  const { found, close } = storedIn(Thing, STORED);
  after(close);
  const means = (...filters: readonly Filter[]): void => {
    for (const filter of filters) {
      const expected = codes(sortValues(Thing, [], passing(filter)));
      expect(found(filter), JSON.stringify(filter)).to.deep.equal(expected);
    }
  };

  for (const [property, values] of Object.entries(VALUES)) {
    const isNumber = property === 'total' || property === 'rate';
    const asked: readonly FilterValue[] = isNumber ? [...values, ...UNSTORABLE] : values;
    const hasOrder = property !== 'open' && property !== 'colour' && property !== 'size';

    it(`compares ${property} as it is compared in memory`, () => {
      const operators = hasOrder
        ? (['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const)
        : (['eq', 'ne'] as const);
      for (const value of asked) means(...operators.map((operator) => compare(property, operator, value)));
      means(present(property), absent(property));
    });

    it(`finds ${property} in a list, or in none, as in memory`, () => {
      const lists = [[], asked.slice(0, 1), asked.slice(1, 3), asked.slice(-2), asked];
      for (const list of lists)
        means(
          ...(['in', 'nin'] as const).flatMap((kind) =>
            [false, true].map((orAbsent) => listed(kind, property, list, orAbsent)),
          ),
        );
    });
  }

  it('knows the words of an enum in any case, and that others are none of its', () => {
    means(compare('colour', 'eq', 'GREEN'), compare('colour', 'ne', 'darkred'));
    means(listed('in', 'colour', ['BLUE', 'Red']), listed('nin', 'colour', ['BLUE', 'mauve']));
    means(compare('colour', 'eq', 'mauve'), compare('colour', 'ne', 'mauve'));
  });

  it('searches text by its pieces, in which nothing is a wildcard', () => {
    means(like('ASE'), like(''), like('', ''), like('a', ''), like('', 'B'), like('a', 'b'));
    means(like('', 'Σ', ''), like('', 'ΩΣ'), like('ω', 'ς'), like('ωσ'), like('Ω', ''));
    means(like('', '%', ''), like('', '_', ''), like('', '|', ''), like('a%b'), like('a', '|', 'b'));
  });

  it('takes filters together, also none', () => {
    const one = compare('count', 'gt', 0);
    const other = compare('open', 'eq', true);
    const both: Filter = { kind: 'and', of: [one, other] };
    means(both, { kind: 'or', of: [one, other] }, { kind: 'or', of: [both, absent('name'), like('a', '')] });
    means({ kind: 'and', of: [{ kind: 'or', of: [one, other] }, present('rate')] });
    means({ kind: 'and', of: [] }, { kind: 'or', of: [] }, { kind: 'and', of: [one] });
  });

  it('reads no row that a value alone decides on, and minds nothing absent where nothing can be', () => {
    const table = tableOf(Thing);
    const sql = (filter: Filter): string => whereOf(table, filter, 'p').sql;

    expect([sql(compare('total', 'eq', '0.005')), sql(listed('in', 'total', ['0.005']))]).to.deep.equal([
      '1 = 0',
      '1 = 0',
    ]);
    expect([sql(compare('total', 'ne', '0.005')), sql(listed('nin', 'total', ['0.005']))]).to.deep.equal([
      '1 = 1',
      '1 = 1',
    ]);
    expect(sql(compare('name', 'ne', 'B'))).to.include('IS NULL');
    expect(sql(compare('code', 'ne', 'B')) + sql(listed('nin', 'code', ['B']))).to.not.include('NULL');
  });

  it('refuses what has no column, and to search what is not text', () => {
    const table = tableOf(Thing);

    expect(() => whereOf(table, present('1 = 1'), 'p')).to.throw('things cannot be searched by 1 = 1');
    expect(() => whereOf(table, { ...like('a', ''), property: 'day' } as Filter, 'p')).to.throw('not text');
    expect(() => whereOf(table, { ...like('a', ''), property: 'size' } as Filter, 'p')).to.throw('not text');
  });
});

describe('an order in a database', () => {
  const { inOrder, close } = storedIn(Thing, STORED);
  after(close);
  const means = (sort: readonly SortKey[], filter?: Filter): void => {
    const expected = codes(sortValues(Thing, sort, passing(filter)));
    expect(inOrder(sort, filter), JSON.stringify(sort)).to.deep.equal(expected);
  };
  const orderBy = (sort: readonly SortKey[], given: readonly string[] = []) =>
    orderOf(tableOf(Thing), sort, { dialect: sqliteDialect, alias: 'p', present: new Set(given) });

  for (const property of Object.keys(VALUES))
    it(`by ${property} is that in memory, either way, as number or text, with what is absent at the end`, () => {
      for (const descending of [false, true]) {
        means([by(property, descending)]);
        means([by(property, descending, true)]);
        means([by(property, descending)], present(property));
        means([by('open'), by(property, descending), by('count', !descending)]);
      }
    });

  it('ends with the identifier, and begins with it where nothing else is asked for', () => {
    means([]);
    means([by('code'), by('name')]);
    means([by('code', true), by('name')]);
    means([by('open', true), by('code', true), by('name')]);
  });

  it('tells when it is that of the identifier, in which a page can seek, and when it runs along it', () => {
    const kind = (...sort: readonly SortKey[]) => {
      const { isByKey, isAlongKey } = orderBy(sort);
      return [isByKey, isAlongKey];
    };

    expect([kind(), kind(by('code')), kind(by('code', false, true))]).to.deep.equal(
      Array(3).fill([true, true]),
    );
    expect(kind(by('code', true))).to.deep.equal([false, true]);
    expect([
      kind(by('name')),
      kind(by('name'), by('code')),
      kind(by('open'), by('code', true)),
    ]).to.deep.equal(Array(3).fill([false, false]));
  });

  it('asks for what is absent only where something can be, so that an index serves', () => {
    expect(orderBy([by('name')]).sql).to.include('IS NULL');
    expect(orderBy([by('name')], ['name']).sql).to.equal('p.`name_folded`, p.`code_folded`');
    expect(orderBy([by('open', true)]).sql).to.equal('p.`open` DESC, p.`code_folded`');
  });

  it('reads the column of an enum whose words are in the order of text, so that an index serves', () => {
    expect(orderBy([by('size')], ['size']).sql).to.equal('p.`size`, p.`code_folded`');
    expect(orderBy([by('colour')], ['colour']).sql).to.equal('LOWER(p.`colour`), p.`code_folded`');
  });

  it('tells whose column is all of its first part, so that an index leads along it', () => {
    const along = (sort: SortKey, ...given: readonly string[]) => orderBy([sort], given).along?.path;

    expect([along(by('open', true)), along(by('code')), along(by('name'), 'name')]).to.deep.equal([
      'open',
      'code',
      'name',
    ]);
    expect([along(by('size'), 'size'), along(by('colour'), 'colour')]).to.deep.equal(['size', undefined]);
    expect([along(by('name')), along(by('count', false, true), 'count')]).to.deep.equal([
      undefined,
      undefined,
    ]);
    expect(orderBy([]).along).to.equal(undefined);
  });

  it('of numbers as text is none of the identifier, also where that is the number', () => {
    const units = [10, 9, 2, 100].map((unitNumber): AnyValue => ({ unitNumber, name: `${unitNumber}` }));
    const stored = storedIn(Unit, units);

    expect(stored.inOrder([by('unitNumber', false, true)])).to.deep.equal([10, 100, 2, 9]);
    expect(stored.inOrder([by('unitNumber', true)])).to.deep.equal([100, 10, 9, 2]);
    const { isByKey, isAlongKey } = orderOf(tableOf(Unit), [by('unitNumber', false, true)], {
      ...{ dialect: sqliteDialect, alias: 'p', present: new Set<string>() },
    });
    expect([isByKey, isAlongKey]).to.deep.equal([false, false]);
    stored.close();
  });
});

describe('what is there in whatever passes a filter', () => {
  const names = (filter: Filter): readonly string[] => [...presentIn(filter)].sort();

  it('is what is compared, searched or listed, unless what is absent passes', () => {
    expect(names(compare('count', 'gt', 0))).to.deep.equal(['count']);
    expect(names(compare('count', 'ne', 0))).to.deep.equal([]);
    expect(names(like('a', ''))).to.deep.equal(['name']);
    expect([names(present('rate')), names(absent('rate'))]).to.deep.equal([['rate'], []]);
    expect([names(listed('in', 'count', [1])), names(listed('in', 'count', [1], true))]).to.deep.equal([
      ['count'],
      [],
    ]);
    expect([names(listed('nin', 'count', [1])), names(listed('nin', 'count', [1], true))]).to.deep.equal([
      [],
      ['count'],
    ]);
  });

  it('is of several filters what any of them says, and of their choice what all say', () => {
    const both = [present('rate'), compare('count', 'gt', 0)];
    const other: Filter = { kind: 'and', of: [present('name'), present('count')] };

    expect(names({ kind: 'and', of: both })).to.deep.equal(['count', 'rate']);
    expect(names({ kind: 'or', of: both })).to.deep.equal([]);
    expect(names({ kind: 'or', of: [{ kind: 'and', of: both }, other] })).to.deep.equal(['count']);
    expect(names({ kind: 'or', of: [{ kind: 'and', of: both }, other, present('rate')] })).to.deep.equal([]);
    expect(names({ kind: 'or', of: [{ kind: 'and', of: both }] })).to.deep.equal(['count', 'rate']);
    expect(names({ kind: 'or', of: [] })).to.deep.equal([]);
  });
});
