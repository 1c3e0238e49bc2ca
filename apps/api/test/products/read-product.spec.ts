import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { aProduct } from './a-product.js';

for (const database of await databases()) {
  describe(`GET /products/:productNumber on ${database.name}`, () => {
    const running = runningService(database);
    const ours = running.client();
    const theirs = running.client({ filled: false });

    it('answers the product with what can be done to it (D1, D92)', async () => {
      const { body: made } = await ours.post('/products', aProduct());

      const { status, body } = await ours.get(made.self as string);

      expect(status).to.equal(200);
      const { metaData, ...rest } = body;
      expect(rest).to.deep.equal(made);
      expect(metaData.delete).to.include({ href: made.self, httpMethod: 'delete' });
      expect(metaData.replace).to.include({ href: made.self, httpMethod: 'put' });
      expect(Object.keys(body as object).at(-1)).to.equal('self');
    });

    it('finds it in any case of the number and the path, with a slash behind, and by the escapes of §4.1', async () => {
      for (const to of [
        '/products/LIC_6_12',
        '/Products/lic_6_12',
        '/PRODUCTS/Lic_6_12/',
        '/products/LIC%2F12',
      ]) {
        const { status, body } = await ours.get(to);

        expect(status, to).to.equal(200);
        expect(body.self).to.equal(`${running.service.base}/products/LIC_6_12`);
      }
    });

    it('takes slashes in a row for one, as a base address that ends with one makes them', async () => {
      const { base } = running.service;

      for (const to of ['//products/LIC_6_12', '/products//LIC_6_12', '//products/LIC_6_12//']) {
        expect((await ours.get(`${base}${to}`)).body.self, to).to.equal(`${base}/products/LIC_6_12`);
      }
      const refused = await running.service.ask(`${base}//products?pagesize=1`);
      expect(refused.status).to.equal(401);
      expect(refused.body.demoLink).to.equal(`${base}/products?demo=true&pagesize=1`);
      expect((await running.service.ask(`${base}//?demo=true`)).body.apiName).to.be.a('string');
    });

    it('does not take an escape for a slash of the path', async () => {
      expectRefusal(await ours.get('/products/LIC/12'), 404);
    });

    it('answers 404 with the number and where to look (D131)', async () => {
      const answer = await ours.get('/products/No_9_such');

      expectRefusal(answer, 404, 'E06000');
      expect(answer.body.message).to.contain('No such');
      expect(answer.body.developerHint).to.contain(`${running.service.base}/products`);
    });

    it('answers 404 for what no product can be called', async () => {
      for (const number of [
        'x'.repeat(26),
        'x'.repeat(3_000),
        '%00',
        '%0a',
        '%F0%9F%98%80'.repeat(30),
        '_',
        '__',
      ]) {
        expectRefusal(await ours.get(`/products/${number}`), 404, 'E06000');
      }
    });

    it('answers 400 for a number that cannot be decoded', async () => {
      for (const number of ['%', '%zz', '%E9', '%C3%28', '%ED%A0%80']) {
        expectRefusal(await ours.get(`/products/${number}`), 400);
      }
    });

    it('shows another agreement nothing: the same answer as for one that is nowhere (G27)', async () => {
      const foreign = await theirs.get('/products/1000');
      const nowhere = await theirs.get('/products/1000x');

      expectRefusal(foreign, 404, 'E06000');
      const stripped = ({ text }: { text: string }): string =>
        text.replace(/"log(Id|Time)":"[^"]*"/g, '').replaceAll('1000x', '1000');
      expect(stripped(foreign)).to.equal(stripped(nowhere));
    });

    it('is for Sales, SuperUser and the demo agreement', async () => {
      for (const [role, status] of [
        ['Sales', 200],
        ['BookKeeping', 403],
        ['ProjectEmployee', 403],
      ] as const) {
        const { tokens } = await ours.agreement.grant([role]);
        expect((await running.service.ask('/products/1000', { headers: tokens })).status, role).to.equal(
          status,
        );
      }
      expect((await running.service.ask('/products/1000?demo=true')).status).to.equal(200);
    });

    it('carries demo=true on every link when asked that way', async () => {
      const { text } = await running.service.ask('/products/1000?demo=true');

      const links = text.match(/http:[^"]+/g) ?? [];
      // Its unit, its group and itself: the demo agreement shows no action that writes.
      expect(links.length).to.be.greaterThan(2);
      for (const link of links) expect(link).to.match(/\?demo=true$/);
    });

    it('ignores parameters that mean nothing here', async () => {
      const { status, body } = await ours.get('/products/1000?colour=red&filter=x&sort=y&pagesize=z');

      expect(status).to.equal(200);
      expect(body.self).to.equal(`${running.service.base}/products/1000`);
    });
  });
}
