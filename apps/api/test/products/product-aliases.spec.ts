import { expect } from 'chai';
import { asked } from '@kontor/conformance';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { aProduct } from './a-product.js';

/** §2.4, §4.2: other names of products, within a layer. */
for (const database of await databases()) {
  describe(`product aliases on ${database.name}`, () => {
    const running = runningService(database);
    const ours = running.client();
    const theirs = running.client();
    let layer = '';
    let aliases = '';

    beforeEach(async () => {
      layer = (await ours.post('/alias-layers', { name: 'Layer' })).body.self as string;
      aliases = `${layer}/product-aliases`;
    });

    const numbers = async (): Promise<readonly string[]> => {
      const { body } = await ours.get(aliases);
      const shown = (await ours.get(layer)).body.productAliases as readonly { productNumber: string }[];
      const listed = body.collection as readonly { productNumber: string }[];
      expect(shown.map(({ productNumber }) => productNumber)).to.deep.equal(
        listed.map(({ productNumber }) => productNumber),
      );
      expect(body.pagination.results).to.equal(listed.length);
      return listed.map(({ productNumber }) => productNumber);
    };

    describe('POST', () => {
      it('of one answers 201 with it, and where it is', async () => {
        const alias = { productNumber: 'LIC/12', nameAlias: 'Lizenz', descriptionAlias: 'für\n12 Monate' };

        const { status, headers, body, text } = await ours.post(`${aliases}/`, alias);

        expect(status, text).to.equal(201);
        expect(body).to.deep.equal({ ...alias, self: `${aliases}/LIC_6_12` });
        expect(headers.get('location')).to.equal(body.self);
        expect(await numbers()).to.deep.equal(['LIC/12']);
      });

      it('of a list answers 201 with the list, and the collection as Location (D177)', async () => {
        const { status, headers, body, text } = await ours.post(aliases, [
          { productNumber: '1001', nameAlias: 'b' },
          { productNumber: '1000', nameAlias: 'a' },
        ]);

        expect(status, text).to.equal(201);
        expect(body).to.deep.equal([
          { productNumber: '1001', nameAlias: 'b', self: `${aliases}/1001` },
          { productNumber: '1000', nameAlias: 'a', self: `${aliases}/1000` },
        ]);
        expect(headers.get('location')).to.equal(aliases);
        expect(headers.get('etag')).to.equal(null);
        expect(await numbers()).to.deep.equal(['1000', '1001']);
      });

      it('of an empty list is refused: a list has 1 to 1,000 items', async () => {
        const before = await numbers();

        expectRefusal(await ours.post(aliases, []), 400, 'E00500');

        expect(await numbers()).to.deep.equal(before);
      });

      describe('of a list is all or nothing (D175):', () => {
        const LISTS: readonly (readonly [string, string, string | undefined, readonly unknown[]])[] = [
          [
            'an unknown product',
            'E06000',
            '[1].productNumber',
            [{ productNumber: '1000' }, { productNumber: 'none' }, { productNumber: '1001' }],
          ],
          [
            'one product twice, however it is spelled',
            'E10210',
            '[2].productNumber',
            [{ productNumber: 'S-100' }, { productNumber: '1001' }, { productNumber: 's-100' }],
          ],
          [
            'a product that is in the layer',
            'E06010',
            undefined,
            [{ productNumber: '1001' }, { productNumber: '1002' }],
          ],
          [
            'an alias without a product',
            'E00500',
            '[1].productNumber',
            [{ productNumber: '1000' }, { nameAlias: 'x' }],
          ],
          ['something that is no alias', 'E00500', '[0]', [7, { productNumber: '1000' }]],
          ['null', 'E00500', '[0]', [null]],
          ['a list', 'E00500', '[0]', [[{ productNumber: '1000' }]]],
          [
            'a name that is too long',
            'E00500',
            '[1].nameAlias',
            [{ productNumber: '1000' }, { productNumber: '1001', nameAlias: 'x'.repeat(301) }],
          ],
        ];
        for (const [what, errorCode, property, list] of LISTS) {
          it(what, async () => {
            await ours.post(aliases, { productNumber: '1002' });

            const answer = await ours.post(aliases, list);

            expectRefusal(answer, 400, errorCode);
            if (property !== undefined) {
              const { propertyName, missing } = answer.body.errors[0].additionalData;
              expect(propertyName ?? missing[0]).to.equal(property);
            }
            expect(await numbers()).to.deep.equal(['1002']);
          });
        }
      });

      it('of a product that the layer has is refused, however it is spelled', async () => {
        await ours.post(aliases, { productNumber: 'S-100' });

        expectRefusal(await ours.post(aliases, { productNumber: 'S-100' }), 400, 'E06010');
        expectRefusal(await ours.post(aliases, { productNumber: 's-100' }), 400, 'E06010');
      });

      it('of an unknown product is refused, naming it (E06000)', async () => {
        const answer = await ours.post(aliases, { productNumber: 'none' });

        expectRefusal(answer, 400, 'E06000');
        expect(answer.body.errors[0].additionalData.propertyName).to.equal('productNumber');
      });

      it('into a layer that is not there is 404', async () => {
        expectRefusal(
          await ours.post('/alias-layers/99999/product-aliases', { productNumber: '1000' }),
          404,
          'E06000',
        );
        expectRefusal(
          await ours.post('/alias-layers/x/product-aliases', { productNumber: '1000' }),
          404,
          'E06000',
        );
      });

      it('of a product of another agreement is refused', async () => {
        await theirs.post('/products', aProduct({ productNumber: 'theirs' }));

        expectRefusal(await ours.post(aliases, { productNumber: 'theirs' }), 400, 'E06000');
      });
    });

    describe('GET', () => {
      it('finds one by its product, route-escaped, in any case', async () => {
        await ours.post(aliases, { productNumber: 'LIC/12', nameAlias: 'x' });

        for (const to of [`${aliases}/LIC_6_12`, `${aliases}/lic_6_12/`]) {
          const { status, body } = await ours.get(to);
          expect(status, to).to.equal(200);
          expect(body).to.include({ productNumber: 'LIC/12', nameAlias: 'x', self: `${aliases}/LIC_6_12` });
        }
      });

      it('answers 404 for one of another layer or none', async () => {
        const second = (await ours.post('/alias-layers', { name: 'second' })).body.self as string;
        await ours.post(`${second}/product-aliases`, { productNumber: '1000' });

        expectRefusal(await ours.get(`${aliases}/1000`), 404, 'E06000');
        for (const to of ['/alias-layers/99999/product-aliases/1000', '/alias-layers/x/product-aliases']) {
          const answer = await ours.get(to);
          expectRefusal(answer, 404, 'E06000');
          expect(answer.body.message).to.match(/^There is no (99999|x) in alias-layers\.$/);
          expect(answer.body.developerHint).to.equal(
            `See what is there: ${running.service.base}/alias-layers`,
          );
        }
      });
    });

    describe('PUT', () => {
      it('replaces an alias whole', async () => {
        await ours.post(aliases, { productNumber: '1000', nameAlias: 'x', descriptionAlias: 'y' });

        const put = await ours.put(`${aliases}/1000`, { nameAlias: 'z' });

        expect(put.status, put.text).to.equal(200);
        expect(put.body).to.deep.equal({ productNumber: '1000', nameAlias: 'z', self: `${aliases}/1000` });
      });

      it('makes one that is missing: 201 (amendment 36)', async () => {
        const put = await ours.put(`${aliases}/LIC_6_12`, { nameAlias: 'x' });

        expect(put.status, put.text).to.equal(201);
        expect(put.headers.get('location')).to.equal(`${aliases}/LIC_6_12`);
        expect(await numbers()).to.deep.equal(['LIC/12']);
      });

      it('of a product that is not there is refused (E06000), and of a layer that is not there 404', async () => {
        const answer = await ours.put(`${aliases}/none`, { nameAlias: 'x' });

        expectRefusal(answer, 400, 'E06000');
        expect(answer.body.errors[0].additionalData.propertyName).to.equal('productNumber');
        expectRefusal(await ours.put('/alias-layers/99999/product-aliases/1000', {}), 404, 'E06000');
      });

      it('of another product in the body is refused (D128)', async () => {
        const answer = await ours.put(`${aliases}/1000`, { productNumber: '1001' });

        expectRefusal(answer, 400, 'E10650');
        expect(answer.body.errors[0].additionalData.propertyName).to.equal('productNumber');
      });

      it('does not take a list', async () => {
        expectRefusal(await ours.put(`${aliases}/1000`, [{ nameAlias: 'x' }]), 400, 'E00500');
      });
    });

    describe('DELETE', () => {
      it('answers 204, then 404, and the product can be removed again', async () => {
        const { body } = await ours.post('/products', aProduct());
        const { body: alias } = await ours.post(aliases, { productNumber: body.productNumber as string });

        expectRefusal(await ours.remove(body.self as string), 400, 'E10150');
        expect((await ours.remove(alias.self as string)).status).to.equal(204);
        expectRefusal(await ours.remove(alias.self as string), 404, 'E06000');
        expect(await numbers()).to.deep.equal([]);
        expect((await ours.remove(body.self as string)).status).to.equal(204);
      });

      it('of a layer that is not there is 404', async () => {
        expectRefusal(await ours.remove('/alias-layers/99999/product-aliases/1000'), 404, 'E06000');
      });
    });

    /** Gives the layer aliases until it has so many, by statements: as many requests would take long. */
    const fill = async (count: number): Promise<void> => {
      const { databaseUrl } = running.service;
      await ours.post(aliases, { productNumber: '1000' });
      const own = `\`agreement_number\` = ${ours.agreement.agreementNumber}`;
      const layerNumber = layer.split('/').at(-1);
      const within = `${own} AND \`alias_layer_number\` = ${layerNumber}`;
      const [row] = await asked(databaseUrl, `SELECT * FROM \`product_alias\` WHERE ${within}`);
      const columns = Object.keys(row ?? {}).map((column) => `\`${column}\``);
      const values = Array.from({ length: count - 1 }, (_, index) => {
        const own = {
          product_number: `'z${index}'`,
          product_number_folded: `'z${index}'`,
          name_alias: 'NULL',
        };
        const copied = { ...row, description_alias: 'NULL', ...own };
        return `(${Object.values(copied).join(', ')})`;
      });
      await asked(
        databaseUrl,
        `INSERT INTO \`product_alias\` (${columns.join(', ')}) VALUES ${values.join(', ')}`,
      );
      await asked(databaseUrl, `UPDATE \`alias_layer\` SET \`uses\` = ${count} WHERE ${within}`);
      await asked(
        databaseUrl,
        `UPDATE \`collection_state\` SET \`items\` = ${count}, \`version\` = \`version\` + 1 ` +
          `WHERE ${own} AND \`collection\` = 'product-aliases/${layerNumber}'`,
      );
    };

    it('are at most 1,000 in a layer, however they come (E10400)', async () => {
      await fill(998);

      const list = ['1001', '1002', 'S-100'].map((productNumber) => ({ productNumber }));
      const tooMany = await ours.post(aliases, list);
      expectRefusal(tooMany, 400, 'E10400');
      expect(tooMany.body.message).to.equal('An alias layer has at most 1,000 product aliases.');
      expect((await ours.get(`${aliases}?pagesize=1`)).body.pagination.results).to.equal(998);

      const answers = await Promise.all(list.map((alias) => ours.post(aliases, alias)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 201, 400]);
      const refused = list[answers.findIndex(({ status }) => status === 400)]?.productNumber;
      expectRefusal(await ours.put(`${aliases}/${refused}`, { nameAlias: 'x' }), 400, 'E10400');
      const put = await ours.put(`${aliases}/1000`, { nameAlias: 'x' });
      expect(put.status, put.text).to.equal(200);

      const shown = await ours.get(layer);
      expect(shown.status, shown.text.slice(0, 500)).to.equal(200);
      expect(shown.body.productAliases).to.have.length(1_000);
      expectRefusal(await ours.remove(layer), 400, 'E10030');

      const { name, productAliases } = shown.body;
      const back = await ours.put(layer, { name, productAliases: productAliases.slice(0, 3) });
      expect(back.status, back.text.slice(0, 500)).to.equal(200);
      await ours.put(layer, { name: 'Layer', productAliases: [] });
      expect((await ours.remove(layer)).status).to.equal(204);
    });

    it('are not seen, changed or removed by another agreement (G27)', async () => {
      const { body } = await ours.post(aliases, { productNumber: '1000', nameAlias: 'secret' });

      for (const answer of [
        await theirs.get(body.self as string),
        await theirs.put(body.self as string, { nameAlias: 'x' }),
        await theirs.remove(body.self as string),
        await theirs.post(aliases, { productNumber: '1001' }),
      ]) {
        expect(answer.text).not.to.contain('secret');
      }
      expect((await ours.get(body.self as string)).body.nameAlias).to.equal('secret');
    });
  });
}
