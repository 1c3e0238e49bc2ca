import { expect } from 'chai';
import { isRight, left, right } from 'fp-ts/lib/Either.js';
import type { AnyValue } from '@kontor/kernel';
import { Unit } from '@kontor/products';
import {
  gift,
  given,
  reading,
  refusal,
  sortBy,
  within,
  type DatabaseUnderTest,
  type OpenDatabase,
  type OpenedDatabase,
} from './opened.js';
import { Sample } from './sample.resource.js';

const BARE = { open: false, tags: [], parts: [] };

/** Units of work: whole or not at all, and right when many want the same thing at once. */
export function unitOfWorkConformance(open: OpenDatabase): void {
  describe('a unit of work', function () {
    let database: DatabaseUnderTest;
    let other: OpenedDatabase;
    let agreement = 10;
    before(async () => {
      database = await open();
      other = await database.another();
    });
    after(() => database.close());
    beforeEach(() => {
      agreement += 1;
    });

    const units = () =>
      reading(database, agreement, Unit).page({ sort: sortBy('unitNumber'), pageSize: 1000, skipPages: 0 });
    const either = (turn: number): OpenedDatabase => (turn % 2 === 0 ? database : other);

    it('keeps nothing of what it did when it is refused', async () => {
      const result = await database.unitOfWork.inTransaction(agreement, (books) => async () => {
        await gift(books.of(Unit).create({ unitNumber: 1, name: 'a' }));
        await gift(books.of(Sample).create({ code: 'a', ...BARE, unit: { unitNumber: 1 } }));
        return left('no');
      })();

      expect(result).to.deep.equal(left('no'));
      expect(await units()).to.deep.include({ results: 0 });
      expect(await reading(database, agreement, Sample).find('a')).to.equal(undefined);
    });

    it('keeps nothing of what it did when it throws', async () => {
      let thrown: unknown;
      try {
        await database.unitOfWork.inTransaction(agreement, (books) => async () => {
          await gift(books.of(Unit).create({ unitNumber: 1, name: 'a' }));
          throw new Error('a defect');
        })();
      } catch (error) {
        thrown = error;
      }

      expect(thrown).to.have.property('message', 'a defect');
      expect(await units()).to.deep.include({ results: 0 });
    });

    it('keeps nothing of a write that was refused halfway, whoever goes on after it', async () => {
      let thrown: unknown;
      try {
        await database.unitOfWork.inTransaction(agreement, (books) => async () => {
          await refusal(books.of(Sample).create({ code: 'a', ...BARE, unit: { unitNumber: 9 } }));
          return right(undefined);
        })();
      } catch (error) {
        thrown = error;
      }

      expect(thrown).to.be.instanceOf(Error);
      expect(await reading(database, agreement, Sample).find('a')).to.equal(undefined);
    });

    it('goes on after a key that was taken', async () => {
      await gift(within(database, agreement, Unit, (all) => all.create({ unitNumber: 1, name: 'a' })));

      await gift(
        database.unitOfWork.inTransaction(agreement, (books) => async () => {
          await refusal(books.of(Unit).create({ unitNumber: 1, name: 'b' }));
          return books.of(Unit).create({ unitNumber: 2, name: 'c' })();
        }),
      );

      expect((await units()).items.map((unit) => unit['name'])).to.deep.equal(['a', 'c']);
    });

    it('is seen by nobody before it is whole', async () => {
      let seen: unknown;
      await gift(
        database.unitOfWork.inTransaction(agreement, (books) => async () => {
          await gift(books.of(Unit).create({ unitNumber: 1, name: 'a' }));
          seen = await reading(other, agreement, Unit).find(1);
          return right(undefined);
        }),
      );

      expect(seen).to.equal(undefined);
      expect(await reading(other, agreement, Unit).find(1)).not.to.equal(undefined);
    });

    it('gives fifty that number at once fifty numbers without gaps', async () => {
      const made = await Promise.all(
        Array.from({ length: 50 }, (_, turn) =>
          within(either(turn), agreement, Unit, (all) => all.create({ name: 'u' }))(),
        ),
      );

      const numbers = made.map((result) => given(result).value['unitNumber'] as number);
      expect([...numbers].sort((one, two) => one - two)).to.deep.equal(
        Array.from({ length: 50 }, (_, at) => at + 1),
      );
      expect(await units()).to.deep.include({ results: 50 });
    });

    it('makes one of fifty that create the same', async () => {
      const made = await Promise.all(
        Array.from({ length: 50 }, (_, turn) =>
          within(either(turn), agreement, Sample, (all) =>
            all.create({ code: turn % 2 === 0 ? 'same' : 'SAME', ...BARE }),
          )(),
        ),
      );

      expect(made.filter(isRight)).to.have.length(1);
      const page = await reading(database, agreement, Sample).page({ sort: [], pageSize: 5, skipPages: 0 });
      expect(page).to.deep.include({ results: 1 });
    });

    it('leaves no reference dangling in a hundred races between using and removing', async () => {
      let used = 0;
      for (let race = 0; race < 100; race += 1) {
        const unitNumber = race + 1;
        await gift(within(database, agreement, Unit, (all) => all.create({ unitNumber, name: 'u' })));
        const [use, removal] = await Promise.all([
          within(either(race), agreement, Sample, (all) =>
            all.create({ code: `s${race}`, ...BARE, unit: { unitNumber } }),
          )(),
          within(either(race + 1), agreement, Unit, (all) => all.remove(unitNumber))(),
        ]);

        expect(isRight(use)).to.equal(!isRight(removal));
        const unit = await reading(database, agreement, Unit).find(unitNumber);
        expect(unit === undefined).to.equal(isRight(removal));
        if (isRight(use)) used += 1;
      }
      expect(
        await reading(database, agreement, Sample).page({ sort: [], pageSize: 1, skipPages: 0 }),
      ).to.deep.include({
        results: used,
      });
    });

    it('loses no change of twenty clients that each change the version they read', async () => {
      await gift(within(database, agreement, Sample, (all) => all.create({ code: 'a', ...BARE, count: 0 })));
      const first = (await reading(database, agreement, Sample).find('a'))?.version as number;
      const raise = async (turn: number): Promise<number> => {
        for (let tries = 1; ; tries += 1) {
          const read = await reading(either(turn), agreement, Sample).find('a');
          const next = { ...(read?.value as AnyValue), count: (read?.value['count'] as number) + 1 };
          const result = await within(either(turn), agreement, Sample, (all) =>
            all.replace('a', next, read?.version),
          )();
          if (isRight(result)) return tries;
        }
      };

      await Promise.all(Array.from({ length: 20 }, (_, turn) => raise(turn)));

      const last = await reading(database, agreement, Sample).find('a');
      expect(last?.value).to.deep.include({ count: 20 });
      expect(last?.version).to.be.greaterThan(first);
    });

    it('applies every one of a hundred unconditional changes whole', async () => {
      await gift(within(database, agreement, Sample, (all) => all.create({ code: 'a', ...BARE })));
      const change = (turn: number) =>
        within(either(turn), agreement, Sample, (all) =>
          all.replace('a', { ...BARE, count: turn, name: `n${turn}`, story: `s${turn}` }),
        )();

      const changed = (await Promise.all(Array.from({ length: 100 }, (_, turn) => change(turn)))).map(given);

      const last = await reading(database, agreement, Sample).find('a');
      const turn = last?.value['count'] as number;
      expect(last?.value).to.deep.include({ name: `n${turn}`, story: `s${turn}` });
      expect(new Set(changed.map(({ version }) => version))).to.have.property('size', 100);
      expect(changed.map(({ version }) => version)).to.include(last?.version);
    });

    it('counts uses exactly while many refer to the same thing and stop to', async () => {
      await gift(within(database, agreement, Unit, (all) => all.create({ unitNumber: 1, name: 'u' })));
      await gift(within(database, agreement, Unit, (all) => all.create({ unitNumber: 2, name: 'v' })));
      await Promise.all(
        Array.from({ length: 30 }, async (_, turn) => {
          const code = `s${turn}`;
          const refer = (unitNumber: number) => ({ code, ...BARE, unit: { unitNumber } });
          await gift(within(either(turn), agreement, Sample, (all) => all.create(refer(1 + (turn % 2)))));
          await gift(
            within(either(turn), agreement, Sample, (all) => all.replace(code, refer(2 - (turn % 2)))),
          );
          await gift(within(either(turn), agreement, Sample, (all) => all.remove(code)));
        }),
      );

      await gift(within(database, agreement, Unit, (all) => all.remove(1)));
      await gift(within(database, agreement, Unit, (all) => all.remove(2)));
      expect(await units()).to.deep.include({ results: 0 });
    });

    it('of one agreement is not held up by another', async () => {
      const many = await Promise.all(
        Array.from({ length: 40 }, (_, turn) =>
          within(either(turn), 5000 + turn, Unit, (all) => all.create({ name: 'u' }))(),
        ),
      );

      expect(many.map((result) => given(result).value['unitNumber'])).to.deep.equal(Array(40).fill(1));
    });
  });
}
