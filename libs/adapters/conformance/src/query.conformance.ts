import { expect } from 'chai';
import * as fc from 'fast-check';
import { matcherOf, sortValues, type AnyValue, type CollectionQuery } from '@kontor/kernel';
import { Unit } from '@kontor/products';
import {
  type AnyRepository,
  type DatabaseUnderTest,
  gift,
  type OpenDatabase,
  reading,
  saidBy,
  within,
} from './opened.js';
import { Sample } from './sample.resource.js';
import { anyFilter, anySort, someSamples } from './sample.values.js';

const AGREEMENT = 7;

/**
 * Filters and orders mean in the database what they mean in memory, on every
 * value that databases disagree about.
 */
export function queryConformance(open: OpenDatabase): void {
  describe('a query', () => {
    const samples = someSamples(90);
    let database: DatabaseUnderTest;
    let stored: readonly AnyValue[];
    let repository: AnyRepository;
    before(async () => {
      database = await open();
      for (const unitNumber of [1, 2, 3]) {
        await gift(within(database, AGREEMENT, Unit, (units) => units.create({ unitNumber, name: 'u' })));
      }
      const made: AnyValue[] = [];
      for (const [index, sample] of samples.entries()) {
        const owner = made[(index * 31) % 60];
        const draft =
          index % 3 === 0 || owner === undefined ? sample : { ...sample, owner: { code: owner['code'] } };
        made.push((await gift(within(database, AGREEMENT, Sample, (all) => all.create(draft)))).value);
        // The same in the books of others, who must never be seen.
        await gift(
          within(database, AGREEMENT + 1, Sample, (all) => all.create({ ...sample, unit: undefined })),
        );
      }
      stored = made;
      repository = reading(database, AGREEMENT, Sample);
    });
    after(() => database.close());

    const expected = ({ filter, sort }: Pick<CollectionQuery, 'filter' | 'sort'>): readonly AnyValue[] =>
      sortValues(Sample, sort, filter === undefined ? stored : stored.filter(matcherOf(Sample, filter)));

    it('finds what the filter means, in the order that the sort means', async () => {
      const property = fc.asyncProperty(
        fc.option(anyFilter, { nil: undefined }),
        anySort,
        async (filter, sort) => {
          const query = { ...(filter !== undefined && { filter }), sort };
          const page = await repository.page({ ...query, pageSize: 1000, skipPages: 0 });

          expect(saidBy(page.items)).to.deep.equal(expected(query));
          expect(page.results).to.equal(page.items.length);
          expect(page.resultsWithoutFilter).to.equal(stored.length);
        },
      );
      await fc.assert(property, { numRuns: 600 });
    });

    it('finds the same on every page, however often and in whatever order pages are asked for', async () => {
      const pages = fc.array(fc.nat({ max: 15 }), { minLength: 4, maxLength: 8 });
      const property = fc.asyncProperty(
        fc.option(anyFilter, { nil: undefined }),
        anySort,
        fc.integer({ min: 1, max: 12 }),
        pages,
        async (filter, sort, pageSize, skips) => {
          const query = { ...(filter !== undefined && { filter }), sort };
          const all = expected(query);
          for (const skipPages of skips) {
            const page = await repository.page({ ...query, pageSize, skipPages });

            expect(saidBy(page.items)).to.deep.equal(
              all.slice(skipPages * pageSize, (skipPages + 1) * pageSize),
            );
            expect(page.results).to.equal(all.length);
            expect(page.resultsWithoutFilter).to.equal(stored.length);
          }
        },
      );
      await fc.assert(property, { numRuns: 100 });
    });

    it('finds the same within a unit of work', async () => {
      const property = fc.asyncProperty(
        anyFilter,
        anySort,
        fc.nat({ max: 4 }),
        async (filter, sort, skipPages) => {
          const query = { filter, sort };
          const page = await gift(
            within(database, AGREEMENT, Sample, (all) => async () => ({
              _tag: 'Right' as const,
              right: await all.page({ ...query, pageSize: 7, skipPages }),
            })),
          );

          expect(saidBy(page.items)).to.deep.equal(expected(query).slice(skipPages * 7, (skipPages + 1) * 7));
          expect(page.results).to.equal(expected(query).length);
        },
      );
      await fc.assert(property, { numRuns: 60 });
    });

    it('finds the same where few members are looked at, and reads no others', async () => {
      const only = ['name', 'size', 'owner', 'unit', 'tags'];
      const looked = (value: AnyValue): AnyValue =>
        Object.fromEntries(Object.entries(value).filter(([name]) => name === 'code' || only.includes(name)));
      const property = fc.asyncProperty(
        anyFilter,
        anySort,
        fc.nat({ max: 4 }),
        async (filter, sort, skipPages) => {
          const query = { filter, sort, pageSize: 7, skipPages };
          const whole = await repository.page(query);
          const part = await repository.page({ ...query, only });

          expect(saidBy(part.items)).to.deep.equal(saidBy(whole.items).map(looked));
          expect(part.results).to.equal(whole.results);
          expect(saidBy((await repository.page(query)).items)).to.deep.equal(saidBy(whole.items));
        },
      );
      await fc.assert(property, { numRuns: 60 });
    });

    it('shows whole items of a page that few members were looked at of, however often', async () => {
      const units = reading(database, AGREEMENT, Unit);
      const byKey = { sort: [], pageSize: 1, skipPages: 1 };
      for (let times = 0; times < 12; times += 1) {
        const { items: part } = await units.page({ ...byKey, only: [] });
        const { items: whole } = await units.page(byKey);

        expect(saidBy(part)).to.deep.equal([{ unitNumber: 2 }]);
        expect(saidBy(whole)).to.deep.equal([{ unitNumber: 2, name: 'u' }]);
      }
    });

    it('refuses to be asked for a property that has no column', async () => {
      let thrown: unknown;
      try {
        await repository.page({
          filter: { kind: 'present', property: 'code` OR 1=1 -- ' },
          sort: [],
          pageSize: 1,
          skipPages: 0,
        });
      } catch (error) {
        thrown = error;
      }

      expect(thrown).to.be.instanceOf(Error);
    });
  });
}
