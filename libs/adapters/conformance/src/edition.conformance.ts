import { expect } from 'chai';
import { left } from 'fp-ts/lib/Either.js';
import type { AnyResource, AnyValue, CollectionQuery, EditionReader } from '@kontor/kernel';
import { AliasLayer, ProductAlias, Unit } from '@kontor/products';
import {
  gift,
  reading,
  sortBy,
  within,
  type DatabaseUnderTest,
  type OpenDatabase,
  type OpenedDatabase,
} from './opened.js';
import { Sample } from './sample.resource.js';

/** Editions: what was read in one may be remembered for exactly as long as it is the present one. */
export function editionConformance(open: OpenDatabase): void {
  describe('an edition', () => {
    let database: DatabaseUnderTest;
    let agreement = 10;
    before(async () => {
      database = await open();
    });
    after(() => database.close());
    beforeEach(() => {
      agreement += 1;
    });

    const all: CollectionQuery = { sort: sortBy('unitNumber'), pageSize: 10, skipPages: 0 };
    const editions = (of: OpenedDatabase = database, number = agreement): EditionReader<AnyValue> =>
      reading(of, number, Unit).editions as EditionReader<AnyValue>;
    const write = (by: OpenedDatabase, work: Parameters<typeof within<unknown, unknown>>[3]) =>
      gift(within(by, agreement, Unit, work));

    it('is the same for an item, a page and the collection, in every process, as long as nothing is written', async () => {
      await write(database, (units) => units.create({ name: 'a' }));
      const other = await database.another();

      const first = await editions().current();

      expect((await editions().page(all)).edition).to.equal(first);
      expect((await editions().page({ ...all, skipPages: 1, pageSize: 1 })).edition ?? first).to.equal(first);
      expect((await editions().find(1)).edition).to.equal(first);
      expect(await editions(other).current()).to.equal(first);
      expect((await editions(other).find(1)).read?.value).to.include({ name: 'a' });
    });

    it('is another after every write, of whichever process, before the writer is told', async () => {
      const other = await database.another();
      const seen = new Set<string>();
      const writes: readonly Parameters<typeof within<unknown, unknown>>[3][] = [
        (units) => units.create({ name: 'a' }),
        (units) => units.replace(1, { name: 'b' }),
        (units) => units.remove(1),
        (units) => units.create({ name: 'a' }),
      ];

      for (const [index, work] of writes.entries()) {
        await write(index % 2 === 0 ? database : other, work);
        const [here, there] = await Promise.all([editions().current(), editions(other).current()]);
        expect(here).to.equal(there);
        seen.add(here);
      }

      expect(seen.size).to.equal(writes.length);
    });

    it('is the same after work that was undone', async () => {
      await write(database, (units) => units.create({ name: 'a' }));
      const before = await editions().current();

      await database.unitOfWork.inTransaction(agreement, (books) => async () => {
        await gift(books.of(Unit).remove(1));
        return left('not after all');
      })();

      expect(await editions().current()).to.equal(before);
      expect((await editions().find(1)).edition).to.equal(before);
    });

    it('of one agreement is never one of another', async () => {
      await write(database, (units) => units.create({ name: 'a' }));
      await gift(within(database, agreement + 1000, Unit, (units) => units.create({ name: 'a' })));

      expect(await editions().current()).not.to.equal(await editions(database, agreement + 1000).current());
    });

    it('shows one thing only, whatever is written meanwhile, and never goes back', async () => {
      const other = await database.another();
      await write(database, (units) => units.create({ name: '0' }));
      const shown = new Map<string, unknown>();
      let isWriting = true;
      const writing = (async () => {
        for (let round = 1; round <= 60; round += 1) {
          const by = round % 2 === 0 ? database : other;
          await write(by, (units) => units.replace(1, { name: String(round) }));
        }
        isWriting = false;
      })();
      const readers = [0, 1, 2, 3].map(async (reader) => {
        let latest = 0;
        while (isWriting) {
          await new Promise((resolve) => setImmediate(resolve));
          const asked = versionIn(await editions().current());
          const { read, edition = '' } =
            reader % 2 === 0 ? await editions().find(1) : await editions().page(all);
          const item = read !== undefined && 'items' in read ? read.items[0] : read?.value;
          expect(shown.get(edition) ?? item).to.deep.equal(item);
          shown.set(edition, item);
          expect(versionIn(edition)).to.be.at.least(asked);
          expect(asked).to.be.at.least(latest);
          latest = versionIn(edition);
        }
      });

      await Promise.all([writing, ...readers]);

      expect((await editions().find(1)).read?.value).to.include({ name: '60' });
    });

    it('is told of nothing that depends on more than its own collection, and within no unit of work', async () => {
      const readers = [
        reading(database, agreement, Sample),
        reading(database, agreement, AliasLayer as unknown as AnyResource),
        reading(database, agreement, ProductAlias as unknown as AnyResource, 1),
      ];
      for (const { editions: none } of readers) expect(none).to.equal(undefined);
      await database.unitOfWork.inTransaction(agreement, (books) => async () => {
        expect(books.of(Unit).editions).to.equal(undefined);
        return left('enough');
      })();
    });
  });
}

/** The version that stands last in the name of an edition of these repositories. */
function versionIn(edition: string): number {
  return Number(/\d+$/.exec(edition)?.[0]);
}
