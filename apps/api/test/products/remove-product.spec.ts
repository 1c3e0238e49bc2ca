import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { aProduct, freshNumber } from './a-product.js';

for (const database of await databases()) {
  describe(`DELETE /products/:productNumber on ${database.name}`, () => {
    const running = runningService(database);
    const ours = running.client();
    const theirs = running.client();

    it('answers 204 without a body; afterwards it is nowhere, and its number is free', async () => {
      const body = aProduct();
      const { body: made } = await ours.post('/products', body);

      const removed = await ours.remove(made.self as string);

      expect([removed.status, removed.text]).to.deep.equal([204, '']);
      expect(removed.headers.get('content-type')).to.equal(null);
      expectRefusal(await ours.get(made.self as string), 404, 'E06000');
      expectRefusal(await ours.remove(made.self as string), 404, 'E06000');
      const { body: listed } = await ours.get(`/products?filter=productNumber$eq:${body['productNumber']}`);
      expect(listed.collection).to.deep.equal([]);
      expect((await ours.post('/products', body)).status).to.equal(201);
    });

    it('finds the number in any case', async () => {
      await ours.post('/products', aProduct({ productNumber: 'Gone' }));

      expect((await ours.remove('/products/gONE')).status).to.equal(204);
    });

    it('is refused while an alias names the product (E10150)', async () => {
      const { body } = await ours.post('/products', aProduct());
      const alias = { productNumber: body.productNumber as string };
      const layer = await ours.post('/alias-layers', { name: 'x', productAliases: [alias] });

      const refused = await ours.remove(body.self as string);
      await ours.put(layer.body.self as string, { name: 'x' });
      const removed = await ours.remove(body.self as string);

      expectRefusal(refused, 400, 'E10150');
      expect(removed.status, removed.text).to.equal(204);
    });

    it('lets go of what the product named', async () => {
      const unit = await ours.post('/units', { name: 'free' });
      const { body } = await ours.post('/products', aProduct({ unit: { self: unit.body.self } }));

      expectRefusal(await ours.remove(unit.body.self as string), 400, 'E10150');
      await ours.remove(body.self as string);

      expect((await ours.remove(unit.body.self as string)).status).to.equal(204);
    });

    it('reaches no product of another agreement: the same answer as for one that is nowhere (G27)', async () => {
      const { body } = await ours.post('/products', aProduct());

      const foreign = await theirs.remove(body.self as string);
      const nowhere = await theirs.remove(`/products/${freshNumber()}`);

      expectRefusal(foreign, 404, 'E06000');
      expect(Object.keys(foreign.body as object)).to.deep.equal(Object.keys(nowhere.body as object));
      expect((await ours.get(body.self as string)).status).to.equal(200);
    });

    it('is for Sales and SuperUser, and not in the demo agreement', async () => {
      const { tokens } = await ours.agreement.grant(['BookKeeping']);

      expectRefusal(
        await running.service.ask('/products/1000', { method: 'DELETE', headers: tokens }),
        403,
        'E03000',
      );
      expectRefusal(
        await running.service.ask('/products/1000?demo=true', { method: 'DELETE' }),
        403,
        'E03010',
      );
    });
  });
}
