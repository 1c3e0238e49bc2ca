import { expect } from 'chai';
import { left } from 'fp-ts/lib/Either.js';
import { Product, ProductAlias, ProductGroup, Unit } from '@kontor/products';
import {
  gift,
  reading,
  sortBy,
  within,
  type DatabaseUnderTest,
  type OpenDatabase,
  type OpenedDatabase,
} from './opened.js';

/**
 * Versions of collections: what was read after a version was asked for is
 * good for exactly as long as it stays.
 */
export function collectionVersionConformance(open: OpenDatabase): void {
  describe('the version of a collection', () => {
    let database: DatabaseUnderTest;
    let agreement = 10;
    before(async () => {
      database = await open();
    });
    after(() => database.close());
    beforeEach(() => {
      agreement += 1;
    });

    const versionOf = async (by: OpenedDatabase = database, number = agreement): Promise<number> =>
      Number(await by.versionOf(number, Unit));
    const write = (by: OpenedDatabase, work: Parameters<typeof within<unknown, unknown>>[3]) =>
      gift(within(by, agreement, Unit, work));

    it('is the same in every process, as long as nothing is written', async () => {
      await write(database, (units) => units.create({ name: 'a' }));
      const other = await database.another();

      const first = await versionOf();
      await reading(database, agreement, Unit).page({
        sort: sortBy('unitNumber'),
        pageSize: 1,
        skipPages: 1,
      });

      expect(await versionOf()).to.equal(first);
      expect(await versionOf(other)).to.equal(first);
    });

    it('is another after every write, of whichever process, before the writer is told', async () => {
      const other = await database.another();
      const seen = new Set<number>();
      const writes: readonly Parameters<typeof within<unknown, unknown>>[3][] = [
        (units) => units.create({ name: 'a' }),
        (units) => units.replace(1, { name: 'b' }),
        (units) => units.remove(1),
        (units) => units.create({ name: 'a' }),
      ];

      for (const [index, work] of writes.entries()) {
        await write(index % 2 === 0 ? database : other, work);
        const [here, there] = await Promise.all([versionOf(), versionOf(other)]);
        expect(here).to.equal(there);
        seen.add(here);
      }

      expect(seen.size).to.equal(writes.length);
    });

    it('of an item is another when the first thing refers to it, and when the last no longer does', async () => {
      const other = await database.another();
      await write(database, (units) => units.create({ name: 'a' }));
      await write(database, (units) => units.create({ name: 'b' }));
      const seen = async () => Promise.all([1, 2].map((key) => other.versionOf(agreement, Unit, key)));
      const group = { name: 'g', account: { accountNumber: 1 } };
      const before = await seen();

      await gift(within(database, agreement, ProductGroup, (groups) => groups.create(group)));
      const product = { productNumber: 'p', name: 'p', productGroup: { productGroupNumber: 1 } };
      await gift(
        within(database, agreement, Product, (products) =>
          products.create({ ...product, lastUpdated: '2026-01-01T00:00:00Z', unit: { unitNumber: 1 } }),
        ),
      );
      const used = await seen();
      await gift(within(database, agreement, Product, (products) => products.remove('p')));

      expect(used).to.deep.equal([`${before[0]} used`, before[1]]);
      expect(await seen()).to.deep.equal(before);
    });

    it('is the same after work that was undone', async () => {
      await write(database, (units) => units.create({ name: 'a' }));
      const before = await versionOf();

      await database.unitOfWork.inTransaction(agreement, (books) => async () => {
        await gift(books.of(Unit).remove(1));
        return left('not after all');
      })();

      expect(await versionOf()).to.equal(before);
    });

    it('of one agreement stays when another writes', async () => {
      await write(database, (units) => units.create({ name: 'a' }));
      const before = await versionOf();

      await gift(within(database, agreement + 1000, Unit, (units) => units.create({ name: 'a' })));

      expect(await versionOf()).to.equal(before);
    });

    it('asked for before a reading is never newer than what is read, and never goes back', async () => {
      const other = await database.another();
      await write(database, (units) => units.create({ name: '0' }));
      const written = new Map<number, string>([[await versionOf(), '0']]);
      let isWriting = true;
      const writing = (async () => {
        for (let round = 1; round <= 60; round += 1) {
          await write(round % 2 === 0 ? database : other, (units) =>
            units.replace(1, { name: String(round) }),
          );
          written.set(await versionOf(), String(round));
        }
        isWriting = false;
      })();
      const seen: (readonly [asked: number, read: number])[] = [];
      const readers = [database, other, database, other].map(async (by) => {
        let latest = 0;
        while (isWriting) {
          await new Promise((resolve) => setImmediate(resolve));
          const asked = await versionOf(by);
          const found = await reading(by, agreement, Unit).find(1);
          expect(asked).to.be.at.least(latest);
          latest = asked;
          seen.push([asked, Number(found?.value['name'])]);
        }
      });

      await Promise.all([writing, ...readers]);

      for (const [asked, read] of seen) expect(read).to.be.at.least(Number(written.get(asked)));
      expect(seen.length).to.be.above(0);
    });

    it('is not told of what lives within an item, whose version may begin anew', () => {
      expect(() => database.versionOf(agreement, ProductAlias)).to.throw('no collection of an agreement');
    });
  });
}
