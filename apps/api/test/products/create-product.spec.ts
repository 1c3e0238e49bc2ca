import { expect } from 'chai';
import { ROUTE_ESCAPES } from '@kontor/http';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService, type Client } from '../support/running-service.js';
import { aProduct, freshNumber } from './a-product.js';

/** The numbers that the standard books give: a distribution of type department, and one that shares out. */
const TO_ONE_DEPARTMENT = 1;
const BY_FLOOR_SPACE = 4;

for (const database of await databases()) {
  describe(`POST /products on ${database.name} (§2.1)`, () => {
    const running = runningService(database);
    const plain = running.client();
    const withInventory = running.client({ modules: ['inventory'] });
    const withDimension = running.client({ modules: ['dimension'] });
    const other = running.client();

    it('answers 201 with the product, where it is, and its tag', async () => {
      const body = aProduct({
        productNumber: 'LAMP 7',
        name: 'Lamp',
        description: 'brass\nand glass',
        costPrice: 10,
        recommendedPrice: 25.5,
        recommendedCostPrice: 0.125,
        salesPrice: 20,
        barCode: '5701234567890',
        barred: true,
        tags: ['new', 'light'],
        unit: { unitNumber: 1 },
      });

      const { status, headers, body: made, text } = await plain.post('/products', body);

      const self = `${running.service.base}/products/LAMP_9_7`;
      expect(status, text).to.equal(201);
      expect(headers.get('location')).to.equal(self);
      expect(headers.get('etag')).to.be.a('string');
      const { lastUpdated, ...rest } = made;
      expect(rest).to.deep.equal({
        ...body,
        unit: { unitNumber: 1, self: `${running.service.base}/units/1` },
        productGroup: { productGroupNumber: 1, self: `${running.service.base}/product-groups/1` },
        self,
      });
      expect(lastUpdated).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/);
      expect(text).to.contain('"costPrice":10.00').and.to.contain('"recommendedCostPrice":0.125');
    });

    it('needs nothing but number, name and group; barred is false and tags are empty then', async () => {
      const { status, body, text } = await plain.post('/products', aProduct());

      expect(status, text).to.equal(201);
      expect(body).to.include({ barred: false }).and.to.deep.include({ tags: [] });
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

    it('lists all that is missing in one sub error', async () => {
      const answer = await plain.post('/products', { description: 'x' });

      expectRefusal(answer, 400, 'E00500');
      expect(answer.body.message).to.match(/schema validation failed/i);
      expect(answer.body.developerHint).to.match(/schema/i);
      expect(answer.body.errors).to.have.length(1);
      expect(answer.body.errors[0].message).to.contain('productNumber, name, productGroup');
    });

    it('tells everything that is wrong, not the first only', async () => {
      const answer = await plain.post('/products', {
        name: 7,
        barred: 'x',
        tags: [1, 'a', null],
        salesPrice: 'y',
        unit: [],
      });

      expectRefusal(answer, 400, 'E00500');
      const told = (answer.body.errors as readonly { additionalData: { propertyName?: string } }[])
        .map(({ additionalData }) => additionalData.propertyName)
        .filter((name) => name !== undefined);
      expect(told).to.have.members(['name', 'barred', 'tags[0]', 'tags[2]', 'salesPrice', 'unit']);
    });

    describe('the number', () => {
      const LENGTHS: readonly (readonly [string, string, boolean])[] = [
        ['no character', '', false],
        ['one character', 'x', true],
        ['25 letters', 'n'.repeat(25), true],
        ['26 letters', 'n'.repeat(26), false],
        ['25 letters of four bytes', '𝕶'.repeat(25), true],
        ['26 letters of four bytes', '𝕶'.repeat(26), false],
        ['25 letters that unfold to three', '\ufb2c'.repeat(25), true],
        ['a tab', 'a\tb', false],
        ['a line end', 'a\nb', false],
        ['a NUL', 'a\u0000b', false],
      ];
      for (const [what, productNumber, isTaken] of LENGTHS) {
        it(`${isTaken ? 'may' : 'must not'} have ${what}`, async () => {
          const answer = await plain.post('/products', aProduct({ productNumber }));

          if (!isTaken) {
            expectRefusal(answer, 400, 'E00500');
            expect(answer.body.errors[0].additionalData.propertyName).to.equal('productNumber');
          } else {
            expect(answer.status, answer.text).to.equal(201);
            expect((await plain.get(answer.body.self as string)).body.productNumber).to.equal(productNumber);
          }
        });
      }

      it('comes back through self with each of the fourteen characters that are escaped in a path', async () => {
        const numbers = ROUTE_ESCAPES.map(([character]) => `${character}a${character}`);
        const all = ROUTE_ESCAPES.map(([character]) => character).join('');
        for (const productNumber of [...numbers, all, '_0_', '__', '_8_', '..', '%2F', 'a//b', '?x=1', '#']) {
          const { status, body, text } = await plain.post('/products', aProduct({ productNumber }));
          expect(status, text).to.equal(201);
          expect(new URL(body.self as string).pathname.split('/'), body.self).to.have.length(3);

          const got = await plain.get(body.self as string);

          expect(got.status, body.self).to.equal(200);
          expect(got.body.productNumber).to.equal(productNumber);
          expect((await plain.remove(body.self as string)).status).to.equal(204);
        }
      });

      it('comes back through self with any other character', async () => {
        for (const productNumber of [
          'Ærø',
          "O'Neil",
          '"quoted"',
          'a,b;c=d',
          '[1]{2}',
          '~!@$^|',
          '日本',
          '👩‍👧',
          'é',
          'e\u0301',
          ' x ',
        ]) {
          const { status, body, text } = await plain.post('/products', aProduct({ productNumber }));
          expect(status, text).to.equal(201);

          const got = await plain.get(body.self as string);

          expect(got.body.productNumber, body.self).to.equal(productNumber);
          expect((await plain.remove(body.self as string)).status).to.equal(204);
        }
      });

      it('is unique in any case (E06010)', async () => {
        for (const [first, second] of [
          ['Case', 'cASE'],
          ['Ærø-1', 'ÆRØ-1'],
          ['Ünïque', 'üNÏQUE'],
          ['caf\u00e9', 'cafe\u0301'],
        ] as const) {
          const made = await plain.post('/products', aProduct({ productNumber: first }));
          const again = await plain.post('/products', aProduct({ productNumber: second }));

          expect(made.status, made.text).to.equal(201);
          expectRefusal(again, 400, 'E06010');
        }
      });

      it('is another with another letter, accent or space', async () => {
        for (const productNumber of [
          'uniq',
          'uniq ',
          ' uniq',
          'unıq',
          'uñiq',
          'uniq\u00a0',
          'uniqß',
          'uniqss',
          '00uniq',
          '0uniq',
        ]) {
          const { status, text } = await plain.post('/products', aProduct({ productNumber }));

          expect(status, text).to.equal(201);
        }
      });

      it('belongs to one agreement', async () => {
        const productNumber = freshNumber();

        const ours = await plain.post('/products', aProduct({ productNumber }));
        const theirs = await other.post('/products', aProduct({ productNumber }));

        expect([ours.status, theirs.status]).to.deep.equal([201, 201]);
      });
    });

    describe('texts', () => {
      const LENGTHS: readonly (readonly [string, number])[] = [
        ['name', 300],
        ['description', 500],
        ['barCode', 50],
      ];
      for (const [member, max] of LENGTHS) {
        for (const letter of ['x', 'ß', '😀', '\ufb2c', '\u0958', 'İ', '\u1e9e']) {
          it(`${member} may have ${max} of ${JSON.stringify(letter)}, and no more`, async () => {
            const taken = await plain.post('/products', aProduct({ [member]: letter.repeat(max) }));
            const refused = await plain.post('/products', aProduct({ [member]: letter.repeat(max + 1) }));

            expect(taken.status, taken.text).to.equal(201);
            expect((await plain.get(taken.body.self as string)).body[member]).to.equal(letter.repeat(max));
            expectRefusal(refused, 400, 'E00500');
            expect(refused.body.errors[0].additionalData.propertyName).to.equal(member);
          });
        }
      }

      it('keep spaces at their ends', async () => {
        const { body } = await plain.post(
          '/products',
          aProduct({ name: '  Lamp  ', description: '\tx\n', barCode: ' 1 ' }),
        );

        const got = await plain.get(body.self as string);

        expect(got.body).to.include({ name: '  Lamp  ', description: '\tx\n', barCode: ' 1 ' });
      });

      it('may be empty, but for number and name', async () => {
        const taken = await plain.post('/products', aProduct({ description: '', barCode: '' }));
        const refused = await plain.post('/products', aProduct({ name: '' }));

        expect(taken.status, taken.text).to.equal(201);
        expect(taken.body).to.include({ description: '', barCode: '' });
        expectRefusal(refused, 400, 'E00500');
      });

      it('tags keep their order and number', async () => {
        const tags = ['b', 'a', 'b', ' ', '😀'.repeat(100)];
        const many = Array.from({ length: 100 }, (_, index) => `tag ${index}`);

        const made = await plain.post('/products', aProduct({ tags }));
        const full = await plain.post('/products', aProduct({ tags: many }));

        expect((await plain.get(made.body.self as string)).body.tags).to.deep.equal(tags);
        expect(full.body.tags).to.deep.equal(many);
        expectRefusal(await plain.post('/products', aProduct({ tags: [...many, 'x'] })), 400, 'E00500');
      });

      it('100 tags of 100 letters of four bytes are kept', async () => {
        const tags = Array.from({ length: 100 }, () => '😀'.repeat(100));

        const made = await plain.post('/products', aProduct({ tags }));

        expect(made.status, made.text).to.equal(201);
        expect((await plain.get(made.body.self as string)).body.tags).to.deep.equal(tags);
      });
    });

    describe('prices', () => {
      const MEMBERS = ['costPrice', 'recommendedPrice', 'recommendedCostPrice', 'salesPrice'];

      it('are kept exactly with up to ten decimals, and shown with two at least', async () => {
        for (const [written, shown] of [
          ['0', '0.00'],
          ['7', '7.00'],
          ['7.5', '7.50'],
          ['-7.25', '-7.25'],
          ['0.0000000001', '0.0000000001'],
          ['1234567890123.45', '1234567890123.45'],
          ['12345.0123456789', '12345.0123456789'],
          ['-0.0000000001', '-0.0000000001'],
        ] as const) {
          const text = JSON.stringify(aProduct()).replace(
            /}$/,
            `,${MEMBERS.map((name) => `"${name}":${written}`).join()}}`,
          );

          const made = await plain.post('/products', text);

          expect(made.status, made.text).to.equal(201);
          const got = await plain.get(made.body.self as string);
          for (const name of MEMBERS) expect(got.text).to.contain(`"${name}":${shown},`);
        }
      });

      it('recommendedCostPrice is taken where clients of the family have it too (amended: bodies)', async () => {
        for (const client of [plain, withInventory]) {
          const { body, text } = await client.post(
            '/products',
            aProduct({ inventory: { recommendedCostPrice: 4.5, packageVolume: 2 } }),
          );

          expect(body.recommendedCostPrice, text).to.equal(4.5);
          expect(body.inventory ?? {}).not.to.have.property('recommendedCostPrice');
        }
      });

      it('are refused with more decimals (E04740), naming each', async () => {
        const answer = await plain.post(
          '/products',
          aProduct({ salesPrice: 1.00000000001, costPrice: 1e-11 }),
        );

        expectRefusal(answer, 400, 'E04740');
        const told = (answer.body.errors as readonly { additionalData: { propertyName: string } }[]).map(
          ({ additionalData }) => additionalData.propertyName,
        );
        expect(told).to.have.members(['salesPrice', 'costPrice']);
      });

      it('are refused rather than rounded where their digits would be lost', async () => {
        const text = JSON.stringify(aProduct()).replace(/}$/, ',"salesPrice":12345678901234567.89}');

        const answer = await plain.post('/products', text);

        expect(answer.status, answer.text).to.equal(400);
      });
    });

    describe('with the inventory module', () => {
      it('a sent costPrice is ignored, and stock begins empty (D191)', async () => {
        const { status, body, text } = await withInventory.post(
          '/products',
          aProduct({ costPrice: 10, inventory: { inStock: 99, available: 5, packageVolume: 1.5 } }),
        );

        expect(status, text).to.equal(201);
        expect(body).not.to.have.property('costPrice');
        expect(body.inventory).to.deep.equal({
          available: 0,
          inStock: 0,
          orderedByCustomers: 0,
          orderedFromSuppliers: 0,
          packageVolume: 1.5,
        });
        expect((await withInventory.get(body.self as string)).body.inventory).to.deep.equal(body.inventory);
      });

      it('an ignored costPrice may be anything but malformed', async () => {
        const answer = await withInventory.post('/products', aProduct({ costPrice: 'free' }));

        expectRefusal(answer, 400, 'E00500');
      });

      it('inventory is there with its zeros when it is left out', async () => {
        const { body } = await withInventory.post('/products', aProduct());

        expect(body.inventory.packageVolume).to.equal(0);
      });

      it('inventory is not there without the module, whatever is sent', async () => {
        const { status, body, text } = await plain.post(
          '/products',
          aProduct({ inventory: { packageVolume: 'x' }, costPrice: 3 }),
        );

        expect(status, text).to.equal(201);
        expect(body).not.to.have.property('inventory');
        expect(body.costPrice).to.equal(3);
      });
    });

    describe('department and distributionKey', () => {
      const department = { departmentNumber: 1 };
      const distributionKey = { distributionKeyNumber: BY_FLOOR_SPACE };

      it('either is kept with the Dimension module', async () => {
        const one = await withDimension.post('/products', aProduct({ department }));
        const shared = await withDimension.post('/products', aProduct({ distributionKey }));

        const { base } = running.service;
        expect(one.status, one.text).to.equal(201);
        expect(one.body.department).to.deep.equal({ ...department, self: `${base}/departments/1` });
        expect(one.body).not.to.have.property('distributionKey');
        expect(shared.status, shared.text).to.equal(201);
        expect(shared.body.distributionKey).to.deep.equal({
          ...distributionKey,
          self: `${base}/departmental-distributions/${BY_FLOOR_SPACE}`,
        });
        expect(shared.body.departmentalDistribution).to.deep.equal({
          departmentalDistributionNumber: BY_FLOOR_SPACE,
          self: `${base}/departmental-distributions/${BY_FLOOR_SPACE}`,
        });
      });

      it('a departmental distribution of either type is kept where neither is sent (facts 3.6)', async () => {
        for (const number of [TO_ONE_DEPARTMENT, BY_FLOOR_SPACE]) {
          const departmentalDistribution = { departmentalDistributionNumber: String(number) };
          const { status, text, body } = await withDimension.post(
            '/products',
            aProduct({ departmentalDistribution }),
          );

          expect(status, text).to.equal(201);
          expect(body.departmentalDistribution).to.deep.equal({
            departmentalDistributionNumber: number,
            self: `${running.service.base}/departmental-distributions/${number}`,
          });
          expect(body).not.to.have.any.keys('department', 'distributionKey');
        }
      });

      it('an unknown departmental distribution is refused (E06000)', async () => {
        const departmentalDistribution = { departmentalDistributionNumber: 77 };
        const answer = await withDimension.post('/products', aProduct({ departmentalDistribution }));

        expectRefusal(answer, 400, 'E06000');
        expect(answer.body.errors[0].additionalData.propertyName).to.equal('departmentalDistribution');
      });

      it('either comes before a departmental distribution that is sent beside it', async () => {
        const departmentalDistribution = { departmentalDistributionNumber: 77 };
        const one = await withDimension.post('/products', aProduct({ department, departmentalDistribution }));
        const shared = await withDimension.post(
          '/products',
          aProduct({ distributionKey, departmentalDistribution }),
        );

        expect(one.status, one.text).to.equal(201);
        expect(one.body).not.to.have.property('departmentalDistribution');
        expect(shared.body.departmentalDistribution.departmentalDistributionNumber).to.equal(BY_FLOOR_SPACE);
      });

      it('both are refused together (E10130)', async () => {
        expectRefusal(
          await withDimension.post('/products', aProduct({ department, distributionKey })),
          400,
          'E10130',
        );
      });

      it('both are refused together even where neither is there', async () => {
        const answer = await withDimension.post(
          '/products',
          aProduct({ department: { departmentNumber: 77 }, distributionKey: { distributionKeyNumber: 77 } }),
        );

        expectRefusal(answer, 400, 'E10130');
      });

      it('both are ignored without the module, also together, unknown or malformed', async () => {
        for (const [one, key] of [
          [department, distributionKey],
          [{ departmentNumber: 77 }, { distributionKeyNumber: 77 }],
          ['x', 7],
          [{}, null],
        ] as const) {
          const { status, body, text } = await plain.post(
            '/products',
            aProduct({ department: one, distributionKey: key }),
          );

          expect(status, text).to.equal(201);
          expect(body).not.to.have.any.keys('department', 'distributionKey', 'departmentalDistribution');
        }
      });

      it('the distribution key must share out over several departments', async () => {
        const answer = await withDimension.post(
          '/products',
          aProduct({ distributionKey: { distributionKeyNumber: TO_ONE_DEPARTMENT } }),
        );

        expectRefusal(answer, 400, 'E10390');
        expect(answer.body.errors[0].additionalData.propertyName).to.equal('distributionKey');
      });

      it('unknown ones are refused, naming which (E06000)', async () => {
        const one = await withDimension.post('/products', aProduct({ department: { departmentNumber: 77 } }));
        const key = await withDimension.post(
          '/products',
          aProduct({ distributionKey: { distributionKeyNumber: 77 } }),
        );

        expectRefusal(one, 400, 'E06000');
        expectRefusal(key, 400, 'E06000');
        expect(one.body.errors[0].additionalData.propertyName).to.equal('department');
        expect(key.body.errors[0].additionalData.propertyName).to.equal('distributionKey');
      });
    });

    describe('a reference', () => {
      const UNIT_2 = { unitNumber: 2 };
      const base = (): string => running.service.base;
      const TAKEN: readonly (readonly [string, () => Record<string, unknown>])[] = [
        ['its number', () => UNIT_2],
        ['its self', () => ({ self: `${base()}/units/2` })],
        ['a self from a demo answer', () => ({ self: `${base()}/units/2?demo=true` })],
        ['a self with a slash behind', () => ({ self: `${base()}/units/2/` })],
        ['a self with slashes that stand twice', () => ({ self: `${base()}//units//2` })],
        ['a self in another case', () => ({ self: `${base()}/Units/2` })],
        ['a self without the service before it', () => ({ self: '/units/2' })],
        ['self and number, of which self wins', () => ({ unitNumber: 1, self: `${base()}/units/2` })],
        [
          'self and an unknown number, of which self wins',
          () => ({ unitNumber: 77, self: `${base()}/units/2` }),
        ],
        [
          'self and a number that is none, of which self wins',
          () => ({ unitNumber: 'x', self: `${base()}/units/2` }),
        ],
        ['its number, with null as self', () => ({ ...UNIT_2, self: null })],
        ['its self, with null as number', () => ({ unitNumber: null, self: `${base()}/units/2` })],
        ['its number and what else it was shown with', () => ({ ...UNIT_2, name: 'kg', products: 'x' })],
      ];
      for (const [what, unit] of TAKEN) {
        it(`may be given by ${what}`, async () => {
          const { status, body, text } = await plain.post('/products', aProduct({ unit: unit() }));

          expect(status, text).to.equal(201);
          expect(body.unit).to.deep.equal({ unitNumber: 2, self: `${base()}/units/2` });
        });
      }

      const REFUSED: readonly (readonly [string, string, string, () => unknown])[] = [
        ['neither number nor self', 'E04500', 'unit', () => ({})],
        ['another member only', 'E04500', 'unit', () => ({ name: 'kg' })],
        ['the self of another host', 'E04500', 'unit', () => ({ self: 'http://evil.example/units/2' })],
        [
          'the self of another host, with a right number',
          'E04500',
          'unit',
          () => ({ unitNumber: 1, self: 'http://evil.example/units/2' }),
        ],
        [
          'a host that begins like ours',
          'E04500',
          'unit',
          () => ({ self: `${base()}.evil.example/units/2` }),
        ],
        ['the self of another collection', 'E04500', 'unit', () => ({ self: `${base()}/departments/2` })],
        ['the self of a collection', 'E04500', 'unit', () => ({ self: `${base()}/units` })],
        ['the self of something below', 'E04500', 'unit', () => ({ self: `${base()}/units/2/products` })],
        ['a self with a broken escape', 'E04500', 'unit', () => ({ self: `${base()}/units/%zz` })],
        ['a self that names no number', 'E04500', 'unit', () => ({ self: `${base()}/units/two` })],
        ['a self that is no text', 'E04500', 'unit', () => ({ self: 7 })],
        ['a text', 'E00500', 'unit', () => '2'],
        ['a number', 'E00500', 'unit', () => 2],
        ['a list', 'E00500', 'unit', () => [UNIT_2]],
        ['null', 'E00500', 'unit', () => null],
        ['a word as number', 'E00500', 'unit', () => ({ unitNumber: 'two' })],
        ['null as number', 'E04500', 'unit', () => ({ unitNumber: null })],
        ['null as self', 'E04500', 'unit', () => ({ self: null })],
        ['null as number and as self', 'E04500', 'unit', () => ({ unitNumber: null, self: null })],
        ['an unknown number', 'E06000', 'unit', () => ({ unitNumber: 77 })],
        ['an unknown self', 'E06000', 'unit', () => ({ self: `${base()}/units/77` })],
      ];
      for (const [what, errorCode, property, unit] of REFUSED) {
        it(`must not be given by ${what} (${errorCode})`, async () => {
          const answer = await plain.post('/products', aProduct({ unit: unit() }));

          expectRefusal(answer, 400, errorCode);
          expect(answer.body.errors[0].additionalData.propertyName).to.match(new RegExp(`^${property}`));
          // A self that leads elsewhere is there, and a number may stand beside it.
          const isElsewhere = answer.body.errors[0].additionalData.propertyName.endsWith('.self');
          if (errorCode === 'E04500')
            expect(answer.body.message).to.contain(
              isElsewhere
                ? 'the self of a reference is not the address of what it means'
                : 'nor the self of what it means',
            );
        });
      }

      it('does not reach into another agreement', async () => {
        const { body } = await other.post('/units', { name: 'theirs', unitNumber: 4321 });

        const byNumber = await plain.post('/products', aProduct({ unit: { unitNumber: 4321 } }));
        const bySelf = await plain.post('/products', aProduct({ unit: { self: body.self } }));

        expectRefusal(byNumber, 400, 'E06000');
        expectRefusal(bySelf, 400, 'E06000');
      });
    });

    it('ignores read-only and unknown members (D102)', async () => {
      const { status, body, text } = await plain.post(
        '/products',
        aProduct({
          lastUpdated: '1999-01-01T00:00:00Z',
          self: 'http://evil.example',
          metaData: { delete: 7 },
          departmentalDistribution: { departmentalDistributionNumber: 1 },
          agreementNumber: 1,
          PRODUCTNUMBER: 'x',
          balance: 7,
        }),
      );

      expect(status, text).to.equal(201);
      expect(body.lastUpdated).not.to.contain('1999');
      expect(body.self).to.contain('/products/T-');
    });

    it('is for Sales and SuperUser', async () => {
      for (const [role, status] of [
        ['Sales', 201],
        ['SuperUser', 201],
        ['BookKeeping', 403],
        ['ProjectEmployee', 403],
      ] as const) {
        const { tokens } = await plain.agreement.grant([role]);

        const answer = await running.service.ask('/products', {
          method: 'POST',
          headers: tokens,
          body: aProduct(),
        });

        expect(answer.status, role).to.equal(status);
      }
    });

    it('stores nothing of what it refuses', async () => {
      const count = async (by: Client): Promise<number> =>
        (await by.get('/products?pagesize=1')).body.pagination.results as number;
      const before = await count(plain);

      await plain.post('/products', aProduct({ unit: { unitNumber: 77 } }));
      await plain.post('/products', aProduct({ name: '' }));
      await plain.post('/products', aProduct({ productNumber: '1000' }));

      expect(await count(plain)).to.equal(before);
    });
  });
}
