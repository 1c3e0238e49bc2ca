import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';

/** §2.4, §4.2, D175 to D178: the five endpoints of the layers themselves. */
for (const database of await databases()) {
  describe(`alias layers on ${database.name}`, () => {
    const running = runningService(database);
    const ours = running.client();
    const theirs = running.client();
    const large = running.client();
    const layerAt = async (body: unknown = { name: 'Layer' }): Promise<string> => {
      const { status, text, body: made } = await ours.post('/alias-layers', body);
      expect(status, text).to.equal(201);
      return made.self as string;
    };
    const aliasesOf = async (to: string): Promise<readonly string[]> =>
      ((await ours.get(to)).body.productAliases as readonly { productNumber: string }[]).map(
        ({ productNumber }) => productNumber,
      );

    it('are shown with all their aliases, however many the layers of a page have together', async () => {
      const numbers = Array.from({ length: 1_000 }, (_, index) => `M${1_000 + index}`);
      const products = numbers.map((productNumber) => ({
        productNumber,
        name: productNumber,
        productGroup: { productGroupNumber: 1 },
      }));
      const { status, text } = await large.post('/products', products);
      expect(status, text.slice(0, 500)).to.equal(201);
      const lengths = [1_000, 999, 1_000, 1, 1_000, 1_000];
      for (const length of lengths) {
        const productAliases = numbers.slice(0, length).map((productNumber) => ({ productNumber }));
        const made = await large.post('/alias-layers', { name: 'many', productAliases });
        expect(made.status, made.text.slice(0, 500)).to.equal(201);
      }

      const { body } = await large.get('/alias-layers?filter=name$eq:many');

      const shown = body.collection.map(
        ({ productAliases }: { productAliases: { productNumber: string }[] }) =>
          productAliases.map(({ productNumber }) => productNumber),
      );
      expect(shown).to.deep.equal(lengths.map((length) => numbers.slice(0, length)));
    });

    describe('POST /alias-layers', () => {
      it('answers 201 with the layer, its number and no aliases', async () => {
        const { status, headers, body, text } = await ours.post('/alias-layers/', { name: 'Customer 7' });

        expect(status, text).to.equal(201);
        expect(body.aliasLayerNumber).to.be.a('number');
        const self = `${running.service.base}/alias-layers/${body.aliasLayerNumber}`;
        expect(body).to.deep.equal({
          aliasLayerNumber: body.aliasLayerNumber,
          name: 'Customer 7',
          productAliases: [],
          self,
        });
        expect(headers.get('location')).to.equal(self);
      });

      it('makes the number itself, whatever is sent', async () => {
        const { body } = await ours.post('/alias-layers', { name: 'x', aliasLayerNumber: 4711 });

        expect(body.aliasLayerNumber).not.to.equal(4711);
        expectRefusal(await ours.get('/alias-layers/4711'), 404, 'E06000');
      });

      it('keeps aliases with or without names, in the order of their products', async () => {
        const to = await layerAt({
          name: 'full',
          productAliases: [
            { productNumber: '1001', nameAlias: 'Zweite', descriptionAlias: 'zwei\nZeilen' },
            { productNumber: '1000', nameAlias: 'Erste' },
            { productNumber: 'LIC/12' },
          ],
        });

        const { body } = await ours.get(to);

        expect(body.productAliases).to.deep.equal([
          { productNumber: '1000', nameAlias: 'Erste' },
          { productNumber: '1001', nameAlias: 'Zweite', descriptionAlias: 'zwei\nZeilen' },
          { productNumber: 'LIC/12' },
        ]);
      });

      const REFUSED: readonly (readonly [string, string, string, unknown])[] = [
        ['no name', 'E00500', 'name', {}],
        ['an empty name', 'E00500', 'name', { name: '' }],
        ['a name of 251 letters', 'E00500', 'name', { name: 'x'.repeat(251) }],
        [
          'aliases that are no list',
          'E00500',
          'productAliases',
          { name: 'x', productAliases: { productNumber: '1000' } },
        ],
        [
          'an alias without a product',
          'E00500',
          'productAliases[0].productNumber',
          { name: 'x', productAliases: [{ nameAlias: 'x' }] },
        ],
        [
          'an alias that is no object',
          'E00500',
          'productAliases[1]',
          { name: 'x', productAliases: [{ productNumber: '1000' }, 7] },
        ],
        [
          'a nameAlias of 301 letters',
          'E00500',
          'productAliases[0].nameAlias',
          { name: 'x', productAliases: [{ productNumber: '1000', nameAlias: 'x'.repeat(301) }] },
        ],
        [
          'a descriptionAlias of 501 letters',
          'E00500',
          'productAliases[0].descriptionAlias',
          { name: 'x', productAliases: [{ productNumber: '1000', descriptionAlias: 'x'.repeat(501) }] },
        ],
        [
          'an unknown product',
          'E06000',
          'productAliases[1].productNumber',
          { name: 'x', productAliases: [{ productNumber: '1000' }, { productNumber: 'none' }] },
        ],
      ];
      for (const [what, errorCode, property, body] of REFUSED) {
        it(`is refused with ${what}, naming ${property}, and stores nothing`, async () => {
          const count = async (): Promise<unknown> =>
            (await ours.get('/alias-layers')).body.pagination.results;
          const before = await count();

          const answer = await ours.post('/alias-layers', body);

          expectRefusal(answer, 400, errorCode);
          const { propertyName, missing } = answer.body.errors[0].additionalData;
          expect(propertyName ?? missing[0]).to.equal(property);
          expect(await count()).to.equal(before);
        });
      }

      it('is refused with one product twice, however it is spelled, naming the second (E10210)', async () => {
        const twice = (first: string, second: string): unknown => ({
          name: 'x',
          productAliases: [{ productNumber: first }, { productNumber: second }],
        });

        for (const body of [twice('1000', '1000'), twice('S-100', 's-100')]) {
          const answer = await ours.post('/alias-layers', body);
          expectRefusal(answer, 400, 'E10210');
          expect(answer.body.errors[0].additionalData.propertyName).to.equal(
            'productAliases[1].productNumber',
          );
        }
      });
    });

    describe('GET', () => {
      it('lists the layers with their aliases, and reads one with what can be done', async () => {
        const to = await layerAt({ name: 'shown', productAliases: [{ productNumber: '1000' }] });

        const one = await ours.get(to);
        const { body } = await ours.get('/alias-layers?filter=name$eq:SHOWN');

        const { metaData, ...layer } = one.body;
        expect(body.collection).to.deep.equal([layer]);
        expect(metaData.replace).to.include({ href: to, httpMethod: 'put' });
        expect(metaData, 'it has product aliases').not.to.have.property('delete');
        expect(metaData.createProductAlias).to.include({ href: `${to}/product-aliases`, httpMethod: 'post' });
        expect(metaData.findProductAlias.href).to.equal(`${to}/product-aliases/{productNumber}`);
      });

      it('answers 404 for another, a foreign, and an impossible number', async () => {
        const foreign = await theirs.post('/alias-layers', { name: 'theirs' });

        for (const to of [
          '/alias-layers/99999',
          '/alias-layers/x',
          '/alias-layers/0',
          '/alias-layers/-1',
          '/alias-layers/1.0',
        ]) {
          expectRefusal(await ours.get(to), 404, 'E06000');
        }
        const own = await ours.get(foreign.body.self as string);
        if (own.status === 200) expect(own.body.name).not.to.equal('theirs');
      });
    });

    describe('PUT', () => {
      it('replaces name and aliases whole', async () => {
        const to = await layerAt({
          name: 'a',
          productAliases: [{ productNumber: '1000', nameAlias: 'x' }, { productNumber: '1001' }],
        });

        const put = await ours.put(to, {
          name: 'b',
          productAliases: [{ productNumber: '1001', nameAlias: 'y' }, { productNumber: '1002' }],
        });

        expect(put.status, put.text).to.equal(200);
        expect(put.body).to.include({ name: 'b' });
        expect(put.body.productAliases).to.deep.equal([
          { productNumber: '1001', nameAlias: 'y' },
          { productNumber: '1002' },
        ]);
        const { metaData: _, ...read } = (await ours.get(to)).body;
        expect(read).to.deep.equal(put.body);
      });

      it('without aliases empties the list (D178)', async () => {
        const to = await layerAt({ name: 'a', productAliases: [{ productNumber: '1000' }] });

        const put = await ours.put(to, { name: 'a' });

        expect(put.body.productAliases).to.deep.equal([]);
        expectRefusal(await ours.get(`${to}/product-aliases/1000`), 404, 'E06000');
      });

      it('with an unknown product, or one twice, changes nothing', async () => {
        const to = await layerAt({ name: 'a', productAliases: [{ productNumber: '1000' }] });

        const unknown = await ours.put(to, {
          name: 'b',
          productAliases: [{ productNumber: '1001' }, { productNumber: 'none' }],
        });
        const twice = await ours.put(to, {
          name: 'b',
          productAliases: [{ productNumber: '1001' }, { productNumber: '1001' }],
        });

        expectRefusal(unknown, 400, 'E06000');
        expect(unknown.body.errors[0].additionalData.propertyName).to.equal(
          'productAliases[1].productNumber',
        );
        expectRefusal(twice, 400, 'E10210');
        expect(twice.body.errors[0].additionalData.propertyName).to.equal('productAliases[1].productNumber');
        expect((await ours.get(to)).body.name).to.equal('a');
        expect(await aliasesOf(to)).to.deep.equal(['1000']);
      });

      it('of a missing layer is 404: the service makes the number (amendment 36)', async () => {
        expectRefusal(await ours.put('/alias-layers/99999', { name: 'x' }), 404, 'E06000');
      });

      it('of another number in the body is refused, of its own is fine (D128)', async () => {
        const to = await layerAt();
        const { body } = await ours.get(to);

        expectRefusal(await ours.put(to, { name: 'x', aliasLayerNumber: 77_777 }), 400, 'E10650');
        expect((await ours.put(to, { ...body, name: 'x' })).status).to.equal(200);
      });
    });

    describe('DELETE', () => {
      it('is refused while the layer has aliases, telling how many (E10030)', async () => {
        const to = await layerAt({
          name: 'a',
          productAliases: [{ productNumber: '1000' }, { productNumber: '1001' }],
        });

        const refused = await ours.remove(to);

        expectRefusal(refused, 400, 'E10030');
        expect(refused.body.message).to.contain('2');
        const { usedBy } = refused.body.additionalData;
        expect(usedBy).to.have.lengthOf(2);
        for (const { key, self } of usedBy)
          expect((await ours.get(self)).body.productNumber, self).to.equal(key);
        const product = await ours.remove('/products/1001');
        expectRefusal(product, 400, 'E10150');
        expect(product.body.additionalData.usedBy).to.deep.include({
          resource: 'product-aliases',
          key: '1001',
          self: usedBy[1].self,
        });
        expect(await aliasesOf(to)).to.deep.equal(['1000', '1001']);
      });

      it('goes through once they are gone, one by one or by PUT', async () => {
        const byOne = await layerAt({ name: 'a', productAliases: [{ productNumber: '1000' }] });
        const byPut = await layerAt({ name: 'a', productAliases: [{ productNumber: '1000' }] });

        await ours.remove(`${byOne}/product-aliases/1000`);
        await ours.put(byPut, { name: 'a' });

        for (const to of [byOne, byPut]) {
          expect((await ours.remove(to)).status).to.equal(204);
          expectRefusal(await ours.get(to), 404, 'E06000');
          expectRefusal(await ours.get(`${to}/product-aliases`), 404, 'E06000');
          expectRefusal(await ours.remove(to), 404, 'E06000');
        }
      });
    });

    it('405 for PUT on the collection and POST on a layer, with what is allowed', async () => {
      const put = await ours.put('/alias-layers', { name: 'x' });
      const post = await ours.post('/alias-layers/1', { name: 'x' });

      expectRefusal(put, 405);
      expect(put.headers.get('allow')).to.equal('GET, HEAD, POST');
      expectRefusal(post, 405);
      expect(post.headers.get('allow')).to.equal('GET, HEAD, PUT, DELETE');
    });
  });
}
