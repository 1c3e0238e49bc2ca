import { expect } from 'chai';
import type { AnyValue, CollectionQuery, Filter, Page } from '@kontor/kernel';
import {
  decimal,
  gift,
  reading,
  sortBy,
  within,
  type DatabaseUnderTest,
  type OpenDatabase,
} from './opened.js';
import { Sample } from './sample.resource.js';

const BY_CODE = sortBy('code');

/** Pages: every item once, true counts, and no page of the past. */
export function pageConformance(open: OpenDatabase): void {
  describe('a page', () => {
    let database: DatabaseUnderTest;
    let agreement = 10;
    before(async () => {
      database = await open();
    });
    after(() => database.close());
    beforeEach(() => {
      agreement += 1;
    });

    const codeOf = (value: AnyValue): unknown => value['code'];
    const bare = (code: string, more: object = {}) => ({ code, open: false, tags: [], parts: [], ...more });
    const create = (...drafts: readonly AnyValue[]) =>
      gift(
        database.unitOfWork.inTransaction(agreement, (books) => async () => {
          for (const draft of drafts) await gift(books.of(Sample).create(draft as never));
          return { _tag: 'Right' as const, right: undefined };
        }),
      );
    const codes = (count: number): readonly string[] =>
      Array.from({ length: count }, (_, index) => `C${String((index * 37) % count).padStart(4, '0')}`);
    const page = (query: Partial<CollectionQuery> = {}): Promise<Page<AnyValue>> =>
      reading(database, agreement, Sample).page({ sort: BY_CODE, pageSize: 10, skipPages: 0, ...query });

    async function walk(query: Partial<CollectionQuery>): Promise<readonly unknown[]> {
      const seen: unknown[] = [];
      let after: string | undefined;
      for (let pages = 0; pages < 1000; pages += 1) {
        const { items, position } = await page({ ...query, ...(after !== undefined && { after }) });
        if (items.length === 0) return seen;
        seen.push(...items.map(codeOf));
        after = position;
        if (after === undefined) return seen;
      }
      throw new Error('the walk has no end');
    }

    async function skip(query: Partial<CollectionQuery>): Promise<readonly unknown[]> {
      const seen: unknown[] = [];
      for (let skipPages = 0; ; skipPages += 1) {
        const { items } = await page({ ...query, skipPages });
        if (items.length === 0) return seen;
        seen.push(...items.map(codeOf));
      }
    }

    const opened: Filter = { kind: 'compare', property: 'open', operator: 'eq', value: true };

    for (const filter of [undefined, opened]) {
      it(`is the same by position as by number${filter === undefined ? '' : ', under a filter too'}`, async () => {
        await create(...codes(95).map((code, index) => bare(code, { open: index % 3 === 0 })));
        const query = filter === undefined ? {} : { filter };

        const walked = await walk(query);

        expect(walked).to.deep.equal(await skip(query));
        expect(walked).to.deep.equal([...walked].sort());
        expect(walked).to.have.length(filter === undefined ? 95 : 32);
      });
    }

    for (const filter of [undefined, opened]) {
      it(`knows behind a position whether there is more${filter === undefined ? '' : ', under a filter too'}`, async () => {
        await create(...codes(6).map((code) => bare(code, { open: true })));
        const query = { pageSize: 2, ...(filter !== undefined && { filter }) };
        const first = await page(query);
        const after = first.position as string;
        expect(first).not.to.have.property('hasMore');

        for (const { code } of first.items)
          await gift(within(database, agreement, Sample, (all) => all.remove(code as string)));
        const second = await page({ ...query, skipPages: 1, after });

        expect([second.results, second.hasMore, second.items.map(codeOf)]).to.deep.equal([
          4,
          true,
          ['C0002', 'C0003'],
        ]);
        await create(...['A1', 'A2', 'A3'].map((code) => bare(code, { open: true })));
        const third = await page({ ...query, skipPages: 2, after: second.position as string });
        expect([third.results, third.hasMore, third.items.map(codeOf)]).to.deep.equal([
          7,
          false,
          ['C0004', 'C0005'],
        ]);
      });
    }

    it('gives no position in another order than the identifier’s', async () => {
      await create(bare('a'), bare('b'));

      expect(await page({ sort: sortBy('name') })).not.to.have.property('position');
      expect(await page({ sort: sortBy('-code') })).not.to.have.property('position');
      expect(await page()).to.have.property('position');
    });

    it('does not look at a position that is none', async () => {
      await create(bare('a'), bare('b'));

      for (const after of ['', 'x', '%', 'bnVsbA', 'MQ', 'eyJhIjoxfQ']) {
        expect((await page({ after, pageSize: 1, skipPages: 1 })).items.map(codeOf)).to.deep.equal(['b']);
      }
    });

    it('is empty past the end, and says how many there are', async () => {
      await create(bare('a', { open: true }), bare('b'));

      for (let times = 0; times < 4; times += 1) {
        expect(await page({ skipPages: 5 })).to.deep.include({
          items: [],
          results: 2,
          resultsWithoutFilter: 2,
        });
        expect(await page({ skipPages: 5, filter: opened })).to.deep.include({ items: [], results: 1 });
      }
    });

    it('is empty where nothing was ever written', async () => {
      for (let times = 0; times < 4; times += 1) {
        expect(await page({ skipPages: times, filter: opened })).to.deep.include({
          items: [],
          results: 0,
          resultsWithoutFilter: 0,
        });
      }
    });

    it('of a filter that nothing passes is empty, and becomes otherwise', async () => {
      await create(bare('a'));
      for (let times = 0; times < 4; times += 1) expect((await page({ filter: opened })).results).to.equal(0);

      await create(bare('b', { open: true }));

      expect((await page({ filter: opened })).items.map(codeOf)).to.deep.equal(['b']);
    });

    const queries: readonly { readonly called: string; readonly query: Partial<CollectionQuery> }[] = [
      { called: 'the first page', query: {} },
      { called: 'a later page', query: { skipPages: 2, pageSize: 3 } },
      { called: 'a filtered page', query: { filter: opened } },
      { called: 'a later filtered page', query: { filter: opened, skipPages: 1, pageSize: 2 } },
      { called: 'a sorted page', query: { sort: sortBy('-rate', 'name'), skipPages: 1, pageSize: 4 } },
    ];
    for (const { called, query } of queries) {
      it(`shows every write at once: ${called}, written by this process or another`, async () => {
        const other = await database.another();
        const everywhere = async (): Promise<Page<AnyValue>> => {
          const here = await page(query);
          const there = await reading(other, agreement, Sample).page({
            sort: BY_CODE,
            pageSize: 10,
            skipPages: 0,
            ...query,
          });
          expect(there).to.deep.equal(here);
          return here;
        };
        const fresh = async (): Promise<Page<AnyValue>> => {
          const alone = await database.another();
          const page = await reading(alone, agreement, Sample).page({
            sort: BY_CODE,
            pageSize: 10,
            skipPages: 0,
            ...query,
          });
          // Each has connections of its own, and a server has 151.
          await alone.close();
          return page;
        };
        await create(
          ...codes(20).map((code, index) =>
            bare(code, { open: index % 2 === 0, rate: decimal(`${index}.5`) }),
          ),
        );
        const writers = [database, other];
        for (let round = 0; round < 6; round += 1) {
          const writer = writers[round % 2] as DatabaseUnderTest;
          for (let times = 0; times < 4; times += 1) await everywhere();
          const code = `C${String(round).padStart(4, '0')}`;
          const write = [
            () =>
              within(writer, agreement, Sample, (all) =>
                all.replace(code, bare(code, { open: round % 3 === 0 })),
              ),
            () => within(writer, agreement, Sample, (all) => all.remove(code)),
            () => within(writer, agreement, Sample, (all) => all.create(bare(`B${round}`, { open: true }))),
          ][round % 3] as () => ReturnType<typeof within<unknown, unknown>>;
          await gift(write());
          // Nothing is written meanwhile: a process that begins now is opened once.
          const written = await fresh();
          for (let times = 0; times < 4; times += 1) expect(await everywhere()).to.deep.equal(written);
        }
      });
    }

    it('agrees with itself while others write', async () => {
      await create(...codes(60).map((code, index) => bare(code, { open: index % 2 === 0 })));
      let isWriting = true;
      const writing = (async () => {
        for (let round = 0; round < 60; round += 1) {
          const code = `C${String(round % 60).padStart(4, '0')}`;
          await gift(within(database, agreement, Sample, (all) => all.remove(code)));
          await gift(
            within(database, agreement, Sample, (all) => all.create(bare(code, { open: round % 3 === 0 }))),
          );
        }
        isWriting = false;
      })();
      const readers = [0, 1, 2, 3].map(async (reader) => {
        while (isWriting) {
          await new Promise((resolve) => setImmediate(resolve));
          const query = {
            filter: opened,
            skipPages: reader,
            pageSize: 10,
            ...(reader === 2 && { sort: sortBy('-code') }),
          };
          const { items, results, resultsWithoutFilter } = await page(query);
          expect(items.every((item) => item['open'] === true)).to.equal(true);
          expect(items).to.have.length(Math.max(0, Math.min(10, results - 10 * reader)));
          expect([59, 60]).to.include(resultsWithoutFilter);
        }
      });

      await Promise.all([writing, ...readers]);
    });

    it('within a unit of work shows what the unit has written', async () => {
      await create(bare('a', { open: true }));

      const seen = await gift(
        database.unitOfWork.inTransaction(agreement, (books) => async () => {
          const samples = books.of(Sample);
          await gift(samples.create(bare('b', { open: true }) as never));
          const between = await samples.page({ filter: opened, sort: BY_CODE, pageSize: 10, skipPages: 0 });
          await gift(samples.remove('a'));
          const last = await samples.page({ sort: BY_CODE, pageSize: 10, skipPages: 0 });
          return { _tag: 'Right' as const, right: [between, last] };
        }),
      );

      expect(seen.map(({ results, resultsWithoutFilter }) => [results, resultsWithoutFilter])).to.deep.equal([
        [2, 2],
        [1, 1],
      ]);
      expect(await page()).to.deep.include({ results: 1, resultsWithoutFilter: 1 });
    });
  });
}
