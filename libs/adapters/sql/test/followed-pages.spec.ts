import { expect } from 'chai';
import { isRight } from 'fp-ts/lib/Either.js';
import { gift, onEachDatabase, reading, within } from '@kontor/conformance';
import { Product, ProductGroup, Unit } from '@kontor/products';
import { opening, type Opened } from './support.js';

const AGREEMENT = 4711;
const PAGE_SIZE = 5;
const ITEMS = 60;

/** The keys of a whole collection are read once, and then follow what this process writes to it. */
describe('Pages of a list that is written all the time', function () {
  onEachDatabase((kind) => {
    const log: string[] = [];
    let database: Opened;
    const numbers: number[] = [];
    const names = new Map<number, string>();

    before(async () => {
      database = await opening(kind, { onQuery: (sql) => log.push(sql) })();
      for (let number = 1; number <= ITEMS; number += 1) await add(2 * number);
      for (let times = 0; times < 3; times += 1) await page(4);
    });
    after(() => database.close());

    const add = async (unitNumber: number, by: Pick<Opened, 'unitOfWork'> = database): Promise<void> => {
      await gift(within(by, AGREEMENT, Unit, (all) => all.create({ unitNumber, name: `u${unitNumber}` })));
      numbers.push(unitNumber);
      numbers.sort((one, other) => one - other);
      names.set(unitNumber, `u${unitNumber}`);
    };
    const rename = async (
      unitNumber: number,
      name: string,
      by: Pick<Opened, 'unitOfWork'> = database,
    ): Promise<void> => {
      await gift(within(by, AGREEMENT, Unit, (all) => all.replace(unitNumber, { name })));
      names.set(unitNumber, name);
    };
    const remove = async (unitNumber: number): Promise<void> => {
      expect(isRight(await within(database, AGREEMENT, Unit, (all) => all.remove(unitNumber))())).to.equal(
        true,
      );
      numbers.splice(numbers.indexOf(unitNumber), 1);
    };
    const page = (skipPages: number) =>
      reading(database, AGREEMENT, Unit).page({ sort: [], pageSize: PAGE_SIZE, skipPages });
    const isRightAt = async (skipPages: number): Promise<void> => {
      const { items, results } = await page(skipPages);
      const from = skipPages * PAGE_SIZE;
      const there = numbers.slice(from, from + PAGE_SIZE).map((number) => [number, names.get(number)]);
      expect(items.map(({ unitNumber, name }) => [unitNumber, name])).to.deep.equal(there);
      expect(results).to.equal(numbers.length);
    };
    const wholeReads = (): number => log.filter((sql) => sql.includes(' AS _key')).length;

    it('are right after each write, and need none of their keys read again', async () => {
      const reads = wholeReads();
      for (let number = 1; number <= 41; number += 4) {
        await add(number);
        await isRightAt(7);
        await remove(2 * number);
        await isRightAt(3);
        await rename(number, `c${number}`);
        await isRightAt(Math.floor((numbers.length - 1) / PAGE_SIZE));
      }
      expect(wholeReads()).to.equal(reads);
    });

    it('are of one state each while many write at once', async () => {
      const free = Array.from({ length: 40 }, (_, index) => 2000 + index);
      await Promise.all(
        free.flatMap((number) => [
          add(number),
          page(5).then(({ items, results }) => {
            const found = items.map(({ unitNumber }) => unitNumber);
            // What is written meanwhile stands behind them all.
            expect(found).to.deep.equal(numbers.slice(25, 30));
            expect(results).to.be.within(ITEMS, ITEMS + free.length);
          }),
        ]),
      );
      await isRightAt(15);
    });

    it('ask only for the state of the collection where nothing that they show was written', async () => {
      for (let times = 0; times < 40; times += 1) await page(4);
      await add(9001);
      log.length = 0;
      await isRightAt(4);

      expect(log.filter((sql) => sql.includes('`unit_number`'))).to.deep.equal([]);
      expect(log).to.have.length(1);
    });

    it('show each change at once, whichever process has made it', async () => {
      const other = await database.another();
      let chance = 7;
      const upTo = (most: number): number => (chance = (chance * 16_807) % 2_147_483_647) % most;
      for (let round = 0; round < 120; round += 1) {
        // Long rows of writes by one of them, so that rows are remembered between the others'.
        const by = round % 12 === 0 ? other : database;
        const place = upTo(numbers.length);
        const some = numbers[place] ?? 0;
        const what = upTo(4);
        if (what === 0) await add(10_000 + round, by);
        else if (what === 1 && by === database) await remove(some);
        else await rename(some, `n${round}`, by);
        await isRightAt(Math.floor(place / PAGE_SIZE));
        await isRightAt(1 + upTo(Math.floor(numbers.length / PAGE_SIZE)));
      }
    });

    it('are right after another process has written, and after both have', async () => {
      const other = await database.another();
      for (let number = 3001; number < 3020; number += 1) {
        await add(number, number % 3 === 0 ? other : database);
        await isRightAt(5);
        await isRightAt(Math.floor((numbers.length - 1) / PAGE_SIZE));
      }
    });
  });

  onEachDatabase((kind) => {
    let database: Opened;
    before(async () => {
      database = await opening(kind)();
    });
    after(() => database.close());

    it('are in the order of the database, whatever script their keys are written in', async () => {
      const keys = ['z', 'Ä', 'a', 'ﬁ', '𝔸', '\uffee', '日', 'ß', 'Z2', '10', '9', '😀', 'é', 'e'];
      const group = { productGroupNumber: 1, name: 'goods' };
      await gift(within(database, AGREEMENT, ProductGroup, (all) => all.create(group as never)));
      const create = (productNumber: string) =>
        gift(
          within(database, AGREEMENT, Product, (all) =>
            all.create({
              productNumber,
              name: 'p',
              tags: [],
              barred: false,
              productGroup: group,
              lastUpdated: '2026-11-25T00:00:00Z',
            } as never),
          ),
        );
      const listed = async (pageSize: number): Promise<readonly string[]> => {
        const all: string[] = [];
        for (let skipPages = 0; ; skipPages += 1) {
          const { items } = await reading(database, AGREEMENT, Product).page({
            sort: [],
            pageSize,
            skipPages,
          });
          all.push(...items.map(({ productNumber }) => String(productNumber)));
          if (items.length < pageSize) return all;
        }
      };
      for (const key of keys.slice(0, 6)) await create(key);
      for (let times = 0; times < 3; times += 1) await listed(2);
      for (const key of keys.slice(6)) await create(key);

      expect(await listed(1)).to.deep.equal(await listed(1000));
    });
  });
});
