import { expect } from 'chai';
import type { CollectionQuery, Filter } from '@kontor/kernel';
import { Unit } from '@kontor/products';
import { mysqlDialect } from '../dialect/mysql.js';
import { tableOf } from '../entity/table-of.js';
import type { PageCache } from '../snapshot/page-cache.js';
import { pageCaches, type PageCaches } from '../snapshot/page-caches.js';
import type { Row, Session, Statement } from '../statement.js';
import { PageReader } from './page-reader.js';

const scope = { agreementNumber: 1, parents: [], versionName: 'units' };
const even: Filter = { kind: 'like', property: 'name', segments: ['even', ''] };
const PAGE_SIZE = 10;

/** Units that are stored, of which a session reads as the database would; and what it was sent. */
class StoredUnits implements Session {
  version = 1;
  readonly sent: string[] = [];
  /** Called before each statement is answered. */
  before: () => void = () => undefined;
  #numbers: number[];

  constructor(count: number) {
    this.#numbers = Array.from({ length: count }, (_, index) => index + 1);
  }

  /** Somebody, of whatever process, removes the first unit; gives which. */
  write(): number {
    this.version += 1;
    return this.#numbers.shift() as number;
  }

  run(...statements: readonly Statement[]): Promise<readonly { rows: readonly Row[]; affected: number }[]> {
    return Promise.resolve(
      statements.map((one) => {
        this.before();
        this.sent.push(kindOf(one));
        return { rows: this.#answer(one), affected: 0 };
      }),
    );
  }

  #answer({ sql, values }: Statement): readonly Row[] {
    const passing = sql.includes('LIKE') ? this.#numbers.filter((number) => number % 2 === 0) : this.#numbers;
    const state = { _version: this.version, _items: this.#numbers.length, _results: passing.length };
    if (sql.includes('AS _key')) return passing.map((number) => ({ ...state, _key: number }));
    if (!sql.includes('JOIN')) return [state];
    const [limit = 0, offset = 0] = [/LIMIT (\d+)/, /OFFSET (\d+)/].map((part) =>
      Number(part.exec(sql)?.[1] ?? (part.source.startsWith('LIMIT') ? Infinity : 0)),
    );
    const from = sql.includes('`unit_number` >= ?') ? (values[1] as number) : 0;
    const named = sql.includes(' IN (') ? new Set(values) : undefined;
    return passing
      .filter((number) => number >= from && (named?.has(number) ?? true))
      .slice(offset, offset + limit)
      .map((number) => ({ ...state, unit_number: number, name: `${number}` }));
  }
}

/** What a statement is for: `count` comes on top of its rows. */
function kindOf({ sql }: Statement): string {
  if (sql.includes('AS _key')) return 'keys';
  if (!sql.includes('JOIN')) return 'state';
  const rows = / IN \(|>= \?/.test(sql) ? 'rows by key' : 'rows';
  return sql.includes('COUNT(*)') ? `${rows} and count` : rows;
}

describe('a reader of pages', () => {
  let stored: StoredUnits;
  let caches: PageCaches;
  let reader: PageReader;
  /** This process removes the first unit, and hears of its commit. */
  const writeOwn = (): void => tell(stored.write());
  const tell = (key: number): void => hear([{ key, by: -1 }]);
  /** This process hears of a write of its own; where none of the items is named, that changed no key. */
  const hear = (keys: Parameters<PageCache['follow']>[0]['keys'] = [], namesAll = true): void =>
    caches.lists.follow({ agreementNumber: 1, versionName: 'units', step: 1, keys, namesAll });
  /** What this process is told only while it waits for the groups of writes before. */
  const hearsWhenItWaits = (told: () => void): void => {
    caches = Object.assign(caches, {
      between: (_: number, read: () => Promise<unknown>) => {
        told();
        return read();
      },
    });
  };
  const query = (skipPages: number, filter?: Filter): CollectionQuery => ({
    ...(filter && { filter }),
    sort: [],
    pageSize: PAGE_SIZE,
    skipPages,
  });
  const page = async (skipPages: number, filter?: Filter) => {
    stored.sent.length = 0;
    const { rows, results, resultsWithoutFilter } = await reader.read(
      stored,
      scope,
      query(skipPages, filter),
    );
    const numbers = rows.map((row) => (row as Readonly<Record<string, unknown>>)['unit_number']);
    return {
      first: numbers[0],
      length: numbers.length,
      results,
      resultsWithoutFilter,
      sent: [...stored.sent],
    };
  };
  beforeEach(() => {
    stored = new StoredUnits(100);
    caches = pageCaches();
    reader = new PageReader(tableOf(Unit), mysqlDialect, caches);
  });

  it('reads a first page with its count in one statement, and remembers nothing for it', async () => {
    for (let times = 0; times < 4; times += 1) {
      expect(await page(0)).to.deep.equal({
        first: 1,
        length: PAGE_SIZE,
        results: 100,
        resultsWithoutFilter: 100,
        sent: ['rows'],
      });
    }
    expect((await page(5)).sent).to.deep.equal(['rows']);
  });

  it('reads the keys of a list that is asked for again and again once, and finds its pages by them', async () => {
    expect((await page(5)).sent).to.deep.equal(['rows']);
    expect((await page(6)).sent).to.deep.equal(['rows']);
    expect((await page(7)).sent).to.deep.equal(['keys', 'rows by key']);
    expect(await page(8)).to.include({ first: 81, length: PAGE_SIZE, results: 100 });
    expect(stored.sent).to.deep.equal(['rows by key']);
  });

  it('never shows what was remembered before a write, whoever wrote', async () => {
    for (let times = 0; times < 4; times += 1) await page(5);
    stored.write();

    expect(await page(5)).to.include({ first: 52, length: PAGE_SIZE, results: 99 });
  });

  it('counts what passes a filter once for each version of the collection', async () => {
    expect((await page(0, even)).sent).to.deep.equal(['rows and count']);
    const again = await page(0, even);
    expect(again.sent).to.deep.equal(['rows']);
    expect(again).to.include({ first: 2, results: 50, resultsWithoutFilter: 100 });
    stored.write();
    stored.write();
    expect(await page(0, even)).to.include({ first: 4, results: 49, resultsWithoutFilter: 98 });
  });

  it('tells an empty page from a list that ends before it', async () => {
    expect(await page(10)).to.include({ length: 0, results: 100, resultsWithoutFilter: 100 });
  });

  it('learns a list once, however many wait for it', async () => {
    await page(5);
    await page(5);
    stored.sent.length = 0;
    await Promise.all([5, 6, 7].map((skip) => reader.read(stored, scope, query(skip))));

    expect(stored.sent.filter((kind) => kind === 'keys')).to.have.length(1);
  });

  it('is told of the writes before it reads the keys of a whole collection, and of none that they show', async () => {
    await page(5);
    await page(6);
    const untold: number[] = [stored.write()];
    const tellAll = (): void => untold.splice(0).forEach(tell);
    hearsWhenItWaits(tellAll);
    expect((await page(7)).sent).to.deep.equal(['keys', 'rows by key']);

    tellAll();
    expect(await page(8)).to.deep.include({ first: 82, results: 99, sent: ['rows by key'] });
  });

  it('gives a page of one instant even where the collection changes before every statement', async () => {
    for (let times = 0; times < 4; times += 1) await page(1, even);
    stored.before = () => stored.write();

    const { first, results } = await page(1, even);

    // Of the even ones that are left, so many stand before the page.
    expect(Number(first)).to.equal(100 - 2 * (results - PAGE_SIZE) + 2);
  });

  it('neither uses nor feeds what is remembered where it reads uncached, within a transaction', async () => {
    for (let times = 0; times < 6; times += 1) {
      stored.sent.length = 0;
      const { version, results } = await reader.readUncached(stored, scope, query(5));
      expect({ version, results, sent: stored.sent }).to.deep.equal({
        version: 1,
        results: 100,
        sent: ['rows'],
      });
    }
    expect((await page(5)).sent).to.deep.equal(['rows']);
  });

  describe('of a whole collection', () => {
    beforeEach(async () => {
      for (let times = 0; times < 3; times += 1) await page(5);
    });

    it('goes on to find pages by the keys after writes of this process', async () => {
      for (let times = 0; times < 5; times += 1) writeOwn();

      expect(await page(5)).to.deep.include({ first: 56, results: 95, sent: ['rows by key'] });
      expect(await page(9)).to.include({ first: 96, length: 5, results: 95 });
    });

    it('reads its first page as ever, which the index leads to', async () => {
      expect((await page(0)).sent).to.deep.equal(['rows']);
    });

    it('takes rows that were read after a write of its own where the page begins with the same key', async () => {
      stored.before = () => {
        stored.before = () => undefined;
        hear();
        stored.version += 1;
      };

      expect((await page(7)).sent).to.deep.equal(['rows by key']);
    });

    it('reads them once more where a write of its own has moved them meanwhile', async () => {
      stored.before = () => {
        stored.before = () => undefined;
        writeOwn();
      };

      expect(await page(7)).to.deep.include({ first: 72, results: 99, sent: ['rows by key', 'rows by key'] });
    });

    it('waits to be told of a write of its own that the rows show already', async () => {
      const untold = stored.write();
      hearsWhenItWaits(() => tell(untold));

      expect(await page(7)).to.deep.include({ first: 72, results: 99, sent: ['rows by key', 'rows by key'] });
    });

    it('keeps the rows where what it was told of meanwhile has not moved them', async () => {
      stored.before = () => {
        stored.before = () => undefined;
        stored.version += 1;
      };
      hearsWhenItWaits(hear);

      expect((await page(7)).sent).to.deep.equal(['rows by key']);
    });

    it('asks only what the collection is now where it has shown the rows', async () => {
      expect(await page(5)).to.deep.include({ first: 51, length: PAGE_SIZE, results: 100, sent: ['state'] });
      writeOwn();
      expect((await page(5)).sent, 'one of them was not shown yet').to.deep.equal(['rows by key']);
      expect(await page(5)).to.deep.include({ first: 52, length: PAGE_SIZE, results: 99, sent: ['state'] });
    });

    it('reads them again where this process has changed one of them, or it is not known which', async () => {
      const change = (keys: readonly number[], namesAll: boolean): void => {
        hear(
          keys.map((key) => ({ key, by: 0 })),
          namesAll,
        );
        stored.version += 1;
      };
      change([7], true);
      expect((await page(5)).sent).to.deep.equal(['state']);
      change([55], true);
      expect((await page(5)).sent).to.deep.equal(['rows by key']);
      expect((await page(5)).sent).to.deep.equal(['state']);
      change([], false);
      expect((await page(5)).sent).to.deep.equal(['rows by key']);
    });

    it('keeps none of the rows of a large page', async () => {
      stored = new StoredUnits(300);
      reader = new PageReader(tableOf(Unit), mysqlDialect, pageCaches());
      for (let times = 0; times < 5; times += 1) {
        stored.sent.length = 0;
        await reader.read(stored, scope, { sort: [], pageSize: 101, skipPages: 1 });
      }
      expect(stored.sent).to.deep.equal(['rows by key']);
    });

    it('shows none of them where another process has written', async () => {
      stored.write();

      const { first, results, sent } = await page(5);
      expect({ first, results }).to.deep.equal({ first: 52, results: 99 });
      expect(sent[0]).to.equal('state');
    });

    it('waits to be told of a write of its own before it shows them', async () => {
      const untold = stored.write();
      hearsWhenItWaits(() => tell(untold));

      expect(await page(5)).to.deep.include({ first: 52, results: 99, sent: ['state', 'rows by key'] });
    });

    it('asks again where it has heard of a later write than the one that it has read', async () => {
      stored.before = () => {
        hear();
        stored.before = () => {
          stored.version += 1;
          stored.before = () => undefined;
        };
      };

      expect(await page(5)).to.deep.include({ first: 51, results: 100, sent: ['state', 'state'] });
    });

    it('searches, and learns its keys anew, where another process has written', async () => {
      stored.write();

      const searched = ['state', 'rows by key', 'rows'];
      expect(await page(5)).to.deep.include({ first: 52, results: 99, sent: searched });
      expect((await page(5)).sent).to.deep.equal(['rows']);
      const sent = [];
      for (let times = 0; times < 5; times += 1) sent.push(...(await page(5)).sent);
      expect(sent.filter((kind) => kind === 'keys')).to.have.length(1);
    });
  });
});
