import { expect } from 'chai';
import type { AnyValue } from '@kontor/kernel';
import { AliasLayer, Product, ProductAlias, ProductGroup } from '@kontor/products';
import {
  type DatabaseUnderTest,
  gift,
  type OpenDatabase,
  reading,
  refusal,
  saidBy,
  sortBy,
  within,
} from './opened.js';

/** Layers and their aliases: two resources, one thing (§2.4). */
export function aliasLayerConformance(open: OpenDatabase): void {
  describe('an alias layer', () => {
    let database: DatabaseUnderTest;
    let agreement = 10;
    before(async () => {
      database = await open();
    });
    after(() => database.close());
    beforeEach(async () => {
      agreement += 1;
      await gift(
        within(database, agreement, ProductGroup, (all) =>
          all.create({ name: 'g', inventoryEnabled: false }),
        ),
      );
      for (const productNumber of ['P1', 'P2', 'P3']) {
        const product = {
          productNumber,
          name: 'p',
          barred: false,
          tags: [],
          productGroup: { productGroupNumber: 1 },
        };
        await gift(
          within(database, agreement, Product, (all) =>
            all.create({ ...product, lastUpdated: '2026-11-20T07:00:00Z' }),
          ),
        );
      }
    });

    const create = (productAliases: readonly AnyValue[], name = 'layer') =>
      within(database, agreement, AliasLayer, (all) => all.create({ name, productAliases }));
    const replace = (number: number, productAliases: readonly AnyValue[], version?: number) =>
      within(database, agreement, AliasLayer, (all) =>
        all.replace(number, { name: 'layer', productAliases }, version),
      );
    const layer = (number: number) => reading(database, agreement, AliasLayer).find(number);
    const aliases = (number: number) => reading(database, agreement, ProductAlias, number);
    const all = { sort: sortBy('productNumber'), pageSize: 20, skipPages: 0 };
    const inLayer = <F, A>(number: number, work: Parameters<typeof within<F, A>>[3]) =>
      within(database, agreement, ProductAlias, work, number);
    const two = [
      { productNumber: 'P2', nameAlias: 'Zwei', descriptionAlias: 'das zweite' },
      { productNumber: 'P1', nameAlias: 'Eins' },
    ];

    it('is shown with its aliases, alone and on a page', async () => {
      const first = await gift(create(two));
      const second = await gift(create([]));

      expect(first.value).to.deep.equal({
        aliasLayerNumber: 1,
        name: 'layer',
        productAliases: [two[1], two[0]],
      });
      expect((await layer(1))?.value).to.deep.equal(first.value);
      const page = await reading(database, agreement, AliasLayer).page({
        ...all,
        sort: sortBy('aliasLayerNumber'),
      });
      expect(saidBy(page.items)).to.deep.equal([first.value, second.value]);
    });

    it('has its aliases as items of their own', async () => {
      await gift(create(two));

      expect((await aliases(1).find('p2'))?.value).to.deep.equal(two[0]);
      expect(saidBy(await aliases(1).page(all))).to.deep.include({
        items: [two[1], two[0]],
        results: 2,
        resultsWithoutFilter: 2,
      });
      expect(await aliases(2).page(all)).to.deep.include({ items: [], results: 0 });
      expect(await aliases(2).find('P1')).to.equal(undefined);
    });

    it('refuses the same product twice, and a product that is not there', async () => {
      const twice = [{ productNumber: 'P1' }, { productNumber: 'p1' }];
      const missing = [{ productNumber: 'P1' }, { productNumber: 'P9' }];

      expect(await refusal(create(twice))).to.deep.equal({
        kind: 'KeyExists',
        resource: 'product-aliases',
        key: 'p1',
      });
      expect(await refusal(create(missing))).to.deep.equal({
        kind: 'ReferenceMissing',
        property: 'productAliases[1].productNumber',
        resource: 'products',
        key: 'P9',
      });
      expect(await layer(1)).to.equal(undefined);
    });

    it('is replaced with its aliases, and only what differs is changed', async () => {
      const { version } = await gift(create(two));
      const before = await aliases(1).find('P1');
      const changed = [{ productNumber: 'P1', nameAlias: 'Eins' }, { productNumber: 'P3' }];

      const replaced = await gift(replace(1, changed, version));

      expect(replaced.value['productAliases']).to.deep.equal(changed);
      expect(replaced.version).to.be.greaterThan(version);
      expect(await aliases(1).find('P1')).to.deep.equal(before);
      expect(await aliases(1).find('P2')).to.equal(undefined);
      await gift(replace(1, [{ productNumber: 'P1', nameAlias: 'Une' }]));
      expect(await aliases(1).find('P1')).to.deep.equal({
        value: { productNumber: 'P1', nameAlias: 'Une' },
        version: (before?.version as number) + 1,
        uses: 0,
      });
      expect(await aliases(1).page(all)).to.deep.include({ results: 1, resultsWithoutFilter: 1 });
    });

    it('changes with every change of an alias', async () => {
      const { version } = await gift(create([]));
      const made = await gift(inLayer(1, (one) => one.create({ productNumber: 'P1' })));
      const afterCreate = await layer(1);
      await gift(inLayer(1, (one) => one.replace('p1', { nameAlias: 'x' }, made.version)));
      const afterReplace = await layer(1);
      await gift(inLayer(1, (one) => one.remove('P1')));
      const afterRemove = await layer(1);

      expect([afterCreate, afterReplace, afterRemove].map((one) => one?.version)).to.deep.equal([
        version + 1,
        version + 2,
        version + 3,
      ]);
      expect(afterReplace?.value['productAliases']).to.deep.equal([{ productNumber: 'P1', nameAlias: 'x' }]);
      expect(afterRemove?.value['productAliases']).to.deep.equal([]);
    });

    it('keeps its products from being removed', async () => {
      await gift(create([{ productNumber: 'p1' }]));
      const remove = (key: string) =>
        within(database, agreement, Product, (products) => products.remove(key));

      expect(await refusal(remove('P1'))).to.deep.include({ kind: 'ThingInUse' });
      await gift(remove('P2'));
      await gift(replace(1, [{ productNumber: 'P3' }]));
      await gift(remove('P1'));
      await gift(inLayer(1, (one) => one.remove('P3')));
      await gift(remove('P3'));
    });

    it('is never removed with aliases in it, also when one is just being added', async () => {
      for (let race = 1; race <= 30; race += 1) {
        const { value } = await gift(create([]));
        const number = value['aliasLayerNumber'] as number;
        const [added, removed] = await Promise.all([
          inLayer(number, (one) => one.create({ productNumber: 'P1' }))(),
          within(database, agreement, AliasLayer, (layers) => layers.remove(number))(),
        ]);

        expect(added._tag).not.to.equal(removed._tag);
        const found = await layer(number);
        expect(found === undefined).to.equal(removed._tag === 'Right');
        expect((await aliases(number).page(all)).results).to.equal(found === undefined ? 0 : 1);
      }
    });

    it('takes an alias only where it is', async () => {
      expect(await refusal(inLayer(7, (one) => one.create({ productNumber: 'P1' })))).to.deep.include({
        kind: 'NotFound',
        resource: 'alias-layers',
        key: 7,
      });
    });
  });
}
