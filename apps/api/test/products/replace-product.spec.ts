import { expect } from 'chai';
import { isLeft } from 'fp-ts/lib/Either.js';
import { Product, productToStore } from '@kontor/products';
import type { Decimal } from '@kontor/kernel';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService, type Client } from '../support/running-service.js';
import { aProduct, freshNumber } from './a-product.js';

for (const database of await databases()) {
  describe(`PUT /products/:productNumber on ${database.name}`, () => {
    const running = runningService(database);
    const plain = running.client({ modules: ['dimension'] });
    const withInventory = running.client({ modules: ['inventory'] });
    const other = running.client();
    const GROUP = { productGroup: { productGroupNumber: 1 } };

    const made = async (by: Client, more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
      const { status, text, body } = await by.post('/products', aProduct(more));
      expect(status, text).to.equal(201);
      return body.self as string;
    };

    it('answers 200 with the whole product as it is read then, and its new tag', async () => {
      const to = await made(plain, { salesPrice: 1 });

      const put = await plain.put(to, { name: 'New', salesPrice: 2.5, ...GROUP });
      const { metaData: _, ...read } = (await plain.get(to)).body;

      expect(put.status, put.text).to.equal(200);
      expect(put.headers.get('location')).to.equal(null);
      expect(put.headers.get('etag')).to.equal((await plain.get(to)).headers.get('etag'));
      expect(put.body).to.deep.equal(read);
      expect(put.body).to.include({ name: 'New', salesPrice: 2.5 });
    });

    it('clears what is left out: it replaces the product whole (D101)', async () => {
      const to = await made(plain, {
        description: 'x',
        costPrice: 1,
        recommendedPrice: 1,
        recommendedCostPrice: 1,
        salesPrice: 1,
        barCode: 'x',
        barred: true,
        tags: ['x'],
        unit: { unitNumber: 1 },
        department: { departmentNumber: 1 },
      });

      const { body } = await plain.put(to, { name: 'bare', ...GROUP });

      expect(body).to.include({ name: 'bare', barred: false }).and.to.deep.include({ tags: [] });
      expect(Object.keys(body as object)).to.have.members([
        'productNumber',
        'name',
        'barred',
        'tags',
        'productGroup',
        'lastUpdated',
        'self',
      ]);
    });

    it('bars and unbars at any time (D25)', async () => {
      const to = await made(plain);

      const barred = await plain.put(to, { name: 'x', barred: true, ...GROUP });
      const unbarred = await plain.put(to, { name: 'x', barred: false, ...GROUP });

      expect([barred.body.barred, unbarred.body.barred]).to.deep.equal([true, false]);
    });

    it('changes a department for a distribution key, and back', async () => {
      const to = await made(plain, { department: { departmentNumber: 1 } });

      const shared = await plain.put(to, {
        name: 'x',
        ...GROUP,
        distributionKey: { distributionKeyNumber: 4 },
      });
      const one = await plain.put(to, { name: 'x', ...GROUP, department: { departmentNumber: 2 } });

      expect(shared.body).to.have.keys(
        'productNumber',
        'name',
        'barred',
        'tags',
        'productGroup',
        'lastUpdated',
        'self',
        'distributionKey',
        'departmentalDistribution',
      );
      expect(one.body.department.departmentNumber).to.equal(2);
      expect(one.body).not.to.have.any.keys('distributionKey', 'departmentalDistribution');
    });

    it('loses the distribution of a key that is taken away, which comes back as it was shown', async () => {
      const to = await made(plain, { distributionKey: { distributionKeyNumber: 4 } });
      const { distributionKey, ...rest } = (await plain.get(to)).body;
      expect(rest.departmentalDistribution.departmentalDistributionNumber).to.equal(4);

      const without = await plain.put(to, rest);

      expect(distributionKey.distributionKeyNumber).to.equal(4);
      expect(without.status, without.text).to.equal(200);
      expect(without.body).not.to.have.any.keys('distributionKey', 'departmentalDistribution');
    });

    it('keeps a departmental distribution that comes back as it was shown, and loses one left out', async () => {
      const departmentalDistribution = { departmentalDistributionNumber: 1 };
      const to = await made(plain, { departmentalDistribution });

      const again = await plain.put(to, (await plain.get(to)).body);
      const without = await plain.put(to, { name: 'x', ...GROUP });

      expect(again.status, again.text).to.equal(200);
      expect(again.body.departmentalDistribution.departmentalDistributionNumber).to.equal(1);
      expect(without.body).not.to.have.property('departmentalDistribution');
    });

    describe('what POST refuses', () => {
      const REFUSED: readonly (readonly [string, string, Record<string, unknown>])[] = [
        ['a missing name', 'E00500', { ...GROUP }],
        ['a missing group', 'E00500', { name: 'x' }],
        ['a name of 301 letters', 'E00500', { name: 'x'.repeat(301), ...GROUP }],
        ['null', 'E00500', { name: 'x', salesPrice: null, ...GROUP }],
        ['eleven decimals', 'E04740', { name: 'x', salesPrice: 1.00000000001, ...GROUP }],
        ['an empty reference', 'E04500', { name: 'x', productGroup: {} }],
        ['an unknown reference', 'E06000', { name: 'x', productGroup: { productGroupNumber: 77 } }],
        [
          'department and distribution key',
          'E10130',
          {
            name: 'x',
            ...GROUP,
            department: { departmentNumber: 1 },
            distributionKey: { distributionKeyNumber: 4 },
          },
        ],
        [
          'a distribution key of one department',
          'E10390',
          { name: 'x', ...GROUP, distributionKey: { distributionKeyNumber: 1 } },
        ],
      ];
      for (const [what, errorCode, body] of REFUSED) {
        it(`it refuses as well: ${what}, and leaves the product as it was`, async () => {
          const to = await made(plain, { salesPrice: 3 });
          const before = (await plain.get(to)).text;

          expectRefusal(await plain.put(to, body), 400, errorCode);
          expectRefusal(await plain.put(`/products/${freshNumber()}`, body), 400, errorCode);
          expect((await plain.get(to)).text).to.equal(before);
        });
      }
    });

    describe('the number', () => {
      it('need not be in the body', async () => {
        const to = await made(plain);

        expect((await plain.put(to, { name: 'x', ...GROUP })).status).to.equal(200);
      });

      it('may be in the body, in any case, and keeps its spelling', async () => {
        const to = await made(plain, { productNumber: 'Spelled' });

        const same = await plain.put(to, { productNumber: 'SPELLED', name: 'x', ...GROUP });
        const byOther = await plain.put('/products/sPELLED', { name: 'y', ...GROUP });

        expect([same.status, byOther.status]).to.deep.equal([200, 200]);
        expect(same.body.productNumber).to.equal('Spelled');
        expect(byOther.body).to.include({ productNumber: 'Spelled', name: 'y', self: to });
      });

      it('must not be another one in the body, naming it (D128)', async () => {
        const to = await made(plain);

        const existing = await plain.put(to, { productNumber: 'another', name: 'x', ...GROUP });
        const creating = await plain.put(`/products/${freshNumber()}`, {
          productNumber: 'another',
          name: 'x',
          ...GROUP,
        });

        for (const answer of [existing, creating]) {
          expectRefusal(answer, 400, 'E10650');
          expect(answer.body.errors[0].additionalData.propertyName).to.equal('productNumber');
        }
        expect((await plain.get('/products/another')).status).to.equal(404);
      });
    });

    describe('of a product that is not there', () => {
      it('creates it: 201, and where it is (amendment 36)', async () => {
        const { status, headers, body, text } = await plain.put('/products/by_9_PUT_6_1', {
          name: 'x',
          ...GROUP,
        });

        expect(status, text).to.equal(201);
        expect(body.productNumber).to.equal('by PUT/1');
        expect(headers.get('location')).to.equal(`${running.service.base}/products/by_9_PUT_6_1`);
        expect(body.self).to.equal(headers.get('location'));
        expect((await plain.get(body.self as string)).status).to.equal(200);
      });

      it('creates it in the spelling of the body, or else of the address', async () => {
        const inBody = await plain.put('/products/both', { productNumber: 'BOTH', name: 'x', ...GROUP });

        expect(inBody.status, inBody.text).to.equal(201);
        expect(inBody.body.productNumber).to.equal('BOTH');
        expect((await plain.get('/products/Both')).body.productNumber).to.equal('BOTH');
      });

      it('refuses a number that POST would refuse', async () => {
        for (const number of ['n'.repeat(26), 'a%00b', '%F0%9F%98%80'.repeat(26), 'a%0Ab']) {
          const answer = await plain.put(`/products/${number}`, { name: 'x', ...GROUP });

          expectRefusal(answer, 400, 'E00500');
          expect(answer.body.errors[0].additionalData.propertyName).to.equal('productNumber');
        }
      });

      it('is not seen by another agreement', async () => {
        const number = freshNumber();
        await plain.put(`/products/${number}`, { name: 'ours', ...GROUP });

        const theirs = await other.put(`/products/${number}`, { name: 'theirs', ...GROUP });

        expect(theirs.status).to.equal(201);
        expect((await plain.get(`/products/${number}`)).body.name).to.equal('ours');
      });
    });

    describe('with the inventory module', () => {
      it('keeps the cost price and the stock, and takes the volume of the package (§2.1)', async () => {
        const { unitOfWork } = running.service.service.database;
        const productNumber = freshNumber();
        const modules = ['inventory'] as const;
        const draft = {
          productNumber,
          name: 'stocked',
          barred: false,
          tags: [],
          productGroup: { productGroupNumber: 1 },
        };
        const kept = {
          ...productToStore(draft, { modules, now: new Date() }),
          costPrice: '12.5' as Decimal,
          inventory: {
            available: '3' as Decimal,
            inStock: '5' as Decimal,
            orderedByCustomers: '2' as Decimal,
            orderedFromSuppliers: '7' as Decimal,
            packageVolume: '1' as Decimal,
          },
        };
        const stored = await unitOfWork.inTransaction(withInventory.agreement.agreementNumber, (books) =>
          books.of(Product).create(kept),
        )();
        expect(isLeft(stored)).to.equal(false);

        const put = await withInventory.put(`/products/${productNumber}`, {
          name: 'again',
          costPrice: 99,
          inventory: { inStock: 99, available: 99, packageVolume: 0.25 },
          ...GROUP,
        });
        const bare = await withInventory.put(`/products/${productNumber}`, { name: 'bare', ...GROUP });

        const stock = { available: 3, inStock: 5, orderedByCustomers: 2, orderedFromSuppliers: 7 };
        expect(put.status, put.text).to.equal(200);
        expect(put.body.costPrice).to.equal(12.5);
        expect(put.body.inventory).to.deep.equal({ ...stock, packageVolume: 0.25 });
        expect(bare.body.costPrice).to.equal(12.5);
        expect(bare.body.inventory).to.deep.equal({ ...stock, packageVolume: 0 });
      });

      it('an answer that is put back as it is changes nothing', async () => {
        const to = await made(withInventory, {
          inventory: { packageVolume: 1.5 },
          salesPrice: 7.25,
          tags: ['a'],
        });
        const before = await withInventory.get(to);

        const put = await withInventory.put(to, before.body, {
          'If-Match': before.headers.get('etag') as string,
        });

        expect(put.status, put.text).to.equal(200);
        expect((await withInventory.get(to)).text).to.equal(before.text);
      });
    });

    it('is for Sales and SuperUser, and not in the demo agreement', async () => {
      const to = await made(plain);
      for (const [role, status] of [
        ['Sales', 200],
        ['BookKeeping', 403],
        ['ProjectEmployee', 403],
      ] as const) {
        const { tokens } = await plain.agreement.grant([role]);
        const answer = await running.service.ask(to, {
          method: 'PUT',
          headers: tokens,
          body: { name: 'x', ...GROUP },
        });
        expect(answer.status, role).to.equal(status);
      }
      const demo = await running.service.ask('/products/1000?demo=true', {
        method: 'PUT',
        body: { name: 'x', ...GROUP },
      });
      expectRefusal(demo, 403, 'E03010');
    });
  });
}
