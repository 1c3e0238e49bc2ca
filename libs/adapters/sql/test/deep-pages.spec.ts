import { expect } from 'chai';
import type { Filter } from '@kontor/kernel';
import { gift, onEachDatabase, reading, within, type DatabaseUnderTest } from '@kontor/conformance';
import { Unit } from '@kontor/products';
import { opening } from './support.js';

const AGREEMENT = 4711;
const ITEMS = 620;
const PAGE_SIZE = 7;
/** PageRequest for so often, a list is worth marking. */
const OFTEN = 6;

describe('Deep pages of a list that is too long to be remembered (G22)', function () {
  onEachDatabase((kind) => {
    const log: string[] = [];
    let database: DatabaseUnderTest;

    before(async () => {
      const open = opening(kind, { cachedKeysMax: 100, onQuery: (sql) => log.push(sql) });
      database = await open();
      await Promise.all(Array.from({ length: ITEMS }, (_, index) => gift(unit(index + 1))));
    });
    after(() => database.close());

    const unit = (unitNumber: number) =>
      within(database, AGREEMENT, Unit, (all) =>
        all.create({ unitNumber, name: unitNumber % 2 === 0 ? `even ${unitNumber}` : `odd ${unitNumber}` }),
      );
    const even: Filter = { kind: 'like', property: 'name', segments: ['even', ''] };
    const page = (skipPages: number, filter?: Filter) =>
      reading(database, AGREEMENT, Unit).page({
        ...(filter && { filter }),
        sort: [],
        pageSize: PAGE_SIZE,
        skipPages,
      });

    const lists: readonly [string, Filter | undefined, (number: number) => boolean][] = [
      ['all', undefined, () => true],
      ['those that pass a filter', even, (number) => number % 2 === 0],
    ];
    for (const [name, filter, passes] of lists) {
      it(`of ${name} start from marks, and hold what they held before`, async () => {
        const all = Array.from({ length: ITEMS }, (_, index) => index + 1).filter(passes);
        const last = Math.floor((all.length - 1) / PAGE_SIZE);
        for (let times = 0; times < OFTEN; times += 1) await page(last, filter);
        for (let skip = 0; skip <= last + 1; skip += 1) {
          log.length = 0;
          const { items, results } = await page(skip, filter);

          expect(items.map(({ unitNumber }) => unitNumber)).to.deep.equal(
            all.slice(skip * PAGE_SIZE, (skip + 1) * PAGE_SIZE),
          );
          expect(results).to.equal(all.length);
          expect(log).to.have.length(1);
          expect(Number(/OFFSET (\d+)/.exec(log[0] as string)?.[1] ?? 0)).to.be.below(250);
        }
      });
    }

    it('see what was written since', async () => {
      const last = Math.floor((ITEMS - 1) / PAGE_SIZE);
      for (let times = 0; times < OFTEN; times += 1) await page(last);
      await gift(unit(ITEMS + 1));

      const { items, results } = await page(last);

      expect(items.at(-1)?.unitNumber).to.equal(ITEMS + 1);
      expect(results).to.equal(ITEMS + 1);
    });
  });
});

describe('Pages far from the beginning of an order that no index gives', function () {
  const COUNT = 1_040;
  const SKIPPED = 1_000;

  onEachDatabase((kind) => {
    const log: string[] = [];
    let database: DatabaseUnderTest;
    // No two names are the same, and their order is not that of the numbers.
    const nameOf = (unitNumber: number): string => `u ${10_000 + ((unitNumber * 7) % COUNT)}`;
    const all = Array.from({ length: COUNT }, (_, index) => ({
      unitNumber: index + 1,
      name: nameOf(index + 1),
    }));

    before(async () => {
      database = await opening(kind, { onQuery: (sql) => log.push(sql) })();
      const made = all.map((unit) => gift(within(database, AGREEMENT, Unit, (units) => units.create(unit))));
      await Promise.all(made);
    });
    after(() => database.close());

    const wide: Filter = { kind: 'compare', property: 'unitNumber', operator: 'gt', value: 5 };
    for (const descending of [false, true]) {
      for (const filter of [undefined, wide]) {
        const name = `${descending ? 'descending' : 'ascending'}${filter ? ', filtered' : ''}`;
        it(`hold what is there, ${name}, and put only keys in order`, async () => {
          const passing = all.filter(({ unitNumber }) => filter === undefined || unitNumber > 5);
          const inOrder = passing.sort((one, other) => (one.name < other.name ? -1 : 1));
          if (descending) inOrder.reverse();
          log.length = 0;

          const { items, results } = await reading(database, AGREEMENT, Unit).page({
            ...(filter && { filter }),
            sort: [{ property: 'name', descending, alphabetical: false }],
            pageSize: 20,
            skipPages: SKIPPED / 20,
          });

          const expected = inOrder.slice(SKIPPED, SKIPPED + 20);
          expect(items.map(({ unitNumber }) => unitNumber)).to.deep.equal(
            expected.map(({ unitNumber }) => unitNumber),
          );
          expect(results).to.equal(passing.length);
          const [read = ''] = log.filter((sql) => sql.includes(`OFFSET ${SKIPPED}`));
          expect(read).to.match(/JOIN \(SELECT p\.`unit_number` AS _key FROM/);
        });
      }
    }
  });
});
