import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { defined, type AnyValue, type ResourceRepository } from '@kontor/kernel';
import { Unit } from '@kontor/products';
import {
  type DatabaseUnderTest,
  decimal,
  gift,
  insistently,
  type OpenDatabase,
  reading,
  refusal,
  saidBy,
  sortBy,
  within,
} from './opened.js';
import { Sample } from './sample.resource.js';

/** What a repository of any declared resource keeps, finds and refuses. */
export function resourceRepositoryConformance(open: OpenDatabase): void {
  describe('a resource repository', () => {
    let database: DatabaseUnderTest;
    let agreement = 100;
    before(async () => {
      database = await open();
    });
    after(() => database.close());
    beforeEach(() => {
      agreement += 1;
    });

    const create = (resource: typeof Sample | typeof Unit, draft: object) =>
      within(database, agreement, resource, (repository) => repository.create(draft as never));
    const sample = (code: string, more: object = {}) =>
      create(Sample, { code, open: false, tags: [], parts: [], ...more });
    const sampleOwnedBy = (code: string, all: ResourceRepository<AnyValue>) =>
      all.create({ code: 'owned', open: false, tags: [], parts: [], owner: { code } });
    const found = async (code: string) => (await reading(database, agreement, Sample).find(code))?.value;

    it('gives back every member exactly as it was stored', async () => {
      await gift(create(Unit, { unitNumber: 7, name: 'kg' }));
      await gift(sample('owner'));
      const value = {
        code: 'Ærø/12 ~_%|',
        name: 'Straße  𝄞 "quoted" \\ back\'slash ?',
        story: 'first line\nsecond\tline',
        essay: 'x'.repeat(5000),
        count: -2147483648,
        total: decimal('-9999999999999.99'),
        rate: decimal('9999999999999.9999999999'),
        day: '0001-02-03',
        changed: '2026-11-20T07:08:09Z',
        open: true,
        colour: 'darkBlue',
        owner: { code: 'owner' },
        unit: { unitNumber: 7, name: 'kg' },
        tags: ['b', 'a', '𝄞'],
        parts: [
          { unit: { unitNumber: 7 }, share: decimal('33.3333333333') },
          { unit: { unitNumber: 7 }, share: decimal('66.6666666667') },
        ],
        size: { width: decimal('-0.0000000001'), height: decimal('0'), label: '' },
      };

      const stored = await gift(create(Sample, value));

      expect(stored.value).to.deep.equal(value);
      expect(await found('Ærø/12 ~_%|')).to.deep.equal(value);
      const page = await reading(database, agreement, Sample).page({
        sort: sortBy('code'),
        pageSize: 20,
        skipPages: 0,
      });
      expect(saidBy(page.items[1])).to.deep.equal(value);
    });

    it('leaves absent members out', async () => {
      const value = { code: 'bare', open: false, tags: [], parts: [] };

      await gift(create(Sample, value));

      expect(await found('bare')).to.deep.equal(value);
    });

    for (const text of [
      '0',
      '1',
      '-1',
      '0.01',
      '0.1',
      '-0.01',
      '12.5',
      '100',
      '1234567.89',
      '9999999999999.99',
    ]) {
      it(`keeps ${text} as an amount and as a price`, async () => {
        await gift(sample('n', { total: decimal(text), rate: decimal(text) }));

        expect(await found('n')).to.deep.include({ total: text, rate: text });
      });
    }

    for (const text of [
      '0.0000000001',
      '-0.0000000001',
      '1.005',
      '-1234567890123.0123456789',
      '0.001',
      '90.909',
    ]) {
      it(`keeps ${text} as a price`, async () => {
        await gift(sample('n', { rate: decimal(text) }));

        expect(await found('n')).to.deep.include({ rate: text });
      });
    }

    it('finds text identifiers in any case, and keeps them as they were written', async () => {
      await gift(sample('Straße-ÆØÅ-İ'));

      expect(await found('STRAßE-æøå-i')).to.deep.include({ code: 'Straße-ÆØÅ-İ' });
    });

    it('refuses a second item whose identifier differs in case only', async () => {
      await gift(sample('Ærø'));

      expect(await refusal(sample('ærØ'))).to.deep.equal({
        kind: 'KeyExists',
        resource: 'samples',
        key: 'ærØ',
      });
      expect(await found('ærø')).to.deep.include({ code: 'Ærø' });
    });

    it('tells identifiers apart by accents, by spaces at the end and beyond the basic plane', async () => {
      const codes = [
        'e',
        'é',
        'e ',
        'e  ',
        ' e',
        '𝄞',
        '𝄟',
        '\u{1D160}'.repeat(25),
        `${'\u{1D160}'.repeat(24)}𝄞`,
      ];

      for (const code of codes) await gift(sample(code));

      for (const code of codes) expect(await found(code)).to.deep.include({ code });
    });

    it('takes composed and decomposed letters for the same', async () => {
      await gift(sample('e\u0301'));

      expect(await found('\u00e9')).to.deep.include({ code: 'e\u0301' });
    });

    it('numbers items without gaps, from 1', async () => {
      const numbers: unknown[] = [];
      for (const name of ['a', 'b', 'c'])
        numbers.push((await gift(create(Unit, { name }))).value['unitNumber']);

      expect(numbers).to.deep.equal([1, 2, 3]);
    });

    it('passes over numbers that clients chose, and takes no lower one because of them', async () => {
      for (const unitNumber of [2, 3, 9]) await gift(create(Unit, { unitNumber, name: 'x' }));
      const numbers: unknown[] = [];
      for (let made = 0; made < 6; made += 1) {
        numbers.push((await gift(create(Unit, { name: 'y' }))).value['unitNumber']);
      }
      await gift(create(Unit, { unitNumber: 500, name: 'z' }));

      expect(numbers).to.deep.equal([1, 4, 5, 6, 7, 8]);
      expect((await gift(create(Unit, { name: 'y' }))).value['unitNumber']).to.equal(10);
    });

    it('gives a number back when the unit of work is rolled back', async () => {
      await refusal(
        database.unitOfWork.inTransaction(agreement, (books) => async () => {
          await gift(books.of(Unit).create({ name: 'a' }));
          return { _tag: 'Left', left: 'no' } as const;
        }),
      );

      expect((await gift(create(Unit, { name: 'b' }))).value['unitNumber']).to.equal(1);
    });

    it('replaces an item whole: what is not given is cleared', async () => {
      await gift(sample('a', { name: 'name', rate: decimal('1.5'), size: { height: decimal('2') } }));
      const replaced = within(database, agreement, Sample, (samples) =>
        samples.replace('A', { open: true, tags: ['t'], parts: [] }),
      );

      const { value } = await gift(replaced);

      expect(value).to.deep.equal({ code: 'a', open: true, tags: ['t'], parts: [] });
      expect(await found('a')).to.deep.equal(value);
    });

    it('raises the version with every change, and never gives a new item an old version', async () => {
      const first = await gift(sample('a'));
      const second = await gift(
        within(database, agreement, Sample, (samples) => samples.replace('a', first.value)),
      );
      await gift(within(database, agreement, Sample, (samples) => samples.remove('a')));
      const third = await gift(sample('a'));

      expect(second.version).to.be.greaterThan(first.version);
      expect(third.version).to.be.greaterThan(second.version);
    });

    it('changes and removes only the version that is named', async () => {
      const { value, version } = await gift(sample('a'));
      const changed = { kind: 'ChangedSince', resource: 'samples', key: 'a' };
      const replace = (at: number) =>
        within(database, agreement, Sample, (all) => all.replace('a', value, at));
      const remove = (at: number) => within(database, agreement, Sample, (all) => all.remove('a', at));

      expect(await refusal(replace(version + 1))).to.deep.equal(changed);
      expect(await refusal(remove(version - 1))).to.deep.equal(changed);
      const replaced = await gift(replace(version));
      await gift(remove(replaced.version));
      expect(await found('a')).to.equal(undefined);
    });

    it('holds an item for who changes it by what it was, so that many do so one after the other', async () => {
      await gift(sample('a', { count: 0 }));
      let decisions = 0;
      const countUp = () =>
        within(database, agreement, Sample, (all) => async () => {
          decisions += 1;
          const { value } = defined(await all.hold('A'));
          expect(await all.find('a')).to.deep.include({ value });
          return all.replace('a', { ...value, count: Number(value['count'] ?? 0) + 1 })();
        });

      await Promise.all(Array.from({ length: 8 }, () => gift(countUp())));

      expect((await found('a'))?.count).to.equal(8);
      expect(decisions, 'none decides in vain').to.equal(8);
      await gift(within(database, agreement, Sample, (all) => TE.fromTask(() => all.hold('b'))));
    });

    it('loses no change of those who have found an item, not held, and write what they made of it', async () => {
      await gift(sample('a', { count: 0 }));
      const countUp = () =>
        within(database, agreement, Sample, (all) => async () => {
          const { value } = defined(await all.find('a'));
          return all.replace('a', { ...value, count: Number(value['count'] ?? 0) + 1 })();
        });

      await Promise.all(Array.from({ length: 4 }, () => insistently(() => gift(countUp()))));

      expect((await found('a'))?.count).to.equal(4);
    });

    it('finds what is held as the unit of work has left it', async () => {
      await gift(create(Unit, { unitNumber: 1, name: 'kg' }));
      await gift(sample('a', { unit: { unitNumber: 1 } }));

      const refused = within(database, agreement, Sample, (all) => async () => {
        const { value } = defined(await all.hold('a'));
        await gift(all.replace('a', { ...value, name: 'b' }));
        const { value: second } = defined(await all.hold('a'));
        expect(second['name']).to.equal('b');
        await gift(sampleOwnedBy('a', all));
        return all.remove('a')();
      });

      expect(await refusal(refused)).to.deep.include({ kind: 'ThingInUse', key: 'a' });
    });

    it('replaces and removes nothing that is not there', async () => {
      const missing = { kind: 'NotFound', resource: 'samples', key: 'a' };

      expect(
        await refusal(
          within(database, agreement, Sample, (all) => all.replace('a', { open: true, tags: [], parts: [] })),
        ),
      ).to.deep.equal(missing);
      expect(await refusal(within(database, agreement, Sample, (all) => all.remove('a')))).to.deep.equal(
        missing,
      );
    });

    it('refuses a reference to a thing that is not there, by its place', async () => {
      await gift(create(Unit, { unitNumber: 1, name: 'a' }));
      const parts = [1, 2].map((unitNumber) => ({ unit: { unitNumber }, share: decimal('50') }));

      expect(await refusal(sample('a', { unit: { unitNumber: 3 } }))).to.deep.equal({
        kind: 'ReferenceMissing',
        property: 'unit',
        resource: 'units',
        key: 3,
      });
      expect(await refusal(sample('a', { parts }))).to.deep.include({ property: 'parts[1].unit', key: 2 });
      expect(await refusal(sample('a', { owner: { code: 'nobody' } }))).to.deep.include({
        property: 'owner',
      });
      expect(await found('a')).to.equal(undefined);
    });

    it('refuses a reference to what a fixed list does not hold', async () => {
      const missing = { kind: 'ReferenceMissing', property: 'currency', resource: 'currencies', key: 'XYZ' };

      expect(await refusal(sample('a', { currency: { code: 'XYZ' } }))).to.deep.equal(missing);
      await gift(sample('a', { currency: { code: 'EUR' } }));
    });

    const BY_SAMPLE = [{ resource: 'samples', keys: ['a'] }];

    it('removes nothing that others refer to, and anything that they no longer refer to', async () => {
      await gift(create(Unit, { unitNumber: 1, name: 'a' }));
      await gift(create(Unit, { unitNumber: 2, name: 'b' }));
      await gift(
        sample('a', { unit: { unitNumber: 1 }, parts: [{ unit: { unitNumber: 1 }, share: decimal('1') }] }),
      );
      const remove = (number: number) => within(database, agreement, Unit, (units) => units.remove(number));
      const refer = (unitNumber: number) =>
        within(database, agreement, Sample, (all) =>
          all.replace('a', { open: false, tags: [], parts: [], unit: { unitNumber } }),
        );

      expect(await refusal(remove(1))).to.deep.equal({
        kind: 'ThingInUse',
        resource: 'units',
        key: 1,
        usedBy: BY_SAMPLE,
      });
      await gift(refer(2));
      await gift(remove(1));
      expect(await refusal(refer(1))).to.deep.include({ kind: 'ReferenceMissing' });
      expect(await refusal(remove(2))).to.deep.include({ kind: 'ThingInUse' });
      await gift(within(database, agreement, Sample, (all) => all.remove('a')));
      await gift(remove(2));
    });

    it('replaces only what nobody refers to, where that is the condition', async () => {
      await gift(create(Unit, { unitNumber: 1, name: 'a' }));
      await gift(sample('a', { unit: { unitNumber: 1 } }));
      const rename = () =>
        within(database, agreement, Unit, (units) => units.replace(1, { name: 'c' }, undefined, 'unused'));

      expect(await refusal(rename())).to.deep.equal({
        kind: 'ThingInUse',
        resource: 'units',
        key: 1,
        usedBy: BY_SAMPLE,
      });
      await gift(within(database, agreement, Sample, (all) => all.remove('a')));
      expect((await gift(rename())).value).to.deep.equal({ unitNumber: 1, name: 'c' });
    });

    it('shows members of what is referred to, in tables and in fixed lists', async () => {
      for (const name of ['kg', 'm']) await gift(create(Unit, { name }));
      const stored: unknown[] = [];
      for (const [index, code] of ['EUR', 'DKK', 'EUR'].entries()) {
        const more = { unit: { unitNumber: 1 + (index % 2) }, currency: { code } };
        stored.push((await gift(sample(`s${index}`, more))).value);
      }

      expect(stored[0]).to.deep.include({
        unit: { unitNumber: 1, name: 'kg' },
        currency: { code: 'EUR', name: 'Euro' },
      });
      expect(await found('s0')).to.deep.equal(stored[0]);
      const page = await reading(database, agreement, Sample).page({
        sort: sortBy('code'),
        pageSize: 5,
        skipPages: 0,
      });
      expect(saidBy(page.items)).to.deep.equal(stored);
    });

    it('keeps agreements apart', async () => {
      await gift(sample('mine', { name: 'canary' }));
      const other = agreement + 1000;
      const theirs = reading(database, other, Sample);

      expect(await theirs.find('mine')).to.equal(undefined);
      expect(await theirs.page({ sort: sortBy('code'), pageSize: 20, skipPages: 0 })).to.deep.include({
        items: [],
        results: 0,
        resultsWithoutFilter: 0,
      });
      expect(await refusal(within(database, other, Sample, (all) => all.remove('mine')))).to.deep.include({
        kind: 'NotFound',
      });
      const refer = within(database, other, Sample, (all) =>
        all.create({ code: 'b', open: false, tags: [], parts: [], owner: { code: 'mine' } }),
      );
      expect(await refusal(refer)).to.deep.include({ kind: 'ReferenceMissing' });
      await gift(
        within(database, other, Sample, (all) =>
          all.create({ code: 'mine', open: true, tags: [], parts: [] }),
        ),
      );
      expect(await found('mine')).to.deep.include({ name: 'canary' });
    });

    it('is not written outside a unit of work', async () => {
      let thrown: unknown;
      try {
        await reading(database, agreement, Sample).create({ code: 'a', open: false, tags: [], parts: [] })();
      } catch (error) {
        thrown = error;
      }

      expect(thrown).to.be.instanceOf(Error);
      expect(await found('a')).to.equal(undefined);
    });
  });
}
