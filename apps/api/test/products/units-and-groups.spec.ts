import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { aProduct } from './a-product.js';

/** What products refer to: numbers are made by the service or chosen, and what is in use stays (E10150). */
for (const database of await databases()) {
  for (const { collection, key, member } of [
    { collection: 'units', key: 'unitNumber', member: 'unit' },
    { collection: 'product-groups', key: 'productGroupNumber', member: 'productGroup' },
  ] as const) {
    describe(`${collection} on ${database.name}`, () => {
      const running = runningService(database);
      const ours = running.client();
      const theirs = running.client({ filled: false });
      const make = async (body: Record<string, unknown> = {}): Promise<{ self: string; number: number }> => {
        const { status, text, body: made } = await ours.post(`/${collection}`, { name: 'x', ...body });
        expect(status, text).to.equal(201);
        return { self: made.self as string, number: made[key] as number };
      };

      it('gets the next number, or the one that is chosen', async () => {
        const first = await make();
        const chosen = await make({ [key]: first.number + 2 });
        const second = await make();
        const third = await make();

        expect(chosen.number).to.equal(first.number + 2);
        expect(second.number).to.equal(first.number + 1);
        expect(third.number).to.equal(first.number + 3);
      });

      it('counts numbers in each agreement by itself', async () => {
        const { body } = await theirs.post(`/${collection}`, { name: 'x' });

        expect(body[key]).to.equal(1);
      });

      it('is refused with a number that is taken (E06010) or impossible', async () => {
        const { number } = await make();

        expectRefusal(await ours.post(`/${collection}`, { name: 'x', [key]: number }), 400, 'E06010');
        for (const bad of [0, -1, 1.5, 1_000_000_000, 'one', null]) {
          expectRefusal(await ours.post(`/${collection}`, { name: 'x', [key]: bad }), 400, 'E00500');
        }
      });

      it('is not removed while a product refers to it (E10150), and is afterwards', async () => {
        const { self, number } = await make();
        const product = await ours.post('/products', aProduct({ [member]: { [key]: number } }));
        expect(product.status, product.text).to.equal(201);

        const refused = await ours.remove(self);
        await ours.put(product.body.self as string, { name: 'x', productGroup: { productGroupNumber: 1 } });
        const removed = await ours.remove(self);

        expectRefusal(refused, 400, 'E10150');
        expect(refused.body.message).to.contain(String(number));
        expect(removed.status, removed.text).to.equal(204);
      });

      it('counts each use: two products must both let go', async () => {
        const { self, number } = await make();
        const products = [];
        for (const _ of [1, 2])
          products.push(await ours.post('/products', aProduct({ [member]: { [key]: number } })));

        await ours.remove(products[0]!.body.self as string);
        expectRefusal(await ours.remove(self), 400, 'E10150');
        await ours.remove(products[1]!.body.self as string);
        expect((await ours.remove(self)).status).to.equal(204);
      });

      it('can be renamed while it is used, and stays used', async () => {
        const { self, number } = await make();
        await ours.post('/products', aProduct({ [member]: { [key]: number } }));

        const put = await ours.put(self, { name: 'renamed' });

        expect(put.status, put.text).to.equal(200);
        expectRefusal(await ours.remove(self), 400, 'E10150');
      });

      it('is used no more by a product that is put again with the same one', async () => {
        const { self, number } = await make();
        const { body } = await ours.post('/products', aProduct({ [member]: { [key]: number } }));
        for (const _ of [1, 2, 3]) {
          await ours.put(body.self as string, {
            name: 'x',
            productGroup: { productGroupNumber: 1 },
            [member]: { [key]: number },
          });
        }

        await ours.remove(body.self as string);

        expect((await ours.remove(self)).status).to.equal(204);
      });

      it('does not use a number again that a refused product named', async () => {
        const { self, number } = await make();

        expectRefusal(
          await ours.post('/products', aProduct({ productNumber: '1000', [member]: { [key]: number } })),
          400,
          'E06010',
        );

        expect((await ours.remove(self)).status).to.equal(204);
      });

      it('is not created by PUT (amendment 36)', async () => {
        expectRefusal(await ours.put(`/${collection}/88888`, { name: 'x' }), 404, 'E06000');
      });
    });
  }

  describe(`sales accounts of product groups on ${database.name}`, () => {
    const client = runningService(database).client();

    it('are one for each VAT zone: a second one is refused, naming it (E10210)', async () => {
      const sold = (vatZoneNumber: number) => ({
        salesAccount: { accountNumber: 1010 },
        vatZone: { vatZoneNumber },
      });
      const group = (...vatZones: readonly number[]) => ({
        name: 'x',
        salesAccountsList: vatZones.map(sold),
      });
      const made = await client.post('/product-groups', group(1, 2));
      expect(made.status, made.text).to.equal(201);

      for (const refused of [
        await client.post('/product-groups', group(1, 1)),
        await client.put(made.body.self as string, group(1, 1)),
      ]) {
        expectRefusal(refused, 400, 'E10210');
        expect(refused.body.errors[0].additionalData.propertyName).to.equal('salesAccountsList[1].vatZone');
      }
      expect((await client.get(made.body.self as string)).body.salesAccountsList).to.have.length(2);
    });
  });
}
